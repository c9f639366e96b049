import { describe, expect, it } from 'vitest'
import { chooseOzone, type OzoneQuestion } from '#main/electron/ozone.ts'

const wayland = { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' }
const x11 = { DISPLAY: ':0' }
const walls: OzoneQuestion = {
  platform: 'linux',
  env: { ...wayland, ...x11 },
  argv: ['tessera'],
  mode: 'walls',
}

describe('chooseOzone', () => {
  it.each<[string, Partial<OzoneQuestion>, string]>([
    ['walls on Wayland', {}, 'through-x11'],
    ['a kiosk on Wayland', { mode: 'kiosk' }, 'through-x11'],
    ['what only calls itself Wayland', { env: { XDG_SESSION_TYPE: 'wayland', ...x11 } }, 'through-x11'],
    ['Wayland without X11', { env: wayland }, 'impossible'],
    ['one ordinary window', { mode: 'window' }, 'right'],
    ["the operator's own choice", { argv: ['tessera', '--ozone-platform=wayland'] }, 'right'],
    ['a hint of the operator', { argv: ['tessera', '--ozone-platform-hint=auto'] }, 'right'],
    ['an X11 session', { env: { XDG_SESSION_TYPE: 'x11', ...x11 } }, 'right'],
    ['another system', { platform: 'win32' }, 'right'],
  ])('%s', (_when, asked, answer) => {
    expect(chooseOzone({ ...walls, ...asked })).toBe(answer)
  })
})
