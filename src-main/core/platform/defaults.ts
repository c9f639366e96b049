import { type CallName, type Patience, rowOf } from '#contract/platform/calls.ts'
import type { Backoff } from '../time.ts'

/** Four attempts over about four seconds: longer than a restart of a proxy, shorter than an operator's patience. */
const usual: Patience & Backoff = {
  timeoutInMs: 10_000,
  maxAttempts: 4,
  firstDelayInMs: 300,
  factor: 2.5,
  maxDelayInMs: 5_000,
  jitter: 0.3,
  maxRetryAfterInMs: 10_000,
  repeats: 'always',
}

export function patienceOf(call: CallName): Patience & Backoff {
  return { ...usual, ...rowOf(call).patience }
}

/** Whether anything answers at an address at all. */
export const REACH_TIMEOUT_IN_MS = 10_000

/** Often enough to tell from the log how long a call has failed. */
export const FAILURE_LOGGED_AGAIN_IN_MS = 60_000

/** A platform of which no call has succeeded for so long was away. Nothing waits longer for its next try before. */
export const OUTAGE_IN_MS = 10_000

/** A call that a platform does not have is asked for again after this: platforms are updated. */
export const ABSENT_FOR_MS = 10 * 60_000
/** A list of ten thousand cameras takes about 2 MiB; nothing else is near. */
export const MAX_ANSWER_BYTES = 4 * 1_024 * 1_024
/** Nothing comes for three heartbeats of the local site (assumption 30). */
export const STREAM_SILENCE_IN_MS = 50_000
/** Of one message of the stream of events, all its lines together: an event takes some hundred bytes, at most 64 kB. */
export const MAX_STREAM_MESSAGE_CHARS = 1_024 * 1_024
/** Of the texts and names of an event's fields: ten fields of 2 000 characters (assumption 20) take two thirds of it. */
export const MAX_EVENT_FIELD_CHARS = 32 * 1_024
/** Enough of an error page to find a sentence in it. */
export const MAX_ERROR_BYTES = 16 * 1_024
/** A sentence that fits on the connection page. */
export const MAX_ERROR_CHARS = 240
/** `Retry-After: 86400` from a broken proxy must not silence a wall for a day. */
export const MAX_RETRY_AFTER_IN_MS = 5 * 60_000
/** Of a ticket's announced expiry: a second of rounding in `Date`, and the way there and back. */
export const EXPIRY_TOLERANCE_IN_MS = 15_000
