import { describe, expect, it } from 'vitest'
import { siteDefaults } from '#site/defaults.ts'
import { eventStand, noon, saleStand, saleTag } from './event-stand.ts'
import { expectRefused, type Fault, refusal } from './requests.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('a search of events', () => {
  it('goes on with its pages when an event tag is made or removed meanwhile', async () => {
    const { shop, events, tag: sale } = await saleStand()
    for (const items of [1, 2, 3]) await shop.insert(sale, { fields: { items } })
    const ofItems = { match: [{ field: 'items', operator: 'gt', value: 0 }] }
    const first = await shop.search({ limit: 1 })
    const firstOfItems = await shop.search({ ...ofItems, limit: 1 })

    const door = await shop.createTag({ name: 'door', fields: [{ name: 'items', type: 'integer' }] })
    const second = await shop.search({ limit: 1, cursor: first.nextCursor })
    expect(second.events).toMatchObject([{ fields: { items: 2 } }])
    const ofItemsAgain = await shop.search({ ...ofItems, limit: 1, cursor: firstOfItems.nextCursor })
    expect(ofItemsAgain.events).toMatchObject([{ fields: { items: 2 } }])
    expect((await events.removeTag('shop', door.id)).ok).toBe(true)
    const last = await shop.search({ limit: 1, cursor: second.nextCursor })
    expect(last).toMatchObject({ events: [{ fields: { items: 1 } }] })
  })

  it('asks of tags and cameras, of all when none is named', async () => {
    const { shop, tag: sale } = await saleStand()
    const door = await shop.createTag({ name: 'door', fields: [{ name: 'items', type: 'integer' }] })
    await shop.insert(sale, { cameraId: 'shop-cam-1' })
    await shop.insert(sale, { cameraId: 'shop-cam-2' })
    await shop.insert(door, { cameraId: 'shop-cam-2' })
    const ids = async (question: Record<string, unknown>) =>
      (await shop.search(question)).events.map(({ id }) => id)
    expect(await ids({})).toEqual(['3', '2', '1'])
    expect(await ids({ eventTypeIds: [sale.id, sale.id] })).toEqual(['2', '1'])
    expect(await ids({ cameraIds: ['shop-cam-2', 'shop-cam-2'] })).toEqual(['3', '2'])
    expect(await ids({ cameraIds: ['shop-cam-2'], eventTypeIds: [door.id] })).toEqual(['3'])
    // A camera that is gone may have had events.
    expect(await ids({ cameraIds: ['gone'] })).toEqual([])
    expect(await ids({ start: noon, end: noon + 1 })).toEqual(['3', '2', '1'])
    expect(await ids({ start: noon - 1, end: noon })).toEqual([])
  })

  const condition = { field: 'items', operator: 'eq', value: 1 }
  const faults: readonly Fault[] = [
    ['no start', { start: undefined }, 'start', 'number'],
    ['a start as text', { start: '2026-11-20' }, 'start', 'number'],
    ['no cameras', { cameraIds: [] }, 'cameraIds', 'array'],
    ['no tags', { eventTypeIds: [] }, 'eventTypeIds', 'array'],
    ['too many at once', { limit: 1_001 }, 'limit', '1000'],
    ['none at once', { limit: 0 }, 'limit', '1'],
    ['another order', { order: 'newest' }, 'order', 'asc'],
    ['an unknown member', { offset: 100 }, 'offset', 'no member', 'unknown_member'],
    ['an unknown field', { match: [{ ...condition, field: 'x' }] }, 'match.0.field', 'such a field'],
    ['an operator that nothing has', { match: [{ ...condition, operator: 'like' }] }, 'match.0.operator'],
    ['a cursor that is none', { cursor: 'x' }, 'cursor', 'Ask without one', 'invalid_cursor'],
  ]
  it('that is wrong is refused in words, whatever is wrong with it', async () => {
    const { shop } = await saleStand()
    const question = { orgId: 'shop', start: 0, end: noon }
    await expectRefused((changes) => shop.send('eventSearch', { ...question, ...changes }), faults)
  })

  it('takes no cursor that was changed, or that belongs to another question', async () => {
    const { shop, tag } = await saleStand()
    for (const items of [1, 2, 3]) await shop.insert(tag, { fields: { items } })
    const question = { orgId: 'shop', start: 0, end: noon + 1, limit: 1 }
    const { nextCursor = '' } = await shop.search(question)
    const statusOf = async (changes: object) =>
      (await shop.send('eventSearch', { ...question, cursor: nextCursor, ...changes })).status
    expect(await statusOf({})).toBe(200)
    expect(await statusOf({ limit: 2 })).toBe(200)
    expect(await statusOf({ order: 'asc' })).toBe(400)
    expect(await statusOf({ end: noon + 2 })).toBe(400)
    expect(await statusOf({ match: [condition] })).toBe(400)
    for (let at = 0; at < nextCursor.length; at += 1) {
      const other = nextCursor[at] === '1' ? '2' : '1'
      const cursor = nextCursor.slice(0, at) + other + nextCursor.slice(at + 1)
      expect.soft(await statusOf({ cursor }), cursor).toBe(400)
    }
  })
})

