import type { EventQuery } from '#contract/wall/event-query.ts'
import { fulfils } from '#contract/wall/event-conditions.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import type { Zone } from '../../timeline/axis/zone.ts'
import { spanOf } from './time-span.ts'

/** Whether an event belongs to a search, by the same rules by which the platform finds it (assumption 21). */
export function matches(query: EventQuery, event: WallEvent, zone: Zone, nowMs: number): boolean {
  const { startMs, endMs } = spanOf(query.time, zone, nowMs)
  return (
    (query.tags.length === 0 || query.tags.includes(event.eventTypeId)) &&
    (query.cameras.length === 0 || query.cameras.includes(event.cameraId)) &&
    event.timestampMs >= startMs &&
    (endMs === undefined || event.timestampMs < endMs) &&
    query.conditions.every((condition) => fulfils(event.fields, condition))
  )
}
