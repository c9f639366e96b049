import type { BrowserWindow, Display, Rectangle } from 'electron'
import type { StoredScreens } from '../core/settings/stored-screens.ts'
import { reachableBounds } from './window-bounds.ts'

/** As it is not maximized and not full screen. */
export type OperatorBounds = NonNullable<StoredScreens['operatorBounds']>

/** Where the operator's window goes: where it was, as far as one of these displays shows it. Undefined without any. */
export function operatorPlace(
  stored: OperatorBounds | undefined,
  [first, ...others]: readonly Display[],
): Rectangle | undefined {
  if (first === undefined) return undefined
  const { isMaximized: _, ...bounds } = stored ?? { isMaximized: false }
  const wish = 'width' in bounds ? bounds : undefined
  return reachableBounds(wish, [first.workArea, ...others.map(({ workArea }) => workArea)])
}

export function isSameRectangle(one: Rectangle, other: Rectangle): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height
}

/** Moves a window that may be maximized or full screen, which it is again afterwards. */
export function moveWindow(window: BrowserWindow, bounds: Rectangle): void {
  const isFullScreen = window.isFullScreen()
  const isMaximized = window.isMaximized()
  if (isFullScreen) window.setFullScreen(false)
  if (isMaximized) window.unmaximize()
  window.setBounds(bounds)
  if (isMaximized) window.maximize()
  if (isFullScreen) window.setFullScreen(true)
}

/** Exactly these bounds, over panels and without a frame. A window in kiosk mode does not everywhere heed new ones. */
export function fillDisplay(window: BrowserWindow, bounds: Rectangle): void {
  if (window.isKiosk() && window.isFullScreen() && isSameRectangle(window.getBounds(), bounds)) return
  window.setKiosk(false)
  window.setBounds(bounds)
  window.setKiosk(true)
}
