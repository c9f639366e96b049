import type { z } from 'zod'
import { wallError, type WallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import type { AnswerOf } from '#contract/platform/calls.ts'
import type {
  CreateEventTag,
  EventHistogramRequest,
  InsertEvent,
  SearchEvents,
} from '#contract/platform/events.ts'
import type {
  EventHistogram,
  FoundEvents,
  ResolvedEventQuery,
  searchEventsSchema,
  WallEvent,
  WallEventTag,
} from '#contract/wall/events.ts'
import { parseAnswer } from './dialect.ts'
import { EventStreamParser, StreamFault } from './event-stream-parser.ts'
import type { PlatformResult, Sentences } from './failure.ts'
import { areConditionsMet, eventOf, foundOf, hitsOf, isDoubtful } from './found-events.ts'
import type { PlatformExchange } from './platform-exchange.ts'

export type EventSearch = z.infer<typeof searchEventsSchema>

/** One message of the stream; no member: it is only alive. */
export interface StreamItem {
  readonly event?: WallEvent
  /** To go on after this message. */
  readonly lastEventId?: string
  /** Why the stream is not read any further. */
  readonly fault?: WallError
}

/** The calls of events: assumptions 20, 22, 23 and 30. What is inserted goes through the outbox. */
export function eventCalls(exchange: PlatformExchange) {
  const { orgId } = exchange.options
  /** Of calls that name the organization where it is known. */
  const sentences = (): Sentences =>
    orgId() === undefined ? { refused: exactMessage('refused_without_organization') } : {}

  async function* itemsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamItem> {
    const parser = new EventStreamParser()
    const decoder = new TextDecoder()
    try {
      // The stream is open: from now on a search covers everything before it.
      yield {}
      for await (const piece of body) {
        const messages = parser.push(decoder.decode(piece, { stream: true }))
        for (const data of messages) {
          const event = exchange.readAs('eventStream', parseAnswer(data))
          if (event !== undefined) yield { event: eventOf(event) }
        }
        yield parser.lastEventId === undefined ? {} : { lastEventId: parser.lastEventId }
      }
    } catch (thrown) {
      if (thrown instanceof StreamFault)
        yield { fault: wallError('bad_answer', exactMessage('event_message_endless')) }
      // A broken stream is the same to its reader as one that ended.
    }
  }

  function question({ cameraIds, eventTypeIds, startMs, endMs, match }: ResolvedEventQuery) {
    return {
      orgId: orgId(),
      cameraIds: unlessEmpty(cameraIds),
      eventTypeIds: unlessEmpty(eventTypeIds),
      start: startMs,
      end: endMs,
      match: unlessEmpty(match),
    }
  }

  return {
    tags(): Promise<PlatformResult<readonly WallEventTag[]>> {
      return exchange.call('eventTags', {}, ({ items }) => items.map(tagOf))
    },

    /** Never repeated after a failure that may have made it: its name would be taken. */
    createTag(tag: CreateEventTag): Promise<PlatformResult<WallEventTag>> {
      return exchange.call('createEventTag', { body: tag }, tagOf)
    },

    search(search: EventSearch, signal?: AbortSignal): Promise<PlatformResult<FoundEvents>> {
      const { order, limit, cursor } = search
      const body = { ...question(search), order, limit, cursor } satisfies Omit<SearchEvents, 'orgId'>
      const asked = { body, signal, sentences: sentences() }
      return exchange.call('searchEvents', asked, (answer, { doubt }) => {
        const hits = hitsOf(answer, search)
        if (isDoubtful(answer, search)) doubt()
        const areMet = areConditionsMet(search.match, hits)
        if (areMet !== undefined)
          exchange.findings.find('eventOperators', areMet ? 'confirmed' : 'contradicted')
        return foundOf(answer, hits)
      })
    },

    /** Where a number is the beginning of a bucket it is no count of seconds, however few milliseconds after 1970 that is. */
    histogram(
      query: ResolvedEventQuery,
      bucketMs: number,
    ): Promise<PlatformResult<EventHistogram['buckets']>> {
      const { startMs } = query
      const body = { ...question(query), bucketMs } satisfies Omit<EventHistogramRequest, 'orgId'>
      const isMs = (ms: number) => ms >= startMs && (ms - startMs) % bucketMs === 0
      const asked = { body, isMs, sentences: sentences() }
      return exchange.call('eventHistogram', asked, ({ buckets }) =>
        buckets
          .filter(({ count }) => count > 0)
          .map(({ byType = {}, ...bucket }) => ({ ...bucket, byType }))
          .toSorted((a, b) => a.startMs - b.startMs),
      )
    },

    /** New events as they arrive at the platform. The iteration ends with the connection, whatever ends that. */
    stream(
      lastEventId: string | undefined,
      signal: AbortSignal,
    ): Promise<PlatformResult<AsyncIterable<StreamItem>>> {
      const headers: Record<string, string> =
        lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
      return exchange.call(
        'eventStream',
        { headers, signal },
        (_, { http: { pieces } }) => pieces && itemsOf(pieces),
      )
    },
  }
}

export type EventCalls = ReturnType<typeof eventCalls>

/** Undefined is not sent: all. */
function unlessEmpty<Item>(list: Item[]): Item[] | undefined {
  return list.length === 0 ? undefined : list
}

function tagOf({ id, name = id, fields = [] }: AnswerOf<'createEventTag'>): WallEventTag {
  return { id, name, fields }
}

export interface KeyedEvent {
  readonly idempotencyKey: string
  readonly event: InsertEvent
}

/** What a platform says of one event of a batch. `code` as in an error answer (assumption 26). */
export type InsertVerdict =
  | { readonly success: true }
  | { readonly success: false; readonly code: string; readonly message: string | undefined }

/** The calls that insert events: section 4.7, and assumptions 33 and 34. One attempt; the outbox decides about the next. */
export function insertCalls(exchange: PlatformExchange) {
  return {
    /** Any success means that the platform has it, whatever else it says. */
    one({ idempotencyKey, event }: KeyedEvent): Promise<PlatformResult<undefined>> {
      return exchange.carryOut('insertEvent', {
        headers: { 'idempotency-key': idempotencyKey },
        body: event,
      })
    },

    /** Sends what no platform can take: an event without any member. A refusal shows that the call is there for this key. */
    empty(): Promise<PlatformResult<undefined>> {
      const sentences = { not_found: exactMessage('no_event_insertion') }
      return exchange.carryOut('insertEvent', { body: {}, sentences })
    },

    /** A verdict for each event, in their order. */
    batch(events: readonly KeyedEvent[]): Promise<PlatformResult<readonly InsertVerdict[]>> {
      const body = { events: events.map(({ event, idempotencyKey }) => ({ ...event, idempotencyKey })) }
      return exchange.call('insertEvents', { body }, ({ results }) => {
        if (results.length !== events.length) return undefined
        return results.map((result) => {
          if (result.success) return result
          const { code, message, field } = result.error
          const words = exchange.sentenceOf(message)
          const place = field === undefined ? undefined : exchange.sentenceOf(field)
          return { success: false, code, message: place === undefined ? words : `${words ?? ''} (${place})` }
        })
      })
    },
  }
}

export type InsertCalls = ReturnType<typeof insertCalls>
