import type { Clock } from '../../time.ts'
import type { InsertCalls, KeyedEvent } from '../../platform/insert-calls.ts'
import { isRefusedBatch, type Outcome, outcomeOf, outcomeOfVerdict } from './delivery-outcome.ts'
import type { ClaimedEvent } from './outbox-rounds.ts'

/** By id of the event; those that were not tried are missing. */
export type Outcomes = Map<number, Outcome>

/** Sends what was claimed; the events of a camera in their order, and none after one that has to be tried again. */
export interface EventDelivery {
  deliver(events: readonly ClaimedEvent[]): Promise<Outcomes>
}

export interface PlatformDeliveryPorts {
  readonly calls: Pick<InsertCalls, 'one' | 'batch'>
  readonly clock: Clock
  readonly lanes: number
  readonly batchAgainInMs: number
}

/** In batches where the platform takes them, else one by one. */
export class PlatformDelivery implements EventDelivery {
  readonly #ports: PlatformDeliveryPorts
  #batchFromMs = 0

  constructor(ports: PlatformDeliveryPorts) {
    this.#ports = ports
  }

  async deliver(events: readonly ClaimedEvent[]): Promise<Outcomes> {
    const outcomes: Outcomes = new Map()
    if (events.length > 1 && this.#canBatch()) await this.#together(events, outcomes)
    else await this.#apart(events, outcomes)
    return outcomes
  }

  async #together(events: readonly ClaimedEvent[], outcomes: Outcomes): Promise<void> {
    const answer = await this.#ports.calls.batch(events.map(keyed))
    if (answer.ok) {
      for (const [at, event] of events.entries()) {
        const verdict = answer.value[at]
        if (verdict !== undefined) outcomes.set(event.id, outcomeOfVerdict(verdict))
      }
      return
    }
    if (!isRefusedBatch(answer.error)) {
      if (answer.error.error.code === 'bad_answer') this.#batchLater()
      const outcome = outcomeOf(answer.error)
      for (const { id } of events) outcomes.set(id, outcome)
      return
    }
    if (answer.error.error.code === 'not_found' || events.length === 1) {
      this.#batchLater()
      return this.#apart(events, outcomes)
    }
    // Too large, or one of them spoils it: halves are smaller, and lead to the one.
    const middle = Math.ceil(events.length / 2)
    await this.#together(events.slice(0, middle), outcomes)
    const rest = withoutHeldUp(events.slice(middle), events, outcomes)
    if (rest.length === 0) return
    if (this.#canBatch()) await this.#together(rest, outcomes)
    else await this.#apart(rest, outcomes)
  }

  #canBatch(): boolean {
    return this.#ports.clock.monotonicMs() >= this.#batchFromMs
  }

  #batchLater(): void {
    this.#batchFromMs = this.#ports.clock.monotonicMs() + this.#ports.batchAgainInMs
  }

  async #apart(events: readonly ClaimedEvent[], outcomes: Outcomes): Promise<void> {
    const queues = [...Map.groupBy(events, ({ cameraId }) => cameraId).values()]
    let isHeld = false
    const lane = async () => {
      for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) {
        for (const event of queue) {
          if (isHeld) return
          const answer = await this.#ports.calls.one(keyed(event))
          const outcome = answer.ok ? ({ kind: 'sent' } as const) : outcomeOf(answer.error)
          outcomes.set(event.id, outcome)
          isHeld ||= outcome.kind === 'held'
          if (outcome.kind === 'later') break
        }
      }
    }
    await Promise.all(Array.from({ length: this.#ports.lanes }, lane))
  }
}

/** Without the cameras of which an event before has to be tried again. */
function withoutHeldUp(
  rest: readonly ClaimedEvent[],
  events: readonly ClaimedEvent[],
  outcomes: Outcomes,
): ClaimedEvent[] {
  const kindOf = ({ id }: ClaimedEvent) => outcomes.get(id)?.kind
  if (events.some((event) => kindOf(event) === 'held')) return []
  const heldUp = new Set(events.filter((event) => kindOf(event) === 'later').map(({ cameraId }) => cameraId))
  return rest.filter(({ cameraId }) => !heldUp.has(cameraId))
}

function keyed({ uid, orgId, cameraId, eventTypeId, fields, timestampMs }: ClaimedEvent): KeyedEvent {
  return { idempotencyKey: uid, event: { orgId, cameraId, eventTypeId, fields, timestamp: timestampMs } }
}
