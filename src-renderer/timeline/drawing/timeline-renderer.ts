import type { TemporalNamespace } from '../axis/temporal.ts'
import { Zone } from '../axis/zone.ts'
import { LaneData } from '../columns/lane-data.ts'
import { pxOf, type TimelineView } from '../view.ts'
import type { DrawingAnswer, DrawingFigures, DrawingMessage, PictureSize } from './messages.ts'
import { Painter } from './painter.ts'
import type { Theme } from './theme.ts'

/** As many as twenty seconds at sixty a second. */
const rememberedFrames = 1_200

export interface TimelineRendererOptions {
  readonly temporal: TemporalNamespace
  readonly post: (message: DrawingAnswer) => void
  readonly requestFrame: (draw: () => void) => void
  readonly nowMs: () => number
}

/** Holds what the timeline shows and draws it when something has changed, at most once a frame of the screen. */
export class TimelineRenderer {
  readonly #options: TimelineRendererOptions
  readonly #painter: Painter
  readonly #data = new Map<string, LaneData>()
  #lanes: readonly LaneData[] = []
  #selected = -1
  #size: PictureSize | undefined
  #view: TimelineView | undefined
  #zone: Zone
  #nowMs = Number.POSITIVE_INFINITY
  #frameAsked = false
  #frames = 0
  #durationsMs: number[] = []

  constructor(canvas: OffscreenCanvas, theme: Theme, timeZone: string, options: TimelineRendererOptions) {
    this.#options = options
    this.#painter = new Painter(canvas, theme)
    this.#zone = zoneNamed(options.temporal, timeZone)
  }

  take(message: Exclude<DrawingMessage, { type: 'start' }>): void {
    switch (message.type) {
      case 'hit': {
        const { requestId, laneId, atMs, reachMs } = message
        const near = this.#data.get(laneId)?.near(atMs, atMs - reachMs, atMs + reachMs)
        return this.#options.post({ type: 'hit', requestId, near })
      }
      case 'figures':
        return this.#options.post({ type: 'figures', figures: this.#figures() })
      case 'size':
        this.#size = message.size
        break
      case 'view':
        this.#view = message.view
        break
      case 'now':
        if (!this.#movesNow(message.nowMs)) return
        break
      case 'zone':
        this.#zone = zoneNamed(this.#options.temporal, message.timeZone)
        break
      case 'lanes':
        this.#arrange(message.laneIds, message.selectedId)
        break
      case 'coverage':
        this.#setCoverage(this.#lane(message.laneId), message)
        break
      case 'events':
        this.#lane(message.laneId).addEvents(message.typeId, message.layer, message.chunk)
        break
      case 'clear-events':
        for (const lane of this.#data.values()) lane.clearEvents(message.layer)
    }
    this.#change()
  }

  #setCoverage(lane: LaneData, { ranges, fromMs, untilMs }: DrawingMessage & { type: 'coverage' }): void {
    lane.coverage = ranges
    lane.coverageFromMs = fromMs
    lane.coverageUntilMs = untilMs
  }

  #arrange(laneIds: readonly string[], selectedId: string | undefined): void {
    for (const id of this.#data.keys()) if (!laneIds.includes(id)) this.#data.delete(id)
    this.#lanes = laneIds.map((id) => this.#lane(id))
    this.#selected = selectedId === undefined ? -1 : laneIds.indexOf(selectedId)
  }

  #lane(id: string): LaneData {
    const lane = this.#data.get(id) ?? new LaneData()
    this.#data.set(id, lane)
    return lane
  }

  /** @returns whether that is seen: now moves all the time, the picture only when it moves by a pixel. */
  #movesNow(nowMs: number): boolean {
    const view = this.#view
    const size = this.#size
    const wasMs = this.#nowMs
    if (!view || !size) this.#nowMs = nowMs
    if (!view || !size || Math.abs(nowMs - wasMs) < view.msPerPx / size.pixelRatio) return false
    this.#nowMs = nowMs
    const isSeen = (ms: number) =>
      Math.abs(pxOf(view, size.widthPx, ms) - size.widthPx / 2) <= size.widthPx / 2
    return isSeen(wasMs) || isSeen(nowMs)
  }

  #change(): void {
    if (this.#frameAsked) return
    this.#frameAsked = true
    this.#options.requestFrame(() => this.#draw())
  }

  #draw(): void {
    this.#frameAsked = false
    const size = this.#size
    const view = this.#view
    if (!size || !view || size.widthPx < 1 || size.heightPx < 1) return
    const startedAtMs = this.#options.nowMs()
    this.#painter.paint({
      size,
      view,
      zone: this.#zone,
      nowMs: this.#nowMs,
      lanes: this.#lanes,
      selected: this.#selected,
    })
    this.#frames++
    this.#durationsMs.push(this.#options.nowMs() - startedAtMs)
    if (this.#durationsMs.length > 2 * rememberedFrames)
      this.#durationsMs = this.#durationsMs.slice(-rememberedFrames)
  }

  #figures(): DrawingFigures {
    return {
      frames: this.#frames,
      durationsMs: this.#durationsMs.slice(-rememberedFrames),
      isResting: !this.#frameAsked,
    }
  }
}

/** The page has checked the name; a worker that knows other zones than its page still draws. */
function zoneNamed(temporal: TemporalNamespace, name: string): Zone {
  return Zone.named(temporal, name) ?? Zone.utc(temporal)
}
