import type { WallError } from '#contract/errors.ts'
import { backoffInMs, pause } from '../../time.ts'
import type { Outcome } from './delivery-outcome.ts'
import type { DurableOutboxOptions } from './durable-outbox.ts'
import type { Outcomes } from './platform-delivery.ts'
import type { ClaimedEvent, Settlement } from './store-port.ts'
import type { Suspects } from './suspects.ts'

export interface SendingRoundOptions extends Omit<DurableOutboxOptions, 'delivery' | 'log'> {
  readonly suspects: Suspects
  readonly lease: string
  readonly events: readonly ClaimedEvent[]
  /** Answers are written, and each time something of the outbox's status may have changed. */
  readonly onSettled: (outcomes: Outcomes) => void
  /** The disk does not take an answer; it is tried again. */
  readonly onStorageFailure: (error: WallError) => void
}

/**
 * The work on one claim. It renews the lease while it lasts, lets nothing be sent that another process has taken over,
 * and writes each answer before the next event of that camera is sent.
 */
export class SendingRound {
  readonly #options: SendingRoundOptions
  readonly #byId: ReadonlyMap<number, ClaimedEvent>
  readonly #underWay = new Set<number>()
  /** An outage has ended in this round: what its events failed in it does not count. */
  #isAnew = false
  #isStopping = false
  readonly #closed = new AbortController()
  #cancelRenewal: () => void = () => undefined

  constructor(options: SendingRoundOptions) {
    this.#options = options
    this.#byId = new Map(options.events.map((event) => [event.id, event]))
    this.#renewLater()
  }

  /** Those of them that may be sent now; asked right before they are. Others have been taken over by somebody else. */
  async hold(events: readonly ClaimedEvent[]): Promise<readonly ClaimedEvent[]> {
    if (this.#isStopping) return []
    const { store, lease } = this.#options
    const held = await store.held(
      lease,
      events.map(({ id }) => id),
    )
    if (!held.ok || this.#isStopping) return []
    const ids = new Set(held.value)
    for (const id of ids) this.#underWay.add(id)
    return events.filter(({ id }) => ids.has(id))
  }

  /** A request with them was refused as a whole: they are not under way. */
  notTaken(events: readonly ClaimedEvent[]): void {
    for (const { id } of events) this.#underWay.delete(id)
  }

  /** Resolves when it is on the disk what has become of them. */
  async settle(outcomes: Outcomes): Promise<void> {
    const { store, timers, limits } = this.#options
    const { signal } = this.#closed
    const final = this.#judged(outcomes)
    const settlement = this.#settlement(final)
    for (;;) {
      // An answer that came too late: its event is sent again once its lease is over.
      if (signal.aborted) return
      const settled = await store.settle(settlement)
      if (settled.ok) break
      this.#options.onStorageFailure(settled.error)
      await pause(timers, limits.idlePollInMs, signal).ended
    }
    for (const id of outcomes.keys()) this.#underWay.delete(id)
    if (!this.#isAnew && this.#endsOutage(final)) {
      this.#isAnew = true
      await store.beginAnew()
    }
    this.#options.onSettled(final)
  }

  /** Whether a batch with it in it may have failed because of it. */
  goesAlone(event: ClaimedEvent): boolean {
    return this.#triesOf(event) >= this.#options.limits.aloneAfterTries
  }

  /** Whether it has failed so often that those behind it no longer wait for it. */
  isSuspect(event: ClaimedEvent): boolean {
    return this.#options.suspects.isSuspect(this.#triesOf(event))
  }

  /** Nothing more is sent; what is under way may still be answered. */
  stop(): void {
    this.#isStopping = true
  }

  /** Gives back what was not sent. What is under way stays under the lease, which nobody renews any more. */
  async close(): Promise<void> {
    this.#isStopping = true
    this.#closed.abort()
    this.#cancelRenewal()
    await this.#options.store.release(this.#options.lease, [...this.#underWay])
  }

  /** Failed tries of this event that count against it. */
  #triesOf({ attempts }: ClaimedEvent): number {
    return this.#isAnew ? 0 : attempts
  }

  #endsOutage(outcomes: Outcomes): boolean {
    const { outageAfterTries } = this.#options.limits
    return [...outcomes].some(
      ([id, { kind }]) => kind === 'sent' && (this.#byId.get(id)?.attempts ?? 0) >= outageAfterTries,
    )
  }

  /** What fails for good while others are taken is set aside. */
  #judged(outcomes: Outcomes): Outcomes {
    const { suspects } = this.#options
    for (const [id, { kind }] of outcomes) if (kind === 'sent') suspects.taken(id)
    const judged = [...outcomes].map(([id, outcome]): [number, Outcome] => {
      const event = this.#byId.get(id)
      if (outcome.kind !== 'later' || event === undefined) return [id, outcome]
      if (!suspects.failed(id, this.#triesOf(event))) return [id, outcome]
      return [id, { kind: 'dead', error: outcome.error, tries: event.attempts + 1 }]
    })
    return new Map(judged)
  }

  #settlement(outcomes: Outcomes): Settlement {
    const { clock, random, limits, lease } = this.#options
    const nowMs = clock.wallMs()
    const sent: number[] = []
    const dead: Settlement['dead'][number][] = []
    const later: { id: number; nextAtMs: number; reason: string }[] = []
    for (const [id, outcome] of outcomes) {
      if (outcome.kind === 'sent') sent.push(id)
      if (outcome.kind === 'dead') {
        const { error, tries } = outcome
        dead.push({ id, why: { error, ...(tries === undefined ? {} : { tries }) } })
      }
      if (outcome.kind !== 'later') continue
      const event = this.#byId.get(id)
      const attempt = (event === undefined ? 0 : this.#triesOf(event)) + 1
      const delayInMs = backoffInMs(limits.backoff, attempt, random)
      const nextAtMs = Math.round(nowMs + Math.max(delayInMs, outcome.retryAfterInMs ?? 0))
      later.push({ id, nextAtMs, reason: outcome.error.message })
    }
    return { lease, nowMs, sent, dead, later }
  }

  /** Three times in the life of a lease: one that comes late still finds it there. */
  #renewLater(): void {
    const { timers, limits, store, lease } = this.#options
    this.#cancelRenewal = timers.after(limits.leaseInMs / 3, () => {
      void store.renew(lease)
      this.#renewLater()
    })
  }
}
