import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countPerPixel, coverPerPixel, type PixelRow } from '#renderer/timeline/columns/binning.ts'
import { gallop, lowerBound } from '#renderer/timeline/columns/search.ts'

const anyMs = fc.integer({ min: 0, max: 2_000 })
/** Also so many that it is quicker to look for pixels than at events. */
const sorted = fc
  .oneof(fc.array(anyMs, { maxLength: 400 }), fc.array(anyMs, { minLength: 1_000, maxLength: 1_000 }))
  .map((values) => Float64Array.from(values.toSorted((a, b) => a - b)))
const anyRow: fc.Arbitrary<PixelRow> = fc.record({
  fromMs: fc.integer({ min: -300, max: 1_800 }),
  msPerPx: fc.constantFrom(1, 3, 7.5, 40, 500),
  widthPx: fc.integer({ min: 1, max: 30 }),
})

describe('searching a column', () => {
  it('finds the first value that is not below, from anywhere before it, by both ways', () => {
    fc.assert(
      fc.property(sorted, fc.integer({ min: -10, max: 2_010 }), fc.nat(400), (values, least, start) => {
        const expected = values.findIndex((value) => value >= least)
        const found = expected === -1 ? values.length : expected
        expect(lowerBound(values, least)).toBe(found)
        const from = Math.min(start, found)
        expect(gallop(values, least, from, values.length)).toBe(found)
      }),
    )
  })
})

describe('counting into pixels', () => {
  it('puts every event into the pixel that it lies in, few or many of them', () => {
    fc.assert(
      fc.property(sorted, anyRow, (values, row) => {
        const counts = new Uint32Array(row.widthPx).fill(9)
        const expected = Array.from({ length: row.widthPx }, (_, px) => {
          const from = row.fromMs + px * row.msPerPx
          return values.filter((ms) => ms >= from && ms < from + row.msPerPx).length
        })
        expect(countPerPixel(values, row, counts)).toBe(expected.reduce((sum, count) => sum + count, 0))
        expect([...counts]).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})

describe('coverage of pixels', () => {
  it('is the part of each pixel that lies in a range', () => {
    const anyRanges = fc
      .uniqueArray(fc.integer({ min: 0, max: 2_000 }), { maxLength: 40 })
      .map((edges) => edges.toSorted((a, b) => a - b))
      .map((edges) => Float64Array.from(edges.slice(0, edges.length & ~1)))
    fc.assert(
      fc.property(anyRanges, anyRow, (ranges, row) => {
        const parts = new Float32Array(row.widthPx).fill(9)
        coverPerPixel(ranges, row, parts)
        for (let px = 0; px < row.widthPx; px++) {
          const from = row.fromMs + px * row.msPerPx
          let coveredMs = 0
          for (let pair = 0; pair < ranges.length; pair += 2) {
            const start = Math.max(from, ranges[pair] ?? 0)
            coveredMs += Math.max(0, Math.min(from + row.msPerPx, ranges[pair + 1] ?? 0) - start)
          }
          expect(parts[px]).toBeCloseTo(coveredMs / row.msPerPx, 4)
        }
      }),
      { numRuns: 500 },
    )
  })
})
