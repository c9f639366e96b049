import type { BrowserWindow, Display, Rectangle } from 'electron'
import type { StoredScreens } from '../core/settings/stored-schema.ts'
import type { WallScreens } from '../core/wall-main.ts'

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

/** How often a window is asked for the same bounds before what it has is taken: each time it flickers. */
const mostFills = 3
const fills = new WeakMap<BrowserWindow, { readonly bounds: Rectangle; readonly times: number }>()

/**
 * These bounds, over panels and without a frame. A window in kiosk mode does not everywhere heed new ones, and on a
 * display of a fractional scale it may never have exactly these.
 */
export function fillDisplay(window: BrowserWindow, bounds: Rectangle): void {
  if (window.isKiosk() && window.isFullScreen()) {
    const before = fills.get(window)
    const isAskedFor = before !== undefined && isSameRectangle(before.bounds, bounds)
    const times = isAskedFor ? before.times : 0
    if (isSameRectangle(window.getBounds(), bounds) || times >= mostFills) return
    fills.set(window, { bounds, times: times + 1 })
  }
  window.setKiosk(false)
  window.setBounds(bounds)
  window.setKiosk(true)
}

/** Least share of a window that all displays together must show; with less it counts as lost. */
const leastShare = 0.5
/** Height of the upper edge by which a window can be dragged, device-independent pixels. */
const gripHeight = 30
/** Of a display's work area, for a window that nobody has placed yet. */
const firstShare = 0.85

/** Where a window may stay that was here: where it is if it can be reached there, else on the first work area. */
export function reachableBounds(
  bounds: Rectangle | undefined,
  workAreas: readonly [Rectangle, ...Rectangle[]],
): Rectangle {
  const [area] = workAreas
  if (bounds === undefined) return centred(area.width * firstShare, area.height * firstShare, area)
  if (isReachable(bounds, workAreas)) return bounds
  return centred(Math.min(bounds.width, area.width), Math.min(bounds.height, area.height), area)
}

function isReachable(bounds: Rectangle, workAreas: readonly Rectangle[]): boolean {
  const grip = { ...bounds, height: gripHeight }
  const shows = (one: Rectangle, share: number) =>
    workAreas.reduce((sum, area) => sum + overlap(one, area), 0) >= share * one.width * one.height
  return shows(bounds, leastShare) && shows(grip, leastShare)
}

function overlap(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

function centred(width: number, height: number, area: Rectangle): Rectangle {
  const size = { width: Math.round(width), height: Math.round(height) }
  return {
    x: area.x + Math.round((area.width - size.width) / 2),
    y: area.y + Math.round((area.height - size.height) / 2),
    ...size,
  }
}

/** Device-independent pixels; a larger difference is a move by hand or by a tiling window manager. */
const widestFrame = 60

/**
 * Remembers where the operator's window is. X11 window managers put a frame around what was asked for, and what is
 * read back is inside of it: kept as read, a window would creep over the display from one start to the next.
 */
export class OperatorMemory {
  readonly #screens: Pick<WallScreens, 'stored' | 'keep'>
  /** What was asked for, until it is known what became of it. */
  #asked: Rectangle | undefined
  #frame: Rectangle = { x: 0, y: 0, width: 0, height: 0 }

  constructor(screens: Pick<WallScreens, 'stored' | 'keep'>) {
    this.#screens = screens
  }

  asked(bounds: Rectangle | undefined): void {
    this.#asked = bounds
  }

  /** Called when the window manager has placed the window. */
  remember(window: BrowserWindow): void {
    if (!window.isVisible() || window.isFullScreen() || window.isMinimized()) return
    const isMaximized = window.isMaximized()
    const seen = window.getNormalBounds()
    if (this.#asked !== undefined && !isMaximized) {
      const frame = difference(seen, this.#asked)
      if (Object.values(frame).every((px) => Math.abs(px) <= widestFrame)) this.#frame = frame
    }
    this.#asked = undefined
    const operatorBounds = { ...difference(seen, this.#frame), isMaximized }
    const { stored } = this.#screens
    if (JSON.stringify(operatorBounds) === JSON.stringify(stored.operatorBounds)) return
    this.#screens.keep({ ...stored, operatorBounds })
  }
}

function difference(one: Rectangle, other: Rectangle): Rectangle {
  return {
    x: one.x - other.x,
    y: one.y - other.y,
    width: one.width - other.width,
    height: one.height - other.height,
  }
}
