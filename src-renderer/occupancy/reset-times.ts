import { weekdays } from '#contract/platform/weekdays.ts'
import type { OccupancyDefinition, OccupancySchedule } from '#contract/wall/occupancy.ts'
import { firstInstant } from '../events/query/time-span.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import { occupancyDefaults } from './defaults.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const minuteMs = 60_000

export interface ResetTimes {
  /** In the platform's form: `DAY 04:00`, `WEEK MONDAY 04:00`, `SCHEDULE Opening hours`. */
  readonly rule: string
  /** Epoch milliseconds; undefined where no reset is known. */
  readonly lastMs: number | undefined
  readonly nextMs: number | undefined
}

/**
 * The resets of a report around now, by its own rule. Undefined for a schedule that the platform does not list.
 * @param zone any; that of the rule is found by its name
 */
export function resetTimesOf(
  definition: OccupancyDefinition,
  schedules: readonly OccupancySchedule[],
  zone: Zone,
  nowMs: number,
): ResetTimes | undefined {
  if (definition.resetMode === 'TIME') {
    const boundaries = (day: number, own: Zone) => dailyBoundary(definition, own, day)
    return around(ruleOf(definition), boundaries, zone.other(definition.timezone), nowMs)
  }
  const schedule = schedules.find(({ id }) => id === definition.resetScheduleId)
  if (schedule === undefined) return undefined
  const rule = `SCHEDULE ${schedule.name}`
  const own = schedule.timezone === undefined ? undefined : zone.other(schedule.timezone)
  return around(rule, (day) => (own === undefined ? [] : scheduleBoundaries(schedule, own, day)), own, nowMs)
}

function ruleOf({ resetInterval, resetDay, resetTime }: OccupancyDefinition): string {
  return resetInterval === 'DAY' ? `DAY ${resetTime}:00` : `WEEK ${resetDay} ${resetTime}:00`
}

/** @param boundaries of a local day, counted from 1970 */
function around(
  rule: string,
  boundaries: (day: number, zone: Zone) => readonly number[],
  zone: Zone | undefined,
  nowMs: number,
): ResetTimes {
  if (zone === undefined) return { rule, lastMs: undefined, nextMs: undefined }
  const today = zone.dayAt(nowMs)
  const [near, far] = occupancyDefaults.resetSearchDays
  const timesWithin = (days: number): ResetTimes => {
    const span = Array.from({ length: 2 * days + 1 }, (_, at) => today - days + at)
    const instants = span.flatMap((day) => boundaries(day, zone)).toSorted((a, b) => a - b)
    return {
      rule,
      lastMs: instants.findLast((ms) => ms <= nowMs),
      nextMs: instants.find((ms) => ms > nowMs),
    }
  }
  const times = timesWithin(near)
  return times.lastMs === undefined || times.nextMs === undefined ? timesWithin(far) : times
}

function dailyBoundary(
  { resetInterval, resetDay, resetTime }: OccupancyDefinition,
  zone: Zone,
  day: number,
): readonly number[] {
  if (resetInterval === 'WEEK' && weekdayOf(day) !== resetDay) return []
  return [firstInstant(zone, day * dayMs + Number(resetTime) * hourMs)]
}

/** Where hours of that day begin, and where they end. */
function scheduleBoundaries({ rules }: OccupancySchedule, zone: Zone, day: number): readonly number[] {
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  const dated = rules.filter((rule) => 'date' in rule && rule.date === date)
  const weekly = rules.filter((rule) => 'days' in rule && rule.days.includes(weekdayOf(day)))
  return (dated.length > 0 ? dated : weekly).flatMap((rule) => {
    if (!('from' in rule)) return []
    const fromMs = clockMs(rule.from)
    const untilMs = clockMs(rule.until)
    const endMs = untilMs > fromMs ? untilMs : untilMs + dayMs
    return [firstInstant(zone, day * dayMs + fromMs), firstInstant(zone, day * dayMs + endMs)]
  })
}

function weekdayOf(day: number) {
  return weekdays[new Date(day * dayMs).getUTCDay()] ?? 'SUNDAY'
}

function clockMs(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * hourMs + minutes * minuteMs
}
