import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { FoundEvents, WallEvent } from '#contract/wall/events.ts'
import type { EventSearch, StreamItem } from '#main/core/platform/event-calls.ts'
import type { PlatformResult } from '#main/core/platform/failure.ts'
import type { FakeTime } from '../support/fake-time.ts'

export type StoredEvent = WallEvent & { readonly receivedAtMs: number }

/** The events of a platform that can be cut off, kept small to page often. */
export class FeedPlatform {
  readonly events: StoredEvent[] = []
  readonly searches: EventSearch[] = []
  hasStream = true
  hasSearch = true
  isReachable = true
  /** Each page of the search leads to the same one. */
  isTurningInCircles = false
  /** Gives one page of a search, and no way to the next. */
  isCutOff = false
  /** Refuses a time that ends before it begins. */
  isStrict = false
  readonly refusedIds = new Set<string>()
  lastEventIdOf = (event: WallEvent): string => event.id
  /** How long an answer takes. */
  latencyMs = 0
  /** The platform's clock minus the computer's. */
  aheadMs = 0
  /** The same as the answer to a search that was sent since has told it. */
  toldAheadMs: number | undefined
  readonly #time: FakeTime
  readonly #pageSize: number
  #wake: (() => void)[] = []
  #connection = 0

  constructor(time: FakeTime, pageSize = 3) {
    this.#time = time
    this.#pageSize = pageSize
  }

  /** @param lateMs how long ago it happened */
  arrive(lateMs = 0, cameraId = 'cam-1'): StoredEvent {
    const nowMs = this.#time.wallMs() + this.aheadMs
    const event = {
      id: String(this.events.length + 1),
      cameraId,
      eventTypeId: 'sale',
      fields: {},
      timestampMs: nowMs - lateMs,
      receivedAtMs: nowMs,
    }
    this.events.push(event)
    this.#rouse()
    return event
  }

  /** The connection of every stream ends, without a word. */
  cut(): void {
    this.#connection += 1
    this.#rouse()
  }

  readonly search = async (search: EventSearch): Promise<PlatformResult<FoundEvents>> => {
    const { aheadMs } = this
    await this.#answerTime()
    if (!this.hasSearch) return fail({ error: wallError('events_unavailable'), maybeCarriedOut: false })
    if (!this.isReachable) return fail({ error: wallError('unreachable'), maybeCarriedOut: false })
    if (!Number.isInteger(search.startMs))
      return fail({ error: wallError('refused'), maybeCarriedOut: false })
    this.searches.push(search)
    this.toldAheadMs = aheadMs
    if (this.isStrict && search.startMs >= search.endMs)
      return fail({ error: wallError('refused'), maybeCarriedOut: false })
    if (this.isTurningInCircles && this.searches.length < 100) return ok({ events: [], nextCursor: 'round' })
    const after = search.cursor === undefined ? [-1, 0] : search.cursor.split('/').map(Number)
    const [afterMs = -1, afterId = 0] = after
    const found = this.events
      .filter(({ timestampMs }) => timestampMs >= search.startMs && timestampMs < search.endMs)
      .toSorted((one, other) => one.timestampMs - other.timestampMs || Number(one.id) - Number(other.id))
      .filter(
        ({ timestampMs, id }) => timestampMs > afterMs || (timestampMs === afterMs && Number(id) > afterId),
      )
    if (this.isCutOff) {
      const ordered = search.order === 'asc' ? found : found.toReversed()
      const isMore = found.length > this.#pageSize
      return ok({ events: ordered.slice(0, this.#pageSize), ...(isMore ? { isCutOff: true } : {}) })
    }
    const page = found.slice(0, this.#pageSize)
    const last = page.at(-1)
    return ok({
      events: page,
      ...(found.length > page.length && last !== undefined
        ? { nextCursor: `${last.timestampMs}/${last.id}` }
        : {}),
    })
  }

  readonly stream = async (
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<PlatformResult<AsyncIterable<StreamItem>>> => {
    await this.#answerTime()
    if (!this.hasStream) return fail({ error: wallError('events_unavailable'), maybeCarriedOut: false })
    // As a header that cannot be sent fails.
    const isSent = /^[\x20-\xff]*$/.test(lastEventId ?? '')
    if (!this.isReachable || !isSent) return fail({ error: wallError('unreachable'), maybeCarriedOut: false })
    if (this.refusedIds.has(lastEventId ?? ''))
      return fail({ error: wallError('refused'), maybeCarriedOut: true })
    signal.addEventListener('abort', () => this.#rouse())
    return ok(this.#follow(Number(lastEventId ?? this.events.length), signal))
  }

  async *#follow(afterId: number, signal: AbortSignal): AsyncGenerator<StreamItem> {
    const connection = this.#connection
    yield {}
    let at = afterId
    while (!signal.aborted && connection === this.#connection) {
      const event = this.events[at]
      if (event === undefined) {
        const roused = Promise.withResolvers<void>()
        this.#wake.push(roused.resolve)
        await roused.promise
        continue
      }
      at += 1
      yield { event, lastEventId: this.lastEventIdOf(event) }
    }
  }

  #rouse(): void {
    for (const wake of this.#wake.splice(0)) wake()
  }

  #answerTime(): Promise<void> {
    if (this.latencyMs === 0) return Promise.resolve()
    return new Promise((resolve) => this.#time.after(this.latencyMs, resolve))
  }
}
