import type { CallName } from '#contract/platform/calls.ts'
import type { RetryPolicy } from './retry-policy.ts'

/** How one call of the interface is made. */
export interface CallPolicy {
  /** From the first byte sent to the last one received: a body that drips must not hold a call open. */
  readonly timeoutInMs: number
  readonly retry: RetryPolicy
}

const patient: RetryPolicy = {
  // Four attempts over about four seconds: longer than a restart of a proxy, shorter than an operator's patience.
  maxAttempts: 4,
  firstDelayInMs: 300,
  factor: 2.5,
  maxDelayInMs: 5_000,
  jitter: 0.3,
  // A longer `Retry-After` is passed on to the caller.
  maxRetryAfterInMs: 10_000,
  repeats: 'always',
}

export const callPolicies = {
  /**
   * A request that may have been carried out is not repeated: it would use up one of ten keys (section 8).
   * Slow on purpose on the platform's side: passwords are hashed there. A pause after wrong ones is told at once.
   */
  createApiKey: {
    timeoutInMs: 15_000,
    retry: { ...patient, repeats: 'unless-carried-out', maxRetryAfterInMs: 500 },
  },
  /** A new key, before it replaces one that works: an operator waits for it. */
  tryKey: { timeoutInMs: 10_000, retry: { ...patient, maxAttempts: 2 } },
  tryTicket: { timeoutInMs: 10_000, retry: { ...patient, maxAttempts: 2 } },
  listKeys: { timeoutInMs: 10_000, retry: { ...patient, maxAttempts: 2 } },
  revokeKey: { timeoutInMs: 5_000, retry: { ...patient, maxAttempts: 3 } },
  listCameras: { timeoutInMs: 10_000, retry: patient },
  /** Once: the token broker has its own schedule, which knows about all cameras together, and its own limits. */
  createTicket: { timeoutInMs: 5_000, retry: { ...patient, maxAttempts: 1 } },
  /**
   * A start that may have been carried out is not repeated: it has begun a session, one of ten, that lives for 90
   * seconds and whose id nobody knows. Players and exports ask again by themselves.
   */
  startPlayback: { timeoutInMs: 15_000, retry: { ...patient, repeats: 'unless-carried-out' } },
  /** A session that is not stopped ends by itself within 90 seconds. */
  stopPlayback: { timeoutInMs: 3_000, retry: { ...patient, maxAttempts: 2 } },
  coverage: { timeoutInMs: 10_000, retry: patient },
  /** The camera's first segments are waited for. */
  localLive: { timeoutInMs: 15_000, retry: { ...patient, maxAttempts: 2 } },
  /** Once: the outbox has its own schedule, and keeps what has not arrived. Below its lease. */
  insertEvent: { timeoutInMs: 10_000, retry: { ...patient, maxAttempts: 1 } },
  insertEvents: { timeoutInMs: 15_000, retry: { ...patient, maxAttempts: 1 } },
  eventTags: { timeoutInMs: 10_000, retry: patient },
  /** A request that may have been carried out is not repeated: its name would be taken. */
  createEventTag: { timeoutInMs: 10_000, retry: { ...patient, repeats: 'unless-carried-out' } },
  /** Once: shared salvos have their own schedule, and keep what has not arrived. */
  listWallSalvos: { timeoutInMs: 10_000, retry: { ...patient, maxAttempts: 1 } },
  wallSalvo: { timeoutInMs: 10_000, retry: { ...patient, maxAttempts: 2 } },
  saveWallSalvo: { timeoutInMs: 10_000, retry: { ...patient, maxAttempts: 1 } },
  removeWallSalvo: { timeoutInMs: 10_000, retry: { ...patient, maxAttempts: 1 } },
  /** An operator waits for it; a platform may have to read a month of events. */
  searchEvents: { timeoutInMs: 20_000, retry: { ...patient, maxAttempts: 3 } },
  eventHistogram: { timeoutInMs: 20_000, retry: { ...patient, maxAttempts: 3 } },
  /** Until it is open. The feed has its own schedule. */
  eventStream: { timeoutInMs: 10_000, retry: { ...patient, maxAttempts: 1 } },
  dictionaryEntrances: { timeoutInMs: 10_000, retry: patient },
  dictionaryZones: { timeoutInMs: 10_000, retry: patient },
  dictionarySchedules: { timeoutInMs: 10_000, retry: patient },
  /** A platform may have to read a year; tiles ask again by themselves. */
  occupancyReport: { timeoutInMs: 20_000, retry: { ...patient, maxAttempts: 2 } },
} as const satisfies Partial<Record<CallName, CallPolicy>>
export type PlatformCall = keyof typeof callPolicies
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
