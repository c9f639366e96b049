import { expect, test } from 'vitest'
import { wallError, type WallErrorCode } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { ResolvedEventQuery, WallEvent, WallEventTag } from '#contract/wall/events.ts'
import { eventDefaults } from '#main/core/events/defaults.ts'
import { EventService, type EventServiceOptions } from '#main/core/events/event-service.ts'

const sale: WallEventTag = {
  id: 'sale-id',
  name: 'sale',
  fields: [
    { name: 'amount', type: 'decimal', unit: 'EUR' },
    { name: 'text', type: 'text' },
    { name: 'void', type: 'boolean' },
  ],
}
const query: ResolvedEventQuery = {
  cameraIds: [],
  eventTypeIds: [],
  startMs: 1_000,
  endMs: 11_000,
  match: [],
}

const failed = (code: WallErrorCode) => fail({ error: wallError(code), maybeCarriedOut: false })

/** Events at every tenth of a second, two a camera and type in turn, one type called as what every object has; pages of three. */
const stored = Array.from(
  { length: 100 },
  (_, at): WallEvent => ({
    id: `e${at}`,
    cameraId: at % 2 === 0 ? 'a' : 'b',
    eventTypeId: at % 4 === 0 ? 'constructor' : 'sale-id',
    fields: {},
    timestampMs: 1_000 + at * 100,
  }),
)

function stand(calls: Partial<EventServiceOptions['calls']> = {}, typedTags: readonly WallEventTag[] = []) {
  const service = new EventService({
    typedTags: () => typedTags,
    calls: {
      tags: async () => ok([sale]),
      histogram: async () => failed('events_unavailable'),
      search: async ({ order, cursor, startMs, endMs }) => {
        const ordered = order === 'asc' ? stored : stored.toReversed()
        const there = ordered.filter(({ timestampMs }) => timestampMs >= startMs && timestampMs < endMs)
        const from = Number(cursor ?? 0)
        const next = from + 3 < there.length ? { nextCursor: String(from + 3) } : {}
        return ok({ events: there.slice(from, from + 3), ...next })
      },
      ...calls,
    },
  })
  return service
}

test('what needs tags has those that were last listed while the platform is away', async () => {
  let isAway = true
  const service = stand({ tags: async () => (isAway ? failed('unreachable') : ok([sale])) })
  expect(await service.lastTags()).toEqual(fail(wallError('unreachable')))
  isAway = false
  expect(await service.lastTags()).toEqual(ok([sale]))
  isAway = true
  expect(await service.lastTags()).toEqual(ok([sale]))
})

test('tags are those of the settings where the platform lists none', async () => {
  const service = stand({ tags: async () => failed('events_unavailable') }, [sale])
  expect(await service.tags()).toEqual(ok({ tags: [sale], source: 'settings' }))
})

test.each(['unreachable', 'key_rejected'] as const)('… but not when it fails: %s', async (code) => {
  expect(await stand({ tags: async () => failed(code) }, [sale]).tags()).toMatchObject({ error: { code } })
})

test.each<[string, Partial<ResolvedEventQuery>, WallErrorCode, RegExp]>([
  ['a tag that nobody has', { eventTypeIds: ['gone'] }, 'unknown_event_tag', /no event tag gone/],
  [
    'a field that the tag does not have',
    { match: [{ field: 'amout', operator: 'gt', value: 1 }] },
    'unknown_event_tag',
    /no field “amout” in sale/,
  ],
  [
    'an operator that the type does not have',
    { match: [{ field: 'text', operator: 'gt', value: 1 }] },
    'operator_refused',
    /“text” is of the type text, which knows eq, ne, contains, startsWith only/,
  ],
])('refuses %s, in words', async (_, change, code, sentence) => {
  const service = stand()
  await service.tags()
  const asked = { ...query, ...change }
  const found = await service.search({ ...asked, order: 'desc', limit: 10 })
  expect(found).toMatchObject({ ok: false, error: { code } })
  expect(found.ok ? '' : found.error.message).toMatch(sentence)
})

test('a tag that is new is asked for before it is refused', async () => {
  let tags: readonly WallEventTag[] = [sale]
  const service = stand({ tags: async () => ok(tags) })
  await service.tags()
  tags = [sale, { id: 'new-id', name: 'new', fields: [] }]
  expect(await service.search({ ...query, eventTypeIds: ['new-id'], order: 'asc', limit: 3 })).toMatchObject({
    ok: true,
  })
})

