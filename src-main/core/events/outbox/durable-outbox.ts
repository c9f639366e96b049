import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { newLease } from '../../lease-owner.ts'
import type { AreaLog } from '../../log/logger.ts'
import { atMost, pause, type Random, type Time } from '../../time.ts'
import type { OutboxLimits } from './defaults.ts'
import { deadWords } from './delivery-outcome.ts'
import type {
  Accepted,
  Completion,
  Discarded,
  OutboxEvent,
  OutboxStatus,
  Selection,
  SourcePosition,
} from './event-outbox.ts'
import type { Outcomes, PlatformDelivery } from './platform-delivery.ts'
import { SendingRound } from './sending-round.ts'
import type { ClaimedEvent, OutboxStorePort } from './store-port.ts'
import { Suspects } from './suspects.ts'

export interface DurableOutboxOptions extends Time {
  readonly store: OutboxStorePort
  readonly delivery: Pick<PlatformDelivery, 'deliver'>
  readonly random: Random
  readonly log: AreaLog
  readonly limits: OutboxLimits
}

/**
 * Events on their way to one platform. What `accept` has taken is on the disk, survives a power cut, and arrives at
 * least once; with the platform's idempotency once, without it twice only if its answer was lost. A camera's events
 * arrive in the order of their acceptance; one that the platform refuses for good, or fails to take again and again
 * while it takes others, becomes a dead letter and holds up nobody.
 * Sends what its store holds, in rounds: claim, deliver and settle, give back the rest. Begins at once, until it is
 * disposed of. Failures: `storage_failed`, `outbox_full`, `outbox_unavailable`.
 */
export class DurableOutbox {
  readonly #options: DurableOutboxOptions
  readonly #listeners = new Set<() => void>()
  readonly #suspects: Suspects
  readonly #sending: Promise<void>
  #round: SendingRound | undefined
  #waitsFor: WallError | undefined
  #isEnded = false
  /**
   * Since the last claim, why the next one comes early: `news` may be sent, or `woken`, as by a new key, which also ends
   * a pause that the platform has asked for.
   */
  #early: 'news' | 'woken' | undefined
  /** Ends the pause between two rounds. `byNews`: also when new events come. */
  #pause: { readonly end: () => void; readonly byNews: boolean } | undefined
  #purgeAtMs = 0
  /** The wall clock's lead over the monotonic one at the last purge, and since when it has not jumped. */
  #aheadMs = Infinity
  #dateSinceMs = 0

  constructor(options: DurableOutboxOptions) {
    this.#options = options
    this.#suspects = new Suspects(options.limits)
    this.#sending = this.#send()
  }

  /** All of them or none. */
  async accept(
    events: readonly OutboxEvent[],
    position?: SourcePosition,
  ): Promise<Result<Accepted, WallError>> {
    const { store, clock, limits } = this.#options
    const { maxWaiting } = limits
    const accepted = await store.accept({ events, position, nowMs: clock.wallMs(), maxWaiting })
    if (!accepted.ok) return accepted
    if (accepted.value === undefined) return fail(wallError('outbox_full'))
    if (accepted.value.accepted > 0) this.#changed()
    return ok(accepted.value)
  }

  positionOf(source: string): Promise<Result<string | undefined, WallError>> {
    return this.#options.store.positionOf(source)
  }

