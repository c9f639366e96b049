import type { WallError, WallErrorCode } from '#contract/errors.ts'
import { type AssumptionName, TICKET_LIFE_IN_MS } from '#contract/platform/assumptions.ts'
import type { Findings } from '#contract/wall/connection.ts'
import { EXPIRY_TOLERANCE_IN_MS, type PlatformCall } from './defaults.ts'
import type { Answered } from './failure.ts'
import type { HttpAnswer } from './http-request.ts'
import { SkewEstimator } from './skew.ts'

export interface PlatformHealth {
  readonly reach: 'idle' | 'ok' | 'failing'
  /** Of the latest kind of call that has not succeeded since. */
  readonly lastError: WallError | undefined
  readonly skewMs: number | undefined
  readonly skewUncertaintyMs: number | undefined
  readonly findings: Findings
}

/** What the answer of a call that the document does not show is read as. */
const assumptionOf: Partial<Record<PlatformCall, AssumptionName>> = {
  createApiKey: 'keyResponse',
  listKeys: 'apiKeys',
  revokeKey: 'apiKeys',
  listCameras: 'cameraList',
  createTicket: 'ticketResponse',
  stopPlayback: 'playbackStop',
  coverage: 'coverage',
  localLive: 'localLive',
  insertEvents: 'eventBatch',
  eventTags: 'eventTags',
  searchEvents: 'eventSearch',
  eventHistogram: 'eventHistogram',
  eventStream: 'eventStream',
  dictionaries: 'dictionaries',
  occupancyReport: 'occupancyAnswer',
}
/** What a platform without the call leaves open, where that is another one. */
const pathOf: Partial<Record<PlatformCall, AssumptionName>> = { occupancyReport: 'occupancyReport' }
/** Those of them whose very path is ours: where it is not known the platform has no such call. */
const undocumented: ReadonlySet<PlatformCall> = new Set([
  'listKeys',
  'listCameras',
  'coverage',
  'localLive',
  'insertEvents',
  'eventTags',
  'searchEvents',
  'eventHistogram',
  'eventStream',
])

const ordinary: ReadonlySet<WallErrorCode> = new Set([
  'no_recording',
  'range_refused',
  'too_many_sessions',
  'events_unavailable',
  'cursor_refused',
  'occupancy_unavailable',
])
const mayBeAbsent: ReadonlySet<PlatformCall> = new Set([
  'listCameras',
  'stopPlayback',
  'coverage',
  'localLive',
])
/** What is learnt of keys is told to whoever replaces one; the wall does without. */
const ofKeys: ReadonlySet<PlatformCall> = new Set(['tryKey', 'listKeys', 'revokeKey'])
const inserts: ReadonlySet<PlatformCall> = new Set(['insertEvent', 'insertEvents'])
/** Whoever asked is told what is wrong with the question. */
const questions: ReadonlySet<PlatformCall> = new Set(['createEventTag', 'searchEvents', 'eventHistogram'])
const ofOccupancy: ReadonlySet<PlatformCall> = new Set(['occupancyReport', 'dictionaries'])

/**
 * Failures that say nothing of the connection: there is no footage, the session has ended, there is no such call,
 * an event was refused, which the outbox tells.
 */
function isOrdinary(call: PlatformCall, code: WallErrorCode): boolean {
  if (ofKeys.has(call)) return true
  if (call === 'occupancyReport' && code === 'refused') return true
  // Its credential may be another one than the key (assumption 32).
  if (ofOccupancy.has(call) && ['key_rejected', 'not_allowed'].includes(code)) return true
  const isToldElsewhere = inserts.has(call) || questions.has(call)
  if (isToldElsewhere && ['refused', 'not_found', 'limit_reached'].includes(code)) return true
  return ordinary.has(code) || (code === 'not_found' && mayBeAbsent.has(call))
}

/** What the answers of one platform have shown of it: whether it is there, its clock, which guesses were right. */
export class PlatformFindings {
  private readonly wallMs: () => number
  private readonly skew = new SkewEstimator()
  private findings: Findings = {}
  private readonly errors = new Map<PlatformCall, WallError>()
  private reach: PlatformHealth['reach'] = 'idle'

