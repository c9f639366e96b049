import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { WallEventTag } from '#contract/wall/events.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { type EventsStage, eventsStage, insertEvents, startEventsStage } from './events-stage.ts'
import { overAppScheme, overHost } from './media-stage.ts'
import { endAll } from '#test/stand/end-all.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const everything = { cameraIds: [], eventTypeIds: [], match: [] }
const DAY_MS = 86_400_000

let site: TestSite
let key: string
let stage: EventsStage
let sale: WallEventTag
/** Of the events that are there from the beginning: a second apart, up to a minute ago. */
const firstMs = Date.now() - 1_060_000
const saleAt = (at: number, cameraId = 'cam-03') => ({
  cameraId,
  eventTypeId: sale.id,
  fields: { amount: at / 100, text: `${at} x Beer` },
  timestamp: firstMs + at * 1_000,
})

beforeAll(async () => {
  site = await startSite({ withMediaServer: false, cameras: 4 })
  key = await site.apiKey('integrator')
  stage = await startEventsStage(site)
  const { tags } = await stage.call('events.tags', undefined)
  sale = tags.find(({ name }) => name === 'sale') ?? tags[0] ?? { id: '', name: '', fields: [] }
  const events = Array.from({ length: 1_000 }, (_, at) => saleAt(at, at % 2 === 0 ? 'cam-03' : 'cam-02'))
  await insertEvents(site, key, events.slice(0, 500))
  await insertEvents(site, key, events.slice(500))
})
afterAll(() => endAll(stage, site))

const range = { startMs: firstMs, endMs: firstMs + 1_000_000 }

