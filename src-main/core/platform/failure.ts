import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { type WallError, wallError, type WallErrorCode, withMore } from '#contract/errors.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import type { Absence, PlatformCallRow } from '#contract/platform/calls.ts'
import type { PlatformErrorCode } from '#contract/platform/errors.ts'
import { never, type Result } from '#contract/result.ts'
import { isAddressRefused } from '../network/address-guard.ts'
import { certificateFault } from '../network/certificate-fault.ts'
import type { HttpAnswer, HttpFailure } from './http-request.ts'
import type { ReportedError } from './read-error.ts'
import { retryAfterInMs } from './retry-policy.ts'

/** A call that did not succeed, with what the next attempt has to know. */
export interface PlatformFailure {
  readonly error: WallError
  /** What the platform asked for, capped. */
  readonly retryAfterInMs?: number | undefined
  readonly maybeCarriedOut: boolean
  /** The platform's own error code, where it is one of ours. */
  readonly platformCode?: PlatformErrorCode | undefined
  /** The sentence belongs to this call, not to the code alone. */
  readonly isWorded?: boolean
  /** The answer was larger than is read: part of what was asked for may be had. */
  readonly isTooLarge?: true
  /** There are more events than the platform leads to. */
  readonly isCutOff?: true
}

export type PlatformResult<Value> = Result<Value, PlatformFailure>

/** Sentences that are more exact for one call than the code's own, by code. */
export type Sentences = NonNullable<PlatformCallRow['sentences']>

export function failureOfStatus(
  answer: HttpAnswer,
  reported: ReportedError,
  { absence, meanings = {}, uncoded = {}, plain = [], sentences = {} }: PlatformCallRow,
  asked: Sentences,
  { baseUrl, isKeyKnownGood }: { readonly baseUrl: string; readonly isKeyKnownGood: boolean },
): PlatformFailure {
  const code =
    (reported.code === undefined ? undefined : meanings[reported.code]) ??
    (absence !== undefined && indicatesAbsence(absence, answer.status, reported, isKeyKnownGood)
      ? absence.code
      : undefined) ??
    (reported.code === undefined ? uncoded[answer.status] : undefined) ??
    codes[answer.status] ??
    (answer.status >= 500 ? 'platform_failed' : answer.status < 400 ? 'bad_answer' : 'refused')
  const worded = asked[code] ?? sentences[code]
  const own = wallError(code, worded ?? (code === absence?.code ? absence.sentence : undefined))
  const waitInMs = retryAfterInMs(answer.headers, answer.receivedAtMs)
  const error =
    code === 'bad_answer'
      ? wallError(code, redirection(answer, baseUrl))
      : plain.includes(code)
        ? own
        : withMore(own, reportedMessage(answer, reported))
  return {
    error: {
      ...error,
      ...(reported.field === undefined ? {} : { member: reported.field }),
      // For whoever is told nothing but the error.
      ...(waitInMs === undefined ? {} : { retryInMs: waitInMs }),
    },
    retryAfterInMs: waitInMs,
    // A 429 comes before anything is done; any other error of a server may come after.
    maybeCarriedOut: answer.status !== 429,
    platformCode: reported.code,
    isWorded: worded !== undefined,
  }
}

/**
 * Gateways answer 403 to every path that they do not know, others 401; a platform that has the call and refuses it sends a
 * code. `isKeyKnownGood`: other calls are accepted with this key, and this one never was.
 */
function indicatesAbsence(
  { statuses }: Absence,
  status: number,
  { code }: ReportedError,
  isKeyKnownGood: boolean,
): boolean {
  if (statuses !== undefined) return statuses.includes(status)
  if ([404, 405, 501].includes(status)) return true
  return code === undefined && (status === 403 || (status === 401 && isKeyKnownGood))
}

/** Of a status that means more than its hundred. */
const codes: Readonly<Record<number, WallErrorCode>> = {
  401: 'key_rejected',
  403: 'not_allowed',
  404: 'not_found',
  408: 'platform_failed',
  409: 'limit_reached',
  429: 'rate_limited',
}

function reportedMessage({ status }: HttpAnswer, { sentence }: ReportedError): ExactMessage {
  return sentence === undefined
    ? exactMessage('platform_status', { status })
    : exactMessage('platform_said', { sentence })
}

/** For good, or with the same method: others lead to a page for people, as to sign in. */
const movesCalls: ReadonlySet<number> = new Set([301, 307, 308])

function redirection({ headers, status, url }: HttpAnswer, baseUrl: string): ExactMessage {
  const base = URL.parse(baseUrl)
  const location = headers.get('location') ?? ''
  const target = location === '' ? null : URL.parse(location, url)
  if (target === null || base === null || target.origin === 'null')
    return exactMessage('platform_status_unknown', { status })
  if (target.origin !== base.origin) return exactMessage('platform_elsewhere', { address: target.origin })
  const folder = withoutEndSlashes(base.pathname)
  // As of a path that has to end with a slash.
  return target.pathname.startsWith(`${folder}/`) &&
    target.pathname !== URL.parse(url)?.pathname &&
    movesCalls.has(status)
    ? exactMessage('platform_other_path', { path: target.pathname.slice(folder.length).slice(0, 200) })
    : exactMessage('platform_redirects', { address: base.host, status })
}

function failed(code: WallErrorCode, sentence: ExactMessage, maybeCarriedOut = true): PlatformFailure {
  return { error: wallError(code, sentence), maybeCarriedOut }
}

export function failureOfHttp(failure: HttpFailure, timeoutInMs: number): PlatformFailure {
  switch (failure.kind) {
    case 'timeout':
      return failed('timeout', exactMessage('platform_slow', { seconds: timeoutInMs / 1_000 }))
    case 'cancelled':
      return failed('unreachable', exactMessage('request_given_up'))
    case 'too-large':
      return { ...failed('bad_answer', exactMessage('platform_answers_too_much')), isTooLarge: true }
    case 'unreachable': {
      const { reason, maybeSent } = failure
      if (isAddressRefused(reason)) return failed('address_refused', exactMessage('platform_nearer'), false)
      // Of Node's parser.
      const unreached = reason.startsWith('HPE_') ? 'platform_not_http' : 'platform_unreachable'
      const sentence = certificateFault('platform', reason) ?? exactMessage(unreached, { reason })
      return failed('unreachable', sentence, maybeSent)
    }
    default:
      return never(failure)
  }
}
