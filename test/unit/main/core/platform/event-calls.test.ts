import { expect, test } from 'vitest'
import { MAX_ERROR_CHARS } from '#main/core/platform/defaults.ts'
import { json } from '../support/fake-platform.ts'
import { platformStand } from './client-stand.ts'

const everything = { cameraIds: [], eventTypeIds: [], match: [] }
const bucketMs = 31_557_600_000

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
  platform.respondWith((_, response) =>
    json(response, 200, { buckets: starts.map((start) => ({ start, count: 2, byType: { sale: 2 } })) }),
  )
  const counted = await events.histogram({ ...everything, startMs: 0, endMs: 55 * bucketMs }, bucketMs)
  const found = counted.ok ? counted.value.map(({ startMs }) => startMs / bucketMs) : counted.error
  expect(found).toEqual([0, 1, 54])
})

test.each([
  [true, /^The platform refused the request\b/],
  [false, /organization of the key is not known here: enter it beside the key/],
])('a refused search is explained, the organization known: %s', async (knowsOrganization, words) => {
  const { platform, events } = await stand({ knowsOrganization })
  platform.respondWith((_, response) => json(response, 400, { error: { message: 'orgId: is missing.' } }))
  const found = await events.search({ ...everything, startMs: 0, endMs: 1, order: 'desc', limit: 1 })
  expect(found.ok ? '' : found.error.error.message).toMatch(words)
  expect(found.ok ? '' : found.error.error.message).toContain('It said: orgId: is missing.')
})

test('a search that is cut off is not as assumed, although its events are read', async () => {
  const { platform, client, events } = await stand()
  const search = (cursor?: string) =>
    events.search({ ...everything, startMs: 0, endMs: 9, order: 'asc', limit: 9, cursor })
  const found = { events: [{ id: 1, cameraId: 'c', eventTypeId: 't', timestamp: 5 }], total: 2 }
  for (const [answer, cursor, verdict] of [
    [found, undefined, 'contradicted'],
    [{ ...found, nextCursor: 1 }, undefined, 'confirmed'],
    // The last page of two.
    [found, '1', 'confirmed'],
  ] as const) {
    platform.respondWith((_, response) => json(response, 200, answer))
    expect((await search(cursor)).ok).toBe(true)
    expect(client.health().findings.eventSearch?.verdict).toBe(verdict)
  }
})

test('what a platform says of one event of a batch is one short line without the key', async () => {
  const { platform, client } = await stand()
  const message = `No camera\n for tsk_secret_0123456789. ${'x'.repeat(50_000)}`
  platform.respondWith((_, response) =>
    json(response, 200, { results: [{ success: false, error: { code: 'unknown_camera', message } }] }),
  )
  const event = { orgId: 'o', cameraId: 'c', eventTypeId: 't', fields: {}, timestamp: 0 }
  const batch = await client.insert.batch([{ idempotencyKey: 'key-1', event }])
  const [verdict] = batch.ok ? batch.value : []
  const words = verdict?.success === false ? (verdict.message ?? '') : ''
  expect(words).toMatch(/^No camera for /)
  expect(words).not.toContain('tsk_secret')
  expect(words.length).toBeLessThanOrEqual(MAX_ERROR_CHARS)
})
