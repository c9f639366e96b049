import { describe, expect, it } from 'vitest'
import { wallWindowOptions } from '#main/electron/window-options.ts'

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

  it('lets nobody minimize, cover or inspect a locked wall', () => {
    const unlocked = wallWindowOptions({ preload: '/p.cjs', kind: 'wall' })
    const locked = wallWindowOptions({ preload: '/p.cjs', kind: 'wall', isLocked: true })
    expect(unlocked).toMatchObject({
      minimizable: true,
      alwaysOnTop: false,
      webPreferences: { devTools: true },
    })
    expect(locked).toMatchObject({
      minimizable: false,
      alwaysOnTop: true,
      webPreferences: { devTools: false },
    })
  })

  it('fills the display that it is given', () => {
    const bounds = { x: 1920, y: 0, width: 3840, height: 2160 }
    expect(wallWindowOptions({ preload: '/p.cjs', bounds, kind: 'wall', number: 2 })).toMatchObject({
      ...bounds,
      kiosk: true,
      roundedCorners: false,
      title: 'Tessera – monitor 2',
    })
  })
})