describe('what a page asks', () => {
  test('the platform’s tags, with their fields', async () => {
    const { tags, source } = await stage.call('events.tags', undefined)
    expect(source).toBe('platform')
    expect(tags.map(({ name }) => name)).toEqual(expect.arrayContaining(['sale', 'weighing', 'door']))
    expect(sale.fields).toContainEqual({ name: 'amount', type: 'decimal', unit: 'EUR' })
  })

  test('pages of a search, each going on where the one before ended', async () => {
    const search = {
      ...everything,
      ...range,
      match: [{ field: 'amount', operator: 'gte' as const, value: 5 }],
      order: 'desc' as const,
      limit: 300,
    }
    const first = await stage.call('events.search', search)
    const second = await stage.call('events.search', { ...search, cursor: first.nextCursor ?? '' })
    const found = [...first.events, ...second.events]
    expect(found.map(({ fields }) => fields['amount'])).toEqual(
      Array.from({ length: 500 }, (_, at) => (999 - at) / 100),
    )
    expect(second.nextCursor).toBeUndefined()
  })

  test('a search whose cursor belongs to another one is refused as that', async () => {
    const search = { ...everything, ...range, order: 'asc' as const, limit: 10 }
    const { nextCursor = '' } = await stage.call('events.search', search)
    await expect(
      stage.call('events.search', { ...search, order: 'desc', cursor: nextCursor }),
    ).rejects.toThrow(/^cursor_refused: /)
  })

  test('how many there are when', async () => {
    const { buckets } = await stage.call('events.histogram', { ...everything, ...range, bucketMs: 250_000 })
    expect(buckets).toEqual(
      [0, 1, 2, 3].map((at) => ({ startMs: firstMs + at * 250_000, count: 250, byType: { [sale.id]: 250 } })),
    )
  })

  test('columns for the timeline, or a density when there are too many', async () => {
    const columns = await stage.call('events.columns', { ...everything, ...range, maxEvents: 1_000 })
    if (columns.kind !== 'events') throw new Error('no columns')
    const bytes = Uint8Array.from(Buffer.from(columns.columns.timestampMs, 'base64'))
    expect(columns.count).toBe(1_000)
    expect([...new Float64Array(bytes.buffer)]).toEqual(
      Array.from({ length: 1_000 }, (_, at) => firstMs + at * 1_000),
    )
    expect(columns.ids.split('\n')).toHaveLength(1_000)
    const dense = await stage.call('events.columns', { ...everything, ...range, maxEvents: 999 })
    if (dense.kind !== 'density') throw new Error('no density')
    expect(dense.histogram.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(1_000)
  })
})

describe.each([
  ['the stream', 'stream', 'cam-04', {}],
  [
    'the search, where there is no stream',
    'polling',
    'cam-01',
    { paths: { eventStream: '/v1/no-such-stream' } },
  ],
] as const)('new events by %s', (_, state, watched, overrides) => {
  // Each watches a camera of its own: what reached the platform a moment before the feed began is new to the feed as well.
  test('reach the page that watches, once each and no others', async () => {
    const watching = await eventsStage(site, overrides)
    const watches = [{ cameraIds: [watched], eventTypeIds: [sale.id] }]
    await watching.call('events.watch', { watches, isVisible: true })
    await watching.pushed('events.feed', (pushed) => pushed.state === state)
    // Also whoever comes later hears how they come: it may not change for hours.
    const told = () =>
      watching.pushes.flatMap(({ name, payload }) => (name === 'events.feed' ? [payload] : []))
    const before = told().length
    await watching.call('events.watch', { watches, isVisible: true })
    expect(told().slice(before)).toEqual([{ state }])
    const nowMs = Date.now()
    const fresh = (at: number, cameraId: string) => ({ ...saleAt(at, cameraId), timestamp: nowMs + at })
    await insertEvents(site, key, [fresh(1, watched), fresh(2, 'cam-02'), fresh(3, watched)])
    await insertEvents(site, key, [fresh(4, watched)])
    await watching.pushed('events.arrived', ({ events }) =>
      events.some(({ timestampMs }) => timestampMs === nowMs + 4),
    )
    expect(watching.arrived().map(({ timestampMs, cameraId }) => [timestampMs - nowMs, cameraId])).toEqual([
      [1, watched],
      [3, watched],
      [4, watched],
    ])
  })
})

test('an event that is corrected and a tag that is made anew reach the wall while it runs', async () => {
  const ask = async <Answer>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${site.baseUrl}/v1/events-tag/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const makeTag = (field: string) =>
    ask<WallEventTag>('POST', 'types', { name: 'parcel', fields: [{ name: field, type: 'integer' }] })
  const watching = await eventsStage(site)
  await watching.call('events.tags', undefined)
  await watching.call('events.watch', { watches: [everything], isVisible: true })
  await watching.pushed('events.feed', ({ state }) => state === 'stream')
  const timestamp = Date.now()
  const insertAndSee = async (tag: WallEventTag, fields: Record<string, number>) => {
    await insertEvents(site, key, [{ cameraId: 'cam-01', eventTypeId: tag.id, fields, timestamp }])
    await watching.pushed('events.arrived', ({ events }) =>
      events.some((event) => event.eventTypeId === tag.id && isDeepStrictEqual(event.fields, fields)),
    )
  }
  const found = async (tag: WallEventTag, field: string) => {
    const match = [{ field, operator: 'gte' as const, value: 1 }]
    const range = { startMs: timestamp, endMs: timestamp + 1 }
    const search = {
      ...everything,
      ...range,
      eventTypeIds: [tag.id],
      match,
      order: 'asc' as const,
      limit: 10,
    }
    return (await watching.call('events.search', search)).events
  }

  const parcel = await makeTag('weight')
  await insertAndSee(parcel, { weight: 7_000 })
  const [wrong] = await found(parcel, 'weight')
  await ask('DELETE', `events/${wrong?.id}`)
  await insertAndSee(parcel, { weight: 700 })
  const corrected = await found(parcel, 'weight')
  expect(corrected.map(({ fields }) => fields)).toEqual([{ weight: 700 }])

  await ask('DELETE', `events/${corrected[0]?.id}`)
  await ask('DELETE', `types/${parcel.id}`)
  const anew = await makeTag('grams')
  await insertAndSee(anew, { grams: 700 })
  expect((await found(anew, 'grams')).map(({ fields }) => fields)).toEqual([{ grams: 700 }])
  await expect(found(parcel, 'weight')).rejects.toThrow(/^unknown_event_tag/)
  const { tags } = await watching.call('events.tags', undefined)
  expect(tags.filter(({ name }) => name === 'parcel')).toEqual([anew])
})

test('a site that is killed and comes back goes on being heard: nothing twice, nothing skipped', async () => {
  const dataDir = tempDir()
  const before = await startSite({ withMediaServer: false, cameras: 4, dataDir })
  const itsKey = await before.apiKey('integrator')
  const watching = await eventsStage(before)
  const { tags } = await watching.call('events.tags', undefined)
  const eventTypeId = tags[0]?.id ?? ''
  await watching.call('events.watch', { watches: [{ cameraIds: [], eventTypeIds: [] }], isVisible: true })
  await watching.pushed('events.feed', ({ state }) => state === 'stream')
  const nowMs = Date.now()
  const one = (at: number) => ({ cameraId: 'cam-01', eventTypeId, fields: {}, timestamp: nowMs + at })
  await insertEvents(before, itsKey, [one(1), one(2)])
  await watching.pushed('events.arrived', () => watching.arrived().length === 2)
  const port = Number(new URL(before.baseUrl).port)
  await before.kill()
  const after = await startSite({ withMediaServer: false, cameras: 4, dataDir, port })
  onTestFinished(async () => void (await after.stop()))
  // Before the feed has come back: what it missed is on the site.
  await insertEvents(after, itsKey, [one(3)])
  await watching.pushed('events.arrived', () => watching.arrived().length === 3)
  await insertEvents(after, itsKey, [one(4)])
  await watching.pushed('events.arrived', () => watching.arrived().length === 4)
  expect(watching.arrived().map(({ timestampMs }) => timestampMs - nowMs)).toEqual([1, 2, 3, 4])
})

test('a mark becomes an event of the platform, under a tag that is made for it', async () => {
  const atMs = Date.now() - 5_000
  const { waitsFor } = await stage.call('events.mark', { cameraId: 'cam-02', atMs, note: 'man in red' })
  expect(waitsFor).toBeUndefined()
  await stage.pushed('events.outboxChanged', ({ depth }) => depth === 0)
  const { tags } = await stage.call('events.tags', undefined)
  const mark = tags.find(({ name }) => name === 'Operator mark')
  const { events } = await stage.call('events.search', {
    ...everything,
    eventTypeIds: [mark?.id ?? ''],
    startMs: atMs - DAY_MS,
    endMs: atMs + DAY_MS,
    order: 'asc',
    limit: 10,
  })
  expect(events).toMatchObject([{ cameraId: 'cam-02', timestampMs: atMs, fields: { note: 'man in red' } }])
  expect(await stage.call('events.outbox', undefined)).toMatchObject({
    depth: 0,
    held: 0,
    deadLetterCount: 0,
  })
})

describe.each([
  ['the browser host', overHost],
  ['Electron’s own scheme', overAppScheme],
])('an export over %s', (_, open) => {
  test('is a file of every event, told while it grows, and read once', async () => {
    const transport = await open(stage.wall, import.meta.dirname)
    onTestFinished(() => transport.dispose())
    const { address, exportId, fileName } = await stage.call('events.export', {
      query: { ...everything, ...range },
      format: 'csv',
      timeZone: 'Europe/Berlin',
    })
    const answer = await transport.get(address, { 'sec-fetch-mode': 'navigate' })
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`)
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1_001)
    expect(lines[1]).toContain('0 x Beer')
    const done = await stage.pushed(
      'events.exported',
      (pushed) => pushed.exportId === exportId && pushed.state === 'done',
    )
    expect(done).toMatchObject({ written: 1_000, isCutOff: false })
    expect((await transport.get(address, {})).status).toBe(404)
  })
})

test('another site’s link gets no export', async () => {
  const transport = await overHost(stage.wall, import.meta.dirname)
  onTestFinished(() => transport.dispose())
  const { address, exportId } = await stage.call('events.export', {
    query: { ...everything, ...range },
    format: 'ndjson',
    timeZone: 'UTC',
  })
  expect((await transport.get(address, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await transport.get(address, { 'sec-fetch-site': 'none' })).status).toBe(403)
  await stage.call('events.cancelExport', { exportId })
  expect((await transport.get(address, {})).status).toBe(404)
})
