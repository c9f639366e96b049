import { isPermanent, type WallError, type WallErrorCode, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import type { Answered } from '../platform/failure.ts'
import type { MintedTicket } from '../platform/platform-client.ts'
import { backoffInMs } from '../platform/retry-policy.ts'
import type { Clock, Random, Timers } from '../time.ts'
import { type BrokerLimits, brokerLimits } from './defaults.ts'
import { type HeldTicket, mayBeHandedOut, type Stamp, stampOf } from './held-ticket.ts'
import { Outage } from './outage.ts'
import type { LiveViewTicket, TicketSource } from './ticket.ts'
import { mostUrgent, nextNeedInMs } from './mint-order.ts'
import { emptySlot, forgive, type Slot } from './ticket-slot.ts'
import { TokenBucket } from '../token-bucket.ts'

export interface TokenBrokerPorts {
  /** One attempt, no more; never rejects. */
  readonly mint: (cameraId: string) => Promise<Answered<MintedTicket>>
  /** Which media server takes it: the ticket's own address or the configured one, if it may be dialled. */
  readonly resolve: (minted: MintedTicket) => Result<LiveViewTicket, WallError>
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly redactor: Redactor
  readonly log: AreaLog
  readonly limits?: Partial<BrokerLimits>
}

interface Mint {
  readonly slot: Slot
  readonly askedAt: Stamp
  readonly isProbe: boolean
  readonly generation: number
}

/** Failures that concern the key and so every camera. */
const stopping: ReadonlySet<WallErrorCode> = new Set(['key_rejected', 'no_key', 'not_configured'])

/**
 * Keeps a fresh ticket ready for each camera that is likely to be started, and mints one for whoever takes
 * without. A ticket is handed out once. At most one mint of a camera is under way; all mints together keep to
 * a rate, the most urgent first; while the platform is away a single one asks.
 *
 * A rejected key stops everything until `reset`; a refused camera (403, 404) stops that camera.
 */
export class TokenBroker implements TicketSource {
  private readonly ports: TokenBrokerPorts
  private readonly limits: BrokerLimits
  private readonly slots = new Map<string, Slot>()
  private readonly bucket: TokenBucket
  private readonly outage: Outage
  private readonly mintedAtMs: number[] = []
  private mintsUnderWay = 0
  /** Answers to what was asked before a change of key, or before sleep, are not used. */
  private generation = 0
  private stoppedBy: WallError | undefined
  private cancelTimer: () => void = () => {}

  constructor(ports: TokenBrokerPorts) {
    this.ports = ports
    this.limits = { ...brokerLimits, ...ports.limits }
    this.bucket = new TokenBucket(this.limits.mintsPerSecond, this.limits.mintBurst, this.nowMs())
    this.outage = new Outage(this.limits.backoff, ports.random)
  }

  /** The cameras whose tickets are kept fresh from now on, most urgent first; all others are dropped. */
  want(cameraIds: readonly string[]): void {
    const ranks = new Map<string, number>()
    for (const cameraId of cameraIds) if (!ranks.has(cameraId)) ranks.set(cameraId, ranks.size)
    for (const slot of this.slots.values()) {
      if (ranks.has(slot.cameraId)) continue
      slot.rank = undefined
      slot.held = undefined
      this.releaseUnneeded(slot)
    }
    for (const [cameraId, rank] of ranks) {
      const slot = this.slotOf(cameraId)
      if (slot.rank === undefined) slot.spent = false
      slot.rank = rank
    }
    this.pump()
  }

  async take(cameraId: string): Promise<Result<LiveViewTicket, WallError>> {
    if (this.stoppedBy !== undefined) return fail(this.stoppedBy)
    const slot = this.slotOf(cameraId)
    const { held } = slot
    slot.held = undefined
    if (held !== undefined && mayBeHandedOut(held, this.ports.clock)) {
      slot.spent = true
      this.releaseUnneeded(slot)
      return ok(held.ticket)
    }
    const refusal = this.refusalOf(slot)
    if (refusal !== undefined) {
      this.releaseUnneeded(slot)
      return fail(refusal)
    }
    return new Promise((resolve) => {
      slot.waiters.push(resolve)
      this.pump()
    })
  }

  /** After sleep: what was held is doubtful, and whether there is a network is for one probe to find out. */
  wake(): void {
    this.forgetAll()
    this.outage.probeAt(this.nowMs())
    this.pump()
  }

  /** The key has changed, or is known to work after all. */
  reset(): void {
    this.stoppedBy = undefined
    this.forgetAll()
    this.outage.over()
    this.pump()
  }

  /** The failure that stopped all minting, until `reset`. */
  get stopped(): WallError | undefined {
    return this.stoppedBy
  }

  /** Minted within the last minute. */
  ticketsPerMinute(): number {
    const sinceMs = this.nowMs() - 60_000
    while (this.mintedAtMs[0] !== undefined && this.mintedAtMs[0] < sinceMs) this.mintedAtMs.shift()
    return this.mintedAtMs.length
  }

  /** Whoever waits is told so. */
  dispose(): void {
    this.stop(wallError('unreachable', 'The connection to this platform has been closed.'))
    this.slots.clear()
  }

  /** Starts what may start now and sets the timer for the rest. Called whenever anything has changed. */
  private pump(): void {
    this.cancelTimer()
    if (this.stoppedBy !== undefined) return
    for (;;) {
      const probeInMs = this.outage.isOn ? this.outage.probeInMs(this.nowMs()) : 0
      const slot = mostUrgent(this.slots.values(), this.ports.clock, this.outage.isOn)
      if (slot === undefined) return this.wakeUpIn(nextNeedInMs(this.slots.values(), this.ports.clock))
      if (probeInMs > 0) return this.wakeUpIn(probeInMs)
      // The end of one of them calls again.
      if (this.mintsUnderWay >= this.limits.mintsAtOnce) return
      const permitInMs = this.bucket.take(this.nowMs())
      if (permitInMs > 0) return this.wakeUpIn(permitInMs)
      this.start(slot)
    }
  }

  private start(slot: Slot): void {
    const isProbe = this.outage.isOn
    if (isProbe) this.outage.probeStarted()
    const mint: Mint = { slot, askedAt: stampOf(this.ports.clock), isProbe, generation: this.generation }
    slot.minting = true
    this.mintsUnderWay += 1
    void this.finish(mint)
  }

  private async finish(mint: Mint): Promise<void> {
    const { slot } = mint
    const answer = await this.ports.mint(slot.cameraId)
    slot.minting = false
    this.mintsUnderWay -= 1
    if (mint.generation === this.generation) this.settle(mint, answer)
    this.releaseUnneeded(slot)
    this.pump()
  }

  private settle(mint: Mint, answer: Answered<MintedTicket>): void {
    if (!answer.ok) return this.mintFailed(mint, answer.error.error, answer.error.retryAfterInMs)
    this.outage.over()
    this.mintedAtMs.push(this.nowMs())
    this.ports.redactor.addPassing(answer.value.token)
    const resolved = this.ports.resolve(answer.value)
    if (!resolved.ok) return this.cameraFailed(mint.slot, resolved.error)
    this.accept(mint, resolved.value, answer.value.lifeInMs)
  }

  private accept({ slot, askedAt }: Mint, ticket: LiveViewTicket, lifeInMs: number): void {
    const { handOutWithinShare, renewAfterShare, renewJitter, shortestRenewalInMs } = this.limits
    const renewAfterMs = lifeInMs * renewAfterShare * (1 - renewJitter * this.ports.random())
    const held: HeldTicket = {
      ticket,
      askedAt,
      handOutWithinMs: lifeInMs * handOutWithinShare,
      renewAfterMs: Math.max(renewAfterMs, shortestRenewalInMs),
    }
    // The machine has slept between question and answer, or the platform's clock and ours are far apart.
    if (!mayBeHandedOut(held, this.ports.clock)) {
      return this.cameraFailed(slot, wallError('bad_answer', 'The ticket was out of date when it arrived.'))
    }
    forgive(slot)
    const waiter = slot.waiters.shift()
    if (waiter !== undefined) {
      slot.spent = true
      waiter(ok(ticket))
    } else if (slot.rank !== undefined && !slot.spent) {
      slot.held = held
    }
  }

  private mintFailed({ slot, isProbe }: Mint, error: WallError, retryAfterInMs: number | undefined): void {
    if (stopping.has(error.code)) {
      this.ports.log.error(error.message, { code: error.code })
      return this.stop(error)
    }
    this.cameraFailed(slot, error)
    if (isPermanent(error.code)) {
      // The platform answered: it is there, and it is this camera that it does not give.
      return this.outage.over()
    }
    this.outage.failed(error, isProbe, this.nowMs(), retryAfterInMs)
    // Nobody is left waiting for a platform that is away: the caller shows it and asks again.
    for (const other of this.slots.values()) {
      if (!other.minting) this.answerWaiters(other, fail(this.outage.lastError(this.nowMs()) ?? error))
    }
  }

  private cameraFailed(slot: Slot, error: WallError): void {
    const permanent = isPermanent(error.code)
    slot.failures += 1
    const holdsInMs = permanent
      ? this.limits.refusalHoldsInMs
      : backoffInMs(this.limits.backoff, slot.failures, this.ports.random)
    slot.lastFailure = { error, untilMs: this.nowMs() + holdsInMs, permanent }
    // Everything else is in the log of the client already, and is going to be tried again.
    if (permanent) this.ports.log.warn(error.message, { cameraId: slot.cameraId, code: error.code })
    this.answerWaiters(slot, fail(permanent ? error : { ...error, retryInMs: Math.ceil(holdsInMs) }))
  }

  private stop(error: WallError): void {
    this.stoppedBy = error
    this.cancelTimer()
    this.forgetAll()
    for (const slot of this.slots.values()) this.answerWaiters(slot, fail(error))
  }

  private forgetAll(): void {
    this.generation += 1
    for (const slot of this.slots.values()) {
      slot.held = undefined
      slot.spent = false
      forgive(slot)
    }
  }

  /** Why a camera is not asked for now although somebody takes. */
  private refusalOf(slot: Slot): WallError | undefined {
    const nowMs = this.nowMs()
    if (slot.minting) return undefined
    const { lastFailure } = slot
    if (lastFailure !== undefined && lastFailure.untilMs > nowMs) {
      const retryInMs = Math.ceil(lastFailure.untilMs - nowMs)
      return lastFailure.permanent ? lastFailure.error : { ...lastFailure.error, retryInMs }
    }
    const probeInMs = this.outage.isOn ? this.outage.probeInMs(nowMs) : 0
    // A probe under way is worth waiting for.
    return probeInMs > 0 && Number.isFinite(probeInMs) ? this.outage.lastError(nowMs) : undefined
  }

  private wakeUpIn(delayInMs: number): void {
    if (!Number.isFinite(delayInMs)) return
    this.cancelTimer = this.ports.timers.after(Math.ceil(delayInMs), () => this.pump())
  }

  private answerWaiters(slot: Slot, result: Result<LiveViewTicket, WallError>): void {
    for (const waiter of slot.waiters.splice(0)) waiter(result)
    this.releaseUnneeded(slot)
  }

  private slotOf(cameraId: string): Slot {
    const existing = this.slots.get(cameraId)
    if (existing !== undefined) return existing
    const slot = emptySlot(cameraId)
    this.slots.set(cameraId, slot)
    return slot
  }

  private releaseUnneeded(slot: Slot): void {
    const untilMs = slot.lastFailure?.untilMs ?? 0
    // A refusal is remembered for its time even if nobody wants the camera: else each take would ask again.
    const needed =
      slot.rank !== undefined || slot.minting || slot.waiters.length > 0 || untilMs > this.nowMs()
    if (!needed && this.slots.get(slot.cameraId) === slot) this.slots.delete(slot.cameraId)
  }

  private nowMs(): number {
    return this.ports.clock.monotonicMs()
  }
}
