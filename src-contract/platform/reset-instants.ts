import type { DictionarySchedule, ScheduleRule } from './dictionaries.ts'
import type { OccupancyReportRequest } from './occupancy.ts'
import { type Weekday, weekdays } from './weekdays.ts'
import { ZoneClock } from './zone-clock.ts'

/** Decides when the counter of a report is reset. */
export interface ResetPlan {
  /** In words, as a report names it. */
  readonly rule: string
  readonly clock: ZoneClock
  /** Readings of the clock at which it resets that belong to this day; they may lie in the next one. */
  readonly readingsOf: (day: number) => readonly number[]
  /** Between the first and the last, and a week to either side, every reset that can be found is found. */
  readonly firstDay: (day: number) => number
  readonly lastDay: (day: number) => number
}

const dayMs = 86_400_000
/** A week, a day whose hours may reach into the next one, and one for the zone. */
const reachInDays = 9

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
    firstDay: (day) => day - reachInDays,
    lastDay: (day) => day + reachInDays,
  }
}

/** At every boundary of the schedule's hours, in its own zone. */
export function scheduleResets({ name, timezone, rules }: DictionarySchedule): ResetPlan {
  const dates = rules.flatMap((rule) => ('date' in rule ? [dayOf(rule.date)] : []))
  return {
    rule: `SCHEDULE ${name}`,
    clock: new ZoneClock(timezone),
    readingsOf: (day) => boundariesOf(rules, day),
    firstDay: (day) => Math.min(day, ...dates) - reachInDays,
    lastDay: (day) => Math.max(day, ...dates) + reachInDays,
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
  const today = dayAt(plan, atMs)
  for (let day = today + 1; day >= plan.firstDay(today); day--) {
    // The hours of the day before may end later than what has been found begins.
    const found = [...instantsOf(plan, day), ...instantsOf(plan, day - 1)].filter((ms) => ms <= atMs)
    if (found.length > 0) return Math.max(...found)
  }
  return undefined
}

/** The first reset after an instant; undefined when there will be none. */
export function nextReset(plan: ResetPlan, atMs: number): number | undefined {
  const today = dayAt(plan, atMs)
  for (let day = today - 2; day <= plan.lastDay(today); day++) {
    const found = [...instantsOf(plan, day), ...instantsOf(plan, day + 1)].filter((ms) => ms > atMs)
    if (found.length > 0) return Math.min(...found)
  }
  return undefined
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

/** Of the hours that begin on this day: those of its date, else those of its weekday. */
function boundariesOf(rules: readonly ScheduleRule[], day: number): number[] {
  const dated = rules.filter((rule) => 'date' in rule && dayOf(rule.date) === day)
  const weekly = rules.filter((rule) => 'days' in rule && rule.days.includes(weekdayOf(day)))
  return (dated.length > 0 ? dated : weekly).flatMap((rule) => {
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