test('where the platform does not count, the wall does', async () => {
  const counted = await stand().histogram(query, 2_500)
  expect(counted).toEqual(
    ok({
      bucketMs: 2_500,
      buckets: [0, 1, 2, 3].map((at) => ({
        startMs: 1_000 + at * 2_500,
        count: 25,
        byType: at % 4 === 0 ? { constructor: 7, 'sale-id': 18 } : { constructor: 6, 'sale-id': 19 },
      })),
    }),
  )
})

test('… only so far, newest first, and says so', async () => {
  const page = Array.from(
    { length: 1_000 },
    (_, at): WallEvent => ({
      id: String(at),
      cameraId: 'a',
      eventTypeId: 'b',
      fields: {},
      timestampMs: 5_000,
    }),
  )
  let pages = 0
  const service = stand({
    search: async () => {
      pages += 1
      return ok({ events: page, nextCursor: String(pages) })
    },
  })
  expect(await service.histogram(query, 1_000)).toMatchObject({ value: { countedFromMs: 5_000 } })
  expect(pages).toBe(eventDefaults.countedEvents / 1_000)
})

test('where a platform leads to the newest events alone, it is counted how far they go', async () => {
  const calls = {
    search: async ({ order }: { readonly order: string }) =>
      ok({
        events: (order === 'asc' ? stored : stored.toReversed()).slice(0, 30),
        isCutOff: true as const,
      }),
  }
  const counted = await stand(calls).histogram(query, 1_000)
  expect(counted).toMatchObject({ value: { countedFromMs: 8_000 } })
  const sum = counted.ok ? counted.value.buckets.reduce((all, { count }) => all + count, 0) : 0
  expect(sum).toBe(30)
  expect(await stand(calls).columns(query, 100)).toMatchObject({
    value: { kind: 'density', histogram: { countedFromMs: 8_000 } },
  })
})

test('more steps than a screen can show are refused', async () => {
  expect(await stand().histogram({ ...query, endMs: 1e12 }, 1)).toMatchObject({
    error: { code: 'bad_request' },
  })
  expect(await stand().columns({ ...query, endMs: 500 }, 10)).toMatchObject({
    error: { code: 'bad_request' },
  })
})

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64')).buffer

test('columns hold every event, in the order of time', async () => {
  const columns = await stand().columns(query, 100)
  if (!columns.ok || columns.value.kind !== 'events') throw new Error('no columns')
  const { columns: packed, ids, cameraIds, eventTypeIds, count } = columns.value
  const read = ids.split('\n').map((id, at) => ({
    id,
    timestampMs: new Float64Array(bytes(packed.timestampMs))[at],
    cameraId: cameraIds[new Uint16Array(bytes(packed.camera))[at] ?? -1],
    eventTypeId: eventTypeIds[new Uint16Array(bytes(packed.eventType))[at] ?? -1],
    fields: {},
  }))
  expect(count).toBe(100)
  expect(read).toEqual(stored)
})

test('more events than were asked for are a density', async () => {
  expect(await stand().columns(query, 99)).toMatchObject({
    value: { kind: 'density', histogram: { bucketMs: 5 } },
  })
})

test('… known beforehand where the platform counts', async () => {
  let pages = 0
  const service = stand({
    histogram: async () => ok([{ startMs: 1_000, count: 100, byType: { 'sale-id': 100 } }]),
    search: async () => {
      pages += 1
      return ok({ events: [] })
    },
  })
  expect(await service.columns(query, 99)).toMatchObject({ value: { kind: 'density' } })
  expect(pages).toBe(0)
})

test('a failure in the middle is a failure of the whole', async () => {
  const service = stand({
    search: async ({ cursor }) =>
      cursor === undefined ? ok({ events: stored.slice(0, 3), nextCursor: '3' }) : failed('platform_failed'),
  })
  expect(await service.columns(query, 100)).toMatchObject({ error: { code: 'platform_failed' } })
})

test('a page that is larger than an answer may be becomes a smaller one', async () => {
  const service = stand({
    search: async ({ limit }) =>
      limit > 3
        ? fail({ error: wallError('bad_answer'), maybeCarriedOut: true, isTooLarge: true })
        : ok({ events: stored.slice(0, limit), nextCursor: String(limit) }),
  })
  const found = await service.search({ ...query, order: 'asc', limit: 5 })
  expect(found).toEqual(ok({ events: stored.slice(0, 3), nextCursor: '3' }))
})
