import { BrowserWindow } from 'electron'
import { APP_URL } from './app-origin.ts'
import { wallWindowOptions, type WallWindowWish } from './window-options.ts'

/** Opens a window of the wall, hidden until it has its place. */
export function openWindow(wish: WallWindowWish): BrowserWindow {
  const window = new BrowserWindow(wallWindowOptions(wish))
  // Rules of a compositor find a wall's window by this.
  window.on('page-title-updated', (event) => event.preventDefault())
  // What becomes of a page that does not load is for its recovery to say, which hears of it by an event.
  window.loadURL(APP_URL).catch(() => undefined)
  return window
}

/** A window of the wall in its place; it shows itself with its first paint. */
export function openWallWindow(wish: WallWindowWish, early?: BrowserWindow): BrowserWindow {
  const isFitting = wish.kind !== 'wall' && early?.webContents.isCrashed() === false
  const window = isFitting ? early : openWindow(wish)
  if (!isFitting) early?.destroy()
  else if (wish.bounds !== undefined) window.setBounds(wish.bounds)
  // Accelerators stay; only Alt has nothing to show on a wall.
  if (wish.kind === 'wall') window.setAutoHideMenuBar(false)
  if (wish.kind === 'wall') window.setMenuBarVisibility(false)
  // Asked of Linux's window manager only once it has the window.
  if (wish.isLocked === true) window.once('show', () => window.setAlwaysOnTop(true, 'screen-saver'))
  window.once('ready-to-show', () => {
    if (wish.isMaximized === true) window.maximize()
    if (wish.isFirst === false) window.showInactive()
    else window.show()
  })
  return window
}

/** What is there already comes to the front. */
export function bringToFront(window: BrowserWindow | undefined): void {
  if (window === undefined) return
  if (window.isMinimized()) window.restore()
  window.focus()
}
