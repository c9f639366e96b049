import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryDelayMs } from '#renderer/retry-delay.ts'

describe('retryDelayMs', () => {
  it.each([
    [0, 100],
    [1, 200],
    [2, 400],
    [3, 400],
    [1_000_000, 400],
  ])('takes try %i from the table, and its last entry for ever', (attempt, delayMs) => {
    expect(retryDelayMs([100, 200, 400], attempt, 0.3, () => 0.5)).toBe(delayMs)
  })

  it('stays within the jitter around the table’s delay', () => {
    fc.assert(
      fc.property(fc.nat(10), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, luck) => {
        const table = [100, 200, 400]
        const delayMs = table[Math.min(attempt, 2)] ?? 0
        const actual = retryDelayMs(table, attempt, 0.3, () => luck)
        expect(actual).toBeGreaterThanOrEqual(delayMs * 0.7 - 1e-9)
        expect(actual).toBeLessThanOrEqual(delayMs * 1.3 + 1e-9)
      }),
    )
  })
})
