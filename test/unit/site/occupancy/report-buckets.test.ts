import { expect, it } from 'vitest'
import { occupancyLab } from './occupancy-lab.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

function reportOf(start: number, end: number, timezone = 'UTC') {
  const wish = { entrancesAndExits: ['door-1', 'zone-1'], timeRange: { start, end }, timezone }
  const lab = occupancyLab()
  return { lab, report: () => lab.report(wish, { stretchMs: 30 * dayMs }) }
}

it.each([
  [400, 1],
  [401, 5],
  [2_000, 5],
  [2_001, 15],
  [6_000, 15],
  [6_001, 60],
  [24_000, 60],
  [24_001, 360],
  [144_000, 360],
  [144_001, 1_440],
  [366 * 1_440, 1_440],
])('%i minutes are shown in pieces of %i', (minutes, length) => {
  const start = Date.parse('2026-01-05T00:00Z')
  const { buckets } = reportOf(start, start + minutes * minuteMs).report()
  expect(buckets).toHaveLength(Math.ceil(minutes / length))
  expect(buckets[0]).toMatchObject({ start, end: start + length * minuteMs })
})

it('pieces begin at full hours of the wall, whatever the range begins with', () => {
  const [start, end] = [Date.parse('2026-11-20T00:07+05:45'), Date.parse('2026-11-23T00:00+05:45')]
  const { buckets } = reportOf(start, end, 'Asia/Kathmandu').report()
  expect(buckets.slice(0, 2).map((one) => one.end - start)).toEqual([8 * minuteMs, 23 * minuteMs])
  expect(buckets.at(-1)).toMatchObject({ start: end - 15 * minuteMs, end })
})

it('a piece of a day is as long as the day, over a change of the clock, too', () => {
  const [start, end] = [Date.parse('2026-09-01T12:00+02:00'), Date.parse('2027-01-10T12:00+01:00')]
  const lengths = reportOf(start, end, 'Europe/Berlin')
    .report()
    .buckets.map((one) => (one.end - one.start) / hourMs)
  expect(lengths[0]).toBe(12)
  expect(lengths.at(-1)).toBe(12)
  expect(lengths.flatMap((hours, at) => (hours === 25 ? [at] : []))).toEqual([54])
  expect(new Set(lengths)).toEqual(new Set([12, 24, 25]))
})

it('each piece is averaged over its time, counts who passed, and begins with who is there', () => {
  const start = Date.parse('2026-11-20T00:00Z')
  const { lab, report } = reportOf(start, start + 2 * minuteMs)
  lab.insert([
    { type: 'COUNT', id: 'zone-1', count: 1, timestamp: start - minuteMs },
    { type: 'ENTRANCE', id: 'door-1', count: 2, timestamp: start + 20_000 },
    { type: 'EXIT', id: 'door-1', timestamp: start + minuteMs },
  ])
  expect(report()).toEqual({
    average: 2.17,
    maximum: 3,
    maximumAt: start + 20_000,
    buckets: [
      { start, end: start + minuteMs, average: 2.33, maximum: 3, entrances: 2, exits: 0 },
      { start: start + minuteMs, end: start + 2 * minuteMs, average: 2, maximum: 2, entrances: 0, exits: 1 },
    ],
    resets: [{ at: start, value: 0, rule: 'DAY 00:00' }],
    unit: 'PEOPLE',
  })
})
