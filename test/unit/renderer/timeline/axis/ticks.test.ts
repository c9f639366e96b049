import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lengthMs, type Step, stepBetween, stepFor, ticksBetween } from '#renderer/timeline/axis/ticks.ts'
import { clockText } from '#renderer/timeline/axis/time-words.ts'
import { earliestMs, latestMs, zone, zoneNames } from './zones.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const clock = (ms: number): Step => ({ unit: 'clock', ms })
const utc = (instant: string) => Date.parse(instant)

const texts = (name: string, from: string, until: string, step: Step) =>
  ticksBetween(zone(name), utc(from), utc(until), step).map((ms) => clockText(zone(name), ms, 'minute'))

const days = (from: string, until: string) =>
  ticksBetween(zone('Europe/Berlin'), utc(from), utc(until), { unit: 'days', count: 1 })
const hoursBetween = (ticks: number[]) => ticks.slice(1).map((ms, at) => (ms - (ticks[at] ?? 0)) / hourMs)

describe('ticks', () => {
  it.each([
    [
      'Europe/Berlin',
      'spring, 02:00 does not exist',
      ['2026-03-28T23:00:00Z', '2026-03-29T04:00:00Z'],
      hourMs,
      ['00:00', '01:00', '03:00', '04:00', '05:00'],
    ],
    [
      'Europe/Berlin',
      'autumn, 02:00 comes twice',
      ['2026-10-24T22:00:00Z', '2026-10-25T03:00:00Z'],
      hourMs,
      ['00:00', '01:00', '02:00 +2', '02:00 +1', '03:00'],
    ],
    [
      'America/New_York',
      'autumn, 01:00 comes twice',
      ['2026-11-01T04:00:00Z', '2026-11-01T08:00:00Z'],
      30 * minuteMs,
      ['00:00', '00:30', '01:00 −4', '01:30 −4', '01:00 −5', '01:30 −5', '02:00', '02:30'],
    ],
    [
      'America/New_York',
      'spring',
      ['2026-03-08T05:00:00Z', '2026-03-08T09:00:00Z'],
      hourMs,
      ['00:00', '01:00', '03:00', '04:00'],
    ],
    [
      'Australia/Lord_Howe',
      'autumn, half an hour comes twice',
      ['2026-04-04T14:00:00Z', '2026-04-04T16:31:00Z'],
      30 * minuteMs,
      ['01:00', '01:30 +11', '01:30 +10:30', '02:00', '02:30', '03:00'],
    ],
    [
      'Australia/Lord_Howe',
      'spring, 02:00 does not exist',
      ['2026-10-03T14:30:00Z', '2026-10-03T17:31:00Z'],
      30 * minuteMs,
      ['01:00', '01:30', '02:30', '03:00', '03:30', '04:00', '04:30'],
    ],
    [
      'Asia/Kathmandu',
      'stands at full hours of its own clock',
      ['2026-03-29T00:00:00Z', '2026-03-29T03:00:00Z'],
      hourMs,
      ['06:00', '07:00', '08:00'],
    ],
  ])('in %s: %s', (name, _, [from = '', until = ''], stepMs, expected) => {
    expect(texts(name, from, until, clock(stepMs))).toEqual(expected)
  })

  it('of days stand where local days begin, 23 and 25 hours apart where clocks change', () => {
    expect(hoursBetween(days('2026-03-27T12:00:00Z', '2026-03-31T12:00:00Z'))).toEqual([24, 23, 24])
    expect(hoursBetween(days('2026-10-23T12:00:00Z', '2026-10-27T12:00:00Z'))).toEqual([24, 25, 24])
  })

  it('of weeks are Mondays, of months their firsts', () => {
    const berlin = zone('Europe/Berlin')
    const dates = (step: Step) =>
      ticksBetween(berlin, utc('2026-10-20T00:00:00Z'), utc('2026-12-05T00:00:00Z'), step).map((ms) =>
        new Date(berlin.localMsAt(ms)).toISOString().slice(5, 10),
      )
    expect(dates({ unit: 'days', count: 7 })).toEqual(['10-26', '11-02', '11-09', '11-16', '11-23', '11-30'])
    expect(dates({ unit: 'months' })).toEqual(['11-01', '12-01'])
  })

  it('rise, lie within what was asked, and show a multiple of the step on the local clock', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zoneNames),
        fc.integer({ min: earliestMs, max: latestMs }),
        fc.double({ min: 10, max: 3_600_000, noNaN: true }),
        (name, fromMs, msPerPx) => {
          const one = zone(name)
          const untilMs = fromMs + 1_500 * msPerPx
          const step = stepFor(msPerPx, 88)
          const ticks = ticksBetween(one, fromMs, untilMs, step)
          expect(ticks).toEqual([...new Set(ticks)].toSorted((a, b) => a - b))
          for (const ms of ticks) {
            expect(ms >= fromMs && ms < untilMs).toBe(true)
            if (step.unit === 'clock') expect(one.localMsAt(ms) % step.ms).toBe(0)
            else expect(one.startOfDay(one.dayAt(ms))).toBe(ms)
          }
          // As many as there is room for, give or take a change of the clocks.
          expect(ticks.length).toBeLessThanOrEqual(1_500 / 88 + 4)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('take the finest step that keeps its distance, and subdivide it evenly', () => {
    expect(stepFor(10, 88)).toEqual(clock(1_000))
    expect(stepFor(10_000, 88)).toEqual(clock(15 * minuteMs))
    expect(stepFor(3_600_000, 88)).toEqual({ unit: 'days', count: 7 })
    expect(stepBetween(clock(15 * minuteMs), 10_000, 9)).toEqual(clock(5 * minuteMs))
    fc.assert(
      fc.property(fc.double({ min: 10, max: 3_600_000, noNaN: true }), (msPerPx) => {
        const step = stepFor(msPerPx, 88)
        const between = stepBetween(step, msPerPx, 9)
        expect(lengthMs(step) >= 88 * msPerPx).toBe(true)
        expect(lengthMs(between) >= 9 * msPerPx && lengthMs(between) <= lengthMs(step)).toBe(true)
        expect(lengthMs(step) % lengthMs(between)).toBe(0)
      }),
    )
  })

  it('count twelve hours from midnight on every day', () => {
    expect(texts('Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-26T23:00:00Z', clock(dayMs / 2))).toEqual([
      '00:00',
      '12:00',
      '00:00',
      '12:00',
    ])
  })
})
