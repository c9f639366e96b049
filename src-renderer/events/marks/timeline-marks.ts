import type { WallEvent } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../../clock.ts'
import { retryDelayMs } from '../../retry-delay.ts'
import { type AskedRange, isResting } from '../../timeline/coverage-loader.ts'
import type { MarkPort } from '../../timeline/hover-driver.ts'
import type { Lane } from '../../timeline/lane-list.ts'
import type { Timeline } from '../../timeline/timeline.ts'
import type { SessionStore } from '../../wall/session-store.ts'
import type { WallStore } from '../../wall/wall-store.ts'
import { eventDefaults } from '../defaults.ts'
import type { EventController } from '../event-controller.ts'
import type { SearchController } from '../search/search-controller.ts'
import { MarkDetails } from './mark-details.ts'
import { type Loaded, MarkLayer, type MarkLayerOptions } from './mark-layer.ts'
import { drawLegend } from './mark-legend.ts'
import { type ShownTagsStore, shownIds } from './shown-tags.ts'
import { onChangeOf } from '../../wall/on-change-of.ts'

export interface TimelineMarksOptions {
  readonly shell: Pick<WallShell, 'call'>
  readonly wall: Pick<WallStore, 'subscribe'>
  readonly session: Pick<SessionStore, 'subscribe'>
  readonly eventController: EventController
  readonly search: SearchController
  readonly shown: ShownTagsStore
  readonly clock: Clock
}

/** Everything of events on one timeline: marks and density of the tags that are shown, and the hits of the search above them. */
export class TimelineMarks implements MarkPort {
  readonly #options: TimelineMarksOptions
  readonly #details: MarkDetails
  #events: MarkLayer | undefined
  #hits: MarkLayer | undefined
  #removeLegend = (): void => {}
  #lanes: readonly string[] = []
  /** What is seen, and what was asked for around it. */
  #seen: AskedRange | undefined
  /** What was seen when the timer was set. */
  #restsAt: AskedRange | undefined
  #loaded: (AskedRange & { readonly widthMs: number }) | undefined
  #gathered: WallEvent[] = []
  #stopWatching = (): void => {}
  #callOffLoad = (): void => {}
  #callOffGather = (): void => {}
  #callOffRefresh: (() => void) | undefined
  /** Loads in a row that were not answered. */
  #failures = 0
  #unsubscribe: readonly (() => void)[] = []

  constructor(options: TimelineMarksOptions) {
    this.#options = options
    this.#details = new MarkDetails(options)
  }

