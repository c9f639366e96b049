import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScheduleRule } from '#contract/platform/dictionaries.ts'
import {
  type OccupancyEvent,
  type OccupancyReport,
  occupancyReportRequest,
} from '#contract/platform/occupancy.ts'
import { weekdays } from '#contract/time/weekdays.ts'
import { naiveReport, wallReadings } from './naive-report.ts'
import { entranceIds, occupancyLab, zoneIds } from './occupancy-lab.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Days around a change of the clock, and one without, each in a zone of its own kind. */
const places = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Santiago', '2026-09-06'],
  ['America/St_Johns', '2026-03-08'],
  ['Asia/Kathmandu', '2026-05-05'],
  ['UTC', '2026-02-28'],
] as const

const twoDigits = (value: number) => String(value).padStart(2, '0')
/** Half of them where clocks are set forward or back. */
const timeOfDay = fc.oneof(
  fc.constantFrom('00:30', '01:45', '02:00', '02:15', '02:30', '02:59'),
  fc
    .tuple(fc.integer({ min: 0, max: 22 }), fc.constantFrom(0, 15, 30, 59))
    .map(([hours, minutes]) => `${twoDigits(hours)}:${twoDigits(minutes)}`),
)
/** Hours within a day, up to its end and over it. */
const hours = fc.record({ from: timeOfDay, until: fc.oneof(timeOfDay, fc.constantFrom('23:30', '24:00')) })
/** Days after the one of the place: within a week, so that each weekday is replaced once at most. */
const daysOff = fc.integer({ min: -3, max: 3 })
type Rule = (dayZeroMs: number) => ScheduleRule
const dateOf = (dayZeroMs: number, days: number) =>
  new Date(dayZeroMs + days * dayMs).toISOString().slice(0, 10)
const rule = fc.oneof(
  fc.tuple(fc.subarray([...weekdays], { minLength: 1 }), hours).map(
    ([days, open]): Rule =>
      () => ({ days, ...open }),
  ),
  fc.tuple(daysOff, hours).map(
    ([days, open]): Rule =>
      (from) => ({ date: dateOf(from, days), ...open }),
  ),
  daysOff.map(
    (days): Rule =>
      (from) => ({ date: dateOf(from, days), closed: true }),
  ),
)

const scenario = fc.record({
  place: fc.constantFrom(...places),
  startInMinutes: fc.integer({ min: -30 * 60, max: 20 * 60 }),
  lengthInSeconds: fc.integer({ min: 1, max: 30 * 3_600 }),
  interval: fc.constantFrom('DAY' as const, 'WEEK' as const),
  resetDay: fc.constantFrom(...weekdays),
  resetHour: fc.oneof(fc.constantFrom(0, 1, 2, 3), fc.integer({ min: 0, max: 23 })),
  rules: fc.option(fc.array(rule, { minLength: 1, maxLength: 4 }), { nil: undefined }),
  sources: fc.subarray([...entranceIds, ...zoneIds], { minLength: 1 }),
  reset: fc.oneof(
    fc.constantFrom(0, 0, 1, 7).map((value) => ({ resetToValue: value })),
    fc
      .subarray(zoneIds, { minLength: 1 })
      .map((ids) => ({ resetValueMode: 'BY_ZONE_COUNTING' as const, resetZoneIds: ids })),
  ),
  happenings: fc.array(
    fc.record({
      // Doubles would nearly all be next to nothing.
      atShare: fc.integer({ min: 0, max: 999_999 }).map((millionths) => millionths / 1_000_000),
      what: fc.constantFrom('ENTRANCE' as const, 'EXIT' as const, 'COUNT' as const),
      which: fc.integer({ min: 0, max: 2 }),
      count: fc.integer({ min: 0, max: 30 }),
    }),
    { minLength: 20, maxLength: 150, size: 'max' },
  ),
  stretchInHours: fc.constantFrom(1, 7, 24, 24 * 30),
})

