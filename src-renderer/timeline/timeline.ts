import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { locale } from '../language/locale.ts'
import { loadTemporal, type TemporalNamespace } from './axis/temporal.ts'
import { Zone } from './axis/zone.ts'
import { type AskedRange, type CoverageLoader, type CoveragePort, loadCoverage } from './coverage-loader.ts'
import { DrawingClient, openDrawingWorker } from './drawing/drawing-client.ts'
import type { DrawingFigures, EventBatch } from './drawing/messages.ts'
import { themeOfPage } from './drawing/theme.ts'
import { browserFrameClock, type FrameClock } from './frame-clock.ts'
import {
  driveHover,
  type EventType,
  type HoverDriver,
  type MarkPort,
  type ThumbnailPort,
} from './hover-driver.ts'
import { listenToPointer } from './input/pointer-input.ts'
import { type ScrubPort, type TimelineHand, timelineHand } from './input/timeline-hand.ts'
import { commandOf, type TimelineCommand } from './input/timeline-keys.ts'
import { ViewMotion } from './input/view-motion.ts'
import { type Lane, LaneList } from './lane-list.ts'
import { drivePlayhead, type PlayheadDriver } from './playhead-driver.ts'
import type { Playhead } from './playhead.ts'
import { SurfaceSize } from './surface-size.ts'
import { buildTimeline, type TimelineDom } from './timeline-dom.ts'
import { msAt, pxOf, type TimelineView } from './view.ts'

/// <reference types="vite/client" />

export interface TimelineOptions {
  readonly parent: HTMLElement
  /** IANA name; an unknown one is replaced by UTC, and the bar says so. */
  readonly timeZone: string
  readonly scrub: ScrubPort
  readonly coverage: CoveragePort
  readonly thumbnails?: ThumbnailPort
  readonly marks?: MarkPort
  readonly clock?: FrameClock
}

interface MarkedRange {
  readonly startMs?: number
  readonly endMs?: number
}

/** A width of 1700 px shows the last hours. */
const initialMsPerPx = 10_000

/** One timeline on a page: lanes, axis, playhead, and the hand on them. The picture itself is a worker's. */
export class Timeline {
  readonly #temporal: TemporalNamespace
  readonly #dom: TimelineDom
  readonly #drawing: DrawingClient
  readonly #motion: ViewMotion
  readonly #lanes: LaneList
  readonly #playhead: PlayheadDriver
  readonly #hand: TimelineHand
  readonly #hover: HoverDriver
  #pointerAt: PointerPlace | undefined
  readonly #stopListening: () => void
  readonly #coverage: CoverageLoader
  readonly #size: SurfaceSize
  readonly #marks: MarkPort | undefined
  readonly #off = new AbortController()
  #selectedId: string | undefined
  #range: MarkedRange = {}

  static async open(options: TimelineOptions): Promise<Timeline> {
    return new Timeline(options, await loadTemporal())
  }