  attach(timeline: Pick<Timeline, 'addEvents' | 'clearEvents' | 'setEventTypes' | 'bar'>): void {
    const { shell, wall, session, eventController, search, shown } = this.#options
    const ofLayer: Omit<MarkLayerOptions, 'layer'> = {
      shell,
      surface: timeline,
      typeIndexOf: (id) => eventController.typeIndexOf(id),
      offsetMsOf: (source) => eventController.clockOffsetMsOf(source),
    }
    this.#events = new MarkLayer({ ...ofLayer, layer: 'events' })
    this.#hits = new MarkLayer({ ...ofLayer, layer: 'hits' })
    this.#removeLegend = drawLegend(timeline.bar, this.#options)
    timeline.setEventTypes(eventController.store.getState().tags)
    this.#unsubscribe = [
      onChangeOf(eventController.store, 'tags', (tags) => {
        timeline.setEventTypes(tags)
        this.#reload()
      }),
      shown.subscribe(() => this.#reload()),
      // Clock offsets of the cameras may have changed.
      onChangeOf(wall, 'cameras', () => this.#reload()),
      session.subscribe(({ settings }, before) => {
        if (settings.eventClockOffsetsMs !== before.settings.eventClockOffsetsMs) this.#reload()
      }),
      onChangeOf(search.store, 'asked', () => this.#reload()),
    ]
    this.#reload()
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#callOffLoad()
    this.#callOffGather()
    this.#callOffRefresh?.()
    this.#stopWatching()
    this.#details.forget()
    this.#removeLegend()
    this.#events?.clear()
    this.#hits?.clear()
  }

  /** Lanes that are there no more have lost their marks, new ones have none yet. */
  setLanes(lanes: readonly Lane[]): void {
    const cameraIds = lanes.flatMap(({ cameraId }) => cameraId ?? [])
    if (cameraIds.join('\n') === this.#lanes.join('\n')) return
    this.#lanes = cameraIds
    this.#stopWatching()
    this.#stopWatching =
      cameraIds.length === 0
        ? () => {}
        : this.#options.eventController.watch({ cameraIds, eventTypeIds: [] }, (events, skipped) => {
            this.#gather(events)
            if (skipped > 0) this.#refreshLater()
          })
    this.#reload()
  }

  see(fromMs: number, untilMs: number): void {
    this.#seen = { fromMs, untilMs }
    if (this.#isLoaded(fromMs, untilMs) || isResting(this.#restsAt, this.#seen)) return
    this.#loadSoon()
  }

  describe(rowId: number, show: (lines: readonly string[]) => void): void {
    const mark = this.#hits?.markOf(rowId) ?? this.#events?.markOf(rowId)
    if (mark !== undefined) this.#details.describe(mark, show)
    else this.#details.forget()
  }

  countsIn(cameraId: string, fromMs: number, untilMs: number): ReadonlyMap<number, number> {
    const counts = new Map<number, number>()
    for (const layer of [this.#events, this.#hits]) {
      for (const [tagId, count] of layer?.countsIn(cameraId, fromMs, untilMs) ?? []) {
        const typeId = this.#options.eventController.typeIndexOf(tagId)
        // A hit is one of the events, too.
        counts.set(typeId, Math.max(counts.get(typeId) ?? 0, count))
      }
    }
    return counts
  }

  forget(): void {
    this.#details.forget()
  }

  #isLoaded(fromMs: number, untilMs: number): boolean {
    const loaded = this.#loaded
    if (loaded === undefined || fromMs < loaded.fromMs || untilMs > loaded.untilMs) return false
    const zoom = (untilMs - fromMs) / loaded.widthMs
    return zoom <= eventDefaults.marks.zoomFactor && zoom >= 1 / eventDefaults.marks.zoomFactor
  }

  #reload(): void {
    this.#loaded = undefined
    this.#loadSoon()
  }

  /** Reloads after events that were not delivered or not kept; once for a flood of them. */
  #refreshLater(delayMs: number = eventDefaults.marks.refreshMs): void {
    this.#callOffRefresh ??= this.#options.clock.after(delayMs, () => {
      this.#callOffRefresh = undefined
      this.#reload()
    })
  }

  #loadSoon(): void {
    this.#callOffLoad()
    this.#restsAt = this.#seen
    this.#callOffLoad = this.#options.clock.after(eventDefaults.marks.settleMs, () => void this.#load())
  }

  async #load(): Promise<void> {
    const seen = this.#seen
    if (seen === undefined || this.#events === undefined || this.#hits === undefined) return
    const widthMs = seen.untilMs - seen.fromMs
    const moreMs = (widthMs * (eventDefaults.marks.spanInWidths - 1)) / 2
    const startMs = Math.max(0, Math.floor(seen.fromMs - moreMs))
    const endMs = Math.max(startMs + 1, Math.ceil(seen.untilMs + moreMs))
    const loaded = { fromMs: startMs, untilMs: endMs, widthMs }
    this.#loaded = loaded
    const cameraIds = [...this.#lanes]
    const around = { cameraIds, ...this.#bySources(cameraIds, loaded) }
    const { shown, eventController } = this.#options
    const eventTypeIds = shownIds(shown.getState(), eventController.store.getState().tags)
    const answers = await Promise.all([
      eventTypeIds === undefined || cameraIds.length === 0
        ? this.#events.clear()
        : this.#events.load({ ...around, eventTypeIds, match: [] }),
      this.#loadHits(around),
    ])
    if (this.#loaded !== loaded) return
    if (!answers.includes('in part')) this.#failures = 0
    if (answers.includes('in part') || answers.includes('refused')) this.#loaded = undefined
    if (!answers.includes('in part')) return
    this.#refreshLater(retryDelayMs(eventDefaults.marks.retryMs, this.#failures, 0, Math.random))
    this.#failures += 1
  }

  /** A stretch of the timeline by the clocks of the sources, wide enough for all their offsets. */
  #bySources(
    cameraIds: readonly string[],
    { fromMs, untilMs }: AskedRange,
  ): { startMs: number; endMs: number } {
    const offsetsMs = this.#options.eventController.sourcesOf(cameraIds, []).map(({ offsetMs }) => offsetMs)
    const startMs = Math.max(0, fromMs + (offsetsMs.length === 0 ? 0 : Math.min(...offsetsMs)))
    const endMs = untilMs + (offsetsMs.length === 0 ? 0 : Math.max(...offsetsMs))
    return { startMs, endMs: Math.max(startMs + 1, endMs) }
  }

  /** A search for everything is no reason to mark everything. */
  #loadHits(around: { cameraIds: string[]; startMs: number; endMs: number }): Promise<Loaded> | void {
    const body = this.#options.search.hits
    const cameraIds =
      body === undefined
        ? []
        : around.cameraIds.filter((id) => body.cameraIds.length === 0 || body.cameraIds.includes(id))
    const startMs = Math.max(around.startMs, body?.startMs ?? 0)
    const endMs = Math.min(around.endMs, body?.endMs ?? 0)
    if (body === undefined || cameraIds.length === 0 || endMs <= startMs) return this.#hits?.clear()
    return this.#hits?.load({
      cameraIds,
      startMs,
      endMs,
      eventTypeIds: body.eventTypeIds,
      match: body.match,
    })
  }

  #gather(events: readonly WallEvent[]): void {
    if (this.#gathered.length === 0) {
      this.#callOffGather = this.#options.clock.after(eventDefaults.marks.gatherMs, () =>
        this.#showGathered(),
      )
    }
    this.#gathered.push(...events)
  }

  #showGathered(): void {
    const events = this.#gathered
    this.#gathered = []
    const { hidden } = this.#options.shown.getState()
    const isFull = [
      this.#events?.arrived(events.filter(({ eventTypeId }) => !hidden.has(eventTypeId))),
      this.#options.search.hits !== undefined &&
        this.#hits?.arrived(events.filter((event) => this.#options.search.isHit(event))),
    ]
    if (isFull.includes(true)) this.#refreshLater()
  }
}
