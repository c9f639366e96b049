import { expect, test } from 'vitest'
import { MAX_ERROR_CHARS } from '#main/core/platform/defaults.ts'
import { platformStand } from './client-stand.ts'

const everything = { cameraIds: [], eventTypeIds: [], match: [] }
const bucketMs = 31_557_600_000
const atMs = 1_800_000_000_000

async function stand({ knowsOrganization = true } = {}) {
  const { platform, client } = await platformStand({ knowsOrganization })
  return { platform, client, events: client.events }
}

test.each([
  ['milliseconds, the first ones of 1970 too', [0, 1, 54].map((at) => at * bucketMs)],
  ['seconds', [0, 1, 54].map((at) => (at * bucketMs) / 1_000)],
  ['words', [0, 1, 54].map((at) => new Date(at * bucketMs).toISOString())],
])('buckets that begin in %s', async (_unit, starts) => {
  const { platform, events } = await stand()
  platform.answer(200, { buckets: starts.map((start) => ({ start, count: 2, byType: { sale: 2 } })) })
  const counted = await events.histogram({ ...everything, startMs: 0, endMs: 55 * bucketMs }, bucketMs)
  const found = counted.ok ? counted.value.map(({ startMs }) => startMs / bucketMs) : counted.error
  expect(found).toEqual([0, 1, 54])
})

test.each([
  [true, /^The platform refused the request\b/],
  [false, /organization of the key is not known here: enter it beside the key/],
])('a refused search is explained, the organization known: %s', async (knowsOrganization, words) => {
  const { platform, events } = await stand({ knowsOrganization })
  platform.answer(400, { error: { message: 'orgId: is missing.' } })
  const found = await events.search({ ...everything, startMs: 0, endMs: 1, order: 'desc', limit: 1 })
  expect(found.ok ? '' : found.error.error.message).toMatch(words)
  expect(found.ok ? '' : found.error.error.message).toContain('It said: orgId: is missing.')
})

test('a search that is cut off is not as assumed, although its events are read', async () => {
  const { platform, client, events } = await stand()
  const search = (cursor?: string) =>
    events.search({ ...everything, startMs: 0, endMs: 9_000, order: 'asc', limit: 9, cursor })
  const found = { events: [{ id: 1, cameraId: 'c', eventTypeId: 't', timestamp: 5 }], total: 2 }
  for (const [answer, cursor, verdict] of [
    [found, undefined, 'contradicted'],
    [{ ...found, nextCursor: 1 }, undefined, 'confirmed'],
    [{ ...found, hasMore: true, total: 1 }, undefined, 'contradicted'],
    // One of them cannot be read.
    [{ events: [...found.events, {}], total: 2 }, '1', 'contradicted'],
    // The last page of two.
    [found, '1', 'confirmed'],
  ] as const) {
    platform.answer(200, answer)
    expect((await search(cursor)).ok).toBe(true)
    expect(client.health().findings.eventSearch?.verdict).toBe(verdict)
  }
})

const other = { id: '1', cameraId: 'a', eventTypeId: 's', fields: { amount: 5, text: 'x' }, timestamp: 10 }

test.each([
  ['another camera', { ...other, cameraId: 'b' }, 'eventSearch'],
  ['another tag', { ...other, eventTypeId: 't' }, 'eventSearch'],
  ['before the range', { ...other, timestamp: -9_000 }, 'eventSearch'],
  ['after the range', { ...other, timestamp: 9_000 }, 'eventSearch'],
  ['another amount', { ...other, fields: { amount: 1, text: 'x' } }, 'eventOperators'],
  ['no amount', { ...other, fields: { text: 'x' } }, 'eventOperators'],
] as const)('an event of %s is no hit, and is named as a finding', async (_what, event, finding) => {
  const { platform, client, events } = await stand()
  const inQuestion = { ...other, id: '2' }
  platform.answer(200, {
    events: [event, inQuestion].map((one) => ({ ...one, timestamp: one.timestamp + atMs })),
    total: 2,
  })
  const found = await events.search({
    cameraIds: ['a'],
    eventTypeIds: ['s'],
    startMs: atMs + 5,
    endMs: atMs + 20,
    match: [{ field: 'amount', operator: 'gt', value: 3 }],
    order: 'asc',
    limit: 9,
  })
  expect(found.ok && found.value.events.map(({ id }) => id)).toEqual(['2'])
  expect(found.ok && found.value.total).toBeUndefined()
  const { findings } = client.health()
  expect(findings[finding]?.verdict).toBe('contradicted')
  const rest = finding === 'eventSearch' ? findings.eventOperators : findings.eventSearch
  expect(rest?.verdict).toBe('confirmed')
})

test('ids in other letters are those that were asked for', async () => {
  const { platform, client, events } = await stand()
  platform.answer(200, [{ ...other, cameraId: 'AB-1', eventTypeId: 'S' }])
  const search = { cameraIds: ['ab-1'], eventTypeIds: ['s'], match: [], startMs: 0, endMs: 20_000_000 }
  const found = await events.search({ ...search, order: 'asc', limit: 9 })
  expect(found.ok && found.value.events).toHaveLength(1)
  expect(client.health().findings.eventSearch?.verdict).toBe('confirmed')
})

test('operators are confirmed by hits alone, and by texts only as far as we can tell', async () => {
  const { platform, client, events } = await stand()
  const verdictOf = async (found: readonly object[], value: string) => {
    platform.answer(200, { events: found })
    const match = [{ field: 'text', operator: 'contains', value } as const]
    const answer = await events.search({
      ...everything,
      match,
      startMs: 0,
      endMs: 9e15,
      order: 'asc',
      limit: 9,
    })
    expect(answer.ok && answer.value.events).toHaveLength(found.length)
    return client.health().findings.eventOperators?.verdict
  }
  expect(await verdictOf([], 'x')).toBeUndefined()
  expect(await verdictOf([{ ...other, timestamp: atMs }], 'X')).toBe('confirmed')
  expect(await verdictOf([{ ...other, timestamp: atMs }], 'other')).toBe('contradicted')
})

test('an event at the end of the range, or of a clock of whole seconds, is left out without a word', async () => {
  const { platform, client, events } = await stand()
  platform.answer(200, {
    events: [0, 500, 900, 1_000].map((ms) => ({ ...other, timestamp: atMs + ms })),
  })
  const found = await events.search({
    ...everything,
    startMs: atMs + 500,
    endMs: atMs + 1_000,
    order: 'asc',
    limit: 9,
  })
  expect(found.ok && found.value.events.map(({ timestampMs }) => timestampMs - atMs)).toEqual([500, 900])
  expect(client.health().findings.eventSearch?.verdict).toBe('confirmed')
})

test('what a platform says of one event of a batch is one short line without the key', async () => {
  const { platform, client } = await stand()
  const message = `No camera\n for tsk_secret_0123456789. ${'x'.repeat(50_000)}`
  platform.answer(200, { results: [{ success: false, error: { code: 'unknown_camera', message } }] })
  const event = { orgId: 'o', cameraId: 'c', eventTypeId: 't', fields: {}, timestamp: 0 }
  const batch = await client.insert.batch([{ idempotencyKey: 'key-1', event }])
  const [verdict] = batch.ok ? batch.value : []
  const words = verdict?.success === false ? (verdict.message ?? '') : ''
  expect(words).toMatch(/^No camera for /)
  expect(words).not.toContain('tsk_secret')
  expect(words.length).toBeLessThanOrEqual(MAX_ERROR_CHARS)
})
