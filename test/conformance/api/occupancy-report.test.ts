import { describe, expect, test } from 'vitest'
import { occupancyReportRequest } from '#contract/platform/occupancy.ts'
import { openOccupancyWriter } from '#site/store/occupancy-database.ts'
import { count, entrance, exit, occupancyStand, range } from './occupancy-stand.ts'
import { post } from './requests.ts'

const front = ['front']

describe('the report', () => {
  test('weighs by time, marks the maximum and says what passed', async () => {
    const { send, report } = await occupancyStand()
    await send([
      entrance('front', '2026-11-20T08:00Z'),
      entrance('back', '2026-11-20T09:00Z'),
      entrance('front', '2026-11-20T09:30Z'),
      exit('front', '2026-11-20T10:00Z'),
    ])
    const answer = await report({
      entrancesAndExits: ['front', 'back', 'front'],
      timeRange: range('2026-11-20T08:00Z', '2026-11-20T11:00Z'),
    })
    expect(answer).toMatchObject({
      // 1 for an hour, 2 and 3 for half an hour each, 2 for an hour.
      average: 1.83,
      maximum: 3,
      maximumAt: Date.parse('2026-11-20T09:30Z'),
      resets: [],
      unit: 'PEOPLE',
    })
    expect(answer.buckets).toHaveLength(180)
    expect(answer.buckets.find(({ entrances }) => entrances > 0)).toEqual({
      start: Date.parse('2026-11-20T08:00Z'),
      end: Date.parse('2026-11-20T08:01Z'),
      average: 1,
      maximum: 1,
      entrances: 1,
      exits: 0,
    })
    expect(answer.buckets.reduce((sum, { exits }) => sum + exits, 0)).toBe(1)
  })

  test('is never below zero: who was not seen coming does not count when leaving', async () => {
    const { send, report } = await occupancyStand()
    await send([
      exit('front', '2026-11-20T08:00Z'),
      exit('front', '2026-11-20T08:10Z'),
      entrance('front', '2026-11-20T08:30Z'),
    ])
    const timeRange = range('2026-11-20T08:00Z', '2026-11-20T09:00Z')
    expect(await report({ entrancesAndExits: front, timeRange })).toMatchObject({ average: 0.5, maximum: 1 })
  })

  test('counts all who pass a line within one instant of a counter of whole seconds', async () => {
    const { send, report } = await occupancyStand()
    const five = { ...entrance('front', '2026-11-20T08:00Z'), count: 5 }
    const two = { ...exit('front', '2026-11-20T08:30Z'), count: 2 }
    expect(await send([five, two])).toEqual([{ success: true }, { success: true }])
    // Sent again after a connection that broke.
    await send([five, two])
    const timeRange = range('2026-11-20T08:00Z', '2026-11-20T09:00Z')
    const answer = await report({ entrancesAndExits: front, timeRange })
    expect(answer).toMatchObject({ average: 4, maximum: 5 })
    expect(answer.buckets.reduce((sum, { entrances }) => sum + entrances, 0)).toBe(5)
    expect(answer.buckets.reduce((sum, { exits }) => sum + exits, 0)).toBe(2)

    // A count that is sent anew replaces the one before, as that of a zone does.
    await send([{ ...five, count: 6 }])
    expect(await report({ entrancesAndExits: front, timeRange })).toMatchObject({ maximum: 6 })
  })

  test('refuses who would be lost: the same line, direction and instant again in one request', async () => {
    const { send, report } = await occupancyStand()
    const one = entrance('front', '2026-11-20T08:00Z')
    const results = await send([one, one, exit('front', '2026-11-20T08:00Z'), one])
    expect(results.map(({ success }) => success)).toEqual([true, false, true, false])
    expect(results[1]).toMatchObject({ error: { code: 'invalid_value', field: 'count' } })
    const timeRange = range('2026-11-20T08:00Z', '2026-11-20T09:00Z')
    const answer = await report({ entrancesAndExits: front, timeRange })
    expect(answer.buckets.reduce((sum, { entrances }) => sum + entrances, 0)).toBe(1)
  })

  test('adds what zones count to the counter, and a reset leaves them alone', async () => {
    const { send, report } = await occupancyStand()
    await send([
      count('hall', 5, '2026-11-19T20:00Z'),
      entrance('front', '2026-11-19T23:00Z'),
      count('hall', 7, '2026-11-20T01:00Z'),
    ])
    const answer = await report({
      entrancesAndExits: ['front', 'hall'],
      timeRange: range('2026-11-19T22:00Z', '2026-11-20T02:00Z'),
      resetToValue: 10,
    })
    expect(answer.buckets.filter((_, at) => at % 60 === 0).map(({ average }) => average)).toEqual([
      15, 16, 15, 17,
    ])
    expect(answer.resets).toEqual([{ at: Date.parse('2026-11-20T00:00Z'), value: 10, rule: 'DAY 00:00' }])
  })

  test('begins with what the counter has come to since the last reset, not with zero', async () => {
    const { send, report } = await occupancyStand()
    await send([
      entrance('front', '2026-11-18T10:00Z'),
      entrance('front', '2026-11-19T05:00Z'),
      entrance('back', '2026-11-19T05:30Z'),
    ])
    const wish = {
      entrancesAndExits: ['front', 'back'],
      timeRange: range('2026-11-19T10:00Z', '2026-11-19T11:00Z'),
    }
    expect(await report({ ...wish, resetTime: '04' })).toMatchObject({ average: 2, maximum: 2 })
    expect(await report({ ...wish, resetTime: '06', resetToValue: 4 })).toMatchObject({ average: 4 })
    // The Sunday before, and all that came after it.
    expect(await report({ ...wish, resetInterval: 'WEEK', resetTime: '04' })).toMatchObject({ average: 3 })
    expect(await report({ ...wish, resetInterval: 'WEEK', resetDay: 'THURSDAY' })).toMatchObject({
      average: 2,
    })
  })

  test('resets on the wall of its zone, through a change of the clock', async () => {
    const { send, report } = await occupancyStand()
    await send([entrance('front', '2026-10-24T20:00Z'), entrance('front', '2026-10-25T12:00Z')])
    const answer = await report({
      entrancesAndExits: front,
      timeRange: range('2026-10-24T00:00Z', '2026-10-27T00:00Z'),
      timezone: 'Europe/Berlin',
      resetTime: '04',
    })
    expect(answer.resets.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-10-24T02:00:00.000Z',
      '2026-10-25T03:00:00.000Z',
      '2026-10-26T03:00:00.000Z',
    ])
    // 7 hours of the one, 15 of the other, of 72.
    expect(answer.average).toBe(0.31)
  })

  test('resets by a schedule in the schedule’s own zone, dated rules before weekly ones', async () => {
    const { send, report } = await occupancyStand()
    await send([entrance('front', '2026-11-17T18:30Z'), entrance('front', '2026-11-17T19:30Z')])
    const answer = await report({
      entrancesAndExits: front,
      timeRange: range('2026-11-17T12:00Z', '2026-11-20T12:00Z'),
      timezone: 'Asia/Tokyo',
      resetMode: 'SCHEDULE',
      resetScheduleId: 'hours',
    })
    expect(answer.resets.map(({ at, rule }) => [new Date(at).toISOString().slice(5, 16), rule])).toEqual([
      ['11-17T19:00', 'SCHEDULE Shop hours'],
      ['11-18T09:00', 'SCHEDULE Shop hours'],
      ['11-18T13:00', 'SCHEDULE Shop hours'],
      ['11-20T07:00', 'SCHEDULE Shop hours'],
    ])
    expect(answer).toMatchObject({ maximum: 1, maximumAt: Date.parse('2026-11-17T18:30Z') })
  })

  test('resets to the live sum of zones, which need not be among its sources', async () => {
    const { send, report } = await occupancyStand()
    await send([
      count('hall', 3, '2026-11-18T20:00Z'),
      count('yard', 4, '2026-11-19T00:00Z'),
      count('hall', 9, '2026-11-19T00:00:00.001Z'),
      entrance('front', '2026-11-19T01:00Z'),
    ])
    const wish = {
      entrancesAndExits: front,
      timeRange: range('2026-11-19T00:00Z', '2026-11-19T02:00Z'),
      resetValueMode: 'BY_ZONE_COUNTING',
    } as const
    expect(await report({ ...wish, resetZoneIds: ['hall', 'yard'] })).toMatchObject({
      maximum: 8,
      average: 7.5,
      resets: [{ at: Date.parse('2026-11-19T00:00Z'), value: 7, rule: 'DAY 00:00' }],
    })
    expect(await report({ ...wish, resetZoneIds: ['yard', 'yard'] })).toMatchObject({ maximum: 5 })
  })

  test('counts a zone once that is among its sources and its reset zones', async () => {
    const { send, report } = await occupancyStand()
    await send([
      count('hall', 3, '2026-11-18T20:00Z'),
      count('yard', 4, '2026-11-18T20:00Z'),
      entrance('front', '2026-11-19T01:00Z'),
    ])
    const answer = await report({
      entrancesAndExits: ['front', 'hall'],
      timeRange: range('2026-11-19T00:00Z', '2026-11-19T02:00Z'),
      resetValueMode: 'BY_ZONE_COUNTING',
      resetZoneIds: ['hall', 'yard'],
    })
    expect(answer).toMatchObject({ maximum: 8, average: 7.5, resets: [{ value: 4 }] })
  })

  test('ends now, and knows no more than a minute of the future', async () => {
    const { send, report, clock } = await occupancyStand()
    await send([entrance('front', '2026-11-20T11:00Z')])
    const answer = await report({
      entrancesAndExits: front,
      timeRange: range('2026-11-20T10:00Z', '2026-11-21T10:00Z'),
    })
    expect(answer).toMatchObject({ average: 0.5, maximum: 1 })
    expect(answer.buckets.at(-1)?.end).toBe(clock.nowMs)
    const aheadMs = clock.nowMs + 5_000
    expect(
      await report({ entrancesAndExits: front, timeRange: { start: aheadMs, end: aheadMs + 1_000 } }),
    ).toMatchObject({ average: 1, maximum: 1 })
  })

  test('of a year has a bucket for each day of its zone', async () => {
    const { report } = await occupancyStand()
    const answer = await report({
      entrancesAndExits: front,
      timeRange: range('2025-11-19T23:00Z', '2026-11-19T23:00Z'),
      timezone: 'Europe/Berlin',
    })
    expect(answer.buckets).toHaveLength(365)
    expect(new Set(answer.buckets.map(({ start, end }) => (end - start) / 3_600_000))).toEqual(
      new Set([23, 24, 25]),
    )
    expect(answer.resets).toHaveLength(365)
    expect(answer).toMatchObject({ average: 0, maximum: 0 })
  })

  test('needs a key, and is the key’s organization’s own', async () => {
    const { ask, url, depot } = await occupancyStand()
    const wish = { entrancesAndExits: front, timeRange: range('2026-11-19T00:00Z', '2026-11-20T00:00Z') }
    expect((await post(url('occupancyReport'), wish)).error?.code).toBe('missing_key')
    expect((await ask(wish, 'tsk_nobody')).error?.code).toBe('invalid_key')
    expect((await ask(wish, depot.key)).error?.field).toBe('entrancesAndExits.0')
    expect((await fetch(url('occupancyReport'))).status).toBe(405)
  })

  test('that the site cannot make is 500, without its reason', async () => {
    const { ask, dataDir } = await occupancyStand()
    const file = openOccupancyWriter(dataDir)
    file.exec('drop table passage')
    file.close()
    const answer = await ask({
      entrancesAndExits: front,
      timeRange: range('2026-11-19T00:00Z', '2026-11-20T00:00Z'),
    })
    expect([answer.status, answer.error?.code]).toEqual([500, 'internal'])
    expect(answer.text).not.toMatch(/sqlite|database/i)
  })
})

