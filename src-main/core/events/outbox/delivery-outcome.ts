import { wallError, type WallError, type WallErrorCode } from '#contract/errors.ts'
import type { DeadReason } from '#contract/wall/events.ts'
import type { PlatformErrorCode } from '#contract/platform/errors.ts'
import type { PlatformFailure } from '../../platform/failure.ts'
import type { InsertVerdict } from '../../platform/event-calls.ts'

/**
 * What a try to send an event has come to. `held`: nothing was wrong with the event, and no other one would have
 * been taken either.
 */
export type Outcome =
  | { readonly kind: 'sent' }
  /** `tries`: set aside after so many, for other events were taken meanwhile. */
  | { readonly kind: 'dead'; readonly error: WallError; readonly tries?: number }
  | { readonly kind: 'later'; readonly error: WallError; readonly retryAfterInMs?: number | undefined }
  | { readonly kind: 'held'; readonly error: WallError; readonly retryAfterInMs?: number | undefined }

const holding: ReadonlySet<WallErrorCode> = new Set([
  'not_configured',
  'no_key',
  'key_rejected',
  'vault_weak',
  'vault_unavailable',
  'vault_changed',
  'rate_limited',
])

/** Assumption 33: the platform has stored an event with this key before. */
const alreadyStored = 'already_stored' satisfies PlatformErrorCode

/**
 * Of a request with one event. Any other 409 may be a limit or an event that is there already; nothing but waiting
 * loses neither.
 */
export function outcomeOf({ error, retryAfterInMs, platformCode }: PlatformFailure): Outcome {
  if (holding.has(error.code)) return { kind: 'held', error, retryAfterInMs }
  if (platformCode === alreadyStored) return { kind: 'sent' }
  const isFinal = error.code === 'refused' || error.code === 'not_found'
  return isFinal ? { kind: 'dead', error } : { kind: 'later', error, retryAfterInMs }
}

/** Codes of assumption 26 that are not about the event. */
const passing: Readonly<Record<string, WallErrorCode>> = {
  internal: 'platform_failed',
  storage_full: 'platform_failed',
  request_timeout: 'platform_failed',
  rate_limited: 'rate_limited',
  missing_key: 'key_rejected',
  invalid_key: 'key_rejected',
  expired_key: 'key_rejected',
  organization_not_allowed: 'not_allowed',
}

/** Of one event in a batch that was answered. */
export function outcomeOfVerdict(verdict: InsertVerdict): Outcome {
  if (verdict.success || verdict.code === alreadyStored) return { kind: 'sent' }
  const code = passing[verdict.code]
  if (code === undefined) return { kind: 'dead', error: wallError('refused', verdict.message) }
  return outcomeOf({ error: wallError(code, verdict.message), maybeCarriedOut: true })
}

/**
 * Whether a batch was refused as a batch, so that its events may be taken in another way. One whose answer cannot be
 * read may have been stored.
 */
export function isRefusedBatch({ error }: PlatformFailure): boolean {
  return ['refused', 'not_found', 'limit_reached'].includes(error.code)
}

/** For a log and a terminal; a page has words of its own. */
export function deadWords({ error, tries }: DeadReason): string {
  if (tries === undefined) return error.message
  return `Set aside after ${tries} tries: the platform took other events meanwhile. ${error.message}`
}
