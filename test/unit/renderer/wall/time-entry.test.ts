import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadLanguage } from '#renderer/language/language.ts'
import { instantText } from '#renderer/timeline/axis/time-words.ts'
import { parseTimeEntry } from '#renderer/wall/time-entry.ts'
import { earliestMs, latestMs, zone, zoneNames } from '../timeline/axis/zones.ts'

/** What was understood, as instants and sentences. */
function read(typed: string, zoneName: string, now: string): string[] {
  return parseTimeEntry(typed, { zone: zone(zoneName), nowMs: Date.parse(now) }).map((entry) => {
    if (entry.kind === 'refused') return entry.reason
    const instant = new Date(entry.atMs).toISOString().replace('.000Z', 'Z')
    return entry.turn === undefined ? instant : `${instant} ${entry.turn}`
  })
}

const berlin = (typed: string) => read(typed, 'Europe/Berlin', '2026-11-22T14:32:07Z')

describe('a typed time', () => {
  it.each([
    ['14:05', '2026-11-22T13:05:00Z'],
    ['go to 14:05', '2026-11-22T13:05:00Z'],
    ['goto 9:05', '2026-11-22T08:05:00Z'],
    ['14:05:10', '2026-11-22T13:05:10Z'],
    ['14:05:10.2', '2026-11-22T13:05:10.200Z'],
    ['14:05:10,2', '2026-11-22T13:05:10.200Z'],
    ['today 14:05', '2026-11-22T13:05:00Z'],
    ['yesterday 14:05', '2026-11-21T13:05:00Z'],
    ['Yesterday at 14:05', '2026-11-21T13:05:00Z'],
    ['14:05 yesterday', '2026-11-21T13:05:00Z'],
    ['14:05 on 20 Nov', '2026-11-20T13:05:00Z'],
    ['yesterday', '2026-11-20T23:00:00Z'],
    ['2026-11-20 14:05:10', '2026-11-20T13:05:10Z'],
    ['2026-11-20T14:05', '2026-11-20T13:05:00Z'],
    ['2026-11-20T14:05:10Z', '2026-11-20T14:05:10Z'],
    ['2026-11-20T14:05:10+05:45', '2026-11-20T08:20:10Z'],
    ['20.11.2026 14:05', '2026-11-20T13:05:00Z'],
    ['20.11. 14:05', '2026-11-20T13:05:00Z'],
    ['20/11/2026 14:05', '2026-11-20T13:05:00Z'],
    ['11/20/2026 14:05', '2026-11-20T13:05:00Z'],
    ['11/11/2026 14:05:10,25', '2026-11-11T13:05:10.250Z'],
    ['Nov 20, 2026 14:05', '2026-11-20T13:05:00Z'],
    ['20 November 14:05', '2026-11-20T13:05:00Z'],
    // A date of no year is the last one.
    ['24 Dec 14:05', '2025-12-24T13:05:00Z'],
    ['friday 14:05', '2026-11-20T13:05:00Z'],
    ['last fri 14:05', '2026-11-20T13:05:00Z'],
    // Today is Sunday: what is to come was a week ago.
    ['sunday 14:05', '2026-11-22T13:05:00Z'],
    ['sunday 16:05', '2026-11-15T15:05:00Z'],
    ['Fri 20 Nov 14:05:10', '2026-11-20T13:05:10Z'],
    ['-5m', '2026-11-22T14:27:07Z'],
    ['−5 min', '2026-11-22T14:27:07Z'],
    ['-1h30m', '2026-11-22T13:02:07Z'],
    ['-1,5h', '2026-11-22T13:02:07Z'],
    ['5 min ago', '2026-11-22T14:27:07Z'],
    ['90 s ago', '2026-11-22T14:30:37Z'],
    ['1.5 hours ago', '2026-11-22T13:02:07Z'],
    ['2 days ago', '2026-11-20T14:32:07Z'],
    ['a week ago', undefined],
  ])('%s', (typed, expected) => {
    expect(berlin(typed)).toEqual(expected === undefined ? [] : [expected])
  })

  it.each(['-20261120140500s', '-9999999999h', '-999999999d', '999999999 weeks ago'])(
    'is refused where no calendar reaches: %s',
    (typed) => {
      expect(berlin(typed)).toEqual([expect.stringMatching(/./)])
    },
  )

  it.each(['', '12', '3.12', 'till', 'loading dock', '14:', '14:0', '14:055', '-5', 'ago', 'sun', 'go to'])(
    'is not meant by “%s”',
    (typed) => {
      expect(berlin(typed).filter((read) => typed !== 'sun' || !read.endsWith('Z'))).toEqual([])
    },
  )

  it('that is still to come today is yesterday’s, and said to be', () => {
    expect(berlin('16:05')).toEqual(['2026-11-21T15:05:00Z', 'Sun 22 Nov 16:05:00 CET has not come yet.'])
    expect(berlin('today 16:05')).toEqual(['Sun 22 Nov 16:05:00 CET has not come yet.'])
    expect(berlin('2027-01-01 00:00')).toEqual(['Fri 1 Jan 2027 00:00:00 CET has not come yet.'])
  })

  it('of a date with slashes is asked back where both orders have been', () => {
    expect(berlin('10/11/2026 14:05')).toEqual(['2026-11-10T13:05:00Z', '2026-10-11T12:05:00Z'])
    expect(berlin('10/12/2026 14:05')).toEqual(['2026-10-12T12:05:00Z'])
  })

  it('with an offset is of the day that its clock shows', () => {
    const losAngeles = (typed: string) => read(typed, 'America/Los_Angeles', '2026-11-23T01:00:00Z')
    expect(losAngeles('00:40Z')).toEqual(['2026-11-23T00:40:00Z'])
    expect(losAngeles('yesterday 00:40Z')).toEqual(['2026-11-22T00:40:00Z'])
    expect(read('13:30Z', 'Europe/Berlin', '2026-11-22T13:00:00Z')).toEqual([
      '2026-11-21T13:30:00Z',
      'Sun 22 Nov 14:30:00 CET has not come yet.',
    ])
  })

  it('that cannot be is refused in words', () => {
    expect(berlin('25:10')).toEqual(['There is no time 25:10.'])
    expect(berlin('31 Feb 14:05')).toEqual(['There is no day 31 feb.'])
    expect(berlin('Mon 20 Nov 2026 14:05')).toEqual(['20 November 2026 was a Friday.'])
  })

  it.each([
    ['Europe/Berlin', '25 Oct 02:30', ['2026-10-25T00:30:00Z first', '2026-10-25T01:30:00Z second']],
    ['Europe/Berlin', '25 Oct 02:30 second', ['2026-10-25T01:30:00Z second']],
    ['Europe/Berlin', '25 Oct 02:30 +2', ['2026-10-25T00:30:00Z']],
    ['Europe/Berlin', '25 Oct 03:30 first', ['2026-10-25T02:30:00Z']],
    ['America/New_York', '1 Nov 01:30', ['2026-11-01T05:30:00Z first', '2026-11-01T06:30:00Z second']],
    ['America/New_York', '1 Nov 01:30 first', ['2026-11-01T05:30:00Z first']],
    ['Australia/Lord_Howe', '5 Apr 01:45', ['2026-04-04T14:45:00Z first', '2026-04-04T15:15:00Z second']],
    ['Australia/Lord_Howe', '5 Apr 01:15', ['2026-04-04T14:15:00Z']],
    ['Asia/Kathmandu', '25 Oct 02:30', ['2026-10-24T20:45:00Z']],
  ])('of the hour that autumn repeats is asked back: %s, %s', (zoneName, typed, expected) => {
    expect(read(typed, zoneName, '2026-11-22T14:32:07Z')).toEqual(expected)
  })

  it.each([
    ['Europe/Berlin', '29 Mar 02:30', 'There was no 02:30 on that day. The clocks went from 02:00 to 03:00.'],
    [
      'America/New_York',
      '8 Mar 02:30',
      'There was no 02:30 on that day. The clocks went from 02:00 to 03:00.',
    ],
    [
      'Australia/Lord_Howe',
      '4 Oct 02:15',
      'There was no 02:15 on that day. The clocks went from 02:00 to 02:30.',
    ],
  ])('of the hour that spring leaves out is refused in words: %s, %s', (zoneName, typed, expected) => {
    expect(read(typed, zoneName, '2026-11-22T14:32:07Z')).toEqual([expected])
  })

  it('in days ago is the same time of day, over a change of the clocks', () => {
    expect(read('1 day ago', 'Europe/Berlin', '2026-10-25T12:00:00Z')).toEqual(['2026-10-24T11:00:00Z'])
    expect(read('24 h ago', 'Europe/Berlin', '2026-10-25T12:00:00Z')).toEqual(['2026-10-24T12:00:00Z'])
  })

  it.each([
    ['de', 'gestern 14:05', '2026-11-21T13:05:00Z'],
    ['de', '25. Oktober 04:30', '2026-10-25T03:30:00Z'],
    ['de', '5. März 2026 14:05:10,5', '2026-03-05T13:05:10.500Z'],
    ['de', 'Mo 14:05', '2026-11-16T13:05:00Z'],
    ['de', 'last fri 14:05', '2026-11-20T13:05:00Z'],
    ['es', 'ayer 14:05', '2026-11-21T13:05:00Z'],
    ['es', '25 de octubre de 2026 04:30', '2026-10-25T03:30:00Z'],
    ['es', 'mar 17 nov 14:05', '2026-11-17T13:05:00Z'],
    ['es', 'Mar 17 14:05', '2026-03-17T13:05:00Z'],
  ] as const)('has its names in the page’s language, too: %s, %s', async (language, typed, expected) => {
    onTestFinished(() => loadLanguage('en'))
    await loadLanguage(language)
    expect(berlin(typed)).toEqual([expected])
    expect(berlin(language === 'de' ? 'mit' : 'mar')).toEqual([])
  })

  it.each(['en', 'de', 'es'] as const)('is understood as the wall itself writes it: %s', async (language) => {
    onTestFinished(() => loadLanguage('en'))
    await loadLanguage(language)
    const instants = fc.integer({ min: earliestMs, max: latestMs })
    const zones = fc.constantFrom(...zoneNames.map((name) => zone(name)))
    fc.assert(
      fc.property(zones, instants, (there, ms) => {
        const at = Math.floor(ms / 1_000) * 1_000
        const nowMs = latestMs + 400 * 86_400_000
        const typed = instantText(there, at, nowMs).replace(/ \S+$/, '')
        const found = parseTimeEntry(typed, { zone: there, nowMs })
        expect(found).toContainEqual(expect.objectContaining({ kind: 'instant', atMs: at }))
        expect(found.length).toBe(there.isRepeated(at) ? 2 : 1)
      }),
      { numRuns: 200 },
    )
  })

  it('takes whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (typed) => {
        for (const entry of parseTimeEntry(typed, { zone: zone('Europe/Berlin'), nowMs: latestMs })) {
          if (entry.kind === 'instant') expect(entry.atMs).toBeLessThanOrEqual(latestMs)
        }
      }),
      { numRuns: 500 },
    )
  })
})
