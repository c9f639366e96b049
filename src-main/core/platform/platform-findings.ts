import type { WallError } from '#contract/errors.ts'
import type { AssumptionName } from '#contract/platform/assumptions.ts'
import { type CallName, rowOf } from '#contract/platform/calls.ts'
import { TICKET_LIFE_IN_MS } from '#contract/platform/limits.ts'
import type { Findings } from '#contract/wall/connection.ts'
import { type Clock, type Stamp, stampOf } from '../time.ts'
import { EXPIRY_TOLERANCE_IN_MS, OUTAGE_IN_MS } from './defaults.ts'
import type { PlatformResult } from './failure.ts'
import type { HttpAnswer } from './http-request.ts'

export interface PlatformHealth {
  readonly reach: 'idle' | 'ok' | 'failing'
  /** Epoch milliseconds of this computer. */
  readonly failingSinceMs: number | undefined
  /** Of the latest kind of call that has not succeeded since. */
  readonly lastError: WallError | undefined
  /** Of the list of cameras, until it succeeds. */
  readonly cameraListError: WallError | undefined
  readonly skewMs: number | undefined
  readonly skewUncertaintyMs: number | undefined
  readonly findings: Findings
}

/** What the answers of one platform have shown of it: whether it is there, its clock, which guesses were right. */
export class PlatformFindings {
  readonly #clock: Clock
  readonly #skew = new SkewEstimator()
  #findings: Findings = {}
  readonly #errors = new Map<CallName, WallError>()
  readonly #doubted = new Set<CallName>()
  #reach: PlatformHealth['reach'] = 'idle'
  #failingSince: Stamp | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  health(): PlatformHealth {
    return {
      reach: this.#reach,
      failingSinceMs: this.#failingSince?.wallMs,
      lastError: [...this.#errors.values()].at(-1),
      cameraListError: this.#errors.get('listCameras'),
      skewMs: this.#skew.skewMs(),
      skewUncertaintyMs: this.#skew.uncertaintyMs(),
      findings: this.#findings,
    }
  }

  observe(answer: HttpAnswer): void {
    this.#skew.observe(answer.headers, answer.sentAtMs, answer.receivedAtMs)
  }

  /** True when it answers again after a while in which no call has succeeded. */
  note(call: CallName, outcome: PlatformResult<unknown>): boolean {
    // Deleted first so that the latest stands last.
    this.#errors.delete(call)
    const code = outcome.ok ? undefined : outcome.error.error.code
    const { ordinary = [], absence } = rowOf(call)
    const isAbsent = code !== undefined && code === absence?.code
    const isOrdinary = ordinary === 'all' || (code !== undefined && ordinary.includes(code))
    if (!outcome.ok && !isAbsent && !isOrdinary) this.#errors.set(call, outcome.error.error)
    if (isAbsent) this.find(absence.finding, 'absent')
    const since = this.#failingSince
    const isFailing = code === 'unreachable' || code === 'timeout' || code === 'platform_failed'
    this.#reach = isFailing ? 'failing' : 'ok'
    this.#failingSince = isFailing ? (since ?? stampOf(this.#clock)) : undefined
    // A shorter failure is one of a call, not of the platform.
    return !isFailing && since !== undefined && this.#clock.monotonicMs() - since.monotonicMs >= OUTAGE_IN_MS
  }

