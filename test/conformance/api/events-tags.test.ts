import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventTagsResponse } from '#contract/platform/events.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { eventStand, saleTag } from './event-stand.ts'
import { ask, bearer, expectRefused, type Fault, refusal } from './requests.ts'

const withFields = (count: number) => ({
  name: 'many',
  fields: Array.from({ length: count }, (_, at) => ({ name: `field ${at}`, type: 'text' })),
})

describe('event tags', () => {
  it('are listed as they were created', async () => {
    const { shop, depot, tagsOf } = await eventStand()
    const sale = await shop.createTag(saleTag)
    const door = await shop.createTag({ name: ' door ', fields: [{ name: 'open', type: 'boolean' }] })
    expect(sale).toEqual({ id: expect.any(String), ...saleTag })
    expect(door.name).toBe('door')
    expect(await tagsOf(shop)).toEqual([sale, door])
    expect(await tagsOf(depot)).toEqual([])
  })

  it('are no more than ten an organization, however many ask at once', async () => {
    const { shop, depot, tagsOf } = await eventStand()
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, at) => shop.send('eventTags', { ...saleTag, name: `tag ${at}` })),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, error }) => `${status} ${error?.code}`)).toEqual(
      Array(4).fill('409 too_many_event_tags'),
    )
    expect(await tagsOf(shop)).toHaveLength(10)
    await depot.createTag(saleTag)
  })

  it('are told apart by more than case and accents', async () => {
    const { shop } = await eventStand()
    await shop.createTag({ ...saleTag, name: 'Café' })
    const again = await shop.send('eventTags', { ...saleTag, name: 'CAFE' })
    expect(refusal(again)).toEqual([409, 'name_taken', 'name'])
  })

  it('have ten fields of four types', async () => {
    const { shop } = await eventStand()
    expect((await shop.createTag(withFields(10))).fields).toHaveLength(10)
  })

  it('need no field: that it happened is an event, too', async () => {
    const { shop } = await eventStand()
    const opened = await shop.createTag({ name: 'door opened', fields: [] })
    await shop.insert(opened, { fields: {} })
    const { events } = await shop.search({ eventTypeIds: [opened.id] })
    expect(events.map(({ fields }) => fields)).toEqual([{}])
  })

  it('are removed while there are no events of them', async () => {
    const { baseUrl, shop, depot, tagsOf } = await eventStand()
    const sale = await shop.createTag(saleTag)
    const door = await shop.createTag({ ...saleTag, name: 'door' })
    const remove = (id: string, key = shop.key) =>
      ask(`${baseUrl}/v1/events-tag/types/${id}`, { method: 'DELETE', headers: bearer(key) })
    await shop.insert(sale)
    expect(await remove(sale.id)).toMatchObject({ status: 409, error: { code: 'event_tag_in_use' } })
    expect(await remove(door.id, depot.key)).toMatchObject({
      status: 404,
      error: { code: 'unknown_event_tag' },
    })
    expect(await remove(door.id)).toMatchObject({ status: 200, json: { success: true } })
    expect(await remove(door.id)).toMatchObject({ status: 404, error: { code: 'unknown_event_tag' } })
    expect(await tagsOf(shop)).toEqual([sale])
    expect((await shop.send('eventInsert', shop.event(door))).status).toBe(400)
    await shop.createTag({ ...saleTag, name: 'door' })
  })

  it('are free to be removed once their events are', async () => {
    const { baseUrl, shop, depot } = await eventStand()
    const sale = await shop.createTag(saleTag)
    const fields = { text: 'Two loaves', items: 2, amount: 4.5 }
    await shop.insert(sale, { fields })
    await shop.insert(sale, { fields: { ...fields, items: 3 } })
    const [newer, older] = (await shop.search()).events
    const remove = (path: string, key = shop.key) =>
      ask(`${baseUrl}/v1/events-tag/${path}`, { method: 'DELETE', headers: bearer(key) })
    const unknown = { status: 404, error: { code: 'unknown_event' } }
    expect(await remove(`events/${newer?.id}`, depot.key)).toMatchObject(unknown)
    expect(await remove('events/x')).toMatchObject(unknown)
    expect(await remove(`events/${newer?.id}`)).toMatchObject({ status: 200, json: { success: true } })
    expect(await remove(`events/${newer?.id}`)).toMatchObject(unknown)
    expect((await shop.search()).events).toEqual([older])
    for (const match of [
      { field: 'items', operator: 'gt', value: 1 },
      { field: 'text', operator: 'contains', value: 'loaves' },
    ])
      expect((await shop.search({ match: [match] })).events).toEqual([older])
    await remove(`events/${older?.id}`)
    expect((await remove(`types/${sale.id}`)).status).toBe(200)
  })

  const field = { name: 'x', type: 'text' }
  const faults: readonly Fault[] = [
    ['eleven fields', withFields(11), 'fields'],
    ['a doubled field', { name: 'x', fields: [field, { ...field, name: 'X' }] }, 'fields.1.name'],
    ['an unknown type', { name: 'x', fields: [{ name: 'x', type: 'date' }] }, 'fields.0.type'],
    ['no name', { name: ' ', fields: [field] }, 'name'],
    ['a name of two lines', { name: 'a\nb', fields: [field] }, 'name'],
    ['a field called __proto__', { name: 'x', fields: [{ ...field, name: '__proto__' }] }, 'fields.0.name'],
    ['an unknown member', { name: 'x', fields: [field], colour: 'red' }, 'colour', '', 'unknown_member'],
    [
      'another of a field',
      { name: 'x', fields: [{ ...field, size: 1 }] },
      'fields.0.size',
      '',
      'unknown_member',
    ],
  ]
  it('that are wrong are refused, whatever is wrong with them', async () => {
    const { shop, tagsOf } = await eventStand()
    await expectRefused((tag) => shop.send('eventTags', tag), faults)
    expect(await tagsOf(shop)).toEqual([])
  })
})

describe('the demonstration', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startSite({ withMediaServer: false })
  })
  afterAll(() => site?.stop())

  it('has tags of a till, a scale and a door', async () => {
    const answer = await ask(`${site.baseUrl}/v1/events-tag/types`, { headers: bearer(await site.apiKey()) })
    const { items } = eventTagsResponse.strict().parse(answer.json)
    expect(items.map(({ name }) => name)).toEqual(['sale', 'weighing', 'door'])
    expect(items[0]?.fields).toContainEqual({ name: 'amount', type: 'decimal', unit: 'EUR' })
  })
})
