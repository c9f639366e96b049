import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { msAt, panned, pxOf, viewWith, within, zoomedAt } from '#renderer/timeline/view.ts'

const anyView = fc.record({
  centerMs: fc.integer({ min: 1_500_000_000_000, max: 2_000_000_000_000 }),
  msPerPx: fc.double({ min: 10, max: 3_600_000, noNaN: true }),
})
const anyPx = fc.integer({ min: 0, max: 2_000 })

describe('a view', () => {
  it('keeps the instant under the pointer where it is, however it is zoomed', () => {
    fc.assert(
      fc.property(anyView, anyPx, fc.double({ min: 0.01, max: 100, noNaN: true }), (view, px, factor) => {
        const zoomed = zoomedAt(view, 2_000, px, factor)
        const before = msAt(view, 2_000, px)
        expect(Math.abs(pxOf(zoomed, 2_000, before) - px)).toBeLessThan(0.01)
        expect(zoomed.msPerPx).toBeGreaterThanOrEqual(10)
        expect(zoomed.msPerPx).toBeLessThanOrEqual(3_600_000)
      }),
    )
  })

  it('maps pixels to instants and back', () => {
    fc.assert(
      fc.property(anyView, anyPx, (view, px) => {
        expect(Math.abs(pxOf(view, 1_234, msAt(view, 1_234, px)) - px)).toBeLessThan(0.01)
        expect(Math.abs(pxOf(panned(view, 50), 1_234, msAt(view, 1_234, px)) - px + 50)).toBeLessThan(0.01)
      }),
    )
  })

  it('shows an instant at a part of its width, and stays within its bounds', () => {
    expect(pxOf(viewWith(1_000_000, 0.85, 1_000, 60), 1_000, 1_000_000)).toBeCloseTo(850)
    const bounds = { fromMs: 0, untilMs: 500 }
    expect(within({ centerMs: 900, msPerPx: 10 }, bounds)).toEqual({ centerMs: 500, msPerPx: 10 })
    expect(within({ centerMs: -1, msPerPx: 10 }, bounds).centerMs).toBe(0)
  })
})
