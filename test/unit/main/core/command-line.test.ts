import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inOneWordEach, ownAppImage, parseCommandLine, understoodOf } from '#main/core/command-line.ts'

const strict = { tolerant: false }
const tolerant = { tolerant: true }

describe('parseCommandLine', () => {
  it('reads every option', () => {
    const args =
      '--data d --renderer=r --evidence=e --platform https://p.example --live-view-url=wss://m.example --layout 16 --screens walls --port 8080 --help'
    expect(parseCommandLine(args.split(' '), strict)).toEqual({
      ok: true,
      value: {
        dataDir: resolve('d'),
        rendererDir: resolve('r'),
        evidenceDir: resolve('e'),
        platform: 'https://p.example',
        liveViewUrl: 'wss://m.example',
        layout: 16,
        screens: 'walls',
        port: 8080,
        help: true,
      },
    })
  })

  it('leaves out what was not given', () => {
    expect(parseCommandLine([], strict)).toEqual({ ok: true, value: { help: false } })
  })

  it('takes --kiosk for the screens mode of that name, whatever else is said', () => {
    const kiosk = { ok: true, value: { screens: 'kiosk', help: false } }
    expect(parseCommandLine(['--kiosk'], strict)).toEqual(kiosk)
    expect(parseCommandLine(['--screens', 'walls', '--kiosk'], tolerant)).toEqual(kiosk)
  })

  it('locks a kiosk down by choice, and nothing else', () => {
    const locked = { ok: true, value: { screens: 'kiosk', isLocked: true, help: false } }
    expect(parseCommandLine(['--kiosk', '--locked'], strict)).toEqual(locked)
    expect(parseCommandLine(['--screens', 'kiosk', '--locked'], tolerant)).toEqual(locked)
  })

  it('takes the keys that unlock it', () => {
    const args = ['--kiosk', '--locked', '--unlock-chord', 'Ctrl+Shift+U']
    const value = { screens: 'kiosk', isLocked: true, unlockChord: 'Ctrl+Shift+U', help: false }
    expect(parseCommandLine(args, strict)).toEqual({ ok: true, value })
  })

  it.each([
    { args: ['--locked'], message: /--kiosk/ },
    { args: ['--kiosk', '--unlock-chord', 'Ctrl+U'], message: /--locked/ },
    { args: ['--kiosk', '--locked', '--unlock-chord', 'U'], message: /Ctrl, Alt or Meta/ },
    { args: ['--kiosk', '--locked', '--unlock-chord', 'Shift+U'], message: /Ctrl, Alt or Meta/ },
    { args: ['--kiosk', '--locked', '--unlock-chord', 'Ctrl+7'], message: /Ctrl, Alt or Meta/ },
    { args: ['--locked', '--screens', 'walls'], message: /--kiosk/ },
    { args: ['--nope'], message: /--nope/ },
    { args: ['stray'], message: /stray/ },
    { args: ['--layout', '7'], message: /1, 4, 9, 16, 25, 36/ },
    { args: ['--screens', 'three'], message: /window, walls, kiosk/ },
    { args: ['--port', '70000'], message: /--port/ },
    { args: ['--port', 'x'], message: /--port/ },
    { args: ['--platform', 'p.example'], message: /http/ },
    { args: ['--platform', 'file:///etc'], message: /http/ },
    { args: ['--live-view-url', 'ftp://m'], message: /ws/ },
    { args: ['--data'], message: /--data/ },
  ])('says what is wrong with $args, in one sentence', ({ args, message }) => {
    const parsed = parseCommandLine(args, strict)
    expect(parsed.ok).toBe(false)
    const sentence = parsed.ok ? '' : parsed.error
    expect(sentence).toMatch(message)
    expect(sentence).not.toContain('\n')
  })

  it("lets Chromium's switches and a second start's words pass", () => {
    const args =
      '/app --no-sandbox --kiosk tessera://show/3.12 --layout=4 --remote-debugging-port=0 show 3.12 --data d --x'
    expect(parseCommandLine(args.split(' '), tolerant)).toEqual({
      ok: true,
      value: {
        layout: 4,
        screens: 'kiosk',
        dataDir: resolve('d'),
        otherSwitches: ['--no-sandbox', '--remote-debugging-port', '--x'],
        help: false,
      },
    })
  })
})

it('says for whoever looks for a fault how a start was understood: no folder, no key, and of addresses only where they are', () => {
  const words =
    '--kiosk --locked --unlock-cord Ctrl+F12 --evidence /srv --platform https://name:word@p.example/x?y --disable-gpu=1'
  const parsed = parseCommandLine(words.split(' '), tolerant)
  expect(parsed.ok && understoodOf(parsed.value)).toEqual({
    screens: 'kiosk',
    isLocked: true,
    hasUnlockChord: false,
    layout: undefined,
    platform: 'https://p.example',
    liveView: undefined,
    hasEvidenceFolder: true,
    otherSwitches: '--unlock-cord --disable-gpu',
  })
})

it('keeps every value with its option when Chromium sorts the words of a program that it starts', () => {
  const args = ['/app', '--data', 'my wall', '--x', 'y', '--layout=4', '--kiosk', '--screens', 'walls']
  const words = inOneWordEach(args)
  expect(words).toEqual(['/app', '--data=my wall', '--x', 'y', '--layout=4', '--kiosk', '--screens=walls'])
  const sorted = words.toSorted((a, b) => Number(b.startsWith('-')) - Number(a.startsWith('-')))
  expect(parseCommandLine(sorted, tolerant)).toEqual(parseCommandLine(args, tolerant))
  expect(inOneWordEach(['--data'])).toEqual(['--data'])
})

describe('ownAppImage', () => {
  const ours = '/home/anna/tessera.AppImage'

  it.each([
    [
      'it runs from',
      { APPIMAGE: ours, APPDIR: '/tmp/.mount_tesserX1' },
      '/tmp/.mount_tesserX1/tessera',
      ours,
    ],
    [
      'a link leads to',
      { APPIMAGE: ours, APPDIR: '/tmp/.mount_tesserX1' },
      '/var/tmp/.mount_tesserX1/tessera',
      ours,
    ],
    ['nobody names the mount of', { APPIMAGE: ours }, '/tmp/.mount_tesserX1/tessera', ours],
    [
      'only started it',
      { APPIMAGE: '/home/anna/terminal.AppImage', APPDIR: '/tmp/.mount_terminY2' },
      '/opt/tessera/tessera',
      undefined,
    ],
    ['is empty', { APPIMAGE: '' }, '/opt/tessera/tessera', undefined],
    ['is none', {}, '/opt/tessera/tessera', undefined],
  ])('is the one that %s', (_what, env, execPath, expected) => {
    expect(ownAppImage(env, execPath)).toBe(expected)
  })
})
