import { type WallError, wallError } from '#contract/errors.ts'
import type { PathName, Spellings } from '#contract/platform/assumptions.ts'
import type { CreateEventTag, EventHistogramRequest, SearchEvents } from '#contract/platform/events.ts'
import { ok } from '#contract/result.ts'
import type { FoundEvents, ResolvedEventQuery, WallEvent, WallEventTag } from '#contract/wall/events.ts'
import { parseJson } from '../json.ts'
import type { Answered, Meanings, Reading, Sentences } from './failure.ts'
import { EventStreamParser, StreamFault } from './event-stream-parser.ts'
import type { CallNeeds } from './platform-exchange.ts'
import {
  type ReadBucket,
  readBuckets,
  readCreatedTag,
  readEvent,
  readEventTags,
  readFoundEvents,
} from './read-events.ts'

export interface EventSearch extends ResolvedEventQuery {
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly cursor?: string | undefined
}

/** One message of the stream; no member: it is only alive. */
export interface StreamItem {
  readonly event?: WallEvent
  /** To go on after this message. */
  readonly lastEventId?: string
  /** Why the stream is not read any further. */
  readonly fault?: WallError
}

export interface StreamWish extends Reading {
  readonly path: PathName
  readonly headers: Readonly<Record<string, string>>
  /** Nothing comes for so long: the connection has died without a word. */
  readonly silenceMs: number
}

export interface EventCallsPorts extends CallNeeds {
  /** The body of a success, as it comes; it throws when the connection breaks. */
  readonly openStream: (wish: StreamWish, signal: AbortSignal) => Promise<Answered<AsyncIterable<Uint8Array>>>
  /** The organization of the key, as far as known. */
  readonly orgId: () => string | undefined
}

/** The document has no such calls: a platform without them is not at fault. */
const absent = 'events_unavailable'
const meanings: Meanings = { invalid_cursor: 'cursor_refused' }

function unavailable(what: string): Sentences {
  return { events_unavailable: `This platform offers no ${what}.` }
}

/** Of calls that name the organization where it is known. */
const withoutOrganization: Sentences = {
  refused:
    'The platform refused this, perhaps because the organization of the key is not known here: enter it beside the key on the connection page.',
}

const endlessMessage =
  'The platform sends a message without end in its stream of events: the connection was closed and is opened again. Tell whoever runs the platform if this stays.'

/** Three heartbeats of the local site (assumption 30). */
const SILENCE_MS = 50_000

/** The calls of events: assumptions 20, 22, 23 and 30. What is inserted goes through the outbox. */
export class EventCalls {
  readonly #ports: EventCallsPorts

  constructor(ports: EventCallsPorts) {
    this.#ports = ports
  }

  tags(): Promise<Answered<readonly WallEventTag[]>> {
    return this.#ports.exchange({
      call: 'eventTags',
      method: 'GET',
      path: 'eventTags',
      withKey: true,
      absent,
      sentences: unavailable('list of event tags'),
      read: (answer) => {
        const tags = readEventTags(answer.text, this.#ports.spellings)
        if (tags !== undefined) this.#ports.confirm('eventTags')
        return tags
      },
    })
  }

  /** Never repeated after a failure that may have made it: its name would be taken. */
  createTag(tag: CreateEventTag): Promise<Answered<WallEventTag>> {
    return this.#ports.exchange({
      call: 'createEventTag',
      method: 'POST',
      path: 'eventTags',
      withKey: true,
      body: tag,
      absent,
      sentences: {
        ...unavailable('way to make event tags'),
        limit_reached:
          'This organization has all the event tags it may have. Delete one on the platform first.',
      },
      read: (answer) => readCreatedTag(answer.text, this.#ports.spellings),
    })
  }

  search(search: EventSearch, signal?: AbortSignal): Promise<Answered<FoundEvents>> {
    const { order, limit, cursor } = search
    const body = {
      ...this.#question(search),
      order,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    } satisfies Partial<SearchEvents>
    return this.#ports.exchange({
      call: 'searchEvents',
      method: 'POST',
      path: 'eventSearch',
      withKey: true,
      body,
      signal,
      meanings,
      absent,
      sentences: this.#sentences('search of events'),
      read: (answer) => {
        const found = readFoundEvents(answer.text, this.#ports.spellings)
        if (found !== undefined) this.#ports.confirm('eventSearch')
        if (found !== undefined && search.match.length > 0) this.#ports.confirm('eventOperators')
        return found
      },
    })
  }

  histogram(query: ResolvedEventQuery, bucketMs: number): Promise<Answered<readonly ReadBucket[]>> {
    const body = { ...this.#question(query), bucketMs } satisfies Partial<EventHistogramRequest>
    return this.#ports.exchange({
      call: 'eventHistogram',
      method: 'POST',
      path: 'eventHistogram',
      withKey: true,
      body,
      absent,
      sentences: this.#sentences('count of events'),
      read: (answer) => {
        const buckets = readBuckets(answer.text, query.startMs, bucketMs, this.#ports.spellings)
        if (buckets !== undefined) this.#ports.confirm('eventHistogram')
        return buckets
      },
    })
  }

  /** New events as they arrive at the platform. The iteration ends with the connection, whatever ends that. */
  async stream(
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<Answered<AsyncIterable<StreamItem>>> {
    const opened = await this.#ports.openStream(
      {
        path: 'eventStream',
        headers: {
          accept: 'text/event-stream',
          ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
        },
        silenceMs: SILENCE_MS,
        absent,
        sentences: unavailable('stream of events'),
      },
      signal,
    )
    if (!opened.ok) return opened
    this.#ports.confirm('eventStream')
    return ok(itemsOf(opened.value, this.#ports.spellings))
  }

  #sentences(what: string): Sentences {
    return { ...unavailable(what), ...(this.#ports.orgId() === undefined ? withoutOrganization : {}) }
  }

  #question({ cameraIds, eventTypeIds, startMs, endMs, match }: ResolvedEventQuery) {
    const orgId = this.#ports.orgId()
    return {
      ...(orgId === undefined ? {} : { orgId }),
      ...(cameraIds.length === 0 ? {} : { cameraIds }),
      ...(eventTypeIds.length === 0 ? {} : { eventTypeIds }),
      start: startMs,
      end: endMs,
      ...(match.length === 0 ? {} : { match }),
    }
  }
}

async function* itemsOf(body: AsyncIterable<Uint8Array>, spellings: Spellings): AsyncGenerator<StreamItem> {
  const parser = new EventStreamParser()
  const decoder = new TextDecoder()
  try {
    // It is open: what came before can be asked for now.
    yield {}
    for await (const piece of body) {
      const messages = parser.push(decoder.decode(piece, { stream: true }))
      for (const { data } of messages) {
        const event = readEvent(parseJson(data), spellings)
        if (event !== undefined) yield { event }
      }
      yield parser.lastEventId === undefined ? {} : { lastEventId: parser.lastEventId }
    }
  } catch (thrown) {
    if (thrown instanceof StreamFault) yield { fault: wallError('bad_answer', endlessMessage) }
    // Broken off: the same to whoever reads as an end.
  }
}
