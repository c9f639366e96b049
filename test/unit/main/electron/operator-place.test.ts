import type { BrowserWindow, Rectangle } from 'electron'
import { describe, expect, it } from 'vitest'
import { fillDisplay, reachableBounds } from '#main/electron/operator-place.ts'

const left = { x: 0, y: 0, width: 1920, height: 1080 }
const right = { x: 1920, y: 0, width: 1280, height: 720 }

describe('reachableBounds', () => {
  it('places a first window in the middle of the first work area', () => {
    expect(reachableBounds(undefined, [left])).toEqual({ x: 144, y: 81, width: 1632, height: 918 })
  })

  it.each([
    { was: 'on one display', bounds: { x: 100, y: 50, width: 800, height: 600 } },
    { was: 'half on each of two', bounds: { x: 1500, y: 50, width: 800, height: 600 } },
    { was: 'over the left edge', bounds: { x: -300, y: 50, width: 800, height: 600 } },
  ])('leaves a window $was where it is', ({ bounds }) => {
    expect(reachableBounds(bounds, [left, right])).toEqual(bounds)
  })

  it.each([
    { was: 'of a display that has gone', bounds: { x: 5000, y: 50, width: 800, height: 600 } },
    { was: 'with its upper edge out of reach', bounds: { x: 100, y: -200, width: 800, height: 600 } },
    { was: 'below the edge', bounds: { x: 1930, y: 715, width: 800, height: 600 } },
    { was: 'mostly out of sight', bounds: { x: -500, y: 50, width: 800, height: 600 } },
  ])('brings a window $was back', ({ bounds }) => {
    expect(reachableBounds(bounds, [left, right])).toEqual({ x: 560, y: 240, width: 800, height: 600 })
  })

  it('makes a window that is too large fit', () => {
    expect(reachableBounds({ x: 9000, y: 0, width: 3000, height: 2000 }, [right])).toEqual(right)
  })
})

describe('fillDisplay', () => {
  /** As a window of a fractional scale: one pixel less than was asked for. */
  class Window {
    fills = 0
    #isKiosk = false
    #bounds = left

    isKiosk = () => this.#isKiosk
    isFullScreen = () => this.#isKiosk
    getBounds = (): Rectangle => ({ ...this.#bounds, width: this.#bounds.width - 1 })
    setBounds = (bounds: Rectangle) => {
      this.#bounds = bounds
    }
    setKiosk = (isKiosk: boolean) => {
      this.#isKiosk = isKiosk
      if (isKiosk) this.fills += 1
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only as wide as what is used
  const fill = (window: Window, bounds: Rectangle) => fillDisplay(window as unknown as BrowserWindow, bounds)

  it('takes what a window has that never has exactly the asked bounds', () => {
    const window = new Window()
    for (let time = 0; time < 20; time += 1) fill(window, left)
    expect(window.fills).toBe(4)
    for (let time = 0; time < 20; time += 1) fill(window, right)
    expect(window.fills).toBe(7)
  })

  it('fills again a display that the window has left, however often', () => {
    const window = new Window()
    for (let time = 0; time < 20; time += 1) {
      window.setKiosk(false)
      fill(window, left)
    }
    expect(window.fills).toBe(20)
  })
})
