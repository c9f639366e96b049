import type { WallError } from '#contract/errors.ts'
import type { CallInput } from '#contract/wall/calls.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import {
  type EventFeedState,
  type EventSource,
  type EventTags,
  sourceOffsetMs,
  type WallEvent,
  type WallEventTag,
} from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { createStore } from 'zustand/vanilla'
import { clipPathOf, EVENT_HUES, shapeOf } from '../timeline/event-marks.ts'
import { type EventPart, type EventRow, partsOf, rowsOf } from './event-words.ts'
import { t } from '../language/language.ts'

export interface EventControllerState {
  /** In the platform's order, which is that of their hues and of the timeline's types of events. */
  readonly tags: readonly WallEventTag[]
  /** `settings`: the platform does not list its tags. */
  readonly source: EventTags['source'] | undefined
  /** Why there are no tags; undefined while they are there or still under way. */
  readonly error: WallError | undefined
  /** How new events come. */
  readonly feed: EventFeedState
}

/** Empty ids: of all. */
export interface EventWatch {
  readonly cameraIds: readonly string[]
  readonly eventTypeIds: readonly string[]
}

/** Sources with the same clock offset: every one of these tags before every one of these cameras. */
export interface AlikeSources extends EventWatch {
  /** How far they are ahead of the cameras', milliseconds. */
  readonly offsetMs: number
}

/** @param skipped how many before these the page was too slow for */
export type OnArrived = (events: readonly WallEvent[], skipped: number) => void

export interface EventControllerOptions {
  readonly shell: Pick<WallShell, 'call' | 'subscribe' | 'onLink'>
  /** `eventSourceKey` → milliseconds that the clock of a source is ahead of the cameras'. */
  readonly clockOffsetsMs: () => Readonly<Record<string, number>>
  /** Milliseconds that the clock of a camera's recorder is ahead; undefined when not configured. */
  readonly cameraClockOffsetMs?: (cameraId: string) => number | undefined
  readonly isVisible: () => boolean
}

type WatchCall = CallInput<'events.watch'>
/** More watches than this become one watch of everything. */
const mostWatches = 36

/** What all of this page that shows events share: the tags, their colours and words, and the one subscription. */
export class EventController {
  readonly store = createStore<EventControllerState>(() => ({
    tags: [],
    source: undefined,
    error: undefined,
    feed: { state: 'off' },
  }))
  readonly #options: EventControllerOptions
  readonly #watches = new Map<symbol, { watch: EventWatch; onArrived: OnArrived }>()
  readonly #unsubscribe: readonly (() => void)[]
  /** Unknown tags of events for which the list was requested again; the platform may not list them. */
  readonly #missed = new Set<string>()
  #sent = ''
  #isSendDue = false
  #asked = 0
  #connection: string | undefined

  constructor(options: EventControllerOptions) {
    this.#options = options
    const { shell } = options
    this.#unsubscribe = [
      shell.subscribe('events.arrived', ({ chunk, events, skipped }) => {
        this.#arrived(events, skipped)
        void shell.call('events.taken', { chunk })
      }),
      shell.subscribe('events.feed', (feed) => this.store.setState({ feed })),
      shell.subscribe('connection', (connection) => this.#connected(connection)),
      shell.onLink((isUp) => {
        // Main may have been restarted and know of no watch.
        this.#sent = ''
        if (!isUp) return this.store.setState({ feed: { state: 'off' } })
        this.#sendWatches()
        void this.refresh()
      }),
    ]
    void this.refresh()
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#watches.clear()
  }

  /** Asks for the tags again. */
  async refresh(): Promise<void> {
    this.#missed.clear()
    await this.#askTags()
  }

  async #askTags(): Promise<void> {
    const asked = ++this.#asked
    const answer = await this.#options.shell.call('events.tags', undefined)
    if (asked !== this.#asked) return
    this.store.setState(
      answer.ok
        ? { tags: answer.value.tags, source: answer.value.source, error: undefined }
        : { error: answer.error },
    )
  }

  /** To be called when the page is hidden or shown. */
  visibilityChanged(): void {
    this.#sendWatches()
  }

