import { type WallError, wallError } from '#contract/errors.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { fail, ok } from '#contract/result.ts'
import type { PlaybackQuality } from '#contract/wall/playback.ts'
import type { AddressGuard } from '../network/address-guard.ts'
import { isDowngrade } from '#contract/wall/encryption.ts'
import type { PlatformFailure, PlatformResult } from '../platform/failure.ts'
import type { PlaybackCalls, ReadSession } from '../platform/playback-calls.ts'
import type { Clock } from '../time.ts'
import type { PlaybackLimits } from './defaults.ts'
import { mediaAddress } from './gateway/media-path.ts'
import { capSentence, type Holder } from './holders.ts'
import type { Granted } from './platform-session.ts'
import type { PlaybackWindow } from './window.ts'

export interface StartWish {
  readonly cameraId: string
  readonly quality: PlaybackQuality
  /** Undefined of local live. */
  readonly window: PlaybackWindow | undefined
  /** To go on with. */
  readonly sessionId: string | undefined
  /** Who has the other sessions of this wall that the platform has granted. */
  readonly others: () => readonly Holder[]
  /** The platform has granted it: from now on it is one of the others of everybody else. */
  readonly onGranted: () => void
}

export interface SessionStarterOptions {
  readonly calls: Pick<PlaybackCalls, 'start' | 'stop' | 'localLive'>
  /** Where addresses without a host belong. */
  readonly baseUrl: string
  /** Why the platform may not send the wall to the host of this address. */
  readonly refusalOf: AddressGuard['refusalOf']
  readonly clock: Clock
  readonly limits: PlaybackLimits
}

/** Starts and stops sessions on the platform, and keeps to what it allows at once. */
export class SessionStarter {
  readonly #options: SessionStarterOptions
  readonly #cap: SessionCap
  /** Stops that the platform has been asked for. */
  readonly #stopping = new Set<Promise<unknown>>()
  /** Start requests without an answer yet; they run side by side. */
  readonly #starting = new Set<Promise<unknown>>()
  /** By `#placeOf`: until when (monotonic) footage that was in neither rendition is asked for in one alone. */
  readonly #nowhereUntilMs = new Map<string, number>()
  /** Something was there in full alone: what is missing in one rendition says nothing of the other. */
  #hasStorages = false

  constructor(options: SessionStarterOptions) {
    this.#options = options
    this.#cap = new SessionCap(options.limits.capHoldsInMs)
  }

  /** Of the organization, as far as the platform has shown. */
  get cap(): number | undefined {
    return this.#cap.value
  }

