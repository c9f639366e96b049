import { said } from '#contract/exact-words.ts'
import type { InsertEvent } from '#contract/platform/events.ts'
import type { Answered } from './failure.ts'
import type { PlatformExchange } from './platform-exchange.ts'

export interface KeyedEvent {
  readonly idempotencyKey: string
  readonly event: InsertEvent
}

/** What a platform says of one event of a batch. `code` as in an error answer (assumption 26). */
export type InsertVerdict =
  | { readonly success: true }
  | { readonly success: false; readonly code: string; readonly message: string }

/** The calls that insert events: section 4.7, and assumptions 33 and 34. One attempt; the outbox decides about the next. */
export class InsertCalls {
  readonly #exchange: PlatformExchange

  constructor(exchange: PlatformExchange) {
    this.#exchange = exchange
  }

  /** Any success means that the platform has it, whatever else it says. */
  one({ idempotencyKey, event }: KeyedEvent): Promise<Answered<undefined>> {
    return this.#exchange.carryOut('insertEvent', {
      headers: { 'idempotency-key': idempotencyKey },
      body: event,
    })
  }

  /** Sends what no platform can take: an event without any member. A refusal shows that the call is there for this key. */
  empty(): Promise<Answered<undefined>> {
    const sentences = { not_found: said('no_event_insertion') }
    return this.#exchange.carryOut('insertEvent', { body: {}, sentences })
  }

  /** A verdict for each event, in their order. */
  batch(events: readonly KeyedEvent[]): Promise<Answered<readonly InsertVerdict[]>> {
    const body = { events: events.map(({ event, idempotencyKey }) => ({ ...event, idempotencyKey })) }
    return this.#exchange.call('insertEvents', { body }, ({ results }) => {
      if (results.length !== events.length) return undefined
      return results.map((result) => (result.success ? result : { success: false, ...wordsOf(result.error) }))
    })
  }
}

function wordsOf({ code, message, field }: { code: string; message: string; field?: string | undefined }) {
  return { code, message: field === undefined ? message : `${message} (${field})` }
}
