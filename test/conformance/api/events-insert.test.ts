import { describe, expect, it } from 'vitest'
import { insertBatchResponse } from '#contract/platform/events.ts'
import { eventStand, noon, saleTag } from './event-stand.ts'

const dayMs = 86_400_000
const longText = 'x'.repeat(2_001)

describe('an event', () => {
  it('is found as it was inserted, with when it arrived', async () => {
    const { shop } = await eventStand()
    const tag = await shop.createTag(saleTag)
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
    const { shop } = await eventStand()
    const tag = await shop.createTag(saleTag)
    await shop.insert(tag, { fields: { items: 1 } })
    await shop.insert(tag, { fields: {} })
    expect((await shop.search()).events.map(({ fields }) => fields)).toEqual([{}, { items: 1 }])
  })

  it('is answered to the letter of the document', async () => {
    const { shop } = await eventStand()
    const tag = await shop.createTag(saleTag)
    const { status, json } = await shop.send('eventInsert', shop.event(tag))
    expect({ status, json }).toEqual({ status: 200, json: { success: true } })
  })

  it('is another organization’s neither to insert nor to see', async () => {
    const { shop, depot } = await eventStand()
    const tag = await shop.createTag(saleTag)
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
    expect(refused.map(({ status, error }) => [status, error?.code, error?.field])).toEqual([
      [400, 'other_organization', 'orgId'],
      [400, 'invalid_value', 'eventTypeId'],
      [400, 'invalid_value', 'cameraId'],
      [400, 'other_organization', 'orgId'],
      [400, 'other_organization', 'orgId'],
      [400, 'invalid_value', 'eventTypeIds.0'],
    ])
  })

  const faults: readonly [what: string, changes: object, code: string, field: string, words: string][] = [
    ['an unknown tag', { eventTypeId: 'none' }, 'invalid_value', 'eventTypeId', 'no such event tag'],
    ['an unknown camera', { cameraId: 'shop-cam-99' }, 'invalid_value', 'cameraId', 'no such camera'],
    ['an unknown field', { fields: { amuont: 1 } }, 'invalid_value', 'fields.amuont', 'no such field'],
    ['a field in another case', { fields: { Amount: 1 } }, 'invalid_value', 'fields.Amount', 'no such field'],
    ['an inherited field', { fields: { toString: 1 } }, 'invalid_value', 'fields.toString', 'no such field'],
    [
      'a fraction for a whole number',
      { fields: { items: 1.5 } },
      'invalid_value',
      'fields.items',
      'whole number',
    ],
    [
      'a text for a number',
      { fields: { amount: '1' } },
      'invalid_value',
      'fields.amount',
      'has to be a number',
    ],
    ['NaN as a text', { fields: { amount: 'NaN' } }, 'invalid_value', 'fields.amount', 'has to be a number'],
    [
      'Infinity as a text',
      { fields: { items: 'Infinity' } },
      'invalid_value',
      'fields.items',
      'whole number',
    ],
    [
      'a number beyond the safe ones',
      { fields: { items: 2 ** 53 } },
      'invalid_value',
      'fields.items',
      '9007199254740991',
    ],
    ['a number for a text', { fields: { text: 1 } }, 'invalid_value', 'fields.text', 'has to be a text'],
    [
      'a text that is too long',
      { fields: { text: longText } },
      'invalid_value',
      'fields.text',
      '2000 characters',
    ],
    [
      'a text with half a character',
      { fields: { text: '\ud800' } },
      'invalid_value',
      'fields.text',
      'surrogate',
    ],
    ['a text with a zero', { fields: { text: 'a\0b' } }, 'invalid_value', 'fields.text', 'code 0'],
    ['a number for a boolean', { fields: { card: 1 } }, 'invalid_value', 'fields.card', 'true or false'],
    ['null', { fields: { card: null } }, 'invalid_value', 'fields.card', 'true or false'],
    ['a list', { fields: { text: ['x'] } }, 'invalid_value', 'fields.text', 'a text'],
    ['fields that are a list', { fields: [] }, 'invalid_value', 'fields', 'record'],
    ['no fields', { fields: undefined }, 'invalid_value', 'fields', 'record'],
    ['seconds', { timestamp: noon / 1_000 }, 'invalid_value', 'timestamp', 'these are seconds'],
    ['microseconds', { timestamp: noon * 1_000 }, 'invalid_value', 'timestamp', 'these are microseconds'],
    ['a negative time', { timestamp: -noon }, 'invalid_value', 'timestamp', 'since 1970'],
    ['a fraction of a millisecond', { timestamp: noon + 0.5 }, 'invalid_value', 'timestamp', 'whole number'],
    ['a time as text', { timestamp: String(noon) }, 'invalid_value', 'timestamp', 'whole number'],
    ['a time far ahead', { timestamp: noon + dayMs + 1 }, 'invalid_value', 'timestamp', '24 hours'],
    [
      'a time before the retention',
      { timestamp: noon - 30 * dayMs - 1 },
      'before_retention',
      'timestamp',
      '30 days',
    ],
    ['an unknown member', { camera: 1 }, 'unknown_member', 'camera', 'no member'],
  ]

  it('that is wrong is refused in words, whatever is wrong with it', async () => {
    const { shop } = await eventStand()
    const tag = await shop.createTag(saleTag)
    for (const [what, changes, code, field, words] of faults) {
      const { status, error } = await shop.send('eventInsert', shop.event(tag, { ...changes }))
      expect
        .soft({ status, code: error?.code, field: error?.field }, what)
        .toEqual({ status: 400, code, field })
      expect.soft(error?.message, what).toContain(words)
    }
    expect((await shop.search()).events).toEqual([])
  })

  it('may lie at either end of what is taken', async () => {
    const { shop } = await eventStand()
    const tag = await shop.createTag(saleTag)
    await shop.insert(tag, { timestamp: noon - 30 * dayMs })
    await shop.insert(tag, { timestamp: noon + dayMs })
    await shop.insert(tag, {
      fields: { items: Number.MAX_SAFE_INTEGER, amount: -1.5e300, text: 'x'.repeat(2_000) },
    })
  })

  it('with a number that is none in JSON is refused', async () => {
    const { shop } = await eventStand()
    const tag = await shop.createTag(saleTag)
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
    const { shop } = await eventStand()
    const tag = await shop.createTag(saleTag)
    const send = () =>
      shop.send('eventInsert', shop.event(tag, { fields: { items: 1 } }), { 'idempotency-key': 'a' })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(answers.map(({ text }) => text)).toEqual(Array(20).fill('{"success":true}'))
    expect((await shop.search()).events).toHaveLength(1)
  })

  it('is refused for another event', async () => {
    const { shop } = await eventStand()
    const tag = await shop.createTag(saleTag)
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
    const { shop } = await eventStand()
    const tag = await shop.createTag(saleTag)
    for (const key of ['', 'a b', 'x'.repeat(256)]) {
      const { status, error } = await shop.send('eventInsert', shop.event(tag), { 'idempotency-key': key })
      expect.soft({ status, field: error?.field }, key).toEqual({ status: 400, field: 'idempotency-key' })
    }
  })
})

describe('a batch', () => {
  it('has a result for each event, in their order, and stores those that are good', async () => {
    const { shop } = await eventStand()
    const tag = await shop.createTag(saleTag)
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
      const { status, error } = await shop.send('eventInsertBatch', body)
      expect.soft({ status, field: error?.field }).toEqual({ status: 400, field: 'events' })
    }
  })
})