  /** A success was read; `isDoubted`: it is not as we assume, although it can be read. */
  readable(call: CallName, isDoubted = false): void {
    const { shows, confirms = [] } = rowOf(call)
    if (isDoubted) this.#doubted.add(call)
    else this.#doubted.delete(call)
    // Several calls may show one thing.
    const isContradicted = [...this.#doubted].some((one) => rowOf(one).shows === shows)
    this.find(shows, isContradicted ? 'contradicted' : 'confirmed')
    for (const name of confirms) this.find(name, 'confirmed')
  }

  /** The last answer to it that could be read was. */
  isDoubted(call: CallName): boolean {
    return this.#doubted.has(call)
  }

  /** The latest verdict wins; its time is when it was first seen. */
  find(name: AssumptionName | undefined, verdict: NonNullable<Findings[AssumptionName]>['verdict']): void {
    if (name === undefined || this.#findings[name]?.verdict === verdict) return
    this.#findings = { ...this.#findings, [name]: { verdict, atMs: this.#clock.wallMs() } }
  }

  /** What an announced expiry says of the unit in which a life was asked for. Nothing where there is none. */
  judgeUnit(
    name: 'keyExpiryUnit' | 'ticketExpiryUnit',
    answer: HttpAnswer,
    expiresAtMs: number | undefined,
    lifeInMs: number,
  ): void {
    if (expiresAtMs === undefined) return
    const offMs = Math.abs(expiresAtMs - this.#platformTimeMs(answer) - lifeInMs)
    const isNear = offMs <= Math.max(EXPIRY_TOLERANCE_IN_MS, lifeInMs * 0.01)
    this.find(name, isNear ? 'confirmed' : 'contradicted')
  }

  /** Counted from the instant at which it was asked for, which is the oldest that it can be. */
  ticketLifeInMs(answer: HttpAnswer, expiresAtMs: number | undefined): number {
    // Without the platform's time its instants mean nothing here; the interface itself promises three minutes.
    if (expiresAtMs === undefined || this.#skew.skewMs() === undefined) return TICKET_LIFE_IN_MS
    const lifeInMs = expiresAtMs - this.#platformTimeMs(answer)
    // A ticket that is dead when it is made means something else by this member than we do.
    return lifeInMs <= 0 ? TICKET_LIFE_IN_MS : Math.min(lifeInMs, TICKET_LIFE_IN_MS)
  }

  #platformTimeMs(answer: HttpAnswer): number {
    return answer.sentAtMs + (this.#skew.skewMs() ?? 0)
  }
}

export type KeyVerdict = 'accepted' | 'rejected' | 'not-allowed'

/** What an answer means for the key that was sent; undefined when it means nothing. */
export function verdictOf(outcome: PlatformResult<unknown>): KeyVerdict | undefined {
  if (outcome.ok) return 'accepted'
  const { code } = outcome.error.error
  if (code === 'key_rejected') return 'rejected'
  return code === 'not_allowed' ? 'not-allowed' : undefined
}

/** `Date` is cut off at whole seconds. */
const SECOND_IN_MS = 1_000

/**
 * Platform clock minus ours, from `Date` headers. One header tells it to within a second and the way there and
 * back; the bounds of several are intersected, so it gets sharper with every call. When they contradict each
 * other, one of the clocks was set: the latest wins.
 */
export class SkewEstimator {
  #bounds: { readonly lowestMs: number; readonly highestMs: number } | undefined

  /** Instants of our wall clock. Answers from a cache (`Age`) carry the date of another day and are left out. */
  observe(headers: Headers, sentAtMs: number, receivedAtMs: number): void {
    const dateMs = Date.parse(headers.get('date') ?? '')
    if (Number.isNaN(dateMs) || Number(headers.get('age') ?? 0) > 0 || receivedAtMs < sentAtMs) return
    const lowestMs = dateMs - receivedAtMs
    const highestMs = dateMs + SECOND_IN_MS - sentAtMs
    const sharper = {
      lowestMs: Math.max(lowestMs, this.#bounds?.lowestMs ?? lowestMs),
      highestMs: Math.min(highestMs, this.#bounds?.highestMs ?? highestMs),
    }
    this.#bounds = sharper.lowestMs <= sharper.highestMs ? sharper : { lowestMs, highestMs }
  }

  /** Undefined until a platform has said its time. */
  skewMs(): number | undefined {
    return this.#bounds === undefined
      ? undefined
      : Math.round((this.#bounds.lowestMs + this.#bounds.highestMs) / 2)
  }

  /** How far `skewMs` may be off, to either side. */
  uncertaintyMs(): number | undefined {
    return this.#bounds === undefined
      ? undefined
      : Math.ceil((this.#bounds.highestMs - this.#bounds.lowestMs) / 2)
  }
}
