import { describe, expect, it } from 'vitest'
import { reachableBounds } from '#main/electron/operator-place.ts'

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
