import { expect, it } from 'vitest'
import { occupancyLab } from './occupancy-lab.ts'

const hourMs = 3_600_000
const noonMs = Date.parse('2026-05-05T12:00Z')

/** Two people since eleven, reset at midnight; asked at noon. */
function reportOf(start: number, end: number) {
  const lab = occupancyLab()
  lab.insert([{ type: 'ENTRANCE', id: 'door-1', count: 2, timestamp: noonMs - hourMs }])
  const wish = { entrancesAndExits: ['door-1'], timeRange: { start, end }, timezone: 'UTC' }
  return lab.report(wish, { stretchMs: 24 * hourMs, nowMs: noonMs })
}

it('a report ends now, however far its range goes', () => {
  const { buckets, average } = reportOf(noonMs - 2 * hourMs, noonMs + 6 * hourMs)
  expect(buckets.at(-1)?.end).toBe(noonMs)
  expect(average).toBe(1)
})

it('a range that has not begun, of a client whose clock is ahead, is what is counted now', () => {
  const { buckets, average, maximum, maximumAt } = reportOf(noonMs + 5_000, noonMs + hourMs)
  expect(buckets).toMatchObject([{ start: noonMs + 5_000, end: noonMs + 5_001 }])
  expect({ average, maximum, maximumAt }).toEqual({ average: 2, maximum: 2, maximumAt: noonMs + 5_000 })
})
