import { describe, expect, test } from 'vitest'
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
})
