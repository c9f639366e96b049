import { BrowserWindow, type WebContents } from 'electron'
import { APP_URL, isOwnUrl } from './app-origin.ts'
import { wallWindowOptions, type WallWindowWish } from './window-options.ts'

/** Opens a window of the wall; it shows itself with its first paint. */
export function openWallWindow(wish: WallWindowWish): BrowserWindow {
  const window = new BrowserWindow(wallWindowOptions(wish))
  window.once('ready-to-show', () => window.show())
  void window.loadURL(APP_URL)
  return window
}

/** Contents that show our page now. */
export function ourPages(): WebContents[] {
  return BrowserWindow.getAllWindows()
    .filter((window) => !window.isDestroyed())
    .map((window) => window.webContents)
    .filter((contents) => isOwnUrl(contents.getURL()))
}

/** A second start was asked for: what is there already comes to the front. */
export function focusFirstWindow(): void {
  const window = BrowserWindow.getAllWindows()[0]
  if (window === undefined) return
  if (window.isMinimized()) window.restore()
  window.focus()
}
