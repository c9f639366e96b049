import { describe, expect, it, vi } from 'vitest'
import type { EventCondition } from '#contract/platform/events.ts'
import { siteDefaults } from '#site/defaults.ts'
import { decodeCursor, encodeCursor } from '#site/events/search/cursor.ts'
import { EventReader, type SearchLimits } from '#site/events/search/event-reader.ts'
import { StatementCache } from '#site/events/search/statement-cache.ts'
import { eventLab, type LabEvent, orgId } from './event-lab.ts'

const sold = (atMs: number, camera = 1): LabEvent => ({ tag: 0, camera, atMs, fields: { items: atMs } })
const opened = (atMs: number): LabEvent => ({ tag: 1, camera: 1, atMs, fields: {} })

describe('a page', () => {
  it('shows events as the interface does, and no cursor where nothing follows', () => {
    const lab = eventLab()
    lab.insert([{ ...sold(5, 2), fields: { text: '"\n', amount: 0.1 } }, opened(6)])
    const [first, second] = lab.tags
    const all = lab.resolve({ start: 0, end: 10 })
    expect(lab.page(all, 'asc', 2)).toEqual({
      events: [
        {
          id: '1',
          orgId,
          cameraId: 'cam-2',
          eventTypeId: first?.id,
          fields: { text: '"\n', amount: 0.1 },
          timestamp: 5,
          receivedAt: 5,
        },
        {
          id: '2',
          orgId,
          cameraId: 'cam-1',
          eventTypeId: second?.id,
          fields: {},
          timestamp: 6,
          receivedAt: 6,
        },
      ],
      next: undefined,
    })
    expect(lab.page(all, 'asc', 1).next).toEqual({ atMs: 5, id: 1 })
    expect(lab.page(all, 'desc', 1).next).toEqual({ atMs: 6, id: 2 })
  })

  it('is empty of cameras that had no event, of some that had and of some that had not is what those had', () => {
    const lab = eventLab()
    lab.insert([sold(5)])
    const asked = (...cameraIds: string[]) => lab.resolve({ start: 0, end: 10, cameraIds })
    const idsOf = (...cameraIds: string[]) =>
      lab.page(asked(...cameraIds), 'asc', 9).events.map(({ id }) => id)
    expect(idsOf('cam-7')).toEqual([])
    expect(lab.histogram(asked('cam-7'), 10)).toEqual({ buckets: [] })
    expect(idsOf('cam-7', 'cam-1', 'cam-1')).toEqual(['1'])
    // One whose first event comes later.
    lab.insert([sold(6, 7)])
    expect(idsOf('cam-7')).toEqual(['2'])
    expect(lab.histogram(asked('cam-7'), 10)).toMatchObject({ buckets: [{ start: 0, count: 1 }] })
  })
})

/** Along time; by value, behind a condition that does not lead; behind it. */
const ways = [
  ['along time', [], {}],
  ['by its index', [{ field: 'card', operator: 'is', value: true }], { fewEvents: 100, fewTexts: 100 }],
  [
    'behind another condition',
    [{ field: 'card', operator: 'is', value: true }],
    { fewEvents: 0, fewTexts: 0 },
  ],
] as const satisfies [string, EventCondition[], Partial<SearchLimits>][]

describe.each(ways)('a condition that is answered %s', (_way, before, limits) => {
  it.each<[EventCondition, number[]]>([
    [{ field: 'items', operator: 'eq', value: 3 }, [3]],
    [{ field: 'items', operator: 'ne', value: 3 }, [1, 2, 4, 5]],
    [{ field: 'items', operator: 'lt', value: 3 }, [1, 2]],
    [{ field: 'items', operator: 'lte', value: 3 }, [1, 2, 3]],
    [{ field: 'items', operator: 'gt', value: 3 }, [4, 5]],
    [{ field: 'items', operator: 'gte', value: 3 }, [3, 4, 5]],
    [{ field: 'items', operator: 'between', value: 2, value2: 4 }, [2, 3, 4]],
    [{ field: 'text', operator: 'eq', value: 'WINE' }, [2, 4]],
    [{ field: 'text', operator: 'ne', value: 'wine' }, [1, 3, 5]],
    [{ field: 'text', operator: 'contains', value: 'ine' }, [2, 4]],
    [{ field: 'text', operator: 'startsWith', value: 'br' }, [1, 3, 5]],
  ])('finds and counts what fulfils it: %j', (condition, expected) => {
    const lab = eventLab(limits)
    lab.insert(
      [1, 2, 3, 4, 5].map((items) => ({
        tag: 0,
        camera: 1 + (items % 2),
        atMs: 10 * items,
        fields: { items, card: true, text: items % 2 ? 'bread' : 'wine' },
      })),
    )
    const match = [...before, condition]
    const question = lab.resolve({ start: 5, end: 100, match })
    expect(lab.page(question, 'asc', 9).events.map(({ fields }) => fields['items'])).toEqual(expected)
    // Buckets of 20: from 5, 25 and 45 on.
    const counts = [5, 25, 45].map((start) => ({
      start,
      count: expected.filter((items) => 10 * items >= start && 10 * items < start + 20).length,
    }))
    expect(lab.histogram(question, 20)).toMatchObject({ buckets: counts.filter(({ count }) => count > 0) })
  })
})

