import { expect, test } from 'vitest'
import { readRetryAfterInMs, type RetryPolicy, retryDelayInMs } from '#main/core/platform/retry-policy.ts'
import { backoffInMs } from '#main/core/time.ts'

const policy: RetryPolicy = {
  maxAttempts: 3,
  firstDelayInMs: 100,
  factor: 2,
  maxDelayInMs: 150,
  jitter: 0.5,
  maxRetryAfterInMs: 1_000,
  repeats: 'always',
}
const none = () => 0

test.each([
  ['unreachable', 100],
  ['timeout', 100],
  ['platform_failed', 100],
  ['rate_limited', 100],
  ['bad_answer', undefined],
  ['key_rejected', undefined],
  ['not_allowed', undefined],
  ['not_found', undefined],
  ['limit_reached', undefined],
  ['refused', undefined],
  ['no_key', undefined],
] as const)('after %s waits %s ms', (code, delayInMs) => {
  expect(retryDelayInMs(policy, { code, maybeCarriedOut: true }, 1, none)).toBe(delayInMs)
})

test('grows up to the longest delay and ends with the last attempt', () => {
  const failure = { code: 'timeout', maybeCarriedOut: true } as const

  expect([1, 2, 3].map((attempt) => retryDelayInMs(policy, failure, attempt, none))).toEqual([
    100,
    150,
    undefined,
  ])
})

test('is shortened by the jitter, never lengthened', () => {
  expect(backoffInMs(policy, 1, () => 0.999_999)).toBeCloseTo(50, 2)
})

const rateLimited = (retryAfterInMs: number) =>
  ({ code: 'rate_limited', maybeCarriedOut: false, retryAfterInMs }) as const

test('is not shorter than the platform asks for, and gives up when it asks for too long', () => {
  expect(retryDelayInMs(policy, rateLimited(700), 1, none)).toBe(700)
  expect(retryDelayInMs(policy, rateLimited(0), 1, none)).toBe(100)
  expect(retryDelayInMs(policy, rateLimited(1_001), 1, none)).toBeUndefined()
})

test('does not repeat what may have been carried out where that matters', () => {
  const careful = { ...policy, repeats: 'unless-carried-out' } as const

  expect(retryDelayInMs(careful, { code: 'timeout', maybeCarriedOut: true }, 1, none)).toBeUndefined()
  expect(retryDelayInMs(careful, { code: 'unreachable', maybeCarriedOut: false }, 1, none)).toBe(100)
})

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0)
test.each([
  [null, undefined],
  ['', undefined],
  ['5', 5_000],
  [' 5 ', 5_000],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
])('reads Retry-After %j as %s ms', (header, inMs) => {
  expect(readRetryAfterInMs(header, nowMs)).toBe(inMs)
})
