import { describe, expect, it } from 'vitest'
import { entryOf } from '../../../../src-main/electron/second-start.ts'
import { wallWindowOptions } from '../../../../src-main/electron/window-options.ts'

describe('wallWindowOptions', () => {
  it('locks the page in, by word and not by default', () => {
    expect(wallWindowOptions({ preload: '/p.cjs' }).webPreferences).toMatchObject({
      preload: '/p.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
    })
  })

  it('never lets a covered wall sleep, from construction on', () => {
    expect(wallWindowOptions({ preload: '/p.cjs' }).webPreferences?.backgroundThrottling).toBe(false)
  })

  it('fills the display that it is given', () => {
    const bounds = { x: 1920, y: 0, width: 3840, height: 2160 }
    expect(wallWindowOptions({ preload: '/p.cjs', bounds, kiosk: true })).toMatchObject({
      ...bounds,
      kiosk: true,
      roundedCorners: false,
    })
  })
})

describe('entryOf', () => {
  it.each([
    { argv: ['tessera', 'show', '3.12'], entry: '3.12' },
    { argv: ['tessera', '--flag', 'show', '7'], entry: '7' },
    { argv: ['tessera'], entry: undefined },
    { argv: ['tessera', 'show'], entry: undefined },
    { argv: ['tessera', 'show', '--help'], entry: undefined },
    { argv: ['tessera', 'show', 'rm -rf'], entry: undefined },
    { argv: ['tessera', 'show', '1'.repeat(21)], entry: undefined },
  ])('reads $entry from $argv', ({ argv, entry }) => {
    expect(entryOf(argv)).toBe(entry)
  })
})
