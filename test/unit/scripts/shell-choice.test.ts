import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { screensModeSchema } from '#contract/wall/monitors.ts'
import { parseStartArguments } from '../../../scripts/start/arguments.mjs'
import { chromiumArguments, makeProfile } from '../../../scripts/start/chromium-window.mjs'
import { electronCommandLine } from '../../../scripts/start/command-lines.mjs'
import { chooseShell, hasDisplay, mustGoThroughX11 } from '../../../scripts/start/surroundings.mjs'
import { chooseOzone, X11_SWITCH } from '#main/electron/ozone.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const all = {
  headless: false,
  hasDisplay: true,
  isRoot: false,
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
  ['Electron', {}, true],
  ['a Chromium window', { electron: undefined }, true],
  ['a browser of one’s own', { headless: true }, false],
])('who starts the wall as root in %s is told of the missing sandbox: %s', (_name, change, isWarned) => {
  const warning = /root.*no sandbox.*ordinary user/
  expect(warning.test(chooseShell({ ...all, ...change, isRoot: true }).because)).toBe(isWarned)
  expect(chooseShell({ ...all, ...change }).because).not.toMatch(warning)
})

test.each([
  [{}, 'linux', false],
  [{ DISPLAY: ':0' }, 'linux', true],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
  [{}, 'darwin', true],
] as const)('with %o on %s a window can be shown: %s', (env, platform, expected) => {
  expect(hasDisplay(env, platform)).toBe(expected)
})

test('a launched wall goes through X11 where an installed one starts itself again through it', () => {
  const order = { entry: 'e', data: '/d', given: parseStartArguments([]), isRoot: false }
  for (const throughX11 of [true, false]) {
    const args = electronCommandLine({ ...order, throughX11 })
    expect(args.includes(X11_SWITCH)).toBe(throughX11)
  }
  for (const platform of ['linux', 'darwin'] as const) {
    for (const mode of screensModeSchema.options) {
      for (const env of [{}, { WAYLAND_DISPLAY: 'w' }, { XDG_SESSION_TYPE: 'wayland' }]) {
        for (const x11 of [{}, { DISPLAY: ':0' }]) {
          const given = { ...env, ...x11 }
          const answer = chooseOzone({ platform, env: given, argv: [], mode })
          expect(mustGoThroughX11(mode, given, platform)).toBe(answer === 'through-x11')
        }
      }
    }
  }
  expect(mustGoThroughX11(undefined, { WAYLAND_DISPLAY: 'w', DISPLAY: ':0' }, 'linux')).toBe(false)
})

test('only root goes without Chromium’s sandbox', () => {
  const order = { headless: false, fullScreen: false }
  expect(chromiumArguments(order, '/profile', true)).toContain('--no-sandbox')
  expect(chromiumArguments(order, '/profile', false)).not.toContain('--no-sandbox')
})

test('profiles lie in a folder of this user alone, where only those of dead launchers are removed', () => {
  const folder = join(tempDir(), 'chromium')
  const own = makeProfile(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(dirname(own)).toBe(folder)
  // No process has the first of these numbers.
  const dead = makeProfile(folder, 2 ** 30)
  mkdirSync(join(folder, 'something else'))
  chmodSync(folder, 0o755)
  const next = makeProfile(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder).toSorted()).toEqual([basename(own), basename(next), 'something else'].toSorted())
  expect(existsSync(dead)).toBe(false)
})

test('a profile of an earlier process that had the number of this one, as in a container, is removed', () => {
  const folder = join(tempDir(), 'chromium')
  const old = join(folder, `${process.pid}-old`)
  mkdirSync(old, { recursive: true })
  utimesSync(old, 1_000_000, 1_000_000)
  makeProfile(folder)
  expect(existsSync(old)).toBe(false)
})

test('media servers hear of the address of every wall, and not of a name for it', () => {
  const args = chromiumArguments({ headless: true, fullScreen: false }, '/profile', false)
  const lists = args.filter((arg) => arg.startsWith('--disable-features='))
  // Of two lists Chromium takes the last.
  expect(lists).toHaveLength(1)
  expect(lists[0]?.split(/[=,]/)).toContain('WebRtcHideLocalIpsWithMdns')
})

test('every wall runs without the smoothness algorithm and WebRTC’s event log, in a profile of its own', () => {
  const args = chromiumArguments({ headless: true, fullScreen: false }, '/profile', false)
  expect(args).toEqual(
    expect.arrayContaining([
      '--disable-rtc-smoothness-algorithm',
      '--force-fieldtrials=WebRTC-RtcEventLogKillSwitch/Enabled/',
      '--user-data-dir=/profile',
    ]),
  )
})
