import type { WallErrorCode } from '#contract/errors.ts'
import type { Patience } from '#contract/platform/calls.ts'
import { type Backoff, backoffInMs, type Random } from '../time.ts'
import { MAX_RETRY_AFTER_IN_MS } from './defaults.ts'

export type RetryPolicy = Backoff & Omit<Patience, 'timeoutInMs'>

export interface FailedAttempt {
  readonly code: WallErrorCode
  /** Whether the platform may have acted on the request. */
  readonly maybeCarriedOut: boolean
  readonly retryAfterInMs?: number | undefined
}

const retried: ReadonlySet<WallErrorCode> = new Set([
  'unreachable',
  'timeout',
  'platform_failed',
  'rate_limited',
])

/** Milliseconds until the next attempt, or undefined to give up. `attempt` counts from 1. */
export function retryDelayInMs(
  policy: RetryPolicy,
  failure: FailedAttempt,
  attempt: number,
  random: Random,
): number | undefined {
  if (attempt >= policy.maxAttempts || !retried.has(failure.code)) return undefined
  if (policy.repeats === 'unless-carried-out' && failure.maybeCarriedOut) return undefined
  const delayInMs = backoffInMs(policy, attempt, random)
  if (failure.retryAfterInMs === undefined) return delayInMs
  if (failure.retryAfterInMs > policy.maxRetryAfterInMs) return undefined
  return Math.max(delayInMs, failure.retryAfterInMs)
}

/**
 * What an answer asks for, capped; undefined when that is nothing. A date is measured against the answer's own, because
 * our clock may be another one.
 */
export function retryAfterInMs(headers: Headers, nowMs: number): number | undefined {
  const dateMs = Date.parse(headers.get('date') ?? '')
  const wish = readRetryAfterInMs(headers.get('retry-after'), Number.isNaN(dateMs) ? nowMs : dateMs)
  return wish === undefined ? undefined : Math.min(wish, MAX_RETRY_AFTER_IN_MS)
}

/** `Retry-After` of RFC 9110, seconds or a date; undefined for anything else. */
export function readRetryAfterInMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // A date has letters; without this `Date.parse` would read a bare number as a year.
  const atMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}
