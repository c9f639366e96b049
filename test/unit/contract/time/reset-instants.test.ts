import { describe, expect, test } from 'vitest'
import type { ScheduleRule } from '#contract/platform/dictionaries.ts'
import {
  lastReset,
  nextReset,
  resetsBetween,
  scheduleResets,
  timeResets,
} from '#contract/time/reset-instants.ts'
import { ZoneClock } from '#contract/time/zone-clock.ts'

const iso = (text: string) => Date.parse(text)
const shown = (instants: readonly number[]) => instants.map((ms) => new Date(ms).toISOString().slice(0, 16))

const planOf = (...rules: ScheduleRule[]) =>
  scheduleResets({ id: 's', name: 'Hours', timezone: 'Europe/Berlin', rules })

describe('the clock of a zone', () => {
  test.each([
    ['Europe/Berlin', '2026-07-01T12:00:00Z', '2026-07-01T10:00:00Z'],
    // Set forward from 2 to 3: the first instant that shows at least this.
    ['Europe/Berlin', '2026-03-29T02:30:00Z', '2026-03-29T01:00:00Z'],
    // Set back from 3 to 2: the first of two.
    ['Europe/Berlin', '2026-10-25T02:30:00Z', '2026-10-25T00:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15:00Z', '2026-10-03T15:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45:00Z', '2026-04-04T14:45:00Z'],
    // Set forward at midnight.
    ['America/Santiago', '2026-09-06T00:00:00Z', '2026-09-06T04:00:00Z'],
    ['UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['Pacific/Apia', '2011-12-30T12:00:00Z', '2011-12-30T10:00:00Z'],
  ])('%s shows %s first at %s', (zone, reading, instant) => {
    expect(new ZoneClock(zone).instantOf(iso(reading))).toBe(iso(instant))
  })
})

describe('resets by time', () => {
  const berlin = {
    resetInterval: 'DAY',
    resetTime: '02',
    resetDay: 'SUNDAY',
    timezone: 'Europe/Berlin',
  } as const

  test('follow the wall over a change of the clock', () => {
    const plan = timeResets(berlin)
    expect(shown(resetsBetween(plan, iso('2026-03-28T00:00Z'), iso('2026-03-31T00:00Z')))).toEqual([
      '2026-03-28T01:00',
      '2026-03-29T01:00',
      '2026-03-30T00:00',
    ])
    expect(shown(resetsBetween(plan, iso('2026-10-24T12:00Z'), iso('2026-10-26T12:00Z')))).toEqual([
      '2026-10-25T00:00',
      '2026-10-26T01:00',
    ])
  })

  test('of a week are on their day alone', () => {
    const plan = timeResets({ ...berlin, resetInterval: 'WEEK', resetDay: 'WEDNESDAY' })
    expect(plan.rule).toBe('WEEK WEDNESDAY 02:00')
    const atMs = iso('2026-11-18T01:00Z')
    expect(lastReset(plan, atMs)).toBe(atMs)
    expect(lastReset(plan, atMs - 1)).toBe(atMs - 7 * 86_400_000)
    expect(nextReset(plan, atMs)).toBe(atMs + 7 * 86_400_000)
  })
})

describe('resets by schedule', () => {
  const weekdays = { days: ['MONDAY', 'TUESDAY'], from: '08:00', until: '20:00' } satisfies ScheduleRule

  test('are where hours begin and end; a date replaces its weekday, or closes it', () => {
    const plan = planOf(
      weekdays,
      { date: '2026-11-24', from: '10:00', until: '14:00' },
      { date: '2026-11-30', closed: true },
      { date: '2026-12-05', from: '22:00', until: '02:00' },
    )
    expect(shown(resetsBetween(plan, iso('2026-11-23T00:00Z'), iso('2026-12-07T00:00Z')))).toEqual([
      '2026-11-23T07:00',
      '2026-11-23T19:00',
      '2026-11-24T09:00',
      '2026-11-24T13:00',
      '2026-12-01T07:00',
      '2026-12-01T19:00',
      '2026-12-05T21:00',
      '2026-12-06T01:00',
    ])
  })

  test('are found behind closed weeks, and where hours reach into the next day', () => {
    const closed = Array.from({ length: 20 }, (_, at): ScheduleRule => {
      const date = new Date(iso('2026-11-10') + at * 86_400_000).toISOString().slice(0, 10)
      return { date, closed: true }
    })
    const plan = planOf(weekdays, ...closed)
    expect(lastReset(plan, iso('2026-11-29T12:00Z'))).toBe(iso('2026-11-09T19:00Z'))
    expect(nextReset(plan, iso('2026-11-10T00:00Z'))).toBe(iso('2026-11-30T07:00Z'))
    const night = planOf({ days: ['SATURDAY'], from: '22:00', until: '05:00' })
    expect(lastReset(night, iso('2026-11-22T04:00Z'))).toBe(iso('2026-11-22T04:00Z'))
    expect(lastReset(night, iso('2026-11-22T03:59Z'))).toBe(iso('2026-11-21T21:00Z'))
  })

  test('are found where hours over a day’s edge overlap those of the next day', () => {
    const plan = planOf(
      { days: ['SATURDAY'], from: '22:00', until: '05:00' },
      { days: ['SUNDAY'], from: '04:00', until: '10:00' },
    )
    expect(lastReset(plan, iso('2026-11-22T05:00Z'))).toBe(iso('2026-11-22T04:00Z'))
    expect(nextReset(plan, iso('2026-11-22T02:30Z'))).toBe(iso('2026-11-22T03:00Z'))
  })

  test('are found when dates replace one weekday for months', () => {
    const mondays = Array.from({ length: 20 }, (_, week): ScheduleRule => {
      const date = new Date(iso('2026-07-06') + week * 7 * 86_400_000).toISOString().slice(0, 10)
      return { date, closed: true }
    })
    const plan = planOf({ days: ['MONDAY'], from: '08:00', until: '20:00' }, ...mondays)
    expect(lastReset(plan, iso('2026-11-17T12:00Z'))).toBe(iso('2026-06-29T18:00Z'))
    expect(nextReset(plan, iso('2026-07-01T12:00Z'))).toBe(iso('2026-11-23T07:00Z'))
  })

  test('are looked for on few days, however far a date lies', () => {
    const plan = planOf({ date: '9999-12-31', closed: true }, { date: '2026-11-24', closed: true })
    let days = 0
    const counted = { ...plan, readingsOf: (day: number) => (days++, plan.readingsOf(day)) }
    const atMs = iso('2026-11-22T12:00Z')
    expect([lastReset(counted, atMs), nextReset(counted, atMs)]).toEqual([undefined, undefined])
    expect(days).toBeLessThan(50)
    const far = planOf({ date: '9999-12-31', from: '10:00', until: '14:00' })
    expect(nextReset(far, atMs)).toBe(iso('9999-12-31T09:00Z'))
  })

  test('at any minute, the last and the next are those between which it lies', () => {
    const plan = planOf(
      { days: ['SATURDAY', 'SUNDAY'], from: '22:00', until: '05:00' },
      { days: ['SUNDAY'], from: '02:30', until: '10:00' },
      { date: '2026-10-27', from: '23:30', until: '23:00' },
      { date: '2026-10-28', closed: true },
    )
    // Over the Sunday on which clocks are set back.
    const [startMs, endMs] = [iso('2026-10-23T00:00Z'), iso('2026-10-30T00:00Z')]
    const all = resetsBetween(plan, startMs - 9 * 86_400_000, endMs + 9 * 86_400_000)
    for (let atMs = startMs; atMs < endMs; atMs += 60_000) {
      const expected = [all.findLast((ms) => ms <= atMs), all.find((ms) => ms > atMs)]
      expect([lastReset(plan, atMs), nextReset(plan, atMs)]).toEqual(expected)
    }
  })

  test('never come where there are no rules, and end with the last date', () => {
    expect(lastReset(planOf(), 0)).toBeUndefined()
    expect(nextReset(planOf(), 0)).toBeUndefined()
    const once = planOf({ date: '2026-11-24', from: '10:00', until: '14:00' })
    expect(lastReset(once, iso('2026-11-24T08:59Z'))).toBeUndefined()
    expect(lastReset(once, iso('2027-11-24T00:00Z'))).toBe(iso('2026-11-24T13:00Z'))
    expect(nextReset(once, iso('2026-11-24T13:00Z'))).toBeUndefined()
  })
})
