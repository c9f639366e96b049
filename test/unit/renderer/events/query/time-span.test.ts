import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { EventTime } from '#contract/wall/event-query.ts'
import { spanOf, todayByClock } from '#renderer/events/query/time-span.ts'
import { earliestMs, latestMs, temporal, zone, zoneNames } from '../../timeline/axis/zones.ts'
import { moment } from './arbitraries.ts'
import { catalogue, reader } from './catalogue-of-tests.ts'

const hourMs = 3_600_000

function span(text: string, now: string, name = 'Europe/Berlin') {
  const nowMs = Date.parse(now)
  const { query, problems } = reader.read(text, catalogue, zone(name), nowMs)
  expect(problems).toEqual([])
  const { startMs, endMs } = spanOf(query.time, zone(name), nowMs)
  return [new Date(startMs).toISOString(), endMs && new Date(endMs).toISOString()].map((instant) =>
    String(instant).replace(':00.000Z', 'Z'),
  )
}
const friday = '2026-11-20T14:00:00Z'

describe('a time in words', () => {
  test.for<[string, string, string]>([
    ['', '1970-01-01T00:00Z', 'undefined'],
    ['last:90m', '2026-11-20T12:30Z', 'undefined'],
    ['last:24h', '2026-11-19T14:00Z', 'undefined'],
    ['last:2w', '2026-11-06T14:00Z', 'undefined'],
    ['today', '2026-11-19T23:00Z', '2026-11-20T23:00Z'],
    ['yesterday', '2026-11-18T23:00Z', '2026-11-19T23:00Z'],
    ['friday', '2026-11-19T23:00Z', '2026-11-20T23:00Z'],
    ['saturday', '2026-11-13T23:00Z', '2026-11-14T23:00Z'],
    ['monday..friday', '2026-11-15T23:00Z', '2026-11-20T23:00Z'],
    ['saturday..monday', '2026-11-13T23:00Z', '2026-11-16T23:00Z'],
    ['thursday..tuesday 12:00', '2026-11-18T23:00Z', '2026-11-24T11:00Z'],
    ['2026-11-18..2026-11-19', '2026-11-17T23:00Z', '2026-11-19T23:00Z'],
    ['14:00..15:30', '2026-11-20T13:00Z', '2026-11-20T14:30Z'],
    ['yesterday 22:00..today 06:00', '2026-11-19T21:00Z', '2026-11-20T05:00Z'],
    ['2026-07-01 14:00..15:30', '2026-07-01T12:00Z', '2026-07-01T13:30Z'],
    ['2026-07-01 23:00..24:00', '2026-07-01T21:00Z', '2026-07-01T22:00Z'],
    ['since:monday', '2026-11-15T23:00Z', 'undefined'],
    ['since:9:00', '2026-11-20T08:00Z', 'undefined'],
    ['until:yesterday', '1970-01-01T00:00Z', '2026-11-19T23:00Z'],
    ['until:2026-11-20 12:00', '1970-01-01T00:00Z', '2026-11-20T11:00Z'],
  ])('%s', ([text, start, end]) => {
    expect(span(text, friday)).toEqual([start, end])
  })

  test.for<[string, string, string, string, string?]>([
    ['a day of 23 hours', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['a day of 25 hours', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['a day that begins at one', '2018-11-04', '2018-11-04T03:00Z', '2018-11-05T02:00Z', 'America/Sao_Paulo'],
    ['an hour that comes twice', '2026-10-25 02:00..03:00', '2026-10-25T00:00Z', '2026-10-25T02:00Z'],
    ['… the first', '2026-10-25 02:00+2..03:00+2', '2026-10-25T00:00Z', '2026-10-25T01:00Z'],
    ['… the second', '2026-10-25 02:00+1..03:00', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
    ['around an hour left out', '2026-03-29 01:30..02:30', '2026-03-29T00:30Z', '2026-03-29T01:00Z'],
    ['… and what follows', '2026-03-29 02:15..03:30', '2026-03-29T01:00Z', '2026-03-29T01:30Z'],
    [
      'half an hour twice',
      '2026-04-05 01:30..02:00',
      '2026-04-04T14:30Z',
      '2026-04-04T15:30Z',
      'Australia/Lord_Howe',
    ],
  ])('%s', ([, text, start, end, name]) => {
    expect(span(text, friday, name)).toEqual([start, end])
  })

  it('counts hours as lengths and days by the clock', () => {
    const afterTheChange = '2026-10-25T12:00:00Z'
    expect(span('last:24h', afterTheChange)).toEqual(['2026-10-24T12:00Z', 'undefined'])
    expect(span('last:1d', afterTheChange)).toEqual(['2026-10-24T11:00Z', 'undefined'])
  })

  it('agrees with Temporal in every zone, on every day', () => {
    const day = fc
      .integer({ min: earliestMs, max: latestMs })
      .map((ms) => new Date(ms).toISOString().slice(0, 10))
    const minute = fc.integer({ min: 0, max: 1_439 })
    fc.assert(
      fc.property(fc.constantFrom(...zoneNames), day, minute, (name, date, minutes) => {
        const clock = new temporal.PlainTime(Math.floor(minutes / 60), minutes % 60)
        const local = temporal.PlainDate.from(date).toPlainDateTime(clock)
        const time: EventTime = { kind: 'since', from: { day: date, clock: clock.toString().slice(0, 5) } }
        const { startMs } = spanOf(time, zone(name), 0)
        const earlier = local.toZonedDateTime(name, { disambiguation: 'earlier' })
        const isThere = earlier.toPlainDateTime().equals(local)
        const expected = isThere ? earlier : earlier.getTimeZoneTransition('next')
        expect(startMs).toBe(expected?.epochMilliseconds)
      }),
      { numRuns: 500 },
    )
  })

  it('of a day is as long as that day', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: earliestMs, max: latestMs }), ({ day }, nowMs) => {
        const { startMs, endMs = 0 } = spanOf(
          { kind: 'between', from: { day }, until: { day } },
          zone('Europe/Berlin'),
          nowMs,
        )
        expect([23, 24, 25]).toContain((endMs - startMs) / hourMs)
      }),
    )
  })
})

test.for(['2026-03-29T12:00Z', '2026-10-25T12:00Z', '2026-12-31T12:00Z'])(
  'the day of %s by the clock is all of it',
  (now) => {
    const berlin = zone('Europe/Berlin')
    const nowMs = Date.parse(now)
    const day = berlin.dayAt(nowMs)
    expect(spanOf(todayByClock(berlin, nowMs), berlin, nowMs)).toEqual({
      startMs: berlin.startOfDay(day),
      endMs: berlin.startOfDay(day + 1),
    })
  },
)
