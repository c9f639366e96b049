import type { EventTime } from '#contract/wall/event-query.ts'
import type { OccupancyWindow } from '#contract/wall/occupancy.ts'
import { spanOf } from '../events/query/time-span.ts'
import type { Zone } from '../timeline/axis/zone.ts'

/** What main follows for the words of a report at this moment. `last` goes along with the clock, everything else stands. */
export function followedWindow(time: EventTime, zone: Zone, nowMs: number): OccupancyWindow {
  const { startMs, endMs } = spanOf(time, zone, nowMs)
  if (time.kind === 'last') return { lengthMs: Math.max(1, Math.round(nowMs - startMs)) }
  const start = Math.floor(startMs)
  return endMs === undefined ? { startMs: start } : { startMs: start, endMs: Math.floor(endMs) }
}
