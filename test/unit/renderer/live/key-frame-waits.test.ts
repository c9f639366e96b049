import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeyFrameWaits } from '#renderer/live/key-frame-waits.ts'

const limits = { hotAboveMs: 200, learnSlowerWeight: 0.7, learnFasterWeight: 0.1, probes: 2 }
const after = (...waits: number[]) => {
  const learned = new KeyFrameWaits(limits)
  for (const waitMs of waits) learned.learn('camera', waitMs)
  return learned
}

describe('KeyFrameWaits', () => {
  it.each([
    { waits: [], isSlow: false, isUnproven: true },
    { waits: [40], isSlow: false, isUnproven: true },
    { waits: [40, 50], isSlow: false, isUnproven: false },
    { waits: [1_500], isSlow: true, isUnproven: false },
    { waits: [40, 1_500], isSlow: true, isUnproven: false },
    { waits: [1_500, 40, 40, 40], isSlow: true, isUnproven: false },
  ])('after $waits ms: slow $isSlow, unproven $isUnproven', ({ waits, isSlow, isUnproven }) => {
    expect(after(...waits).isSlow('camera')).toBe(isSlow)
    expect(after(...waits).isUnproven('camera')).toBe(isUnproven)
  })

  it('believes in time that a camera has become quick', () => {
    expect(after(1_500, ...Array.from({ length: 40 }, () => 40)).isSlow('camera')).toBe(false)
  })

  it('stays between the shortest and the longest wait seen', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5_000), { minLength: 1 }), (waits) => {
        const learned = after(...waits).waitMs('camera') ?? Number.NaN
        expect(learned).toBeGreaterThanOrEqual(Math.min(...waits) - 1e-6)
        expect(learned).toBeLessThanOrEqual(Math.max(...waits) + 1e-6)
      }),
    )
  })
})
