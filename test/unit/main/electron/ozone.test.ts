import { describe, expect, it } from 'vitest'
import { chooseOzone, type OzoneQuestion } from '../../../../src-main/electron/ozone.ts'

const wayland = { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' }
const both = { ...wayland, DISPLAY: ':0' }
const walls: OzoneQuestion = { platform: 'linux', env: both, mode: 'walls', isChosen: false }

describe('chooseOzone', () => {
  it.each([
    { when: 'walls on Wayland', asked: walls, platform: 'x11' },
    { when: 'a kiosk on Wayland', asked: { ...walls, mode: 'kiosk' as const }, platform: 'x11' },
    { when: 'only the session says Wayland', asked: { ...walls, env: { XDG_SESSION_TYPE: 'wayland', DISPLAY: ':0' } }, platform: 'x11' },
    { when: 'one ordinary window', asked: { ...walls, mode: 'window' as const }, platform: undefined },
    { when: 'the operator has chosen', asked: { ...walls, isChosen: true }, platform: undefined },
    { when: 'an X11 session', asked: { ...walls, env: { DISPLAY: ':0', XDG_SESSION_TYPE: 'x11' } }, platform: undefined },
    { when: 'another system', asked: { ...walls, platform: 'win32' as const }, platform: undefined },
  ])('$when: $platform', ({ asked, platform }) => {
    expect(chooseOzone(asked)).toEqual(platform === undefined ? {} : { platform })
  })

  it('says what helps where there is no X11', () => {
    const { platform, notice } = chooseOzone({ ...walls, env: wayland })
    expect(platform).toBeUndefined()
    expect(notice).toMatch(/Xwayland/)
  })
})
