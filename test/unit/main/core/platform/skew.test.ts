import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SkewEstimator } from '#main/core/platform/platform-findings.ts'

const headers = (platformMs: number, more: Record<string, string> = {}) =>
  new Headers({ date: new Date(Math.floor(platformMs / 1_000) * 1_000).toUTCString(), ...more })
const t0 = Date.UTC(2026, 10, 21)

test('knows nothing before the first answer', () => {
  expect(new SkewEstimator().skewMs()).toBeUndefined()
})

test('is always within a second and the round trip, and gets sharper', () => {
  const answer = fc.record({
    afterMs: fc.integer({ min: 0, max: 5_000 }),
    thereMs: fc.integer({ min: 0, max: 400 }),
    backMs: fc.integer({ min: 0, max: 400 }),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.array(answer, { minLength: 1 }),
      (skewMs, answers) => {
        const estimator = new SkewEstimator()
        let nowMs = t0
        let worstMs = Number.POSITIVE_INFINITY
        for (const { afterMs, thereMs, backMs } of answers) {
          nowMs += afterMs
          estimator.observe(headers(nowMs + thereMs + skewMs), nowMs, nowMs + thereMs + backMs)
          nowMs += thereMs + backMs
          worstMs = Math.min(worstMs, (1_000 + thereMs + backMs) / 2)
          expect(Math.abs((estimator.skewMs() ?? Number.NaN) - skewMs)).toBeLessThanOrEqual(worstMs + 1)
        }
      },
    ),
  )
})

test('follows a clock that is set', () => {
  const estimator = new SkewEstimator()
  estimator.observe(headers(t0), t0, t0 + 10)
  estimator.observe(headers(t0 + 7_200_000), t0 + 1_000, t0 + 1_010)

  expect(Math.abs((estimator.skewMs() ?? 0) - 7_199_000)).toBeLessThan(1_000)
})

test.each([
  ['no date', new Headers()],
  ['a date that is none', new Headers({ date: 'yesterday' })],
  ['an answer from a cache', headers(t0 - 86_400_000, { age: '86400' })],
])('learns nothing from %s', (_, observed) => {
  const estimator = new SkewEstimator()
  estimator.observe(observed, t0, t0 + 10)

  expect(estimator.skewMs()).toBeUndefined()
})