// Each run goes through up to a hundred thousand seconds, after weeks of minutes.
test('a report says what a simulation of every second says', () => {
  const lab = occupancyLab()
  const readings = new Map(places.map(([zone]) => [zone, wallReadings(zone)]))
  fc.assert(
    fc.property(scenario, (given) => {
      const [timezone, date] = given.place
      const start = Date.parse(date) + given.startInMinutes * 60_000
      const end = start + given.lengthInSeconds * 1_000
      const isDaily = given.interval === 'DAY' && given.rules === undefined
      // A day or every weekday, where dates may replace one twice, and one that the first minute takes for long past.
      const beginMs = Date.parse(date) - (isDaily ? 4 : given.rules ? 17 : 10) * dayMs
      const events = given.happenings.map(({ atShare, what, which, count }): OccupancyEvent => {
        // As many in the last two days as in all those before.
        const fromMs = atShare < 0.5 ? beginMs : start - dayMs
        const share = atShare < 0.5 ? atShare * 2 : atShare * 2 - 1
        const timestamp = Math.floor((fromMs + share * (end + hourMs - fromMs)) / 1_000) * 1_000
        return eventOf({ timestamp, what, which, count })
      })
      // Twice is once.
      const once = [
        ...new Map(events.map((event) => [`${event.type} ${event.id} ${event.timestamp}`, event])).values(),
      ]
      const rules = given.rules?.map((of) => of(Date.parse(date)))
      const schedule = rules && { id: 's', name: 'Hours', timezone, rules }
      const wish = {
        entrancesAndExits: given.sources,
        timeRange: { start, end },
        timezone: schedule ? 'UTC' : timezone,
        resetInterval: given.interval,
        resetDay: given.resetDay,
        resetTime: twoDigits(given.resetHour),
        ...(schedule ? { resetMode: 'SCHEDULE' as const, resetScheduleId: 's' } : {}),
        ...given.reset,
      }
      lab.clear()
      lab.insert(events)
      const report = lab.report(wish, { schedule, stretchMs: given.stretchInHours * hourMs })
      const naive = naiveReport(
        occupancyReportRequest.parse(wish),
        schedule,
        once,
        beginMs,
        readings.get(timezone) ?? wallReadings(timezone),
      )

      expectSame(report, naive)
      const { buckets } = report
      expect([buckets[0]?.start, buckets.at(-1)?.end]).toEqual([start, end])
      expect(buckets.every(({ start: at }, index) => index === 0 || at === buckets[index - 1]?.end)).toBe(
        true,
      )
      expect(Math.max(...buckets.map(({ maximum }) => maximum))).toBe(naive.maximum)
    }),
    { numRuns: 50 },
  )
}, 180_000)

test('a report of a year says what a simulation of every minute says', () => {
  const lab = occupancyLab()
  const timezone = 'Europe/Berlin'
  const [start, end] = [Date.parse('2026-01-01T00:00+01:00'), Date.parse('2027-01-01T00:00+01:00')]
  const rules: ScheduleRule[] = [
    { days: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'], from: '02:30', until: '20:00' },
    { days: ['SATURDAY', 'SUNDAY'], from: '22:00', until: '02:30' },
    { date: '2026-05-01', closed: true },
    { date: '2026-12-24', from: '10:00', until: '14:00' },
    { date: '2026-12-31', from: '18:00', until: '24:00' },
  ]
  const schedule = { id: 's', name: 'Hours', timezone, rules }
  const beginMs = start - 10 * dayMs
  const minutes = (end - beginMs) / 60_000
  const happening = fc.record({
    timestamp: fc.integer({ min: 0, max: minutes - 1 }).map((minute) => beginMs + minute * 60_000),
    what: fc.constantFrom('ENTRANCE' as const, 'ENTRANCE' as const, 'EXIT' as const, 'COUNT' as const),
    which: fc.integer({ min: 0, max: 2 }),
    count: fc.integer({ min: 0, max: 30 }),
  })
  const events = fc.sample(happening, { numRuns: 20_000, seed: 7 }).map(eventOf)
  const once = [
    ...new Map(events.map((event) => [`${event.type} ${event.id} ${event.timestamp}`, event])).values(),
  ]
  const wish = {
    entrancesAndExits: [...entranceIds, ...zoneIds],
    timeRange: { start, end },
    timezone,
    resetMode: 'SCHEDULE' as const,
    resetScheduleId: 's',
    resetToValue: 2,
  }
  lab.insert(events)
  const report = lab.report(wish, { schedule, stretchMs: 7 * dayMs })
  const request = occupancyReportRequest.parse(wish)
  expectSame(report, naiveReport(request, schedule, once, beginMs, wallReadings(timezone), 60_000))
}, 180_000)

interface Happening {
  readonly timestamp: number
  readonly what: OccupancyEvent['type']
  readonly which: number
  readonly count: number
}

function eventOf({ timestamp, what, which, count }: Happening): OccupancyEvent {
  return what === 'COUNT'
    ? { type: what, id: zoneIds[which] ?? '', count, timestamp }
    : { type: what, id: entranceIds[which] ?? '', timestamp, ...(count > 25 ? { count: count - 25 } : {}) }
}

function expectSame(report: OccupancyReport, naive: ReturnType<typeof naiveReport>): void {
  // Both are rounded to two decimals.
  expect(Math.abs(report.average - naive.average)).toBeLessThan(0.010_1)
  expect(report).toMatchObject({ maximum: naive.maximum, maximumAt: naive.maximumAt, unit: 'PEOPLE' })
  expect(report.resets.map(({ at, value }) => ({ at, value }))).toEqual(naive.resets)
  expect(report.buckets.reduce((sum, { entrances }) => sum + entrances, 0)).toBe(naive.entrances)
  expect(report.buckets.reduce((sum, { exits }) => sum + exits, 0)).toBe(naive.exits)
}
