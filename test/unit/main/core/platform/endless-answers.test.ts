import type { ServerResponse } from 'node:http'
import { createGzip } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  MAX_ANSWER_BYTES,
  MAX_EVENT_FIELD_CHARS,
  MAX_STREAM_MESSAGE_CHARS,
} from '#main/core/platform/defaults.ts'
import { platformStand } from './client-stand.ts'

/** What the sockets of both sides may hold beyond what has been read. */
const SOCKETS_BYTES = 16 * 1_024 * 1_024
const everything = { cameraIds: [], eventTypeIds: [], match: [], startMs: 0, endMs: 1 }

/** A real server whose answers do not end by themselves; `sent` counts what has been taken of them. */
async function stand(head: Readonly<Record<string, string>>, piece: string, through?: 'gzip') {
  const { platform, client } = await platformStand()
  const seen = { sent: 0, left: Promise.withResolvers<void>() }
  platform.respondWith((_request, response: ServerResponse) => {
    response.writeHead(200, head)
    const target = through === 'gzip' ? createGzip() : response
    if (target !== response) target.pipe(response)
    response.once('close', seen.left.resolve)
    const more = (): void => {
      while (!response.destroyed) {
        seen.sent += piece.length
        if (!target.write(piece)) {
          target.once('drain', more)
          return
        }
      }
    }
    more()
  })
  return { client, seen }
}

const piece = `[${'0,'.repeat(32 * 1_024)}`
const type = { 'content-type': 'application/json' }

test.each([
  ['an answer without end', type],
  ['an answer longer than it says', { ...type, 'content-length': String(1_024 * MAX_ANSWER_BYTES) }],
])('%s is given up at the limit, in words', async (_what, head) => {
  const { client, seen } = await stand(head, piece)
  const cameras = await client.events.search({ ...everything, order: 'asc', limit: 1 })
  expect(cameras).toMatchObject({ ok: false, error: { error: { code: 'bad_answer' }, isTooLarge: true } })
  expect(cameras.ok ? '' : cameras.error.error.message).toContain('more than this version reads')
  await seen.left.promise
  expect(seen.sent).toBeLessThan(3 * (MAX_ANSWER_BYTES + SOCKETS_BYTES))
})

test('an answer that is small only on its way is given up at the limit, too', async () => {
  const { client, seen } = await stand({ ...type, 'content-encoding': 'gzip' }, piece, 'gzip')
  const tags = await client.events.search({ ...everything, order: 'asc', limit: 1 })
  expect(tags.ok ? '' : tags.error.error.message).toContain('more than this version reads')
  await seen.left.promise
})

test.each([
  ['a line', 'x'.repeat(64 * 1_024)],
  ['a message', `data: ${'x'.repeat(1_024)}\n`.repeat(64)],
])('%s of the stream without end ends it, in words', async (_what, endless) => {
  const { client, seen } = await stand({ 'content-type': 'text/event-stream' }, endless)
  const opened = await client.events.stream(undefined, new AbortController().signal)
  const items = []
  for await (const item of opened.ok ? opened.value : []) items.push(item)
  expect(items.at(-1)?.fault).toMatchObject({
    code: 'bad_answer',
    message: expect.stringContaining('without end'),
  })
  await seen.left.promise
  expect(seen.sent).toBeLessThan(MAX_STREAM_MESSAGE_CHARS + SOCKETS_BYTES)
})

test('of an event no more text is kept than the limit', async () => {
  const fields = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, 'x'.repeat(10_000)]))
  const { platform, client } = await platformStand()
  platform.answer(200, [{ id: 1, cameraId: 'c', eventTypeId: 't', timestamp: 1, fields }])
  const found = await client.events.search({ ...everything, endMs: 2_000, order: 'asc', limit: 1 })
  const [event] = found.ok ? found.value.events : []
  expect(JSON.stringify(event?.fields).length).toBeLessThan(1.1 * MAX_EVENT_FIELD_CHARS)
  expect(event?.fields['f0']).toBe('x'.repeat(10_000))
})
