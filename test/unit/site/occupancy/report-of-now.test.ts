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

it('where no reset lies before its range, a report counts from the first event on', () => {
  const lab = occupancyLab()
  lab.insert([{ type: 'ENTRANCE', id: 'door-1', count: 2, timestamp: noonMs - 48 * hourMs }])
  const rules = [{ date: '2026-05-06', from: '09:00', until: '20:00' }]
  const schedule = { id: 's', name: 'Hours', timezone: 'UTC', rules }
  const wish = {
    entrancesAndExits: ['door-1'],
    timeRange: { start: noonMs - hourMs, end: noonMs },
    resetMode: 'SCHEDULE' as const,
    resetScheduleId: 's',
  }
  expect(lab.report(wish, { schedule, stretchMs: 24 * hourMs })).toMatchObject({ average: 2, resets: [] })
})

it('a report is reset to what a zone counts at that instant', () => {
  const lab = occupancyLab()
  lab.insert([{ type: 'COUNT', id: 'zone-1', count: 5, timestamp: noonMs - hourMs }])
  const wish = {
    entrancesAndExits: ['door-1'],
    timeRange: { start: noonMs - 2 * hourMs, end: noonMs },
    resetTime: '11',
    resetValueMode: 'BY_ZONE_COUNTING' as const,
    resetZoneIds: ['zone-1'],
  }
  const resets = [{ at: noonMs - hourMs, value: 5 }]
  expect(lab.report(wish, { stretchMs: 24 * hourMs })).toMatchObject({ maximum: 5, resets })
})

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
