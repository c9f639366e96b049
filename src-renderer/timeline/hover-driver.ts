import type { EventsNear } from './columns/lane-data.ts'
import { timelineDefaults } from './defaults.ts'
import type { DrawingClient } from './drawing/drawing-client.ts'
import { type EventType, HoverCard } from './hover-card.ts'
import type { Lane } from './lane-list.ts'
import type { PlayheadDriver } from './playhead-driver.ts'
import type { TakenPicture } from './thumbnails/messages.ts'
import type { TimelineDom } from './timeline-dom.ts'

export interface ThumbnailPort {
  /**
   * The picture nearest to the instant at once, if there is one, then better ones, or undefined once nothing turns out
   * to be recorded there; a newer wish ends this one.
   */
  want(cameraId: string, atMs: number, stepMs: number, show: (taken: TakenPicture | undefined) => void): void
  forget(): void
}

export interface MarkPort {
  /** What of time is seen, epoch milliseconds; after every movement. */
  see(fromMs: number, untilMs: number): void
  /** What an event says, a line a field; another question or `forget` calls it off. */
  describe(rowId: number, show: (lines: readonly string[]) => void): void
  /** By type: how many there are of those that have fewer marks than events. */
  countsIn(cameraId: string, fromMs: number, untilMs: number): ReadonlyMap<number, number>
  forget(): void
}

export interface HoverOptions {
  readonly dom: TimelineDom
  readonly drawing: DrawingClient
  readonly playhead: PlayheadDriver
  readonly thumbnails: ThumbnailPort | undefined
  readonly marks: MarkPort | undefined
}

/** Finds what the pointer is over and has it shown. */
export class HoverDriver {
  readonly #options: HoverOptions
  readonly #card: HoverCard
  #types: readonly EventType[] = []

  constructor(options: HoverOptions) {
    this.#options = options
    this.#card = new HoverCard(options.dom)
  }

  setEventTypes(types: readonly EventType[]): void {
    this.#types = types
  }

  over(lane: Lane | undefined, atMs: number, px: number, msPerPx: number): void {
    const { drawing, playhead, thumbnails } = this.#options
    this.#card.show(playhead.zone, atMs, px, lane, msPerPx)
    if (lane) {
      const reachMs = timelineDefaults.marks.reachPx * msPerPx
      drawing.askEventsNear(lane.id, atMs, reachMs, (near) =>
        this.#showEvents(near, lane, atMs - reachMs, atMs + reachMs),
      )
    }
    if (lane?.cameraId === undefined) return thumbnails?.forget()
    const stepMs = timelineDefaults.thumbnails.stepPx * msPerPx
    thumbnails?.want(lane.cameraId, atMs, stepMs, (taken) => this.#card.showPicture(taken))
  }

  #showEvents(near: EventsNear | undefined, lane: Lane, fromMs: number, untilMs: number): void {
    const { marks } = this.#options
    if (near === undefined) {
      this.#card.showEvents([], this.#types)
      return marks?.forget()
    }
    const counts = lane.cameraId === undefined ? undefined : marks?.countsIn(lane.cameraId, fromMs, untilMs)
    this.#card.showEvents(counts === undefined ? near.types : withCounts(near.types, counts), this.#types)
    marks?.describe(near.nearestRowId, (lines) => this.#card.showFields(lines))
  }

  leave(): void {
    this.#options.marks?.forget()
    this.#options.drawing.forgetHit()
    this.#options.thumbnails?.forget()
    this.#card.hide()
  }
}

/** Most frequent types first. */
function withCounts(types: EventsNear['types'], counts: ReadonlyMap<number, number>): EventsNear['types'] {
  return types
    .map(({ typeId, count }) => ({ typeId, count: Math.max(count, counts.get(typeId) ?? 0) }))
    .toSorted((one, other) => other.count - one.count)
}
