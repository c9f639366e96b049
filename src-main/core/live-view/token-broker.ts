import { isPermanent, type WallError, type WallErrorCode, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import type { PlatformResult, PlatformFailure } from '../platform/failure.ts'
import type { MintedTicket } from '../platform/platform-client.ts'
import { backoffInMs, type Random, type Stamp, stampOf, type Time } from '../time.ts'
import { type BrokerLimits, brokerLimits } from './defaults.ts'
import { type HeldTicket, type LiveViewTicket, mayBeHandedOut, type TicketSource } from './ticket.ts'
import { Outage } from './outage.ts'
import {
  emptySlot,
  forgive,
  mostUrgent,
  nextNeedInMs,
  nextProbe,
  nextProbeNeedInMs,
  noteFailure,
  type Slot,
} from './ticket-slot.ts'
import { TokenBucket } from '../token-bucket.ts'

export interface TokenBrokerOptions extends Time {
  /** One attempt, no more; never rejects. */
  readonly mint: (cameraId: string, timeoutInMs: number) => Promise<PlatformResult<MintedTicket>>
  /** Which media server takes it: the ticket's own address or the configured one, if it may be dialled. */
  readonly resolve: (minted: MintedTicket) => Result<LiveViewTicket, WallError>
  readonly random: Random
  readonly redactor: Redactor
  readonly log: AreaLog
  readonly limits?: Partial<BrokerLimits>
}

interface Mint {
  readonly slot: Slot
  readonly askedAt: Stamp
  readonly generation: number
  /** Until it takes too long to be waited for. */
  isProbe: boolean
}

/** Failures that concern the key and so every camera. */
const stopping: ReadonlySet<WallErrorCode> = new Set(['key_rejected', 'no_key', 'not_configured'])

/**
 * Keeps a fresh ticket in hand for each camera that is wanted, also while its stream runs, so that a restart of the
 * media server costs no call of the platform; and mints one for whoever takes without. A ticket is handed out once,
 * unless it comes back unused. At most one mint of a camera is under way; all mints together keep to a rate, the
 * most urgent first; while the platform is away a single one asks.
 *
 * A rejected key stops everything but a probe now and then, until `reset`; a refused camera (403, 404) stops that camera.
 */
export class TokenBroker implements TicketSource {
  readonly #options: TokenBrokerOptions
  readonly #limits: BrokerLimits
  readonly #slots = new Map<string, Slot>()
  readonly #bucket: TokenBucket
  readonly #outage: Outage
  readonly #mintedAtMs: number[] = []
  readonly #handedOut = new WeakMap<LiveViewTicket, { held: HeldTicket; generation: number }>()
  #placesHeld = 0
  #turns = 0
  /** Answers to what was asked before a change of key, or before sleep, are not used. */
  #generation = 0
  #stoppedBy: WallError | undefined
  #loggedCode: WallErrorCode | undefined
  #cancelTimer: () => void = () => {}

  constructor(options: TokenBrokerOptions) {
    this.#options = options
    this.#limits = { ...brokerLimits, ...options.limits }
    this.#bucket = new TokenBucket(this.#limits.mintsPerSecond, this.#limits.mintBurst, this.#nowMs())
    this.#outage = new Outage(this.#limits.backoff, options.random)
  }

  /** The cameras whose tickets are kept fresh from now on, most urgent first; all others are dropped. */
  want(cameraIds: readonly string[]): void {
    const ranks = new Map(cameraIds.map((cameraId, rank) => [cameraId, rank]))
    for (const slot of this.#slots.values()) {
      if (ranks.has(slot.cameraId)) continue
      slot.rank = undefined
      slot.held = undefined
      this.#releaseUnneeded(slot)
    }
    for (const [cameraId, rank] of ranks) {
      const slot = this.#slotOf(cameraId)
      if (slot.rank === undefined) slot.isServed = false
      slot.rank = rank
    }
    this.#pump()
  }

  async take(cameraId: string): Promise<Result<LiveViewTicket, WallError>> {
    if (this.#stoppedBy !== undefined) return fail(this.#stoppedBy)
    const slot = this.#slotOf(cameraId)
    const { held } = slot
    slot.held = undefined
    if (held !== undefined && mayBeHandedOut(held, this.#options.clock)) {
      const ticket = this.#handOut(slot, held)
      this.#pump()
      return ok(ticket)
    }
    const refusal = this.#refusalOf(slot)
    if (refusal !== undefined) {
      this.#releaseUnneeded(slot)
      return fail(refusal)
    }
    return new Promise((resolve) => {
      slot.waiters.push(resolve)
      this.#pump()
    })
  }

  giveBack(cameraId: string, ticket: LiveViewTicket): void {
    const handed = this.#handedOut.get(ticket)
    const slot = this.#slots.get(cameraId)
    this.#handedOut.delete(ticket)
    if (handed === undefined || slot === undefined || handed.generation !== this.#generation) return
    const isRefused = slot.lastFailure?.permanent === true
    if (!isRefused && mayBeHandedOut(handed.held, this.#options.clock))
      this.#keep(slot, slot.held ?? handed.held)
    this.#pump()
  }

  withdraw(cameraId: string): void {
    const before = this.#slotOf(cameraId)
    // Another one, so that the answer to a mint under way is nobody's.
    const slot = { ...emptySlot(cameraId), rank: before.rank, waiters: before.waiters.splice(0) }
    before.rank = before.held = undefined
    this.#slots.set(cameraId, slot)
    this.#cameraFailed(slot, wallError('not_allowed', exactMessage('live_withdrawn')))
  }

  /** After sleep: what was held is doubtful, and whether there is a network is for one probe to find out. */
  wake(): void {
    this.#forgetAll()
    this.#outage.probeAt(this.#nowMs())
    this.#pump()
  }

  /** The key has changed, or is known to work after all. */
  reset(): void {
    this.#stoppedBy = undefined
    this.#loggedCode = undefined
    this.#forgetAll()
    this.#outage.forget()
    this.#pump()
  }

  /** The failure that stopped all minting. */
  get stopped(): WallError | undefined {
    return this.#stoppedBy
  }

  /** What the wall uses of the platform's tickets. */
  figures() {
    const sinceMs = this.#nowMs() - 60_000
    while (this.#mintedAtMs[0] !== undefined && this.#mintedAtMs[0] < sinceMs) this.#mintedAtMs.shift()
    const slots = [...this.#slots.values()]
    return {
      /** Minted within the last minute. */
      perMinute: this.#mintedAtMs.length,
      /** Fresh tickets that nobody has taken. */
      held: slots.filter(({ held }) => held !== undefined && mayBeHandedOut(held, this.#options.clock))
        .length,
      /** Cameras that are to have one. */
      wanted: slots.filter(({ rank }) => rank !== undefined).length,
    }
  }

  /** All that wait for a ticket fail with `unreachable`. */
  dispose(): void {
    this.#stop(wallError('unreachable', exactMessage('connection_closed')))
    this.#slots.clear()
  }

  /** Starts what may start now and sets the timer for the rest. Called whenever anything has changed. */
  #pump(): void {
    if (this.#stoppedBy !== undefined) return
    this.#cancelTimer()
    for (;;) {
      const nowMs = this.#nowMs()
      const { clock } = this.#options
      const slots = [...this.#slots.values()]
      const held = slots.filter((slot) => this.#outage.holds(slot))
      const free = slots.filter((slot) => !this.#outage.holds(slot))
      const probeInMs = this.#outage.probeInMs(nowMs)
      const urgent = mostUrgent(free, clock)
      const slot = urgent ?? (probeInMs <= 0 ? nextProbe(held, clock) : undefined)
      if (slot === undefined) {
        const heldInMs = Math.max(probeInMs, nextProbeNeedInMs(held, clock))
        return this.#wakeUpIn(Math.min(nextNeedInMs(free, clock), heldInMs))
      }
      // Called again when a mint frees its place.
      if (this.#placesHeld >= this.#limits.mintsAtOnce) return
      const permitInMs = this.#bucket.take(nowMs)
      if (permitInMs > 0) return this.#wakeUpIn(permitInMs)
      this.#start(slot, slot !== urgent)
    }
  }

  #start(slot: Slot, isProbe: boolean): void {
    if (isProbe) this.#outage.probeStarted()
    const mint: Mint = { slot, askedAt: stampOf(this.#options.clock), generation: this.#generation, isProbe }
    slot.minting = true
    slot.lastTurn = this.#turns += 1
    this.#placesHeld += 1
    let holdsPlace = true
    const freePlace = () => {
      if (holdsPlace) this.#placesHeld -= 1
      holdsPlace = false
    }
    const cancelLimit = this.#options.timers.after(this.#limits.placeHeldInMs, () => {
      freePlace()
      this.#becameSlow(mint)
      this.#pump()
    })
    void this.#finish(mint, () => {
      cancelLimit()
      freePlace()
    })
  }

  async #finish(mint: Mint, freePlace: () => void): Promise<void> {
    const { slot } = mint
    const { mintLimitInMs, longestMintLimitInMs } = this.#limits
    const limitInMs = Math.min(Math.max(mintLimitInMs, 2 * slot.tookMs), longestMintLimitInMs)
    const answer = await this.#options.mint(slot.cameraId, limitInMs)
    if (answer.ok || answer.error.error.code === 'timeout')
      slot.tookMs = this.#nowMs() - mint.askedAt.monotonicMs
    slot.minting = false
    freePlace()
    if (mint.generation === this.#generation) this.#settle(mint, answer)
    this.#releaseUnneeded(slot)
    this.#pump()
  }

  /** Another camera may be the next probe; this one's answer still counts when it comes. */
  #becameSlow(mint: Mint): void {
    if (!mint.isProbe || mint.generation !== this.#generation) return
    mint.isProbe = false
    this.#outage.probeIsSlow(this.#nowMs())
    this.#settleHeld()
  }

  #settle(mint: Mint, answer: PlatformResult<MintedTicket>): void {
    if (!answer.ok) return this.#mintFailed(mint, answer.error)
    this.#onAnswer()
    this.#mintedAtMs.push(this.#nowMs())
    this.#options.redactor.addPassing(answer.value.token)
    const resolved = this.#options.resolve(answer.value)
    if (!resolved.ok) return this.#cameraFailed(mint.slot, resolved.error)
    this.#accept(mint, resolved.value, answer.value.lifeInMs)
  }

  #accept({ slot, askedAt }: Mint, ticket: LiveViewTicket, lifeInMs: number): void {
    const { handOutWithinShare, renewAfterShare, renewJitter, shortestRenewalInMs } = this.#limits
    const renewAfterMs = lifeInMs * renewAfterShare * (1 - renewJitter * this.#options.random())
    const held: HeldTicket = {
      ticket,
      askedAt,
      handOutWithinMs: lifeInMs * handOutWithinShare,
      renewAfterMs: Math.max(renewAfterMs, shortestRenewalInMs),
    }
    // The machine has slept between question and answer, or the platform's clock and ours are far apart.
    if (!mayBeHandedOut(held, this.#options.clock)) {
      return this.#cameraFailed(slot, wallError('bad_answer', exactMessage('ticket_late')))
    }
    forgive(slot)
    this.#keep(slot, held)
  }

  #keep(slot: Slot, held: HeldTicket): void {
    const waiter = slot.waiters.shift()
    if (waiter !== undefined) waiter(ok(this.#handOut(slot, held)))
    else if (slot.rank !== undefined) slot.held = held
    this.#releaseUnneeded(slot)
  }

  #handOut(slot: Slot, held: HeldTicket): LiveViewTicket {
    slot.isServed = true
    this.#handedOut.set(held.ticket, { held, generation: this.#generation })
    this.#releaseUnneeded(slot)
    return held.ticket
  }

  #mintFailed({ slot, isProbe }: Mint, failure: PlatformFailure): void {
    const { error, retryAfterInMs = 0 } = failure
    if (stopping.has(error.code)) {
      // Once, not for each probe.
      if (this.#loggedCode !== error.code) this.#options.log.error(error.message, { code: error.code })
      this.#loggedCode = error.code
      return this.#stop(error)
    }
    if (isPermanent(error.code)) {
      this.#cameraFailed(slot, error)
      // The platform answered, so there is no outage: it refuses this camera.
      return this.#onAnswer()
    }
    // The rate limit belongs to the key: this camera has not failed.
    if (error.code !== 'rate_limited') this.#cameraFailed(slot, error, retryAfterInMs)
    this.#outage.failed(slot, failure, isProbe, this.#nowMs())
    this.#settleHeld()
  }

  /** After an outage cameras need not wait any longer than the platform asked for. */
  #onAnswer(): void {
    if (!this.#outage.onAnswer(this.#nowMs())) return
    for (const slot of this.#slots.values()) {
      const { lastFailure } = slot
      if (lastFailure === undefined || lastFailure.permanent) continue
      slot.lastFailure = { ...lastFailure, untilMs: Math.min(lastFailure.untilMs, lastFailure.wishedUntilMs) }
    }
  }

  #cameraFailed(slot: Slot, error: WallError, retryAfterInMs = 0): void {
    const nowMs = this.#nowMs()
    const permanent = isPermanent(error.code)
    const backoffMs = backoffInMs(this.#limits.backoff, slot.failures + 1, this.#options.random)
    const holdsInMs = permanent ? this.#limits.refusalHoldsInMs : Math.max(backoffMs, retryAfterInMs)
    const [untilMs, wishedUntilMs] = [nowMs + holdsInMs, nowMs + retryAfterInMs]
    noteFailure(slot, { error, untilMs, wishedUntilMs, permanent }, nowMs)
    // Other failures are in the client's log already and are retried.
    if (permanent) this.#options.log.warn(error.message, { cameraId: slot.cameraId, code: error.code })
    this.#settleWaiters(slot, fail(permanent ? error : { ...error, retryInMs: Math.ceil(holdsInMs) }))
  }

  /** During an outage waiting callers fail at once; they show it and ask again. */
  #settleHeld(): void {
    for (const slot of this.#slots.values()) {
      if (slot.minting || !this.#outage.holds(slot)) continue
      const error = this.#outage.errorOf(slot, this.#nowMs())
      if (error !== undefined) this.#settleWaiters(slot, fail(error))
    }
  }

  #stop(error: WallError): void {
    this.#stoppedBy = error
    this.#cancelTimer()
    this.#forgetAll()
    for (const slot of this.#slots.values()) this.#settleWaiters(slot, fail(error))
    if (error.code !== 'key_rejected') return
    // It may be restored, or have been refused for a moment, and nothing else may ever ask with it.
    this.#cancelTimer = this.#options.timers.after(this.#limits.rejectedKeyAgainInMs, () => {
      this.#stoppedBy = undefined
      this.wake()
    })
  }

  #forgetAll(): void {
    this.#generation += 1
    for (const slot of this.#slots.values()) {
      slot.held = undefined
      slot.isServed = false
      forgive(slot)
    }
  }

  /** Why no ticket is minted for a camera now although one is being taken. */
  #refusalOf(slot: Slot): WallError | undefined {
    const nowMs = this.#nowMs()
    if (slot.minting) return undefined
    const { lastFailure } = slot
    if (lastFailure !== undefined && lastFailure.untilMs > nowMs) {
      const retryInMs = Math.ceil(lastFailure.untilMs - nowMs)
      return lastFailure.permanent ? lastFailure.error : { ...lastFailure.error, retryInMs }
    }
    if (!this.#outage.holds(slot)) return undefined
    const probeInMs = this.#outage.probeInMs(nowMs)
    // A probe under way is worth waiting for.
    return probeInMs > 0 && Number.isFinite(probeInMs) ? this.#outage.errorOf(slot, nowMs) : undefined
  }

  #wakeUpIn(delayInMs: number): void {
    if (!Number.isFinite(delayInMs)) return
    this.#cancelTimer = this.#options.timers.after(Math.ceil(delayInMs), () => this.#pump())
  }

  #settleWaiters(slot: Slot, result: Result<LiveViewTicket, WallError>): void {
    for (const waiter of slot.waiters.splice(0)) waiter(result)
    this.#releaseUnneeded(slot)
  }

  #slotOf(cameraId: string): Slot {
    const existing = this.#slots.get(cameraId)
    if (existing !== undefined) return existing
    const slot = emptySlot(cameraId)
    this.#slots.set(cameraId, slot)
    return slot
  }

  #releaseUnneeded(slot: Slot): void {
    const untilMs = slot.lastFailure?.untilMs ?? 0
    // A refusal is remembered for its time even if nobody wants the camera: else each take would ask again.
    const needed =
      slot.rank !== undefined || slot.minting || slot.waiters.length > 0 || untilMs > this.#nowMs()
    if (!needed && this.#slots.get(slot.cameraId) === slot) this.#slots.delete(slot.cameraId)
  }

  #nowMs(): number {
    return this.#options.clock.monotonicMs()
  }
}