it('a histogram adds up what several cameras have in a bucket', () => {
  const lab = eventLab({ maxCounted: 4 })
  lab.insert([sold(1, 1), sold(2, 2), sold(3, 1), sold(14, 2), sold(15, 3)])
  const question = lab.resolve({ start: 0, end: 20, cameraIds: ['cam-1', 'cam-2'] })
  expect(lab.histogram(question, 10)).toMatchObject({
    buckets: [
      { start: 0, count: 3 },
      { start: 10, count: 1 },
    ],
  })
})

describe('a cursor', () => {
  const cursor = encodeCursor({ atMs: 1_795_000_000_123, id: 77 }, 'question')

  it('leads back to its place, for its own question', () => {
    expect(decodeCursor(cursor, 'question')).toEqual({ atMs: 1_795_000_000_123, id: 77 })
    expect(decodeCursor(cursor, 'another')).toBeUndefined()
  })

  it.each([
    ['one that is none', 'x'],
    ['nothing', ''],
    ['one of another place', cursor.replace('.25.', '.26.')],
    ['one with a tail', `${cursor}0`],
    ['one with a head', `0${cursor}`],
    ['one in capitals', cursor.toUpperCase()],
  ])('is not %s', (_what, changed) => {
    expect(changed).not.toBe(cursor)
    expect(decodeCursor(changed, 'question')).toBeUndefined()
  })
})

describe('what has arrived', () => {
  it('is sent by tag, in its order, after one event and up to another, a group at a time', () => {
    const lab = eventLab()
    lab.insert([sold(50), opened(40), sold(30), opened(20), sold(10)])
    const reader = new EventReader(lab.readable, siteDefaults.events.search)
    const [sale, door] = lab.tags.map(({ number, id }) => ({ tag: number, tagId: id }))
    if (!sale || !door) throw new Error('no tags')
    const arrived = (tags: (typeof sale)[], afterId: number, untilId: number, limit: number) => {
      const arrivals = reader.arrivals({ orgId, tags, afterId, untilId, limit })
      const events = arrivals.text.split('\n\n').slice(0, -1)
      return {
        ids: events.map((one) => /^id: (\d+)\ndata: \{"id":"\1",/.exec(one)?.[1]),
        until: arrivals.untilId,
      }
    }
    expect(arrived([sale, door], 1, 4, 10)).toEqual({ ids: ['2', '3', '4'], until: 4 })
    expect(arrived([sale], 0, 4, 10)).toEqual({ ids: ['1', '3'], until: 4 })
    expect(arrived([sale], 0, 5, 2)).toEqual({ ids: ['1', '3'], until: 3 })
    expect(arrived([sale], 3, 5, 2)).toEqual({ ids: ['5'], until: 5 })
    expect(arrived([sale], 0, 5, 1)).toEqual({ ids: ['1'], until: 1 })
    expect(arrived([], 0, 5, 2)).toEqual({ ids: [], until: 5 })
    expect(reader.arrivals({ orgId, tags: [door], afterId: 0, untilId: 2, limit: 1 }).text).toBe(
      `id: 2\ndata: {"id":"2","orgId":"shop","cameraId":"cam-1","eventTypeId":"${door.tagId}","fields":{},"timestamp":40,"receivedAt":40}\n\n`,
    )
  })
})

describe('prepared statements', () => {
  it('are kept, but for those that were used longest ago', () => {
    const { readable } = eventLab()
    const prepare = vi.spyOn(readable, 'prepare')
    const cache = new StatementCache(readable, 2)
    const used = (value: number) => {
      const before = prepare.mock.calls.length
      expect(cache.number(`select ${value} + ?`, [10])).toBe(value + 10)
      return prepare.mock.calls.length > before ? 'made' : 'kept'
    }
    expect([1, 2, 1, 3, 1, 2].map(used)).toEqual(['made', 'made', 'kept', 'made', 'kept', 'made'])
  })

  it('that always have a row say so when they have none', () => {
    const cache = new StatementCache(eventLab().readable, 2)
    expect(() => cache.number('select 1 where ?', [0])).toThrow('had none')
  })
})
