import type Database from 'better-sqlite3'
import type { OccupancyReport } from '#contract/platform/occupancy.ts'
import {
  lastReset,
  type ResetPlan,
  resetsBetween,
  scheduleResets,
  timeResets,
} from '#contract/time/reset-instants.ts'
import { ZoneClock } from '#contract/time/zone-clock.ts'
import { ChangeReader, firstCountMs } from './change-reader.ts'
import type { ReportQuestion } from './report-question.ts'
import { type BucketTally, Tally } from './tally.ts'

/**
 * The report, in one pass from the last reset before the range to its end. What is read at once is some days, so that a
 * year needs no more memory than that.
 */
export function occupancyReport(
  file: Database.Database,
  question: ReportQuestion,
  stretchMs: number,
): OccupancyReport {
  const { request, entrances, zones, resetZones, nowMs } = question
  const startMs = request.timeRange.start
  // A client whose clock is ahead of ours asks for what is now.
  const endMs = Math.max(Math.min(request.timeRange.end, nowMs), startMs + 1)
  const plan = planOf(question)
  const lastMs = lastReset(plan, startMs)
  const fromMs = lastMs ?? Math.min(firstCountMs(file, [...entrances, ...zones]) ?? startMs, startMs)
  const resets = new Set(resetsBetween(plan, fromMs, endMs))
  const edges = new Set(bucketEdges(startMs, endMs, request.timezone))

  const counted = [...new Set([...zones, ...resetZones])]
  const reader = new ChangeReader(file, entrances, counted, fromMs)
  const tally = new Tally({
    startMs: fromMs,
    counts: reader.lastCounts,
    shown: new Set(zones),
    // A zone among the sources comes on top in any case.
    resetting: new Set(resetZones).difference(new Set(zones)),
  })
  const shownResets: OccupancyReport['resets'] = []
  const resetTo = request.resetValueMode === 'FIXED' ? request.resetToValue : 'zones'
  let readUntilMs = fromMs
  for (const atMs of cutsOf(fromMs, endMs, stretchMs, resets, edges)) {
    tally.pass(atMs)
    if (atMs >= readUntilMs) {
      readUntilMs = Math.min(atMs + stretchMs, endMs)
      tally.feed(reader.read(atMs, readUntilMs))
    }
    if (resets.has(atMs)) {
      const value = tally.reset(resetTo)
      if (atMs >= startMs) shownResets.push({ at: atMs, value, rule: plan.rule })
    }
    if (edges.has(atMs)) tally.openBucket()
  }
  tally.pass(endMs)
  return { ...summaryOf(tally.buckets, startMs, endMs), resets: shownResets, unit: request.objectType }
}

function planOf({ request, schedule }: ReportQuestion): ResetPlan {
  return schedule ? scheduleResets(schedule) : timeResets(request)
}

/** Instants at which the pass pauses, ascending: where a stretch begins, the counter is reset, or a bucket is opened. */
function cutsOf(
  fromMs: number,
  endMs: number,
  stretchMs: number,
  resets: ReadonlySet<number>,
  edges: ReadonlySet<number>,
): number[] {
  const cuts = new Set([...resets, ...edges])
  for (let atMs = fromMs; atMs < endMs; atMs += stretchMs) cuts.add(atMs)
  return [...cuts].toSorted((one, other) => one - other)
}

function summaryOf(
  buckets: readonly BucketTally[],
  startMs: number,
  endMs: number,
): Pick<OccupancyReport, 'average' | 'maximum' | 'maximumAt' | 'buckets'> {
  const highest = buckets.reduce((best, one) => (one.maximum > best.maximum ? one : best))
  const area = buckets.reduce((sum, one) => sum + one.area, 0)
  return {
    average: twoDecimals(area / (endMs - startMs)),
    maximum: highest.maximum,
    maximumAt: highest.maximumAtMs,
    buckets: buckets.map((one, at) => {
      const untilMs = buckets[at + 1]?.startMs ?? endMs
      return {
        start: one.startMs,
        end: untilMs,
        average: twoDecimals(one.area / (untilMs - one.startMs)),
        maximum: one.maximum,
        entrances: one.entrances,
        exits: one.exits,
      }
    }),
  }
}

function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100
}

const minuteMs = 60_000
const dayMs = 86_400_000
const lengthsMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 360 * minuteMs, dayMs]
/** Some for each column of a small chart: a day in five minutes, a week in hours, a year in days. */
const mostBuckets = 400

/** Where the buckets of `[startMs, endMs)` begin, ascending from `startMs`; `occupancyReportResponse` says how they are cut. */
function bucketEdges(startMs: number, endMs: number, timezone: string): number[] {
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
