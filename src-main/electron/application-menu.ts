import { type App, BrowserWindow, type Menu } from 'electron'
import type { WallMain } from '../core/wall-main.ts'
import { type MenuPort, menuTemplate } from './menu.ts'
import { wordsOf } from './words.ts'
import type { WallWindows } from './wall-windows.ts'

export interface ApplicationMenuOptions {
  readonly app: Pick<App, 'name' | 'getVersion' | 'setAboutPanelOptions'>
  readonly menu: typeof Menu
  readonly wall: Pick<WallMain, 'command' | 'screens' | 'language' | 'keymap' | 'onMenu'>
  readonly windows: Pick<WallWindows, 'monitorOf'>
  readonly canChooseScreens: boolean
  readonly isLocked: boolean
  readonly process: Pick<NodeJS.Process, 'platform' | 'versions'>
}

/** Returns the function that takes the menu away. */
export function showApplicationMenu(options: ApplicationMenuOptions): () => void {
  const { app, menu, wall, windows, canChooseScreens, isLocked, process } = options
  const { electron, chrome, node } = process.versions
  app.setAboutPanelOptions({
    applicationName: 'Tessera',
    applicationVersion: `${app.getVersion()} (Electron ${electron}, Chromium ${chrome}, Node ${node})`,
    copyright: 'Apache-2.0',
  })
  const port: MenuPort = {
    command(action, window) {
      if (!(window instanceof BrowserWindow)) return
      const { webContents } = window
      // A browser grants full screen to a gesture only. Whoever clicks a menu has made one that the page did not see.
      void webContents
        .executeJavaScript('0', true)
        .then(() => wall.command(windows.monitorOf(webContents), action))
    },
    reload(window) {
      if (window instanceof BrowserWindow) window.webContents.reload()
    },
    chooseScreens: (mode) => wall.screens.choose(mode),
  }
  function show(): void {
    const state = {
      platform: process.platform,
      mode: wall.screens.mode,
      canChooseScreens,
      isLocked,
      keymap: wall.keymap,
    }
    const template = menuTemplate(state, port, wordsOf(wall.language))
    // Without one Electron would not take its own away.
    menu.setApplicationMenu(template.length === 0 ? null : menu.buildFromTemplate(template))
  }
  show()
  const stops = [wall.screens.onMode(show), wall.onMenu(show)]
  return () => {
    for (const stop of stops) stop()
    menu.setApplicationMenu(null)
  }
}
