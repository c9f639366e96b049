import { describe, expect, it } from 'vitest'
import { chooseOzone, type OzoneQuestion } from '#main/electron/ozone.ts'

const wayland = { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' }
const walls: OzoneQuestion = {
  platform: 'linux',
  env: { ...wayland, DISPLAY: ':0' },
  argv: ['tessera'],
  mode: 'walls',
}

describe('chooseOzone', () => {
  it.each<{ when: string; asked: Partial<OzoneQuestion>; answer: string }>([
    { when: 'walls on Wayland', asked: {}, answer: 'through-x11' },
    { when: 'a kiosk on Wayland', asked: { mode: 'kiosk' }, answer: 'through-x11' },
    {
      when: 'a session that only calls itself Wayland',
      asked: { env: { XDG_SESSION_TYPE: 'wayland', DISPLAY: ':0' } },
      answer: 'through-x11',
    },
    { when: 'Wayland without X11', asked: { env: wayland }, answer: 'impossible' },
    { when: 'one ordinary window', asked: { mode: 'window' }, answer: 'right' },
    {
      when: "the operator's own choice",
      asked: { argv: ['tessera', '--ozone-platform=wayland'] },
      answer: 'right',
    },
    {
      when: 'a hint of the operator',
      asked: { argv: ['tessera', '--ozone-platform-hint=auto'] },
      answer: 'right',
    },
    { when: 'an X11 session', asked: { env: { DISPLAY: ':0', XDG_SESSION_TYPE: 'x11' } }, answer: 'right' },
    { when: 'another system', asked: { platform: 'win32' }, answer: 'right' },
  ])('$when: $answer', ({ asked, answer }) => {
    expect(chooseOzone({ ...walls, ...asked })).toBe(answer)
  })
})
