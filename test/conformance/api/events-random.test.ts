import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insertBatchResponse } from '#contract/platform/events.ts'
import { eventStand, noon, saleStand } from './event-stand.ts'

const anything = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue() },
  fc.constantFrom(0, -0, 1.5, 2 ** 53, 1e308, '', 'NaN', '\ud800', '\0', 'é'.repeat(2_001), true, null),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'binary' }),
)
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('amount', 'items', 'card', 'text') },
  fc.constantFrom('constructor', 'toString', 'Amount', ''),
  fc.string(),
)
const fields = fc.oneof(
  { weight: 8, arbitrary: fc.dictionary(name, anything, { maxKeys: 5 }) },
  fc.record({ amount: fc.double({ noNaN: true, noDefaultInfinity: true }), items: fc.maxSafeInteger() }),
  fc.record({ card: fc.boolean(), text: fc.string({ unit: 'grapheme' }) }),
  anything,
)
const changes = fc.record(
  {
    orgId: fc.oneof(fc.constant('shop'), anything),
    cameraId: fc.oneof(fc.constant('shop-cam-2'), anything),
    eventTypeId: anything,
    timestamp: fc.oneof(fc.integer({ min: noon - 10, max: noon + 10 }), anything),
    extra: anything,
    idempotencyKey: anything,
  },
  { requiredKeys: [] },
)
const typeOf = (value: unknown) => (Number.isSafeInteger(value) ? 'integer' : typeof value)
const fitting: Readonly<Record<string, readonly string[]>> = {
  amount: ['integer', 'number'],
  items: ['integer'],
  card: ['boolean'],
  text: ['string'],
}

describe('whatever is inserted', () => {
  it('is stored as it was sent, every value of its field’s type, or refused', async () => {
    const { shop, tag } = await saleStand()
    let stored = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(fields, fc.option(changes, { nil: {}, freq: 2 }), async (given, other) => {
        const body = JSON.stringify(shop.event(tag, { fields: given, ...other }))
        const one = await shop.send('eventInsert', body)
        const batch = await shop.send('eventInsertBatch', `{"events":[${body}]}`)
        expect([200, 400]).toContain(one.status)
        expect([200, 400]).toContain(batch.status)
        if (batch.status === 200) {
          const [result] = insertBatchResponse.parse(batch.json).results
          // The key is a member of a batch's event alone.
          if (!Object.hasOwn(other, 'idempotencyKey')) expect(result?.success).toBe(one.status === 200)
        }
        if (one.status !== 200) {
          expect(one.error).toBeDefined()
          refused += 1
          return
        }
        stored += 1
        const sent = JSON.parse(body) as { fields: Record<string, unknown>; timestamp: number }
        const { events } = await shop.search({ start: sent.timestamp, end: sent.timestamp + 1, limit: 2 })
        expect(events.map((event) => event.fields)).toEqual([sent.fields, sent.fields])
        for (const [field, value] of Object.entries(sent.fields))
          expect(fitting[field]).toContain(typeOf(value))
      }),
      { numRuns: 250 },
    )
    expect(Math.min(stored, refused)).toBeGreaterThan(10)
  })

  it('is no fault of the site, even when it is no JSON', async () => {
    const { shop } = await eventStand()
    const body = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 1, max: 20_000 }).map((depth) => `{"fields":${'['.repeat(depth)}`),
    )
    const path = fc.constantFrom(
      'eventInsert' as const,
      'eventInsertBatch' as const,
      'eventSearch' as const,
      'eventHistogram' as const,
      'eventTags' as const,
    )
    await fc.assert(
      fc.asyncProperty(path, body, async (to, text) => {
        const { status, error } = await shop.send(to, text)
        expect(status).toBe(400)
        expect(error).toBeDefined()
      }),
      { numRuns: 150 },
    )
  })
})