  private constructor(options: TimelineOptions, temporal: TemporalNamespace) {
    const { parent, timeZone, scrub, clock = browserFrameClock } = options
    this.#temporal = temporal
    const zone = Zone.named(temporal, timeZone) ?? Zone.utc(temporal)
    const dom = buildTimeline(parent.ownerDocument)
    this.#dom = dom
    parent.append(dom.root)
    this.#drawing = new DrawingClient(openDrawingWorker(), dom.canvas, {
      theme: themeOfPage(dom.surface),
      timeZone: zone.id,
      locale: locale(),
      fontUrl: new URL(interUrl, location.href).href,
    })
    const start = { centerMs: clock.nowMs(), msPerPx: initialMsPerPx }
    this.#motion = new ViewMotion(clock, start, (view) => this.#show(view))
    this.#lanes = new LaneList(dom)
    this.#coverage = loadCoverage({
      port: options.coverage,
      clock,
      show: (cameraId, ranges, asked) => this.#showCoverage(cameraId, ranges, asked),
    })
    const { drawing, motion } = { drawing: this.#drawing, motion: this.#motion }
    const playhead = drivePlayhead({ dom, clock, motion, drawing, zone })
    this.#playhead = playhead
    this.#hand = timelineHand(clock, motion, playhead, scrub)
    this.#marks = options.marks
    this.#hover = driveHover({
      dom,
      drawing,
      playhead,
      thumbnails: options.thumbnails,
      marks: options.marks,
    })
    this.#stopListening = listenToPointer(dom.surface, {
      hand: this.#hand,
      isOnAxis: (topPx) => topPx >= this.#size.lanesHeightPx,
      hover: (px, topPx) => this.#hoverAt({ px, topPx }),
      leave: () => {
        this.#pointerAt = undefined
        this.#hover.leave()
      },
    })
    this.#size = new SurfaceSize(dom, this.#lanes, () => this.#resize())
    const { signal } = this.#off
    dom.labels.addEventListener('scroll', () => this.#resize(), { signal, passive: true })
    dom.surface.addEventListener('keydown', (event) => this.#key(event), { signal })
    this.#resize()
    this.#playhead.beat()
  }

  dispose(): void {
    this.#off.abort()
    this.#size.dispose()
    this.#stopListening()
    this.#hover.leave()
    this.#playhead.dispose()
    this.#coverage.dispose()
    this.#motion.dispose()
    this.#drawing.dispose()
    this.#dom.root.remove()
  }

  /** What the wall does, beside the time: words for an operator. */
  setMode(words: string): void {
    this.#dom.mode.textContent = words
  }

  /** A stretch of time that stands out, with one end or both; the words say which. */
  setRange(range: MarkedRange, words: string): void {
    if (range === this.#range && words === this.#dom.rangeWords.textContent) return
    this.#range = range
    this.#dom.rangeWords.textContent = words
    this.#placeRange()
  }

  /** A place at the end of the row of the time, for a search and what else belongs there. */
  get bar(): HTMLElement {
    return this.#dom.bar
  }

  setLanes(lanes: readonly Lane[], selectedId: string | undefined): void {
    this.#lanes.show(lanes, selectedId)
    this.#selectedId = selectedId
    this.#drawing.post({ type: 'lanes', laneIds: lanes.map(({ id }) => id), selectedId })
    this.#coverage.setCameras(lanes.flatMap(({ cameraId }) => cameraId ?? []))
    this.#resize()
    if (selectedId !== undefined) this.#lanes.reveal(selectedId, this.#size.laneHeightPx)
  }

  setPlayhead(playhead: Playhead): void {
    this.#playhead.move(playhead)
  }

  /** A zone that is not known changes nothing. */
  setTimeZone(timeZone: string): void {
    const zone = Zone.named(this.#temporal, timeZone)
    if (!zone) return
    this.#drawing.post({ type: 'zone', timeZone: zone.id })
    this.#playhead.setZone(zone)
  }

  /** Names of the types of events, by their index. */
  setEventTypes(types: readonly EventType[]): void {
    this.#hover.setEventTypes(types)
  }

  /** The arrays are moved to the worker: they are empty afterwards. */
  addEvents(laneId: string, batch: EventBatch): void {
    this.#drawing.addEvents(laneId, batch)
  }

  clearEvents(layer: EventBatch['layer']): void {
    this.#drawing.post({ type: 'clear-events', layer })
  }

  /** So that the whole of it is seen. */
  showRange(fromMs: number, untilMs: number): void {
    this.#playhead.follow(false)
    const msPerPx = (untilMs - fromMs) / Math.max(1, this.#motion.widthPx)
    this.#motion.showAt((fromMs + untilMs) / 2, 0.5, msPerPx)
  }

  /** For keys that are pressed elsewhere on the page. */
  run(command: TimelineCommand): void {
    this.#hand.run(command)
  }

  figures(): Promise<DrawingFigures> {
    return this.#drawing.figures()
  }

  #show(view: TimelineView): void {
    const { widthPx } = this.#motion
    this.#drawing.post({ type: 'view', view })
    const fromMs = msAt(view, widthPx, 0)
    const untilMs = msAt(view, widthPx, widthPx)
    this.#coverage.see(fromMs, untilMs)
    this.#marks?.see(fromMs, untilMs)
    this.#playhead.place()
    this.#placeRange()
    // What lies below a pointer that stands still has changed.
    if (this.#pointerAt) this.#hoverAt(this.#pointerAt)
  }

  #placeRange(): void {
    const { startMs, endMs } = this.#range
    const { range } = this.#dom
    const { widthPx, view } = this.#motion
    const leftPx = startMs === undefined ? 0 : pxOf(view, widthPx, startMs)
    const rightPx = endMs === undefined ? widthPx : pxOf(view, widthPx, endMs)
    const isSet = startMs !== undefined || endMs !== undefined
    range.hidden = !isSet || rightPx < 0 || leftPx > widthPx
    range.dataset['open'] = startMs === undefined ? 'start' : endMs === undefined ? 'end' : ''
    const fromPx = Math.max(-4, leftPx)
    range.style.transform = `translateX(${fromPx}px)`
    range.style.width = `${Math.max(2, Math.min(widthPx + 4, rightPx) - fromPx)}px`
  }

  #resize(): void {
    this.#motion.setWidth(this.#size.measure(), this.#playhead.positionMs)
    this.#drawing.post({ type: 'size', size: this.#size.picture })
    this.#show(this.#motion.view)
    this.#playhead.beat()
  }

  #key(event: KeyboardEvent): void {
    const command = commandOf(event)
    if (!command) return
    // The wall has the same key, which means the same wherever the focus is.
    if (command.do === 'follow') return this.run(command)
    event.preventDefault()
    event.stopPropagation()
    this.run(command)
  }

  #hoverAt(at: PointerPlace): void {
    this.#pointerAt = at
    const { px, topPx } = at
    const isOnAxis = topPx >= this.#size.lanesHeightPx
    const selected = this.#lanes.lanes.find(({ id }) => id === this.#selectedId)
    const lane = isOnAxis ? selected : this.#lanes.laneAt(topPx, this.#size.laneHeightPx)
    this.#hover.over(lane, this.#hand.instantAt(px), px, this.#motion.view.msPerPx)
  }

  #showCoverage(cameraId: string, ranges: Float64Array<ArrayBuffer> | undefined, asked: AskedRange): void {
    this.#lanes.setCoverageKnown(cameraId, ranges !== undefined)
    for (const lane of this.#lanes.lanes) {
      if (lane.cameraId === cameraId) this.#drawing.setCoverage(lane.id, ranges?.slice(), asked)
    }
  }
}

interface PointerPlace {
  readonly px: number
  readonly topPx: number
}
