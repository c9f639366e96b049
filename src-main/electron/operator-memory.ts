import type { BrowserWindow, Rectangle } from 'electron'
import type { WallScreens } from '../core/wall-main.ts'

/** Device-independent pixels; what is more was moved by a hand or by a manager that tiles. */
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

  /** Once the window manager has had its way. */
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
