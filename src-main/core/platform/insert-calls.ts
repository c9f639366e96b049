import { type InsertEvent, insertBatchResponse } from '#contract/platform/events.ts'
import { ok } from '#contract/result.ts'
import { parseJson } from '../json.ts'
import type { Answered } from './failure.ts'
import type { CallNeeds } from './platform-exchange.ts'

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
  readonly #ports: CallNeeds

  constructor(ports: CallNeeds) {
    this.#ports = ports
  }

  /** Any success means that the platform has it, whatever else it says. */
  async one({ idempotencyKey, event }: KeyedEvent): Promise<Answered<undefined>> {
    const inserted = await this.#ports.exchange({
      call: 'insertEvent',
      method: 'POST',
      path: 'eventInsert',
      withKey: true,
      headers: { 'idempotency-key': idempotencyKey },
      body: event,
      sentences: refusal,
      read: () => ({}),
    })
    return inserted.ok ? ok(undefined) : inserted
  }

  /** Sends what no platform can take: an event without any member. A refusal shows that the call is there for this key. */
  async empty(): Promise<Answered<undefined>> {
    const answer = await this.#ports.exchange({
      call: 'insertEvent',
      method: 'POST',
      path: 'eventInsert',
      withKey: true,
      body: {},
      sentences: { not_found: 'The platform knows no call that inserts events at this address.' },
      read: () => ({}),
    })
    return answer.ok ? ok(undefined) : answer
  }

  /** A verdict for each event, in their order. */
  batch(events: readonly KeyedEvent[]): Promise<Answered<readonly InsertVerdict[]>> {
    return this.#ports.exchange({
      call: 'insertEvents',
      method: 'POST',
      path: 'eventInsertBatch',
      withKey: true,
      body: { events: events.map(({ event, idempotencyKey }) => ({ ...event, idempotencyKey })) },
      sentences: refusal,
      absent: 'not_found',
      read: ({ text }) => {
        const { data } = insertBatchResponse.safeParse(parseJson(text))
        if (data === undefined || data.results.length !== events.length) return undefined
        this.#ports.confirm('eventBatch')
        return data.results.map((result) =>
          result.success ? result : { success: false, ...wordsOf(result.error) },
        )
      },
    })
  }
}

const refusal = {
  refused: 'The platform refused the event.',
  limit_reached: 'The platform says that a limit is reached there, or that it has this event already (409).',
  not_found: 'The platform knows no such call, or nothing of what the event names.',
}

function wordsOf({ code, message, field }: { code: string; message: string; field?: string | undefined }) {
  return { code, message: field === undefined ? message : `${message} (${field})` }
}
