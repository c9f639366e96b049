import { expect, test } from 'vitest'
import { chromiumArguments } from '../../../scripts/start/chromium-window.mjs'
import { chooseShell, hasDisplay } from '../../../scripts/start/surroundings.mjs'

const all = {
  headless: false,
  hasDisplay: true,
  electron: '/electron',
  electronMissing: undefined,
  chromium: '/chromium',
}

test.each([
  ['Electron with a display', {}, 'electron', /opens in Electron/],
  ['no window when asked', { headless: true }, 'address', /as asked/],
  ['no window without a display', { hasDisplay: false }, 'address', /no display/],
  [
    'Chromium without Electron',
    { electron: undefined, electronMissing: 'no network' },
    'window',
    /Chromium window.*no network/,
  ],
  ['the address without either', { electron: undefined, chromium: undefined }, 'address', /neither Electron/],
])('%s', (_name, change, shell, because) => {
  const choice = chooseShell({ ...all, ...change })
  expect(choice.shell).toBe(shell)
  expect(choice.because).toMatch(because)
})

test.each([
  [{}, 'linux', false],
  [{ DISPLAY: ':0' }, 'linux', true],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
  [{}, 'darwin', true],
] as const)('with %o on %s a window can be shown: %s', (env, platform, expected) => {
  expect(hasDisplay(env, platform)).toBe(expected)
})

test('only root goes without Chromium’s sandbox', () => {
  const order = { headless: false, fullScreen: false }
  expect(chromiumArguments(order, '/profile', true)).toContain('--no-sandbox')
  expect(chromiumArguments(order, '/profile', false)).not.toContain('--no-sandbox')
})

test('every wall runs without the smoothness algorithm, in a profile of its own', () => {
  const args = chromiumArguments({ headless: true, fullScreen: false }, '/profile', false)
  expect(args).toEqual(
    expect.arrayContaining(['--disable-rtc-smoothness-algorithm', '--user-data-dir=/profile']),
  )
})
