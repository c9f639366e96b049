import { onTestFinished } from 'vitest'
import { outboxDefaults, type OutboxLimits } from '#main/core/events/outbox/defaults.ts'
import { DurableOutbox } from '#main/core/events/outbox/durable-outbox.ts'
import type { OutboxEvent } from '#main/core/events/outbox/event-outbox.ts'
import { openStore } from '#main/core/events/outbox/open-store.ts'
import { type ClaimedEvent, type OutboxStorePort, storeHere } from '#main/core/events/outbox/store-port.ts'
import type { OutboxStore } from '#main/core/events/outbox/outbox-store.ts'
import type { Outcome } from '#main/core/events/outbox/delivery-outcome.ts'
import type { DeliveryRound, Outcomes, PlatformDelivery } from '#main/core/events/outbox/platform-delivery.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime } from '../../support/fake-time.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { unwrap } from '#test/stand/unwrap.ts'

export function openTestStore(dir: string, platform = 'https://platform.example'): OutboxStore {
  return unwrap(openStore({ dir, platform, nowMs: 0, busyTimeoutInMs: 1_000 })).store
}

export function anEvent(uid: string, change: Partial<OutboxEvent> = {}): OutboxEvent {
  return {
    uid,
    orgId: 'acme',
    cameraId: 'camera-1',
    eventTypeId: 'sale',
    timestampMs: 1_790_000_000_000,
    fields: { amount: 12.5, note: 'a', paid: true },
    ...change,
  }
}

/** A platform that a test tells what to answer; it keeps in which order it has taken what. */
export class ScriptedDelivery implements Pick<PlatformDelivery, 'deliver'> {
  readonly taken: string[] = []
  readonly tried: string[][] = []
  answer: (event: ClaimedEvent) => Outcome | undefined = () => ({ kind: 'sent' })

  async deliver(events: readonly ClaimedEvent[], round: DeliveryRound): Promise<void> {
    this.tried.push(events.map(({ uid }) => uid))
    const outcomes: Outcomes = new Map()
    const heldUp = new Set<string>()
    for (const event of events) {
      if (heldUp.has(event.cameraId)) continue
      const outcome = this.answer(event)
      if (outcome === undefined) continue
      outcomes.set(event.id, outcome)
      if (outcome.kind === 'sent') this.taken.push(event.uid)
      if (outcome.kind === 'later' || outcome.kind === 'held') heldUp.add(event.cameraId)
    }
    await round.settle(outcomes)
  }
}

/** Of a claim that nobody else wants. */
export class OpenRound implements DeliveryRound {
  readonly outcomes: Outcomes = new Map()
  readonly hold: DeliveryRound['hold'] = async (events) => events
  readonly notTaken: DeliveryRound['notTaken'] = () => undefined
  readonly goesAlone: DeliveryRound['goesAlone'] = ({ attempts }) =>
    attempts >= outboxDefaults.aloneAfterTries
  readonly isSuspect: DeliveryRound['isSuspect'] = () => false

  async settle(outcomes: Outcomes): Promise<void> {
    for (const [id, outcome] of outcomes) this.outcomes.set(id, outcome)
  }
}

export interface OutboxStand {
  readonly time: FakeTime
  readonly delivery: ScriptedDelivery
  readonly outbox: DurableOutbox
  readonly lines: readonly string[]
  /** Takes these, and so long passes. */
  readonly accepts: (events: readonly OutboxEvent[], ms?: number) => Promise<void>
}

/** An outbox on a real database, with a clock and a platform that are moved by hand. */
export function openStand(
  options: {
    dir?: string
    limits?: Partial<OutboxLimits>
    random?: () => number
    time?: FakeTime
    /** What the store does in its place. */
    instead?: (store: OutboxStorePort) => Partial<OutboxStorePort>
  } = {},
): OutboxStand {
  const time = options.time ?? new FakeTime()
  const delivery = new ScriptedDelivery()
  const { logger, lines } = memoryLog()
  const store = storeHere(openTestStore(options.dir ?? tempDir()))
  const outbox = new DurableOutbox({
    store: { ...store, ...options.instead?.(store) },
    delivery,
    clock: time,
    timers: time,
    random: options.random ?? (() => 0),
    log: logger.area('outbox'),
    limits: { ...outboxDefaults, ...options.limits },
  })
  onTestFinished(async () => {
    const ended = outbox.dispose()
    await time.advance(outboxDefaults.endInMs)
    await ended
  })
  const accepts = async (events: readonly OutboxEvent[], ms = 0) => {
    await outbox.accept(events)
    await time.advance(ms)
  }
  return { time, delivery, outbox, lines, accepts }
}
