import { describe, expect, it, test } from 'vitest'
import type { OccupancyEvent } from '#contract/platform/occupancy.ts'
import { ZoneClock } from '#contract/time/zone-clock.ts'
import { localTime } from '#site/demo/local-time.ts'
import { DemoPeople } from '#site/occupancy/demo/demo-people.ts'

const timeZone = 'Europe/Berlin'
const clock = new ZoneClock(timeZone)
/** Two weeks from a Monday on; clocks are set back on the first Sunday. */
const [fromMs, untilMs] = [Date.parse('2026-10-19T00:00+02:00'), Date.parse('2026-11-02T00:00+01:00')]
const minuteMs = 60_000
const hourMs = 60 * minuteMs
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

/** How many entrances and exits there are. */
function seenWith(missedShare: number): number[] {
  const all = new DemoPeople({ seed: 'tessera', timeZone, missedShare }).history(fromMs, untilMs)
  return ['ENTRANCE', 'EXIT'].map((wanted) => all.filter(({ type }) => type === wanted).length)
}

test('what a line misses it misses of those who come as of those who go', () => {
  const [came = 0, left = 0] = seenWith(0)
  expect(came).toBeGreaterThan(10_000)
  // The offices are open at both ends of the two weeks.
  expect(Math.abs(came - left)).toBeLessThan(10)
  for (const seen of seenWith(0.25)) expect(seen / came).toBeCloseTo(0.75, 1)
  expect(seenWith(1)).toEqual([0, 0])
})

test('those of a place with two doors come by each of them, and go by each', () => {
  const reception = of('reception-door')
  for (const wanted of ['ENTRANCE', 'EXIT']) {
    const share = reception.filter(({ type }) => type === wanted).length
    expect(share / of('main-entrance').filter(({ type }) => type === wanted).length).toBeCloseTo(1, 1)
  }
})

const inAnyOrder = (events: readonly OccupancyEvent[]) =>
  events.map((event) => JSON.stringify(event)).toSorted()

describe('live', () => {
  const people = new DemoPeople({ seed: 'tessera', timeZone, missedShare: 0 })
  const noonMs = Date.parse('2026-10-20T12:00+02:00')
  const nightMs = Date.parse('2026-10-25T04:00+01:00')
  const shop = ['main-entrance', 'reception-door']
  const passed = (wanted: string, events: readonly OccupancyEvent[]) =>
    events.filter(({ type, id }) => type === wanted && shop.includes(id)).length
  const ticks = (sinceMs: number, startMs: number, count: number, stepMs: number) =>
    Array.from({ length: count }, (_, at) =>
      people.live(sinceMs, startMs + at * stepMs, startMs + (at + 1) * stepMs),
    )

  it('is history, piece by piece, as long as nobody looks', () => {
    const pieces = ticks(Infinity, noonMs, 30, 2 * minuteMs).flat()
    const untilMs = noonMs + hourMs
    expect(inAnyOrder(pieces.filter(({ timestamp }) => timestamp < untilMs))).toEqual(
      // A zone of the past begins with what it counts.
      inAnyOrder(
        people
          .history(noonMs, untilMs)
          .filter(({ type, timestamp }) => type !== 'COUNT' || timestamp > noonMs),
      ),
    )
  })

  it.each([
    ['at noon', noonMs],
    ['on a Sunday night', nightMs],
  ])('somebody comes %s, as many as in an ordinary hour', (_when, sinceMs) => {
    const came = passed('ENTRANCE', people.live(sinceMs, sinceMs, sinceMs + hourMs))
    expect(came).toBeGreaterThan(60)
    expect(came).toBeLessThan(120)
  })

  it('nobody comes before somebody looks, and who then comes has left after six minutes', () => {
    const events = people.live(nightMs, nightMs - 20 * minuteMs, nightMs + hourMs)
    expect(passed('ENTRANCE', events)).toBe(
      passed('ENTRANCE', people.live(nightMs, nightMs, nightMs + hourMs)),
    )
    const early = passed('ENTRANCE', people.live(nightMs, nightMs, nightMs + 54 * minuteMs))
    expect(passed('EXIT', events)).toBeGreaterThanOrEqual(early)
    expect(passed('EXIT', events)).toBeLessThan(passed('ENTRANCE', events))
  })

  it('a zone counts at the end of a tick, when its number has changed, and what is past comes first', () => {
    const all = ticks(nightMs, nightMs, 200, 5_000)
    const counts = all.map((events) => events.filter(({ id }) => id === 'sales-floor'))
    expect(counts.every(({ length }) => length <= 1)).toBe(true)
    const changes = counts.flat()
    expect(changes.length).toBeGreaterThan(10)
    expect(changes.every((one, at) => at === 0 || countIn(one) !== countIn(changes[at - 1] ?? one))).toBe(
      true,
    )
    const hour = people.live(nightMs, nightMs, nightMs + hourMs).map(({ timestamp }) => timestamp)
    expect(hour).toEqual(hour.toSorted((one, other) => one - other))
    expect(hour.at(-1)).toBe(nightMs + hourMs)
  })
})

function countIn(event: OccupancyEvent): number {
  return event.type === 'COUNT' ? event.count : 0
}