  constructor(wallMs: () => number) {
    this.wallMs = wallMs
  }

  health(): PlatformHealth {
    return {
      reach: this.reach,
      lastError: [...this.errors.values()].at(-1),
      skewMs: this.skew.skewMs(),
      skewUncertaintyMs: this.skew.uncertaintyMs(),
      findings: this.findings,
    }
  }

  observe(answer: HttpAnswer): void {
    this.skew.observe(answer.headers, answer.sentAtMs, answer.receivedAtMs)
  }

  note(call: PlatformCall, outcome: Answered<unknown>): void {
    // Deleted first so that the latest stands last.
    this.errors.delete(call)
    const code = outcome.ok ? undefined : outcome.error.error.code
    if (!outcome.ok && !isOrdinary(call, outcome.error.error.code)) this.errors.set(call, outcome.error.error)
    this.reach = code === 'unreachable' || code === 'timeout' || code === 'platform_failed' ? 'failing' : 'ok'
    const isUnavailable = code === 'events_unavailable' || code === 'occupancy_unavailable'
    if (isUnavailable || (code === 'not_found' && undocumented.has(call)))
      this.find(pathOf[call] ?? assumptionOf[call], 'absent')
  }

  confirm(name: AssumptionName): void {
    this.find(name, 'confirmed')
  }

  /** A success could not be read. */
  unreadable(call: PlatformCall): void {
    this.find(assumptionOf[call], 'contradicted')
  }

  /** What an announced expiry says of the unit in which a life was asked for. Nothing where there is none. */
  judgeUnit(
    name: 'keyExpiryUnit' | 'ticketExpiryUnit',
    answer: HttpAnswer,
    expiresAtMs: number | undefined,
    lifeInMs: number,
  ): void {
    if (expiresAtMs === undefined) return
    this.find(name, this.isNear(answer, expiresAtMs, lifeInMs) ? 'confirmed' : 'contradicted')
  }

  /** Counted from the instant at which it was asked for, which is the oldest that it can be. */
  ticketLifeInMs(answer: HttpAnswer, expiresAtMs: number | undefined): number {
    // Without the platform's time its instants mean nothing here; the interface itself promises three minutes.
    if (expiresAtMs === undefined || this.skew.skewMs() === undefined) return TICKET_LIFE_IN_MS
    const lifeInMs = expiresAtMs - this.platformTimeMs(answer)
    // A ticket that is dead when it is made means something else by this member than we do.
    return lifeInMs <= 0 ? TICKET_LIFE_IN_MS : Math.min(lifeInMs, TICKET_LIFE_IN_MS)
  }

  private isNear(answer: HttpAnswer, expiresAtMs: number, lifeInMs: number): boolean {
    const expectedMs = this.platformTimeMs(answer) + lifeInMs
    return Math.abs(expiresAtMs - expectedMs) <= Math.max(EXPIRY_TOLERANCE_IN_MS, lifeInMs * 0.01)
  }

  /** The latest answer wins; when it was first seen is what is told. */
  private find(
    name: AssumptionName | undefined,
    verdict: NonNullable<Findings[AssumptionName]>['verdict'],
  ): void {
    if (name === undefined || this.findings[name]?.verdict === verdict) return
    this.findings = { ...this.findings, [name]: { verdict, atMs: this.wallMs() } }
  }

  private platformTimeMs(answer: HttpAnswer): number {
    return answer.sentAtMs + (this.skew.skewMs() ?? 0)
  }
}

export type KeyVerdict = 'accepted' | 'rejected' | 'not-allowed'

/** What an answer says of the key that was sent; undefined when it says nothing of it. */
export function verdictOf(outcome: Answered<unknown>): KeyVerdict | undefined {
  if (outcome.ok) return 'accepted'
  const { code } = outcome.error.error
  if (code === 'key_rejected') return 'rejected'
  return code === 'not_allowed' ? 'not-allowed' : undefined
}