  async start(wish: StartWish): Promise<PlatformResult<Granted>> {
    const answer = wish.window === undefined ? await this.#ask(wish) : await this.#startWithinCap(wish)
    if (!answer.ok) return answer
    // The host that a platform names in its own answer is trusted with its footage.
    const url = mediaAddress(answer.value.url, `${this.#options.baseUrl}/`)
    if (url === undefined) {
      return refused(exactMessage('footage_address_missing'))
    }
    if (isDowngrade(this.#options.baseUrl, url.href)) {
      return refused(exactMessage('footage_unencrypted', { host: url.host }))
    }
    // For the sentence: whoever dials judges the addresses of that moment again.
    const refusal = await this.#options.refusalOf(url)
    if (refusal !== undefined)
      return refused(exactMessage(whyNot[refusal], { host: url.host }), 'address_refused')
    return ok({ url, sessionId: answer.value.sessionId })
  }

  async stop(sessionId: string, cameraId: string): Promise<void> {
    const stopping = this.#options.calls.stop(sessionId, cameraId)
    this.#stopping.add(stopping)
    const stopped = await stopping
    this.#stopping.delete(stopping)
    if (stopped.ok) this.#cap.ended()
  }

  async #startWithinCap(wish: StartWish): Promise<PlatformResult<ReadSession>> {
    const { clock, limits } = this.#options
    const { others } = wish
    if (
      this.#stopping.size > 0 &&
      others().length + this.#stopping.size >= (this.cap ?? Number.POSITIVE_INFINITY)
    ) {
      await Promise.all(this.#stopping)
    }
    const waitInMs =
      wish.sessionId === undefined ? this.#cap.waitInMs(others().length, clock.monotonicMs()) : 0
    if (waitInMs > 0) return fail({ error: await this.#capReached(wish, waitInMs), maybeCarriedOut: false })
    const stopping = [...this.#stopping]
    let answer = await this.#askCounted(wish)
    if (!answer.ok && answer.error.error.code === 'too_many_sessions' && stopping.length > 0) {
      await Promise.all(stopping)
      answer = await this.#askCounted(wish)
    }
    if (answer.ok) return answer
    const { error, retryAfterInMs } = answer.error
    if (error.code !== 'too_many_sessions') return answer
    const holdsInMs = Math.max(limits.capHoldsAtLeastInMs, retryAfterInMs ?? limits.capHoldsInMs)
    this.#cap.refused(others().length, clock.monotonicMs(), holdsInMs)
    return fail({ ...answer.error, error: await this.#capReached(wish, holdsInMs) })
  }

  async #askCounted(wish: StartWish): Promise<PlatformResult<ReadSession>> {
    const asking = this.#ask(wish)
    this.#starting.add(asking)
    const answer = await asking
    this.#starting.delete(asking)
    if (answer.ok) {
      this.#cap.started(answer.value.currentSessions, wish.others().length + 1)
      wish.onGranted()
    }
    return answer
  }

  async #ask(wish: StartWish): Promise<PlatformResult<ReadSession>> {
    const answer = await this.#askOnce(wish)
    if (wish.quality !== 'reduced' || !isNotThere(answer) || this.#isNowhere(wish)) return answer
    // By the reduced rendition a platform may mean another storage (assumption 19), which lacks this camera.
    // Any other code was answered without the session (`#askOnce`).
    const sessionId = answer.error.error.code === 'no_recording' ? wish.sessionId : undefined
    const full = await this.#askOnce({ ...wish, quality: 'full', sessionId })
    if (full.ok) this.#hasStorages = true
    else if (isNotThere(full)) this.#rememberNowhere(wish)
    return full
  }

  #isNowhere(wish: StartWish): boolean {
    const untilMs = this.#nowhereUntilMs.get(this.#placeOf(wish)) ?? 0
    return !this.#hasStorages && this.#options.clock.monotonicMs() < untilMs
  }

  #rememberNowhere(wish: StartWish): void {
    const { clock, limits } = this.#options
    const place = this.#placeOf(wish)
    this.#nowhereUntilMs.delete(place)
    this.#nowhereUntilMs.set(place, clock.monotonicMs() + limits.nowhereForInMs)
    const [oldest] = this.#nowhereUntilMs.keys()
    if (oldest !== undefined && this.#nowhereUntilMs.size > limits.maxNowhere)
      this.#nowhereUntilMs.delete(oldest)
  }

  #placeOf({ cameraId, window }: StartWish): string {
    return `${cameraId} ${Math.floor((window?.startMs ?? 0) / this.#options.limits.nowherePlaceInMs)}`
  }

  async #askOnce({ cameraId, quality, window, sessionId }: StartWish): Promise<PlatformResult<ReadSession>> {
    const { calls } = this.#options
    if (window === undefined) return calls.localLive(cameraId)
    const wish = { cameraId, ...window, isReduced: quality === 'reduced' }
    const answer = await calls.start({ ...wish, sessionId })
    // A platform may answer so to a session that it has forgotten, or that it does not reuse.
    const isOfSession =
      !answer.ok && ['not_found', 'refused', 'not_allowed'].includes(answer.error.error.code)
    return sessionId !== undefined && isOfSession ? calls.start(wish) : answer
  }

  async #capReached({ others }: StartWish, waitInMs: number): Promise<WallError> {
    // The platform may say no to one before whoever got the last session has heard of it.
    await Promise.all(this.#starting)
    const { cap } = this
    const words = cap === undefined ? undefined : capSentence(cap, others())
    return wallError('too_many_sessions', words, Math.ceil(waitInMs))
  }
}

function isNotThere(answer: PlatformResult<unknown>): answer is { ok: false; error: PlatformFailure } {
  return !answer.ok && ['not_found', 'refused', 'no_recording'].includes(answer.error.error.code)
}

const whyNot = {
  'too-near': 'footage_too_near',
  'unknown-name': 'footage_unknown_name',
} as const

function refused(
  sentence: ExactMessage,
  code: 'bad_answer' | 'address_refused' = 'bad_answer',
): PlatformResult<Granted> {
  return fail({ error: wallError(code, sentence), maybeCarriedOut: true })
}

/** How many sessions the organization may have at once, as far as the platform has shown (assumption 17). */
class SessionCap {
  readonly #holdsInMs: number
  #highest = 0
  #cap: number | undefined
  #refusedUntilMs = 0

  constructor(holdsInMs: number) {
    this.#holdsInMs = holdsInMs
  }

  /** Refused before any was granted: all were somebody else's, and how many those are is not known. */
  get value(): number | undefined {
    return this.#cap === 0 ? undefined : this.#cap
  }

  /** `current` is the platform's own count, `ours` this wall's. */
  started(current: number | undefined, ours: number): void {
    this.#highest = Math.max(this.#highest, current ?? 0, ours)
    if (this.#cap === undefined || this.#highest <= this.#cap) return
    this.#cap = this.#highest
    // It was taken for lower than it is: nobody knows that there is no more room.
    this.#refusedUntilMs = 0
  }

  refused(ours: number, nowMs: number, holdsInMs: number): void {
    this.#cap = Math.max(this.#highest, ours)
    this.#refusedUntilMs = nowMs + holdsInMs
  }

  /** There is room again, whatever was said before. */
  ended(): void {
    this.#refusedUntilMs = 0
  }

  /**
   * Milliseconds until another session is worth asking for; 0 for now. Who is told 0 while all are in use asks
   * for everybody: the cap may have been raised, or a wall elsewhere may have been closed.
   */
  waitInMs(ours: number, nowMs: number): number {
    const waitInMs = Math.max(0, this.#refusedUntilMs - nowMs)
    if (waitInMs === 0 && this.#cap !== undefined && ours >= this.#cap) {
      this.#refusedUntilMs = nowMs + this.#holdsInMs
    }
    return waitInMs
  }
}
