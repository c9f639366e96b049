import { describe, expect, it } from 'vitest'
import {
  type OccupancyDefinition,
  occupancyDefinitionSchema,
  type OccupancySchedule,
} from '#contract/wall/occupancy.ts'
import { resetTimesOf } from '#renderer/occupancy/reset-times.ts'

const iso = (ms: number | undefined) =>
  ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16)

function resets(change: Partial<OccupancyDefinition>, now: string, schedules: OccupancySchedule[] = []) {
  const definition = occupancyDefinitionSchema.parse({
    entrancesAndExits: ['hall'],
    timezone: 'Europe/Berlin',
    ...change,
  })
  const times = resetTimesOf(definition, schedules, Date.parse(now))
  return times === undefined ? undefined : [times.rule, iso(times.lastMs), iso(times.nextMs)]
}

describe('resets by time', () => {
  it.each([
    ['00', '2026-11-22T12:00Z', 'DAY 00:00', '2026-11-21T23:00', '2026-11-22T23:00'],
    ['04', '2026-11-22T02:59Z', 'DAY 04:00', '2026-11-21T03:00', '2026-11-22T03:00'],
    ['04', '2026-11-22T03:00Z', 'DAY 04:00', '2026-11-22T03:00', '2026-11-23T03:00'],
    // The clocks go back in the night to the 25th: a day of 25 hours.
    ['00', '2026-10-25T12:00Z', 'DAY 00:00', '2026-10-24T22:00', '2026-10-25T23:00'],
    // 02:00 comes twice, the first one counts; in spring it is left out, and the clock's next one counts.
    ['02', '2026-10-25T12:00Z', 'DAY 02:00', '2026-10-25T00:00', '2026-10-26T01:00'],
    ['02', '2026-03-29T12:00Z', 'DAY 02:00', '2026-03-29T01:00', '2026-03-30T00:00'],
  ])('every day at %s, seen at %s', (resetTime, now, rule, last, next) => {
    expect(resets({ resetTime }, now)).toEqual([rule, last, next])
  })

  it('every week on its day', () => {
    const weekly = { resetInterval: 'WEEK', resetDay: 'MONDAY', resetTime: '06' } as const
    expect(resets(weekly, '2026-11-22T12:00Z')).toEqual([
      'WEEK MONDAY 06:00',
      '2026-11-16T05:00',
      '2026-11-23T05:00',
    ])
  })
})

describe('resets by a schedule', () => {
  const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const
  const open: OccupancySchedule = {
    id: 'open',
    name: 'Opening hours',
    timezone: 'America/New_York',
    rules: [
      { days: [...days], from: '08:00', until: '18:00' },
      { days: ['SATURDAY'], from: '22:00', until: '02:00' },
      { date: '2026-11-25', from: '10:00', until: '24:00' },
      { date: '2026-11-26', closed: true },
    ],
  }
  const scheduled = { resetMode: 'SCHEDULE', resetScheduleId: 'open' } as const

  it.each([
    ['2026-11-20T12:00Z', '2026-11-19T23:00', '2026-11-20T13:00'],
    ['2026-11-20T13:00Z', '2026-11-20T13:00', '2026-11-20T23:00'],
    // Over midnight.
    ['2026-11-22T04:00Z', '2026-11-22T03:00', '2026-11-22T07:00'],
    ['2026-11-22T08:00Z', '2026-11-22T07:00', '2026-11-23T13:00'],
    // The hours of a date replace those of its weekday, until the end of it; the next day is closed.
    ['2026-11-25T14:00Z', '2026-11-24T23:00', '2026-11-25T15:00'],
    ['2026-11-26T14:00Z', '2026-11-26T05:00', '2026-11-27T13:00'],
  ])('by its own clock, where hours begin and end: at %s', (now, last, next) => {
    expect(resets(scheduled, now, [open])).toEqual(['SCHEDULE Opening hours', last, next])
  })

  it('of one day a year is found', () => {
    const rules: OccupancySchedule['rules'] = [{ date: '2027-01-06', from: '08:00', until: '09:00' }]
    expect(resets(scheduled, '2026-11-20T12:00Z', [{ ...open, rules }])).toEqual([
      'SCHEDULE Opening hours',
      undefined,
      '2027-01-06T13:00',
    ])
  })

  it('that the platform does not list, or without rules, promises nothing', () => {
    expect(resets(scheduled, '2026-11-20T12:00Z')).toBeUndefined()
    const silent = { id: 'open', name: 'Opening hours', rules: [] }
    expect(resets(scheduled, '2026-11-20T12:00Z', [silent])).toEqual([
      'SCHEDULE Opening hours',
      undefined,
      undefined,
    ])
  })
})
