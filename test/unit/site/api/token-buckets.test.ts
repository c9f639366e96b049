import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TokenBuckets } from '#site/api/token-buckets.ts'
import { FakeClock } from '../fake-clock.ts'

function setUp(perSecond = 50, burst = 200, maxBuckets = 100) {
  const clock = new FakeClock()
  return { clock, buckets: new TokenBuckets({ perSecond, burst, maxBuckets, clock }) }
}

function takeMany(buckets: TokenBuckets, caller: string, count: number): number {
  return Array.from({ length: count }, () => buckets.take(caller)).filter((retryInMs) => retryInMs === 0)
    .length
}

describe('the token buckets', () => {
  it('let a burst through and then no more', () => {
    const { buckets } = setUp()
    expect(takeMany(buckets, 'a', 300)).toBe(200)
  })

  it('let the rate through after the burst', () => {
    const { clock, buckets } = setUp()
    takeMany(buckets, 'a', 200)
    clock.nowMs += 1_000
    expect(takeMany(buckets, 'a', 100)).toBe(50)
  })

  it('hold no more than a burst however long nobody comes', () => {
    const { clock, buckets } = setUp()
    takeMany(buckets, 'a', 200)
    clock.nowMs += 86_400_000
    expect(takeMany(buckets, 'a', 300)).toBe(200)
  })

  it('do not let one caller use up what is another one’s', () => {
    const { buckets } = setUp()
    takeMany(buckets, 'a', 300)
    expect(buckets.take('b')).toBe(0)
  })

  it('say when to come back, and keep that word', () => {
    const { clock, buckets } = setUp()
    takeMany(buckets, 'a', 200)
    const retryInMs = buckets.take('a')
    clock.nowMs += retryInMs - 1
    expect(buckets.take('a')).toBeGreaterThan(0)
    clock.nowMs += 1
    expect(buckets.take('a')).toBe(0)
  })

  it('forget the caller that was away longest when there are too many', () => {
    const { buckets } = setUp(1, 1, 2)
    for (const caller of ['a', 'b', 'a', 'c']) buckets.take(caller)
    expect(buckets.take('a')).toBeGreaterThan(0)
    expect(buckets.take('b')).toBe(0)
  })

  it('never let more through than burst and rate allow', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 300 })
    fc.assert(
      fc.property(
        waits,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        (all, rate, burst) => {
          const { clock, buckets } = setUp(rate, burst)
          const startedAtMs = clock.nowMs
          let allowed = 0
          for (const waitMs of all) {
            clock.nowMs += waitMs
            if (buckets.take('a') === 0) allowed++
          }
          // 1e-6: sums of binary fractions.
          return allowed <= burst + ((clock.nowMs - startedAtMs) * rate) / 1_000 + 1e-6
        },
      ),
    )
  })
})
