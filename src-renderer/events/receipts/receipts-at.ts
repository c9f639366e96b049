import type { WallEvent } from '#contract/wall/events.ts'
import { eventDefaults } from '../defaults.ts'

const { displayMs, ageSteps, most } = eventDefaults.receipts

export interface Receipt {
  readonly event: WallEvent
  /** 0 is new; the last step is about to go. */
  readonly age: number
}

export interface ShownReceipts {
  /** Newest first. */
  readonly receipts: readonly Receipt[]
  /** Older ones that still count, for which there is no room. */
  readonly more: number
}

/**
 * What belongs over a picture: the events whose display time covers its instant, whichever way it was come by.
 * `pictureMsOf` says when the camera saw an event; empty `tags`: of all.
 */
export function receiptsAt(
  events: readonly WallEvent[],
  atMs: number,
  tags: readonly string[],
  pictureMsOf: (event: WallEvent) => number,
): ShownReceipts {
  const covering = events
    .filter(({ eventTypeId }) => tags.length === 0 || tags.includes(eventTypeId))
    .map((event) => ({ event, ageMs: atMs - pictureMsOf(event) }))
    .filter(({ ageMs }) => ageMs >= 0 && ageMs < displayMs)
    .sort((one, other) => one.ageMs - other.ageMs || (one.event.id < other.event.id ? 1 : -1))
  return {
    receipts: covering
      .slice(0, most)
      .map(({ event, ageMs }) => ({ event, age: Math.floor((ageMs / displayMs) * ageSteps) })),
    more: Math.max(0, covering.length - most),
  }
}
