import type { EventsNear } from './columns/lane-data.ts'
import { timelineDefaults } from './defaults.ts'
import type { DrawingClient } from './drawing/drawing-client.ts'
import { type EventType, HoverCard } from './hover-card.ts'
import type { Lane } from './lane-list.ts'
import type { PlayheadDriver } from './playhead-driver.ts'
import type { TimelineDom } from './timeline-dom.ts'

export interface ThumbnailPort {
  /** The picture nearest to the instant at once, if there is one, then better ones; a newer wish ends this one. */
  want(
    cameraId: string,
    atMs: number,
    stepMs: number,
    show: (picture: ImageBitmap, atMs: number) => void,
  ): void
  forget(): void
}

export interface MarkPort {
  /** What of time is seen, epoch milliseconds; after every movement. */
  see(fromMs: number, untilMs: number): void
  /** What an event says, a line a field; another question or `forget` calls it off. */
  describe(rowId: number, show: (lines: readonly string[]) => void): void
  forget(): void
}

export interface HoverOrder {
  readonly dom: TimelineDom
  readonly drawing: DrawingClient
  readonly playhead: PlayheadDriver
  readonly thumbnails: ThumbnailPort | undefined
  readonly marks: MarkPort | undefined
}

/** Finds what the pointer is over and has it shown. */
export class HoverDriver {
  readonly #order: HoverOrder
  readonly #card: HoverCard
  #types: readonly EventType[] = []

  constructor(order: HoverOrder) {
    this.#order = order
    this.#card = new HoverCard(order.dom)
  }

  dispose(): void {
    this.leave()
  }

  setEventTypes(types: readonly EventType[]): void {
    this.#types = types
  }

  over(lane: Lane | undefined, atMs: number, px: number, msPerPx: number): void {
    const { drawing, playhead, thumbnails } = this.#order
    const {
      marks,
      thumbnails: { stepPx },
    } = timelineDefaults
    this.#card.show(playhead.zone, atMs, px, lane, msPerPx)
    if (lane) {
      drawing.askEventsNear(lane.id, atMs, marks.reachPx * msPerPx, (near) => this.#showEvents(near))
    }
    if (lane?.cameraId === undefined) return thumbnails?.forget()
    thumbnails?.want(lane.cameraId, atMs, stepPx * msPerPx, (picture) => this.#card.showPicture(picture))
  }

  #showEvents(near: EventsNear | undefined): void {
    const { marks } = this.#order
    this.#card.showEvents(near, this.#types)
    if (near === undefined) return marks?.forget()
    marks?.describe(near.nearestRowId, (lines) => this.#card.showFields(lines))
  }

  leave(): void {
    this.#order.marks?.forget()
    this.#order.drawing.forgetHit()
    this.#order.thumbnails?.forget()
    this.#card.hide()
  }
}
