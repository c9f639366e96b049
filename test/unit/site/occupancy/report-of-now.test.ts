import { expect, it } from 'vitest'
import { occupancyLab } from './occupancy-lab.ts'

const hourMs = 3_600_000
const noonMs = Date.parse('2026-05-05T12:00Z')

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

it('a range that has not begun, of a client whose clock is ahead, is what is counted now', () => {
  const lab = occupancyLab()
  lab.insert([{ type: 'ENTRANCE', id: 'door-1', count: 2, timestamp: noonMs - hourMs }])
  const start = noonMs + 5_000
  const wish = { entrancesAndExits: ['door-1'], timeRange: { start, end: noonMs + hourMs } }
  expect(lab.report(wish, { stretchMs: 24 * hourMs, nowMs: noonMs })).toMatchObject({
    buckets: [{ start, end: start + 1 }],
    average: 2,
    maximum: 2,
    maximumAt: start,
  })
})
