import type { DictionarySchedule } from '#contract/platform/dictionaries.ts'
import { weekdays } from '#contract/time/weekdays.ts'
import type { OccupancyEvent, OccupancyReport, OccupancyReportRequest } from '#contract/platform/occupancy.ts'

const secondMs = 1_000
const minuteMs = 60_000
const minutesOfDay = 24 * 60
const dayMs = minutesOfDay * minuteMs

/** What a wall shows at a minute, read by nothing but the runtime's own formatting. */
export interface WallReading {
  readonly date: string
  readonly weekday: string
  readonly minuteOfDay: number
}

/**
 * Each quarter of an hour is read once: there are tens of thousands of minutes, the same again and again. That clocks are
 * set on quarters only is seen by its last minute.
 */
export function wallReadings(timeZone: string): (minute: number) => WallReading {
  const known = new Map<number, WallReading>()
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const read = (minute: number): WallReading => {
    const parts = Object.fromEntries(
      format.formatToParts(minute * minuteMs).map(({ type, value }) => [type, value]),
    )
    return {
      date: `${parts['year']}-${parts['month']}-${parts['day']}`,
      weekday: (parts['weekday'] ?? '').toUpperCase(),
      minuteOfDay: Number(parts['hour']) * 60 + Number(parts['minute']),
    }
  }
  const readQuarter = (quarter: number): WallReading => {
    const [first, last] = [read(quarter * 15), read(quarter * 15 + 14)]
    if (first.date === last.date && first.minuteOfDay + 14 === last.minuteOfDay) return first
    throw new Error(`${timeZone} sets its clocks within a quarter of an hour`)
  }
  return (minute) => {
    const quarter = Math.floor(minute / 15)
    const first = known.get(quarter) ?? readQuarter(quarter)
    known.set(quarter, first)
    return { ...first, minuteOfDay: first.minuteOfDay + minute - quarter * 15 }
  }
}

/** Minutes of the day at which the counter resets on the day of a reading. */
function boundaries(
  request: OccupancyReportRequest,
  schedule: DictionarySchedule | undefined,
  { date, weekday }: WallReading,
): number[] {
  if (!schedule) {
    const isDay = request.resetInterval === 'DAY' || request.resetDay === weekday
    return isDay ? [Number(request.resetTime) * 60] : []
  }
  const yesterday = new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10)
  const weekdayBefore = weekdays[(weekdays.findIndex((one) => one === weekday) + 6) % 7] ?? ''
  return [
    ...minutesOf(schedule, date, weekday).filter((minute) => minute < minutesOfDay),
    ...minutesOf(schedule, yesterday, weekdayBefore).map((minute) => minute - minutesOfDay),
  ].filter((minute) => minute >= 0)
}

/** Where the hours that begin on a day begin and end, in minutes after its midnight. */
function minutesOf({ rules }: DictionarySchedule, date: string, weekday: string): number[] {
  const dated = rules.filter((rule) => 'date' in rule && rule.date === date)
  const weekly = rules.filter((rule) => 'days' in rule && rule.days.some((day) => day === weekday))
  return (dated.length > 0 ? dated : weekly).flatMap((rule) => {
    if ('closed' in rule) return []
    const [from, until] = [minuteOf(rule.from), minuteOf(rule.until)]
    return [from, until > from ? until : until + minutesOfDay]
  })
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Before the range only events and full minutes change anything; within it each step counts. */
function instants(
  events: Iterable<number>,
  beginMs: number,
  { start, end }: OccupancyReportRequest['timeRange'],
  stepMs: number,
): number[] {
  const before = new Set([...events].filter((ms) => ms >= beginMs && ms < start))
  for (let ms = Math.ceil(beginMs / minuteMs) * minuteMs; ms < start; ms += minuteMs) before.add(ms)
  const within = Array.from({ length: Math.ceil((end - start) / stepMs) }, (_, step) => start + step * stepMs)
  return [...[...before].toSorted((one, other) => one - other), ...within]
}

/**
 * The report, step by step from `beginMs` on, which has to lie before the last reset before the range. Events lie on full
 * steps, and a minute is a whole number of them.
 */
export function naiveReport(
  request: OccupancyReportRequest,
  schedule: DictionarySchedule | undefined,
  events: readonly OccupancyEvent[],
  beginMs: number,
  reading: (minute: number) => WallReading,
  stepMs = secondMs,
): Pick<OccupancyReport, 'average' | 'maximum' | 'maximumAt'> & {
  resets: { at: number; value: number }[]
  entrances: number
  exits: number
} {
  const { entrancesAndExits, timeRange, resetValueMode, resetToValue, resetZoneIds } = request
  const sources = new Set(entrancesAndExits)
  const bySecond = Map.groupBy(events, ({ timestamp }) => timestamp)
  const counts = new Map<string, number>()
  const values: number[] = []
  const resets: { at: number; value: number }[] = []
  const sumOf = (ids: Iterable<string>) => [...ids].reduce((sum, id) => sum + (counts.get(id) ?? 0), 0)
  let counter = 0
  let zones = 0
  let done = new Set<string>()
  let entrances = 0
  let exits = 0
  const boundariesOf = new Map<string, number[]>()
  for (const ms of instants(bySecond.keys(), beginMs, timeRange, stepMs)) {
    const now = bySecond.get(ms)
    for (const event of now ?? []) if (event.type === 'COUNT') counts.set(event.id, event.count)
    if (ms % minuteMs === 0) {
      const wall = reading(ms / minuteMs)
      const ofDay = boundariesOf.get(wall.date) ?? boundaries(request, schedule, wall)
      boundariesOf.set(wall.date, ofDay)
      const due = ofDay
        .filter((minute) => minute <= wall.minuteOfDay)
        .map((minute) => `${wall.date} ${minute}`)
        .filter((name) => !done.has(name))
      if (due.length > 0) {
        done = new Set([...done, ...due])
        counter = resetValueMode === 'FIXED' ? resetToValue : sumOf(new Set(resetZoneIds).difference(sources))
        // What the first minute finds is due since long ago.
        if (ms > beginMs && ms >= timeRange.start) resets.push({ at: ms, value: counter })
      }
    }
    const isCounted = ms >= timeRange.start
    for (const { type, id, count = 1 } of now?.toSorted((one, other) => one.type.localeCompare(other.type)) ??
      []) {
      if (!sources.has(id)) continue
      if (type === 'ENTRANCE') counter += count
      if (type === 'EXIT') counter = Math.max(0, counter - count)
      if (type === 'ENTRANCE' && isCounted) entrances += count
      if (type === 'EXIT' && isCounted) exits += count
    }
    if (now) zones = sumOf(sources)
    if (isCounted) values.push(counter + zones)
  }
  const maximum = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  return {
    average: Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100,
    maximum,
    maximumAt: timeRange.start + values.indexOf(maximum) * stepMs,
    resets,
    entrances,
    exits,
  }
}
