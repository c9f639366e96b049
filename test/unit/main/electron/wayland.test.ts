import { EventEmitter } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ScreensMode } from '#contract/wall/monitors.ts'
import { mustStartThroughX11, warnOfWayland } from '#main/electron/ozone.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const wayland = { WAYLAND_DISPLAY: 'wayland-0' }
const both = { ...wayland, DISPLAY: ':0' }
const started = { platform: 'linux', env: both, argv: ['tessera'], connected: false } as const

describe('mustStartThroughX11', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = tempDir()
  })

  it.each([
    { kept: '{"settings":{"screens":"walls"}}', must: true },
    { kept: '{"settings":{"screens":"window"}}', must: false },
    { kept: '{"settings":{}}', must: false },
    { kept: '{"settings":', must: false },
    { kept: undefined, must: false },
  ])('reads the mode of $kept', async ({ kept, must }) => {
    if (kept !== undefined) await writeFile(join(dataDir, 'settings.json'), kept)
    expect(mustStartThroughX11(dataDir, {}, started)).toBe(must)
  })

  it('heeds the command line before the settings', async () => {
    await writeFile(join(dataDir, 'settings.json'), '{"settings":{"screens":"walls"}}')
    expect(mustStartThroughX11(dataDir, { screens: 'window' }, started)).toBe(false)
    expect(mustStartThroughX11(dataDir, { screens: 'kiosk' }, started)).toBe(true)
  })

  it('stays the process that a launcher talks with', () => {
    expect(mustStartThroughX11(dataDir, { screens: 'kiosk' }, { ...started, connected: true })).toBe(false)
  })
})

/** What is said at start, and then when another mode is chosen. */
function warned(
  mode: ScreensMode,
  env: Record<string, string>,
  chosen?: ScreensMode,
  connected = false,
): string[] {
  const lines: string[] = []
  const modes = new EventEmitter()
  const stop = warnOfWayland(
    {
      screens: {
        mode,
        stored: { displays: [] },
        choose: () => undefined,
        keep: () => undefined,
        onMode(listener) {
          modes.on('mode', listener)
          return () => modes.off('mode', listener)
        },
      },
      language: 'en',
      notify: ({ message }) => lines.push(`told: ${message}`),
      leaveNotice: (monitor, { message }) => lines.push(`left on ${monitor}: ${message}`),
    },
    { platform: 'linux', env, argv: ['tessera'], connected },
  )
  if (chosen !== undefined) modes.emit('mode', chosen)
  stop()
  expect(modes.listenerCount('mode')).toBe(0)
  return lines
}

describe('warnOfWayland', () => {
  it('says at start what is missing', () => {
    expect(warned('kiosk', wayland)).toEqual([expect.stringMatching(/^left on 1: .*Install Xwayland/)])
    expect(warned('kiosk', { DISPLAY: ':0' })).toEqual([])
    expect(warned('window', wayland)).toEqual([])
  })

  it('says when walls are chosen that another start is needed, on a page that is there to be read', () => {
    expect(warned('window', both, 'walls')).toEqual([expect.stringMatching(/^told: .*Start Tessera again/)])
    expect(warned('window', both, 'kiosk')).toEqual([expect.stringMatching(/^left on 1: .*again/)])
    expect(warned('window', { DISPLAY: ':0' }, 'walls')).toEqual([])
  })

  it('names the option under a launcher, which starts no wall through X11 without it', () => {
    expect(warned('walls', both, undefined, true)).toEqual([
      expect.stringMatching(/^left on 1: .*npm start -- --screens walls: /),
    ])
  })
})
