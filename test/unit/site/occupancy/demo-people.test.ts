import { expect, test } from 'vitest'
import type { OccupancyEvent } from '#contract/platform/occupancy.ts'
import { ZoneClock } from '#contract/time/zone-clock.ts'
import { localTime } from '#site/demo/local-time.ts'
import { DemoPeople } from '#site/occupancy/demo/demo-people.ts'

const timeZone = 'Europe/Berlin'
const clock = new ZoneClock(timeZone)
/** Two weeks from a Monday on; clocks are set back on the first Sunday. */
const [fromMs, untilMs] = [Date.parse('2026-10-19T00:00+02:00'), Date.parse('2026-11-02T00:00+01:00')]
const counted = new DemoPeople({ seed: 'tessera', timeZone, missedShare: 0.008 }).history(fromMs, untilMs)
const sunday = 0
const saturday = 6

const of = (...ids: readonly string[]) => counted.filter(({ id }) => ids.includes(id))
const weekdayOf = ({ timestamp }: OccupancyEvent) => localTime(clock, timestamp).weekday

test('nobody comes to the shop on a Sunday, and somebody on every other day', () => {
  const entrances = of('main-entrance', 'reception-door').filter(({ type }) => type === 'ENTRANCE')
  expect([...new Set(entrances.map(weekdayOf))]).toEqual([1, 2, 3, 4, 5, saturday])
  for (const floor of of('sales-floor').filter((event) => weekdayOf(event) === sunday))
    expect(floor).toMatchObject({ count: 0 })
})

test('the canteen is fullest at noon, and empty at weekends', () => {
  const days = Map.groupBy(of('canteen'), ({ timestamp }) =>
    Math.floor(clock.readingAt(timestamp) / 86_400_000),
  )
  const fullest = [...days.values()].map((counts) =>
    counts.reduce((most, one) => (countIn(one) > countIn(most) ? one : most)),
  )
  const working = fullest.filter((event) => countIn(event) > 0)
  expect(working.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
  for (const { timestamp } of working) {
    const { hour, minute } = localTime(clock, timestamp)
    // Those of the fullest minutes stay for half an hour.
    expect(Math.abs(hour * 60 + minute - (12 * 60 + 30))).toBeLessThanOrEqual(60)
  }
})

function countIn(event: OccupancyEvent): number {
  return event.type === 'COUNT' ? event.count : 0
}