  async status(): Promise<OutboxStatus> {
    const { store, limits } = this.#options
    const stored = await store.status(limits.maxListed)
    if (stored.ok) return { ...stored.value, waitsFor: this.#waitsFor }
    return { depth: 0, held: 0, deadLetters: [], deadLetterCount: 0, unavailable: stored.error }
  }

  /**
   * Held events without an organization or a tag get these, and are sent. Resolves to how many. The dead letters that
   * are named get them in place of their own, for their next try.
   */
  complete(missing: Completion, deadLetters?: readonly string[]): Promise<Result<number, WallError>> {
    return this.#counted(this.#options.store.complete(missing, deadLetters))
  }

  /** Dead letters are sent again, before what their camera has waiting. Resolves to how many. */
  retry(selection: Selection): Promise<Result<number, WallError>> {
    return this.#counted(this.#options.store.retry(selection))
  }

  /** They are forgotten. Resolves to how many. */
  discard(selection: Discarded): Promise<Result<number, WallError>> {
    return this.#counted(this.#options.store.discard(selection))
  }

  /** A key was set, the machine woke up, the network is back: what waits is tried at once. */
  wake(): void {
    void this.#hasten('woken')
  }

  /** The platform answers again: what waits for its next try is tried at once. A pause that it has asked for goes on. */
  resume(): void {
    void this.#hasten('news')
  }

  /** Something of `status()` may have changed. Returns the function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sends no more; waits a moment for answers that are on their way. */
  async dispose(): Promise<void> {
    this.#isEnded = true
    this.#pause?.end()
    this.#round?.stop()
    await atMost(this.#options.timers, this.#options.limits.endInMs, this.#sending)
    this.#listeners.clear()
    const round = this.#round
    this.#round = undefined
    await round?.close()
    await this.#options.store.close()
  }

  async #hasten(why: 'news' | 'woken'): Promise<void> {
    await this.#options.store.hasten()
    this.#comeEarly(why)
  }

  #comeEarly(why: 'news' | 'woken'): void {
    if (this.#early !== 'woken') this.#early = why
    if (why === 'woken' || this.#pause?.byNews) this.#pause?.end()
  }

  async #send(): Promise<void> {
    while (!this.#isEnded) {
      this.#early = undefined
      const { delayInMs, byNews } = await this.#sendRound()
      if (delayInMs > 0) await this.#rest(delayInMs, byNews)
    }
  }

  /** How long to wait for the next one, and whether new events are a reason to come earlier. */
  async #sendRound(): Promise<{ readonly delayInMs: number; readonly byNews: boolean }> {
    const { store, delivery, clock, limits } = this.#options
    await this.#purge()
    // Whoever disposes of it does not wait for a disk that takes long to open: the store is closed by now.
    if (this.#isEnded) return { delayInMs: 0, byNews: false }
    const lease = newLease()
    const { leaseInMs, maxClaim: limit, backoff, idlePollInMs } = limits
    const { maxDelayInMs } = backoff
    const times = { nowMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
    const claimed = await store.claim({ lease, ...times, leaseInMs, limit, maxDelayInMs })
    if (!claimed.ok) return this.#failed(claimed.error)
    const { events, nextAtMs } = claimed.value
    // The disk takes something again.
    if (this.#waitsFor?.code === 'storage_failed') this.#waitsNoMore()
    if (events.length === 0) {
      const dueInMs = nextAtMs === undefined ? idlePollInMs : nextAtMs - clock.wallMs()
      return { delayInMs: Math.min(idlePollInMs, Math.max(1, dueInMs)), byNews: true }
    }
    let holdInMs = 0
    let hasFailed = false
    const round = new SendingRound({
      ...this.#options,
      suspects: this.#suspects,
      lease,
      events,
      onSettled: (outcomes) => {
        holdInMs = Math.max(holdInMs, this.#holdInMs(outcomes))
        hasFailed = this.#note(events, outcomes) || hasFailed
        this.#notifyListeners()
      },
      onStorageFailure: (error) => {
        hasFailed = true
        this.#failed(error)
        this.#notifyListeners()
      },
    })
    this.#round = round
    if (this.#isEnded) round.stop()
    await delivery.deliver(events, round)
    // Closed by `dispose`, which had waited long enough.
    if (this.#round !== round) return { delayInMs: 0, byNews: false }
    await round.close()
    this.#round = undefined
    if (!hasFailed) this.#waitsNoMore()
    return { delayInMs: holdInMs, byNews: false }
  }

  /** How long all sending pauses after a refused key or a rate limit: both concern every event. */
  #holdInMs(outcomes: Outcomes): number {
    const { keyPollInMs, backoff } = this.#options.limits
    const holds = [...outcomes.values()].flatMap((outcome) => {
      if (outcome.kind !== 'held') return []
      const usualInMs = outcome.error.code === 'rate_limited' ? backoff.firstDelayInMs : keyPollInMs
      return [Math.max(usualInMs, outcome.retryAfterInMs ?? 0)]
    })
    return Math.max(0, ...holds)
  }

  /** Whether one of them has to wait. */
  #note(events: readonly ClaimedEvent[], outcomes: Outcomes): boolean {
    const { log } = this.#options
    for (const { uid, cameraId, id } of events) {
      const outcome = outcomes.get(id)
      if (outcome?.kind === 'dead')
        log.error('The platform did not take an event.', { uid, cameraId, reason: deadWords(outcome) })
    }
    const failed = [...outcomes.values()].find(
      (outcome) => outcome.kind === 'later' || outcome.kind === 'held',
    )
    if (failed === undefined) return false
    // Once for each outage, not once for each try.
    if (failed.error.message !== this.#waitsFor?.message) {
      log.warn(failed.error.message, { code: failed.error.code, events: outcomes.size })
    }
    this.#waitsFor = failed.error
    return true
  }

  #failed(error: WallError): { readonly delayInMs: number; readonly byNews: boolean } {
    const isNews = this.#waitsFor?.message !== error.message
    this.#waitsFor = error
    if (isNews) {
      this.#options.log.error(error.message)
      this.#notifyListeners()
    }
    return { delayInMs: this.#options.limits.idlePollInMs, byNews: false }
  }

  #waitsNoMore(): void {
    if (this.#waitsFor === undefined) return
    this.#waitsFor = undefined
    this.#notifyListeners()
  }

  async #purge(): Promise<void> {
    const { store, clock, limits } = this.#options
    const [nowMs, monotonicMs] = [clock.wallMs(), clock.monotonicMs()]
    if (monotonicMs < this.#purgeAtMs) return
    const { rememberSentInMs, believeDateInMs, maxRemembered: keep, purgeChunk: chunk, purgeEveryMs } = limits
    const aheadMs = nowMs - monotonicMs
    // A wrong one would forget all that is read again once it is right.
    const hasJumped = Math.abs(aheadMs - this.#aheadMs) > believeDateInMs
    if (hasJumped) this.#dateSinceMs = monotonicMs
    this.#aheadMs = aheadMs
    const isBelieved = monotonicMs - this.#dateSinceMs >= believeDateInMs
    const beforeMs = isBelieved ? nowMs - rememberSentInMs : 0
    const gone = await store.purge({ beforeMs, keep, chunk })
    // A full chunk means that there is more; it goes between the next rounds.
    const isMore = gone.ok && gone.value === chunk
    if (!isMore) this.#purgeAtMs = clock.monotonicMs() + purgeEveryMs
  }

  async #rest(delayInMs: number, byNews: boolean): Promise<void> {
    if (this.#isEnded || this.#early === 'woken' || (byNews && this.#early === 'news')) return
    const { ended, wake } = pause(this.#options.timers, delayInMs)
    this.#pause = { end: wake, byNews }
    await ended
    this.#pause = undefined
  }

  async #counted(changing: Promise<Result<number, WallError>>): Promise<Result<number, WallError>> {
    const changed = await changing
    if (changed.ok && changed.value > 0) this.#changed()
    return changed
  }

  #changed(): void {
    this.#comeEarly('news')
    this.#notifyListeners()
  }

  #notifyListeners(): void {
    // A listener may subscribe anew.
    for (const listener of new Set(this.#listeners)) listener()
  }
}

/** What others see of it. */
export type EventOutbox = Pick<DurableOutbox, keyof DurableOutbox>
