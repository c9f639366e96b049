import { describe, expect, it } from 'vitest'
import { insertBatchResponse } from '#contract/platform/events.ts'
import { eventStand, noon, saleStand, saleTag } from './event-stand.ts'
import { expectRefused, type Fault, refusal } from './requests.ts'

const dayMs = 86_400_000
const longText = 'x'.repeat(2_001)

describe('an event', () => {
  it('is found as it was inserted, with when it arrived', async () => {
    const { shop, tag } = await saleStand()
    const fields = { amount: 12.5, items: -3, card: true, text: '2 × Crème brûlée\n"\\' }
    await shop.insert(tag, { fields, timestamp: noon - 5_000 })
    expect((await shop.search()).events).toEqual([
      {
        id: '1',
        orgId: 'shop',
        cameraId: 'shop-cam-1',
        eventTypeId: tag.id,
        fields,
        timestamp: noon - 5_000,
        receivedAt: noon,
      },
    ])
  })

  it('needs not every field, nor any', async () => {
    const { shop, tag } = await saleStand()
    await shop.insert(tag, { fields: { items: 1 } })
    await shop.insert(tag, { fields: {} })
    expect((await shop.search()).events.map(({ fields }) => fields)).toEqual([{}, { items: 1 }])
  })

  it('is answered to the letter of the document', async () => {
    const { shop, tag } = await saleStand()
    const { status, json } = await shop.send('eventInsert', shop.event(tag))
    expect({ status, json }).toEqual({ status: 200, json: { success: true } })
  })

  it('is another organization’s neither to insert nor to see', async () => {
    const { shop, depot, tag } = await saleStand()
    await shop.insert(tag)
    const own = await depot.createTag(saleTag)
    expect((await depot.search()).events).toEqual([])
    expect((await depot.histogram({ bucketMs: dayMs })).buckets).toEqual([])
    const refused = [
      await depot.send('eventInsert', shop.event(tag)),
      await depot.send('eventInsert', depot.event(tag)),
      await depot.send('eventInsert', depot.event(own, { cameraId: 'shop-cam-1' })),
      await depot.send('eventSearch', { orgId: 'shop', start: 0, end: noon }),
      await depot.send('eventHistogram', { orgId: 'shop', start: 0, end: noon, bucketMs: dayMs }),
      await depot.send('eventSearch', { orgId: 'depot', eventTypeIds: [tag.id], start: 0, end: noon }),
    ]
    expect(refused.map(refusal)).toEqual([
      [400, 'other_organization', 'orgId'],
      [400, 'invalid_value', 'eventTypeId'],
      [400, 'invalid_value', 'cameraId'],
      [400, 'other_organization', 'orgId'],
      [400, 'other_organization', 'orgId'],
      [400, 'invalid_value', 'eventTypeIds.0'],
    ])
  })

  const faults: readonly Fault[] = [
    ['an unknown tag', { eventTypeId: 'none' }, 'eventTypeId', 'no such event tag'],
    ['an unknown camera', { cameraId: 'shop-cam-99' }, 'cameraId', 'no such camera'],
    ['an unknown field', { fields: { amuont: 1 } }, 'fields.amuont', 'no such field'],
    ['a field in another case', { fields: { Amount: 1 } }, 'fields.Amount', 'no such field'],
    ['an inherited field', { fields: { toString: 1 } }, 'fields.toString', 'no such field'],
    ['a fraction for a whole number', { fields: { items: 1.5 } }, 'fields.items', 'whole number'],
    ['a text for a number', { fields: { amount: '1' } }, 'fields.amount', 'has to be a number'],
    ['NaN as a text', { fields: { amount: 'NaN' } }, 'fields.amount', 'has to be a number'],
    ['Infinity as a text', { fields: { items: 'Infinity' } }, 'fields.items', 'whole number'],
    ['a number beyond the safe ones', { fields: { items: 2 ** 53 } }, 'fields.items', '9007199254740991'],
    ['a number for a text', { fields: { text: 1 } }, 'fields.text', 'has to be a text'],
    ['a text that is too long', { fields: { text: longText } }, 'fields.text', '2000 characters'],
    ['a text with half a character', { fields: { text: '\ud800' } }, 'fields.text', 'surrogate'],
    ['a text with a zero', { fields: { text: 'a\0b' } }, 'fields.text', 'code 0'],
    ['a number for a boolean', { fields: { card: 1 } }, 'fields.card', 'true or false'],
    ['null', { fields: { card: null } }, 'fields.card', 'true or false'],
    ['a list', { fields: { text: ['x'] } }, 'fields.text', 'a text'],
    ['fields that are a list', { fields: [] }, 'fields', 'record'],
    ['no fields', { fields: undefined }, 'fields', 'record'],
    ['seconds', { timestamp: noon / 1_000 }, 'timestamp', 'these are seconds'],
    ['microseconds', { timestamp: noon * 1_000 }, 'timestamp', 'these are microseconds'],
    ['a negative time', { timestamp: -noon }, 'timestamp', 'since 1970'],
    ['a fraction of a millisecond', { timestamp: noon + 0.5 }, 'timestamp', 'whole number'],
    ['a time as text', { timestamp: String(noon) }, 'timestamp', 'whole number'],
    ['a time far ahead', { timestamp: noon + dayMs + 1 }, 'timestamp', '24 hours'],
    ['a time too long ago', { timestamp: noon - 30 * dayMs - 1 }, 'timestamp', '30 days', 'before_retention'],
    ['an unknown member', { camera: 1 }, 'camera', 'no member', 'unknown_member'],
  ]
  it('that is wrong is refused in words, whatever is wrong with it', async () => {
    const { shop, tag } = await saleStand()
    await expectRefused((changes) => shop.send('eventInsert', shop.event(tag, { ...changes })), faults)
    expect((await shop.search()).events).toEqual([])
  })

  it('may lie at either end of what is taken', async () => {
    const { shop, tag } = await saleStand()
    await shop.insert(tag, { timestamp: noon - 30 * dayMs })
    await shop.insert(tag, { timestamp: noon + dayMs })
    await shop.insert(tag, {
      fields: { items: Number.MAX_SAFE_INTEGER, amount: -1.5e300, text: 'x'.repeat(2_000) },
    })
  })

  it('with a number that is none in JSON is refused', async () => {
    const { shop, tag } = await saleStand()
    const text = JSON.stringify(shop.event(tag, { fields: { amount: 7 } }))
    const answers = await Promise.all(
      ['NaN', 'Infinity', '1e999', '"__proto__"'].map((value) =>
        shop.send('eventInsert', text.replace('"amount":7', `"amount":${value}`)),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })
})

describe('an idempotency key', () => {
  it('makes the same event one, however often and at once it is sent', async () => {
    const { shop, tag } = await saleStand()
    const send = () =>
      shop.send('eventInsert', shop.event(tag, { fields: { items: 1 } }), { 'idempotency-key': 'a' })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(answers.map(({ text }) => text)).toEqual(Array(20).fill('{"success":true}'))
    expect((await shop.search()).events).toHaveLength(1)
  })

  it('is refused for another event', async () => {
    const { shop, tag } = await saleStand()
    const send = (changes: Record<string, unknown>) =>
      shop.send('eventInsert', shop.event(tag, changes), { 'idempotency-key': 'a' })
    expect((await send({ fields: { items: 1, card: true } })).status).toBe(200)
    // The order of members is nothing that JSON means.
    expect((await send({ fields: { card: true, items: 1 } })).status).toBe(200)
    const others = [{ fields: { items: 2 } }, { timestamp: noon + 1 }, { cameraId: 'shop-cam-2' }]
    for (const changes of others) {
      expect((await send({ fields: { items: 1, card: true }, ...changes })).error?.code).toBe(
        'idempotency_key_reused',
      )
    }
    expect((await shop.search()).events).toHaveLength(1)
  })

  it('is each organization’s own', async () => {
    const { shop, depot } = await eventStand()
    for (const one of [shop, depot]) {
      const tag = await one.createTag(saleTag)
      await one.send('eventInsert', one.event(tag), { 'idempotency-key': 'a' })
      expect((await one.search()).events).toHaveLength(1)
    }
  })

  it('is 1 to 255 visible characters', async () => {
    const { shop, tag } = await saleStand()
    for (const key of ['', 'a b', 'x'.repeat(256)]) {
      const answer = await shop.send('eventInsert', shop.event(tag), { 'idempotency-key': key })
      expect.soft(refusal(answer), key).toEqual([400, 'invalid_value', 'idempotency-key'])
    }
  })
})

describe('a batch', () => {
  it('has a result for each event, in their order, and stores those that are good', async () => {
    const { shop, tag } = await saleStand()
    const { status, json } = await shop.send('eventInsertBatch', {
      events: [
        shop.event(tag, { fields: { items: 1 }, idempotencyKey: 'a' }),
        shop.event(tag, { fields: { items: 1.5 } }),
        shop.event(tag, { fields: { items: 1 }, idempotencyKey: 'a' }),
        7,
        shop.event(tag, { fields: { items: 2 }, idempotencyKey: 'a' }),
        shop.event(tag, { x: 1 }),
        shop.event(tag, { orgId: 'depot' }),
        shop.event(tag, { fields: { items: 3 } }),
      ],
    })
    expect(status).toBe(200)
    const { results } = insertBatchResponse.parse(json)
    expect(results.map((one) => one.success || [one.error.code, one.error.field])).toEqual([
      true,
      ['invalid_value', 'fields.items'],
      true,
      ['malformed', undefined],
      ['idempotency_key_reused', undefined],
      ['unknown_member', 'x'],
      ['other_organization', 'orgId'],
      true,
    ])
    expect((await shop.search()).events.map(({ fields }) => fields['items'])).toEqual([3, 1])
  })

  it('has 1 to 500 events', async () => {
    const { shop } = await eventStand()
    for (const body of [{}, { events: [] }, { events: Array(501).fill(0) }]) {
      const answer = await shop.send('eventInsertBatch', body)
      expect.soft(refusal(answer)).toEqual([400, 'invalid_value', 'events'])
    }
  })
})