  /** Calls `onArrived` with new events in the order of their arrival until the returned function is called. */
  watch(watch: EventWatch, onArrived: OnArrived): () => void {
    const key = Symbol('watch')
    this.#watches.set(key, { watch, onArrived })
    this.#sendWatches()
    return () => {
      if (this.#watches.delete(key)) this.#sendWatches()
    }
  }

  tagOf(id: string): WallEventTag | undefined {
    return this.store.getState().tags.find((tag) => tag.id === id)
  }

  /** What an operator calls it. */
  nameOf(tagId: string): string {
    return this.tagOf(tagId)?.name ?? t('events.unknownTag')
  }

  /** Index into the timeline's types of events; -1 of a tag that is not known. */
  typeIndexOf(tagId: string): number {
    return this.store.getState().tags.findIndex(({ id }) => id === tagId)
  }

  /** A CSS value; grey for a tag that is not known. */
  colourOf(tagId: string): string {
    const index = this.typeIndexOf(tagId)
    return index < 0 ? 'var(--text-faint)' : `var(--event-${(index % EVENT_HUES) + 1})`
  }

  /** The tag's mark as the timeline has it: values of CSS. */
  markOf(tagId: string): { readonly background: string; readonly clipPath: string } {
    const shape = shapeOf(Math.max(0, this.typeIndexOf(tagId)))
    return { background: this.colourOf(tagId), clipPath: clipPathOf(shape) }
  }

  /** The event in one line, without time, camera and tag. */
  textOf(event: WallEvent): string {
    return this.partsOf(event)
      .map(({ words }) => words)
      .join(' · ')
  }

  partsOf(event: WallEvent): EventPart[] {
    return partsOf(event, this.tagOf(event.eventTypeId))
  }

  /** Typed fields in the tag's order. */
  rowsOf(event: WallEvent): EventRow[] {
    return rowsOf(event, this.tagOf(event.eventTypeId))
  }

  /** How far the clock of the event's source is ahead of the cameras', milliseconds. */
  clockOffsetMsOf(event: EventSource): number {
    const { clockOffsetsMs, cameraClockOffsetMs } = this.#options
    return sourceOffsetMs(event, clockOffsetsMs(), cameraClockOffsetMs?.(event.cameraId))
  }

  /** The same for a source that is not configured. */
  usualOffsetMs(cameraId: string): number {
    return 0 - (this.#options.cameraClockOffsetMs?.(cameraId) ?? 0)
  }

  /** When the cameras saw it: epoch milliseconds. */
  pictureMsOf(event: WallEvent): number {
    return event.timestampMs - this.clockOffsetMsOf(event)
  }

  /** Groups the sources of these cameras and tags (none: all) by clock offset: one request for each group. */
  sourcesOf(cameraIds: readonly string[], eventTypeIds: readonly string[]): AlikeSources[] {
    const known = eventTypeIds.length > 0 ? eventTypeIds : this.store.getState().tags.map(({ id }) => id)
    const found = cameraIds.flatMap((cameraId) => {
      const byOffset = Map.groupBy(known, (eventTypeId) => this.clockOffsetMsOf({ eventTypeId, cameraId }))
      const [offsetMs = this.usualOffsetMs(cameraId)] = byOffset.keys()
      if (byOffset.size <= 1) return [{ cameraId, offsetMs, eventTypeIds }]
      return [...byOffset].map(([ms, alike]) => ({ cameraId, offsetMs: ms, eventTypeIds: alike }))
    })
    const alike = Map.groupBy(found, ({ offsetMs, eventTypeIds: ids }) => JSON.stringify([offsetMs, ids]))
    return [...alike.values()].flatMap((sources) => {
      const [first] = sources
      return first === undefined ? [] : { ...first, cameraIds: sources.map(({ cameraId }) => cameraId) }
    })
  }

  #arrived(events: readonly WallEvent[], skipped: number): void {
    this.#learn(events)
    for (const { watch, onArrived } of Array.from(this.#watches.values())) {
      const wanted = events.filter((event) => isWatched(event, watch))
      if (wanted.length > 0 || skipped > 0) onArrived(wanted, skipped)
    }
  }

  /** Requests the list once per unknown tag: every new list redraws all that shows events. */
  #learn(events: readonly WallEvent[]): void {
    const before = this.#missed.size
    for (const { eventTypeId } of events) {
      if (this.tagOf(eventTypeId) === undefined) this.#missed.add(eventTypeId)
    }
    if (this.#missed.size > before) void this.#askTags()
  }

  /** Another platform or key has other tags; one that answers again may have failed to list them before. */
  #connected({ address, key, source, reach }: ConnectionStatus): void {
    const connection = JSON.stringify([source, address?.baseUrl, key.state, key.orgId])
    const isOther = this.#connection !== undefined && connection !== this.#connection
    this.#connection = connection
    const failed = this.store.getState().error !== undefined
    if (isOther || (failed && reach === 'ok')) void this.refresh()
  }

  /** Changes within one turn of the event loop become one call. */
  #sendWatches(): void {
    if (this.#isSendDue) return
    this.#isSendDue = true
    queueMicrotask(() => {
      this.#isSendDue = false
      const call = this.#watchCall()
      const fingerprint = JSON.stringify(call)
      const isFirstOfNone = this.#sent === '' && call.watches.length === 0
      if (fingerprint === this.#sent || isFirstOfNone) return
      this.#sent = fingerprint
      void this.#options.shell.call('events.watch', call)
    })
  }

  #watchCall(): WatchCall {
    const one = new Map<string, WatchCall['watches'][number]>()
    for (const { watch } of this.#watches.values()) {
      const cameraIds = watch.cameraIds.toSorted()
      const eventTypeIds = watch.eventTypeIds.toSorted()
      one.set(JSON.stringify([cameraIds, eventTypeIds]), { cameraIds, eventTypeIds })
    }
    const all = { cameraIds: [], eventTypeIds: [] }
    // Sorted, so that the same watches are the same call.
    const sorted = [...one.keys()].toSorted().flatMap((key) => one.get(key) ?? [])
    const watches = sorted.length > mostWatches ? [all] : sorted
    return { watches, isVisible: this.#options.isVisible() }
  }
}

function isWatched({ cameraId, eventTypeId }: WallEvent, { cameraIds, eventTypeIds }: EventWatch): boolean {
  return (
    (cameraIds.length === 0 || cameraIds.includes(cameraId)) &&
    (eventTypeIds.length === 0 || eventTypeIds.includes(eventTypeId))
  )
}
