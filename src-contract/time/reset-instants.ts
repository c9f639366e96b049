import type { DictionarySchedule, ScheduleRule } from '../platform/dictionaries.ts'
import type { OccupancyReportRequest } from '../platform/occupancy.ts'
import { type Weekday, weekdays } from './weekdays.ts'
import { ZoneClock } from './zone-clock.ts'

/** Decides when the counter of a report is reset. */
export interface ResetPlan {
  /** In words, as a report names it. */
  readonly rule: string
  readonly clock: ZoneClock
  /** Readings of the clock at which it resets that belong to this day; they may lie in the next one. */
  readonly readingsOf: (day: number) => readonly number[]
  /** Days that have readings of their own; all others have those of their weekday. */
  readonly dates: ReadonlySet<number>
}

const dayMs = 86_400_000

/** By time, in the report's zone: `WEEK` on `resetDay`, both at the hour `resetTime`. */
export function timeResets(
  request: Pick<OccupancyReportRequest, 'resetInterval' | 'resetTime' | 'resetDay' | 'timezone'>,
): ResetPlan {
  const { resetInterval, resetTime, resetDay, timezone } = request
  const isWeekly = resetInterval === 'WEEK'
  return {
    rule: isWeekly ? `WEEK ${resetDay} ${resetTime}:00` : `DAY ${resetTime}:00`,
    clock: new ZoneClock(timezone),
    readingsOf: (day) =>
      isWeekly && weekdayOf(day) !== resetDay ? [] : [day * dayMs + Number(resetTime) * 3_600_000],
    dates: new Set(),
  }
}

/** At every boundary of the schedule's hours, in its own zone. */
export function scheduleResets({ name, timezone, rules }: DictionarySchedule): ResetPlan {
  const weekly = rules.filter((rule) => 'days' in rule)
  const dated = Map.groupBy(
    rules.filter((rule) => 'date' in rule),
    ({ date }) => dayOf(date),
  )
  return {
    rule: `SCHEDULE ${name}`,
    clock: new ZoneClock(timezone),
    readingsOf: (day) =>
      boundariesOf(dated.get(day) ?? weekly.filter(({ days }) => days.includes(weekdayOf(day))), day),
    dates: new Set(dated.keys()),
  }
}

/** Instants of resets within `[startMs, endMs)`, ascending, each once. */
export function resetsBetween(plan: ResetPlan, startMs: number, endMs: number): number[] {
  const found = new Set<number>()
  const lastDay = dayAt(plan, endMs) + 1
  for (let day = dayAt(plan, startMs) - 2; day <= lastDay; day++) {
    for (const instantMs of instantsOf(plan, day)) {
      if (instantMs >= startMs && instantMs < endMs) found.add(instantMs)
    }
  }
  return [...found].toSorted((one, other) => one - other)
}

/** The last reset until an instant, itself included; undefined when there never was one. */
export function lastReset(plan: ResetPlan, atMs: number): number | undefined {
  // A clock that is set back has shown what it does not show yet.
  const latest = plan.clock.readingAt(atMs) + dayMs
  const readings = readingsAround(plan, dayAt(plan, atMs) + 1, -1).filter((reading) => reading <= latest)
  for (const reading of readings.toSorted((one, other) => other - one)) {
    const instantMs = plan.clock.instantOf(reading)
    if (instantMs <= atMs) return instantMs
  }
  return undefined
}

/** The first reset after an instant; undefined when there will be none. */
export function nextReset(plan: ResetPlan, atMs: number): number | undefined {
  const earliest = plan.clock.readingAt(atMs) - dayMs
  const readings = readingsAround(plan, dayAt(plan, atMs) - 2, 1).filter((reading) => reading >= earliest)
  for (const reading of readings.toSorted((one, other) => one - other)) {
    const instantMs = plan.clock.instantOf(reading)
    if (instantMs > atMs) return instantMs
  }
  return undefined
}

/**
 * Readings of all dates, and from `fromDay` on of the nearest two days of each weekday that are no such dates: those of
 * the first may lie on the other side of the instant that is asked for, those of the second do not.
 */
function readingsAround({ dates, readingsOf }: ResetPlan, fromDay: number, step: 1 | -1): number[] {
  const days = [...dates]
  for (let first = 0; first < 7; first++) {
    for (let day = fromDay + first * step, found = 0; found < 2; day += 7 * step) {
      if (dates.has(day)) continue
      days.push(day)
      found += 1
    }
  }
  return days.flatMap((day) => readingsOf(day))
}

function instantsOf({ clock, readingsOf }: ResetPlan, day: number): number[] {
  return readingsOf(day).map((reading) => clock.instantOf(reading))
}

function dayAt({ clock }: ResetPlan, instantMs: number): number {
  return Math.floor(clock.readingAt(instantMs) / dayMs)
}

function weekdayOf(day: number): Weekday {
  // The first day of 1970 was a Thursday.
  return weekdays[(((day + 4) % 7) + 7) % 7] ?? 'SUNDAY'
}

function dayOf(date: string): number {
  return Date.parse(date) / dayMs
}

/** Beginnings and ends of the hours that begin on this day. */
function boundariesOf(rules: readonly ScheduleRule[], day: number): number[] {
  return rules.flatMap((rule) => {
    if ('closed' in rule) return []
    const fromMs = millisecondsOf(rule.from)
    const untilMs = millisecondsOf(rule.until)
    return [day * dayMs + fromMs, day * dayMs + untilMs + (untilMs <= fromMs ? dayMs : 0)]
  })
}

function millisecondsOf(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
