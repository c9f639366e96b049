import { ZoneClock } from '#contract/platform/zone-clock.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const lengthsMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 360 * minuteMs, dayMs]
/** Some for each column of a small chart: a day in five minutes, a week in hours, a year in days. */
const mostBuckets = 400

/** Where the buckets of `[startMs, endMs)` begin, ascending from `startMs`; `occupancyReportResponse` says how they are cut. */
export function bucketEdges(startMs: number, endMs: number, timezone: string): number[] {
  const lengthMs = lengthsMs.find((one) => endMs - startMs <= one * mostBuckets) ?? dayMs
  const clock = new ZoneClock(timezone)
  const firstDay = Math.floor(clock.readingAt(startMs) / dayMs)
  const edges = [startMs]
  for (let day = firstDay; (edges.at(-1) ?? endMs) < endMs; day++) {
    const nextMidnightMs = clock.instantOf((day + 1) * dayMs)
    const step = lengthMs === dayMs ? Number.POSITIVE_INFINITY : lengthMs
    for (let atMs = clock.instantOf(day * dayMs); atMs < nextMidnightMs; atMs += step) {
      if (atMs > startMs) edges.push(atMs)
    }
  }
  return edges.filter((atMs) => atMs < endMs)
}
