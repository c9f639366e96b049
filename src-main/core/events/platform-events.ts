import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { EventExportState, EventFeedState, EventOutboxState, WallEvent } from '#contract/wall/events.ts'
import type { EventCalls } from '../platform/event-calls.ts'
import { Publisher } from '../publisher.ts'
import { eventDefaults } from './defaults.ts'
import { EventService } from './event-service.ts'
import { EventExports, type EventExportsOptions } from './event-exports.ts'
import { EventFeed, type EventFeedOptions } from './event-feed.ts'
import { Marks, type MarksOptions } from './marks.ts'
import type { EventOutbox } from './outbox/durable-outbox.ts'
import type { DeadLetter, Discarded, OutboxStatus, Selection } from './outbox/event-outbox.ts'

/** What is pushed to pages without a request. */
export interface EventListeners {
  readonly onEvents: (events: readonly WallEvent[]) => void
  readonly onFeed: (state: EventFeedState) => void
  readonly onOutbox: (state: EventOutboxState) => void
  readonly onExport: (state: EventExportState) => void
  readonly onNotice: (error: WallError) => void
}

export interface PlatformEventsOptions
  extends Omit<EventFeedOptions, 'calls' | 'onEvents' | 'onState'>,
    Omit<MarksOptions, 'calls' | 'onFailure'>,
    Pick<EventExportsOptions, 'cameras' | 'followsFiles'> {
  readonly calls: Pick<EventCalls, 'tags' | 'createTag' | 'search' | 'histogram' | 'stream'>
  readonly listeners: EventListeners
}

/** All that concerns events of one platform. */
export class PlatformEvents {
  readonly service: EventService
  readonly feed: EventFeed
  readonly exports: EventExports
  readonly marks: Marks
  readonly #outbox: EventOutbox
  readonly #publisher: Publisher<EventOutboxState>

  constructor(options: PlatformEventsOptions) {
    const { outbox, listeners, timers } = options
    this.#outbox = outbox
    this.service = new EventService(options)
    this.feed = new EventFeed({ ...options, onEvents: listeners.onEvents, onState: listeners.onFeed })
    this.exports = new EventExports({
      ...options,
      tags: () => this.service.lastTags(),
      onState: listeners.onExport,
    })
    this.marks = new Marks({ ...options, onFailure: () => this.#publisher.changed() })
    this.#publisher = new Publisher({
      timers,
      delayInMs: eventDefaults.outboxPushMs,
      read: async () => stateOf(await outbox.status(), this.marks.failure),
      push: listeners.onOutbox,
    })
    outbox.onChange(() => this.#publisher.changed())
  }

  outbox(): Promise<EventOutboxState> {
    return this.#publisher.read()
  }

  async retry(selection: Selection): Promise<Result<number, WallError>> {
    await this.marks.renew(selection)
    return this.#outbox.retry(selection)
  }

  discard(selection: Discarded): Promise<Result<number, WallError>> {
    return this.#outbox.discard(selection)
  }

  /** A key was set, or the machine woke up: what waits is tried at once. */
  wake(): void {
    this.feed.wake()
    this.#outbox.wake()
    void this.marks.wake()
  }

  /** The platform answers again: what waits for it is tried at once. */
  resume(): void {
    this.#outbox.resume()
  }

  async dispose(): Promise<void> {
    this.feed.dispose()
    this.exports.dispose()
    this.marks.dispose()
    this.#publisher.dispose()
    await this.#outbox.dispose()
  }
}

function stateOf(status: OutboxStatus, noTag: WallError | undefined): EventOutboxState {
  const waitsFor = status.waitsFor ?? (status.held > 0 ? noTag : undefined)
  return {
    ...status,
    deadLetters: status.deadLetters.map((letter) => ({ ...letter, fields: withShortTexts(letter.fields) })),
    ...(waitsFor === undefined ? {} : { waitsFor }),
  }
}

/** Short enough to send with every change, and enough to recognize the event. */
function withShortTexts(fields: DeadLetter['fields']): DeadLetter['fields'] {
  const short = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, eventDefaults.deadLetterChars) : value,
  ])
  return Object.fromEntries(short)
}