describe('dictionaries', () => {
  test('list what the organization counts by', async () => {
    const { dictionary, depot } = await occupancyStand()
    expect((await dictionary('dictionaryEntrances')).json).toEqual({
      items: [
        { id: 'back', name: 'Name of back', cameraIds: [] },
        { id: 'front', name: 'Name of front', cameraIds: ['shop-cam-1'] },
      ],
    })
    expect((await dictionary('dictionaryZones')).json).toEqual({
      items: [
        { id: 'hall', name: 'Name of hall', capacity: 40, cameraIds: ['shop-cam-2', 'shop-cam-3'] },
        { id: 'yard', name: 'Name of yard', cameraIds: [] },
      ],
    })
    expect((await dictionary('dictionarySchedules')).json).toMatchObject({
      items: [{ id: 'hours', name: 'Shop hours', timezone: 'Europe/Berlin' }],
    })
    expect((await dictionary('dictionaryEntrances', depot.key)).json).toMatchObject({
      items: [{ id: 'gate' }],
    })
    expect((await dictionary('dictionaryZones', depot.key)).json).toEqual({ items: [] })
  })
})

describe('entrances, exits and counts', () => {
  test('are judged one by one, and stored once however often they are sent', async () => {
    const { send, report } = await occupancyStand()
    const events = [
      entrance('front', '2026-11-20T08:00Z'),
      { ...entrance('front', '2026-11-20T08:00Z'), type: 'EXITS' },
      entrance('hall', '2026-11-20T08:00Z'),
      count('front', 3, '2026-11-20T08:00Z'),
      count('hall', -1, '2026-11-20T08:00Z'),
      count('gate', 1, '2026-11-20T08:00Z'),
      entrance('front', '2020-11-20T08:00Z'),
      entrance('front', '2027-11-20T08:00Z'),
      { ...count('hall', 2, '2026-11-20T08:30Z'), colour: 'red' },
      count('hall', 2, '2026-11-20T08:30Z'),
      7,
    ]
    const faults = (results: Awaited<ReturnType<typeof send>>) =>
      results.map((one) => (one.success ? 'stored' : [one.error.code, one.error.field]))
    const first = faults(await send(events))
    expect(first).toEqual([
      'stored',
      ['invalid_value', 'type'],
      ['invalid_value', 'id'],
      ['invalid_value', 'id'],
      ['invalid_value', 'count'],
      ['invalid_value', 'id'],
      ['before_retention', 'timestamp'],
      ['invalid_value', 'timestamp'],
      ['unknown_member', 'colour'],
      'stored',
      ['malformed', undefined],
    ])
    expect(faults(await send(events))).toEqual(first)
    expect(
      await report({
        entrancesAndExits: ['front', 'hall'],
        timeRange: range('2026-11-20T08:00Z', '2026-11-20T09:00Z'),
      }),
    ).toMatchObject({ average: 2, maximum: 3 })
  })

  test('are kept for a report of a year, and then no longer', async () => {
    const { send, occupancy, clock } = await occupancyStand()
    const wish = occupancyReportRequest.parse({
      entrancesAndExits: ['front', 'hall'],
      timeRange: range('2026-11-20T08:00Z', '2026-11-20T09:00Z'),
    })
    await send([entrance('front', '2026-11-20T07:00Z'), count('hall', 4, '2026-11-20T07:30Z')])
    clock.nowMs += 390 * 86_400_000
    await occupancy.sweep()
    expect(await occupancy.report('shop', wish)).toMatchObject({ value: { maximum: 5 } })
    clock.nowMs += 20 * 86_400_000
    await occupancy.sweep()
    // A zone still counts what it last counted.
    expect(await occupancy.report('shop', wish)).toMatchObject({ value: { maximum: 4 } })
  })
})