describe('a histogram of events', () => {
  it('counts by tag in buckets from the start on, and leaves out empty ones', async () => {
    const { shop, tag: sale } = await saleStand()
    const door = await shop.createTag({ name: 'door', fields: [{ name: 'open', type: 'boolean' }] })
    const start = noon - dayMs
    for (const at of [0, 1, hourMs - 1, 5 * hourMs]) {
      await shop.insert(sale, { timestamp: start + at, fields: { amount: at } })
    }
    await shop.insert(door, { timestamp: start + 5 * hourMs })
    const asked = { start, end: noon, bucketMs: hourMs }
    expect((await shop.histogram(asked)).buckets).toEqual([
      { start, count: 3, byType: { [sale.id]: 3 } },
      { start: start + 5 * hourMs, count: 2, byType: { [sale.id]: 1, [door.id]: 1 } },
    ])
    const match = [{ field: 'amount', operator: 'gt', value: 0 }]
    expect((await shop.histogram({ ...asked, match, cameraIds: ['shop-cam-1'] })).buckets).toEqual([
      { start, count: 2, byType: { [sale.id]: 2 } },
      { start: start + 5 * hourMs, count: 1, byType: { [sale.id]: 1 } },
    ])
  })

  it('has ten thousand buckets and no more', async () => {
    const { shop } = await saleStand()
    const ask = (bucketMs: number) =>
      shop.send('eventHistogram', { orgId: 'shop', start: noon - dayMs, end: noon, bucketMs })
    expect((await ask(8_640)).status).toBe(200)
    expect(refusal(await ask(8_639))).toEqual([400, 'too_many_buckets', 'bucketMs'])
  })
})

describe('events', () => {
  it('are kept as long as their organization wants, and nothing of them longer', async () => {
    const { shop, depot, events, db, clock } = await eventStand()
    db.exec(`update organization set retention_days = 2 where id = 'shop'`)
    const shown = { fields: { amount: 1, text: 'an old wine' } }
    for (const one of [shop, depot]) {
      const tag = await one.createTag(saleTag)
      for (let at = 0; at < 3; at += 1) await one.insert(tag, { ...shown, timestamp: noon + at * hourMs })
    }
    clock.nowMs = noon + 2 * dayMs + hourMs
    await events.sweep()
    for (const match of [
      [],
      [{ field: 'amount', operator: 'eq', value: 1 }],
      [{ field: 'text', operator: 'contains', value: 'wine' }],
    ]) {
      expect((await shop.search({ match })).events).toHaveLength(2)
      expect((await depot.search({ match })).events).toHaveLength(3)
    }
    clock.setAheadMs = 40 * dayMs
    await events.sweep()
    clock.setAheadMs = 0
    expect((await depot.search()).events).toHaveLength(3)
    const [tag] = events.tagsOf('shop')
    const { error } = await shop.send('eventInsert', {
      ...shown,
      orgId: 'shop',
      cameraId: 'shop-cam-1',
      eventTypeId: tag?.id,
      timestamp: noon,
    })
    expect(error).toMatchObject({ code: 'before_retention', message: expect.stringContaining('2 days') })
  })

  it('stay while nobody knows how long their organization wants them', async () => {
    const { shop, events, db, clock, tag } = await saleStand()
    await shop.insert(tag)
    db.exec(`delete from organization where id = 'shop'`)
    clock.nowMs = noon + 40 * dayMs
    await events.sweep()
    expect(await events.removeTag('shop', tag.id)).toMatchObject({ error: { code: 'event_tag_in_use' } })
  })

  it('are removed in steps, all of them', async () => {
    const { shop, events, clock, tag } = await saleStand()
    const many = siteDefaults.events.sweepStep * 2 + 300
    for (let at = 0; at < many; at += 500) {
      const timestamp = (index: number) => noon + Math.floor((at + index) / 7)
      const batch = Array.from({ length: Math.min(500, many - at) }, (_, index) =>
        shop.event(tag, { fields: { text: 'receipt' }, timestamp: timestamp(index) }),
      )
      await shop.send('eventInsertBatch', { events: batch })
    }
    clock.nowMs = noon + 30 * dayMs + 100
    await events.sweep()
    const left = await shop.search({ order: 'asc', limit: 1 })
    expect(left.events[0]?.timestamp).toBe(noon + 100)
    clock.nowMs = noon + 31 * dayMs
    await events.sweep()
    expect((await shop.search({})).events).toEqual([])
  })
})
