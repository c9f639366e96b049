import { wallError } from '#contract/errors.ts'
import type { Clock } from '../../time.ts'
import type { InsertCalls, KeyedEvent } from '../../platform/event-calls.ts'
import { isRefusedBatch, type Outcome, outcomeOf, outcomeOfVerdict } from './delivery-outcome.ts'
import type { SendingRound } from './sending-round.ts'
import type { ClaimedEvent } from './store-port.ts'

/** By id of the event; those that were not tried are missing. */
export type Outcomes = Map<number, Outcome>

/** What the delivery of a claim asks and tells while it works. */
export type DeliveryRound = Pick<SendingRound, 'hold' | 'notTaken' | 'settle' | 'goesAlone' | 'isSuspect'>

export interface PlatformDeliveryOptions {
  readonly calls: Pick<InsertCalls, 'one' | 'batch'>
  readonly clock: Clock
  readonly lanes: number
  readonly batchAgainInMs: number
}

/**
 * Sends what was claimed, in batches where the platform takes them, else one by one; the events of a camera in their
 * order, and none after one that has to be tried again.
 */
export class PlatformDelivery {
  readonly #options: PlatformDeliveryOptions
  #batchFromMs = 0

  constructor(options: PlatformDeliveryOptions) {
    this.#options = options
  }

  async deliver(events: readonly ClaimedEvent[], round: DeliveryRound): Promise<void> {
    const sending = new Sending(round, events)
    const aloneCameras = new Set(
      events.filter((event) => round.goesAlone(event)).map(({ cameraId }) => cameraId),
    )
    const batched = events.filter(({ cameraId }) => !aloneCameras.has(cameraId))
    if (batched.length < 2 || !this.#canBatch()) return this.#apart(events, sending)
    await this.#together(batched, sending)
    const alone = events.filter(({ cameraId }) => aloneCameras.has(cameraId))
    if (!sending.isHeld) await this.#apart(alone, sending)
  }

  async #together(wanted: readonly ClaimedEvent[], sending: Sending): Promise<void> {
    const events = await sending.round.hold(wanted)
    if (events.length === 0) return
    const answer = await this.#options.calls.batch(events.map(keyed))
    if (answer.ok) {
      const verdicts = answer.value
      // Whose verdicts they are cannot be known if there are more or fewer than events.
      const outcomeAt = (at: number): Outcome => {
        const verdict = verdicts.length === events.length ? verdicts[at] : undefined
        return verdict === undefined
          ? { kind: 'later', error: wallError('bad_answer') }
          : outcomeOfVerdict(verdict)
      }
      return sending.settle(new Map(events.map(({ id }, at) => [id, outcomeAt(at)])))
    }
    if (!isRefusedBatch(answer.error)) {
      if (answer.error.error.code === 'bad_answer') this.#batchLater()
      const outcome = outcomeOf(answer.error)
      return sending.settle(new Map(events.map(({ id }) => [id, outcome])))
    }
    sending.round.notTaken(events)
    if (answer.error.error.code === 'not_found') {
      this.#batchLater()
      return this.#apart(events, sending)
    }
    if (events.length === 1) {
      // The other ones of this claim may be refused like it: halving each of them would cost more than it saves.
      sending.isApart = true
      await this.#apart(events, sending)
      if (events.some(({ id }) => sending.outcomes.get(id)?.kind === 'sent')) this.#batchLater()
      return
    }
    // Too large, or one of them spoils it: halves are smaller, and lead to the one.
    const middle = Math.ceil(events.length / 2)
    await this.#together(events.slice(0, middle), sending)
    const rest = sending.withoutHeldUp(events.slice(middle))
    if (rest.length === 0) return
    if (this.#canBatch() && !sending.isApart) await this.#together(rest, sending)
    else await this.#apart(rest, sending)
  }

  #canBatch(): boolean {
    return this.#options.clock.monotonicMs() >= this.#batchFromMs
  }

  #batchLater(): void {
    this.#batchFromMs = this.#options.clock.monotonicMs() + this.#options.batchAgainInMs
  }

  async #apart(events: readonly ClaimedEvent[], sending: Sending): Promise<void> {
    const queues = [...Map.groupBy(events, ({ cameraId }) => cameraId).values()]
    const lane = async () => {
      for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) {
        await this.#queue(queue, sending)
        if (sending.isHeld) return
      }
    }
    await Promise.all(Array.from({ length: this.#options.lanes }, lane))
  }

  /** The events of one camera. Behind a suspect the next one is tried: if it is taken, the suspect is to blame. */
  async #queue(queue: readonly ClaimedEvent[], sending: Sending): Promise<void> {
    const { round } = sending
    let isBehindSuspect = false
    for (const event of queue) {
      if (isBehindSuspect && round.isSuspect(event)) continue
      if (sending.isHeld) return
      const [held] = await round.hold([event])
      if (held === undefined || sending.isHeld) return
      const answer = await this.#options.calls.one(keyed(held))
      const outcome = answer.ok ? ({ kind: 'sent' } as const) : outcomeOf(answer.error)
      await sending.settle(new Map([[event.id, outcome]]))
      if (outcome.kind !== 'later') continue
      if (isBehindSuspect || !round.isSuspect(event)) return
      isBehindSuspect = true
    }
  }
}

/** What has become of a claim so far. */
class Sending {
  readonly round: DeliveryRound
  readonly outcomes: Outcomes = new Map()
  /** An outcome was `held`: nothing more is sent in this claim. */
  isHeld = false
  /** No more batches in this claim. */
  isApart = false
  readonly #cameraOf: ReadonlyMap<number, string>
  readonly #heldUpCameras = new Set<string>()

  constructor(round: DeliveryRound, events: readonly ClaimedEvent[]) {
    this.round = round
    this.#cameraOf = new Map(events.map(({ id, cameraId }) => [id, cameraId]))
  }

  async settle(outcomes: Outcomes): Promise<void> {
    for (const [id, outcome] of outcomes) {
      this.outcomes.set(id, outcome)
      this.isHeld ||= outcome.kind === 'held'
      const cameraId = this.#cameraOf.get(id)
      if (outcome.kind === 'later' && cameraId !== undefined) this.#heldUpCameras.add(cameraId)
    }
    await this.round.settle(outcomes)
  }

  /** Without the cameras of which an event has to be tried again. */
  withoutHeldUp(rest: readonly ClaimedEvent[]): ClaimedEvent[] {
    if (this.isHeld) return []
    return rest.filter(({ cameraId }) => !this.#heldUpCameras.has(cameraId))
  }
}

function keyed({ uid, orgId, cameraId, eventTypeId, fields, timestampMs }: ClaimedEvent): KeyedEvent {
  return { idempotencyKey: uid, event: { orgId, cameraId, eventTypeId, fields, timestamp: timestampMs } }
}
