import { BrowserWindow } from 'electron'
import { APP_URL } from './app-origin.ts'
import { wallWindowOptions, type WallWindowWish } from './window-options.ts'

/** Opens a window of the wall; it shows itself with its first paint. */
export function openWallWindow(wish: WallWindowWish): BrowserWindow {
  const window = new BrowserWindow(wallWindowOptions(wish))
  window.once('ready-to-show', () => window.show())
  void window.loadURL(APP_URL)
  return window
}

/** A second start was asked for: what is there already comes to the front. */
export function focusFirstWindow(): void {
  const window = BrowserWindow.getAllWindows()[0]
  if (window === undefined) return
  if (window.isMinimized()) window.restore()
  window.focus()
}
