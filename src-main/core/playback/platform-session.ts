import { PLAYBACK_IDLE_LIMIT_IN_MS } from '#contract/platform/limits.ts'
import { isPermanent, type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { PlatformResult } from '../platform/failure.ts'
import { ageInMs, backoffInMs, type Random, type Stamp, stampOf, type Time } from '../time.ts'
import type { PlaybackLimits } from './defaults.ts'
import type { PlaybackWindow } from './window.ts'

/** What the platform has granted. The address is the permission: it never leaves main. */
export interface Granted {
  /** Of the manifest; all that belongs to the session lies in the same folder. */
  readonly url: URL
  readonly sessionId: string | undefined
}

export interface Lease extends Granted {
  /** Another one after each start that may have changed names or times; unique in a wall. */
  readonly generation: number
}

export interface PlatformSessionOptions extends Time {
  readonly random: Random
  readonly limits: PlaybackLimits
  /** Asks the platform; `sessionId` is the session to go on with. Never rejects. */
  readonly start: (
    window: PlaybackWindow | undefined,
    sessionId: string | undefined,
  ) => Promise<PlatformResult<Granted>>
  readonly stop: (sessionId: string) => Promise<void>
  /** A request that counts as use: the first byte of a segment, or the manifest. */
  readonly touch: (address: URL, kind: 'segment' | 'manifest') => Promise<'alive' | 'dead' | 'unknown'>
  /** Whether somebody still looks at it. */
  readonly isHeld: () => boolean
  readonly nextGeneration: () => number
  /** It was dead and is alive again. */
  readonly onRestart: () => void
  /** From now on this is a secret; returns the function that forgets it. */
  readonly redact: (secret: string) => () => void
}

interface Taken {
  readonly lease: Lease
  /** Which it was last started for. */
  readonly window: PlaybackWindow | undefined
  lastSegment: URL | undefined
}

/** What this wall has taken up of the platform. A start goes on with a dead one, too. */
type TakenUp = (Taken & { readonly state: 'alive'; lastUse: Stamp }) | (Taken & { readonly state: 'dead' })

/**
 * One session of the platform behind one or more playbacks of a camera. Its starts follow each other: whoever
 * asks meanwhile waits, and finds what the one before has found.
 */
export class PlatformSession {
  readonly #options: PlatformSessionOptions
  #turn: Promise<unknown> = Promise.resolve()
  /** Undefined before the first start, and after the end. */
  #taken: TakenUp | undefined
  /** `granted` by the platform, and not taken up yet. */
  #start: 'none' | 'asked' | 'granted' = 'none'
  /** Nobody plays it any more: a start under way is still taken up, so that it can be stopped. */
  #hasEnded = false
  #failures = 0
  #failure: { readonly error: WallError; readonly untilMs: number } | undefined
  #cancelTimer: (() => void) | undefined
  #forget = (): void => {}
  /** The stop of the session before this one. */
  #leaving: Promise<void> = Promise.resolve()

  constructor(options: PlatformSessionOptions) {
    this.#options = options
  }

  /** The platform counts it, or soon will. */
  get isAlive(): boolean {
    return this.#start !== 'none' || this.isGranted
  }

  /** The platform counts it, as far as this wall knows. */
  get isGranted(): boolean {
    if (this.#start === 'granted') return true
    const taken = this.#taken
    return taken?.state === 'alive' && ageInMs(taken.lastUse, this.#options.clock) < PLAYBACK_IDLE_LIMIT_IN_MS
  }

  /** Whether it was last started for this window: of another one it may not have the files any more. */
  plays(window: PlaybackWindow | undefined): boolean {
    const own = this.#taken?.window
    return own?.startMs === window?.startMs && own?.endMs === window?.endMs
  }

  /**
   * Starts it for a window, the first one or another. The value is undefined when this session now plays it, and
   * what was granted when the platform has begun another session instead.
   */
  begin(window: PlaybackWindow | undefined): Promise<Result<Granted | undefined, WallError>> {
    return this.#inTurn(async () => {
      const before = this.#taken?.lease
      const answer = await this.#ask(window)
      if (!answer.ok) return answer
      const granted = answer.value
      if (
        before !== undefined &&
        (before.sessionId === undefined || granted.sessionId !== before.sessionId)
      ) {
        this.#start = 'none'
        return ok(granted)
      }
      this.adopt(granted, window, before?.url.href === granted.url.href ? before.generation : undefined)
      return ok(undefined)
    })
  }

  /** The present session; started again if it is known to be dead, or still has `deadGeneration`. */
  lease(window: PlaybackWindow | undefined, deadGeneration?: number): Promise<Result<Lease, WallError>> {
    const ready = this.#readyLease(deadGeneration)
    if (ready !== undefined) return Promise.resolve(ok(ready))
    return this.#inTurn(async () => {
      const found = this.#readyLease(deadGeneration)
      return found === undefined ? this.#restart(window) : ok(found)
    })
  }

  /**
   * Runs while nobody starts the session for another window: what a manifest holds is what it was last started for.
   */
  withWindow<Value>(
    window: PlaybackWindow | undefined,
    run: (lease: Lease) => Promise<Value>,
  ): Promise<Result<Value, WallError>> {
    return this.#inTurn(async () => {
      const found = this.#readyLease()
      if (found !== undefined && this.plays(window)) return ok(await run(found))
      const leased = await this.#restart(window)
      return leased.ok ? ok(await run(leased.value)) : leased
    })
  }

  /** Its start has been granted: it counts from before anybody else hears of a refusal. */
  granted(): void {
    this.#start = 'granted'
  }

  adopt(
    { url, sessionId }: Granted,
    window: PlaybackWindow | undefined,
    generation = this.#options.nextGeneration(),
  ): Lease {
    this.#forget()
    this.#forget = sessionId === undefined ? () => {} : this.#options.redact(sessionId)
    const lease = { url, sessionId, generation }
    const lastSegment = this.#taken?.lease.generation === generation ? this.#taken.lastSegment : undefined
    this.#taken = { state: 'alive', lease, window, lastSegment, lastUse: stampOf(this.#options.clock) }
    this.#start = 'none'
    this.#failure = undefined
    this.watch()
    return lease
  }

  /** The platform has served something of it. */
  used(generation: number, segment?: URL): void {
    const taken = this.#taken
    if (taken?.lease.generation !== generation) return
    this.#failures = 0
    if (segment !== undefined) taken.lastSegment = segment
    if (taken.state === 'alive') taken.lastUse = stampOf(this.#options.clock)
    this.watch()
  }

  /** A start did not help: the next one waits. */
  startedInVain(generation: number, error: WallError): void {
    if (this.#taken?.lease.generation !== generation) return
    this.#taken = { ...this.#taken, state: 'dead' }
    this.#hold(error)
  }

  /** From now on it is kept alive for as long as it is held. */
  watch(): void {
    const taken = this.#taken
    if (this.#cancelTimer !== undefined || this.#hasEnded || taken?.state !== 'alive') return
    if (!this.#options.isHeld()) return
    const { keepAliveAfterInMs, keepAliveJitterInMs } = this.#options.limits
    const jitterInMs = keepAliveJitterInMs * (2 * this.#options.random() - 1)
    this.#touchAfter(keepAliveAfterInMs + jitterInMs, taken.lastUse)
  }

  /** Stops it on the platform. Never rejects. */
  async end(): Promise<void> {
    this.#hasEnded = true
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    await this.#inTurn(async () => {
      const sessionId = this.#taken?.lease.sessionId
      if (sessionId !== undefined && this.#taken?.state === 'alive') {
        // The wall clock may have been set. A stop too many does less harm than one too few.
        const idleMs = this.#options.clock.monotonicMs() - this.#taken.lastUse.monotonicMs
        if (idleMs < PLAYBACK_IDLE_LIMIT_IN_MS) await this.#options.stop(sessionId)
      }
      await this.#leaving
      this.#taken = undefined
      this.#forget()
    })
  }

  #readyLease(deadGeneration?: number): Lease | undefined {
    const taken = this.#taken
    return taken?.state === 'alive' && taken.lease.generation !== deadGeneration ? taken.lease : undefined
  }

  async #ask(window: PlaybackWindow | undefined): Promise<Result<Granted, WallError>> {
    if (this.#hasEnded) return fail(wallError('unreachable', exactMessage('playback_closed')))
    this.#start = 'asked'
    const answer = await this.#options.start(window, this.#taken?.lease.sessionId)
    if (answer.ok) return answer
    this.#start = 'none'
    return fail(answer.error.error)
  }

  /** Starts a session again that is dead, or that was last started for another window. Call it inside `#inTurn`. */
  async #restart(window: PlaybackWindow | undefined): Promise<Result<Lease, WallError>> {
    const nowMs = this.#options.clock.monotonicMs()
    if (this.#failure !== undefined && this.#failure.untilMs > nowMs) {
      const { error, untilMs } = this.#failure
      return fail({ ...error, retryInMs: Math.ceil(untilMs - nowMs) })
    }
    const answer = await this.#ask(window)
    if (!answer.ok) {
      this.#hold(answer.error)
      return answer
    }
    const old = this.#taken?.lease.sessionId
    // It may be alive after all, and would count towards the limit until it expires.
    if (old !== undefined && old !== answer.value.sessionId && this.isGranted)
      this.#leaving = this.#options.stop(old)
    const before = this.plays(window) ? undefined : this.#readyLease()
    const goesOn = before?.url.href === answer.value.url.href
    if (!goesOn) this.#options.onRestart()
    return ok(this.adopt(answer.value, window, goesOn ? before?.generation : undefined))
  }

  #hold(error: WallError): void {
    const { limits, random, clock } = this.#options
    this.#failures += 1
    const { restartBackoff } = limits
    const holdsInMs = isPermanent(error.code)
      ? restartBackoff.maxDelayInMs
      : Math.max(backoffInMs(restartBackoff, this.#failures, random), error.retryInMs ?? 0)
    this.#failure = { error, untilMs: clock.monotonicMs() + holdsInMs }
  }

  #touchAfter(intervalInMs: number, since: Stamp): void {
    const inMs = Math.max(0, Math.ceil(intervalInMs - ageInMs(since, this.#options.clock)))
    this.#cancelTimer = this.#options.timers.after(inMs, () => void this.#onDue(intervalInMs))
  }

  async #onDue(intervalInMs: number): Promise<void> {
    this.#cancelTimer = undefined
    const { clock, isHeld } = this.#options
    const taken = this.#taken
    if (taken?.state !== 'alive' || !isHeld()) return
    // The player has made a request in the meantime.
    if (ageInMs(taken.lastUse, clock) < Math.floor(intervalInMs))
      return this.#touchAfter(intervalInMs, taken.lastUse)
    const tried = stampOf(clock)
    const outcome = await this.#touch(taken)
    // A restart in the meantime may have kept the same session.
    const { lease } = taken
    const newest = this.#taken?.lease
    const isOne = newest === lease || (lease.sessionId !== undefined && newest?.sessionId === lease.sessionId)
    if (outcome === 'alive' && newest !== undefined && isOne) this.used(newest.generation)
    if (this.#hasEnded || this.#cancelTimer !== undefined || lease !== newest) return
    // The next request of a player starts it again.
    if (outcome === 'dead') this.#taken = { ...taken, state: 'dead' }
    else this.#touchAfter(intervalInMs, tried)
  }

  async #touch({ lease, lastSegment }: Taken): Promise<'alive' | 'dead' | 'unknown'> {
    const { touch } = this.#options
    if (lastSegment !== undefined && (await touch(lastSegment, 'segment')) === 'alive') return 'alive'
    return this.#hasEnded ? 'unknown' : touch(lease.url, 'manifest')
  }

  #inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
    const turn = this.#turn.then(run)
    this.#turn = turn.catch(() => {})
    return turn
  }
}
