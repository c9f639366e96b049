import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { aliases, platformOverridesSchema } from '#contract/platform/assumptions.ts'
import { answeredId } from '#contract/platform/kinds.ts'
import { occupancyDefinitionSchema } from '#contract/wall/occupancy.ts'
import { readAnswer } from '#main/core/platform/dialect.ts'
import { anyCodePoint } from '#test/unit/any-code-point.ts'
import { FakePlatform, json } from '../support/fake-platform.ts'
import { fuzzRuns } from '#test/stand/run-seed.ts'
import { clientStand } from './client-stand.ts'

/** Every spelling of docs/assumptions.md that the wall accepts, over real HTTP. Leniency must not shrink. */

type Client = ReturnType<typeof clientStand>['client']

const minuteMs = 60_000
const at = Date.UTC(2030, 0, 2, 3, 4, 5)
const later = at + minuteMs
const iso = new Date(at).toISOString()
const everything = { cameraIds: [], eventTypeIds: [], match: [], startMs: at - minuteMs, endMs: at + 600_000 }
const definition = occupancyDefinitionSchema.parse({ entrancesAndExits: ['door-1'] })
const newKey = { name: 'wall', expiresInSeconds: 86_400, email: 'a@x.org', password: 'open', orgId: 'org-1' }
const footage = { cameraId: 'c', startMs: at + 1, endMs: later, isReduced: false }
const keyed = (idempotencyKey: string) => ({
  idempotencyKey,
  event: { orgId: 'org-1', cameraId: 'c', eventTypeId: 't', fields: { total: 1 }, timestamp: at },
})

const calls = {
  ticket: (client: Client) => client.createTicket('cam-1'),
  key: (client: Client) => client.createApiKey(newKey),
  'own key': (client: Client) => client.keys.own(),
  revoke: (client: Client) => client.keys.revoke('key/1'),
  'try key': (client: Client) => client.keys.tryOut('tsk_new', []),
  cameras: (client: Client) => client.listCameras(),
  playback: (client: Client) => client.playback.start(footage),
  stop: (client: Client) => client.playback.stop('s-1', 'c'),
  coverage: (client: Client) => client.playback.coverage('c', [at, later]),
  'local live': (client: Client) => client.playback.localLive('c'),
  tags: (client: Client) => client.events.tags(),
  'new tag': (client: Client) =>
    client.events.createTag({ name: 'Sale', fields: [{ name: 'total', type: 'decimal' }] }),
  search: (client: Client) => client.events.search({ ...everything, order: 'asc', limit: 7 }),
  count: (client: Client) => client.events.histogram(everything, minuteMs),
  stream: streamed,
  insert: (client: Client) => client.insert.one(keyed('key-1')),
  'insert nothing': (client: Client) => client.insert.empty(),
  batch: (client: Client) => client.insert.batch([keyed('key-1'), keyed('key-2')]),
  report: (client: Client) => client.occupancy.report(definition, { startMs: at, endMs: later }),
  entrances: (client: Client) => client.dictionaries.entrances(),
  zones: (client: Client) => client.dictionaries.zones(),
  schedules: (client: Client) => client.dictionaries.schedules(),
} satisfies Record<string, (client: Client) => Promise<unknown>>
type Call = keyof typeof calls

async function streamed(client: Client) {
  const opened = await client.events.stream('41', new AbortController().signal)
  if (!opened.ok) return opened
  const value = []
  for await (const item of opened.value) if ('event' in item) value.push(item.event)
  return { ok: true as const, value }
}

let platform: FakePlatform
beforeAll(async () => {
  platform = await FakePlatform.ofFile()
})
beforeEach(() => {
  platform.seen.length = 0
  // Not UTC: what an answer means does not depend on where it is read.
  vi.stubEnv('TZ', 'Asia/Kathmandu')
})
afterAll(() => platform.dispose())

function stand(overrides: Parameters<typeof platformOverridesSchema.parse>[0] = {}) {
  const address = { baseUrl: platform.url, overrides: platformOverridesSchema.parse(overrides) }
  return clientStand({ address })
}

/** What a call makes of an answer; `bad_answer`: nothing. */
async function read(call: Call, body: unknown, overrides = {}): Promise<unknown> {
  platform.respondWith((_, response) =>
    call === 'stream'
      ? response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`id: 42\ndata: ${JSON.stringify(body)}\n\n`)
      : json(response, 200, body),
  )
  const answer = await calls[call](stand(overrides).client)
  return answer.ok ? answer.value : answer.error.error.code
}

/** A number that this program would round. */
const digits = (source: string): unknown =>
  (JSON as unknown as { readonly rawJSON: (text: string) => unknown }).rawJSON(source)

const ticket = { token: 't', url: 'wss://m', expiresAtMs: at, lifeInMs: 180_000 }
const bareTicket = { token: 't', lifeInMs: 180_000 }
const camera = { id: '1', name: 'Dock', number: 7, group: 'Yard' }
const camera2 = { id: '2', name: '2', group: '' }
const session = { sessionId: 's', url: 'https://m/x.m3u8', currentSessions: 3 }
const event = { id: 'e', cameraId: 'c', eventTypeId: 't', fields: { total: 1.5 }, timestampMs: at }
const wireEvent = { id: 'e', cameraId: 'c', eventTypeId: 't', fields: { total: 1.5 }, timestamp: at }
const tag = { id: 't', name: 'Sale', fields: [{ name: 'total', type: 'decimal', unit: 'EUR' }] }
const bucket = { startMs: at, count: 2, byType: { t: 2 } }
const wireBucket = { start: at, count: 2, byType: { t: 2 } }
const source = { id: 'a', name: 'Door', cameraIds: ['c1', 'c2'] }
const rules = [{ days: ['MONDAY'], from: '08:00', until: '18:00' }]
const total = { average: 1.5, maximum: 4 }
const piece = { start: at, end: later, average: 1, maximum: 2 }
const readPiece = { startMs: at, endMs: later, average: 1, maximum: 2 }

/** Assumption, call, what is special, the answer, what is read. */
// biome-ignore format: one row a line
const answers: readonly (readonly [number, Call, string, unknown, unknown])[] = [
  [6, 'report', 'ours', { ...total, maximumAt: at, buckets: [], resets: [], unit: 'PEOPLE' }, { ...total, maximumAtMs: at, buckets: [], resets: [] }],
  [6, 'report', 'avg, max', { avg: 1.5, max: 4 }, total],
  [6, 'report', 'averageOccupancy, maxOccupancy', { averageOccupancy: 1.5, maxOccupancy: 4 }, total],
  [6, 'report', 'avgOccupancy, maximumOccupancy', { avgOccupancy: 1.5, maximumOccupancy: 4 }, total],
  [6, 'report', 'snake case', { average_occupancy: 1.5, max_occupancy: 4, maximum_at: at }, { ...total, maximumAtMs: at }],
  [6, 'report', 'numbers as text', { average: '1.5', maximum: ' 4 ' }, total],
  [6, 'report', 'under data', { data: { ...total, maxAt: at } }, { ...total, maximumAtMs: at }],
  [6, 'report', 'under result', { result: { average: 1.5 }, data: { max: 4 } }, total],
  [6, 'report', 'a name that is not readable before one that is', { average: null, avg: 1.5, maximum: 'x', max: 4 }, total],
  [6, 'report', 'seconds', { ...total, maximumAt: at / 1_000 }, { ...total, maximumAtMs: at }],
  [6, 'report', 'ISO 8601', { ...total, maximumAt: iso }, { ...total, maximumAtMs: at }],
  [6, 'report', 'a list in part, in another order', { ...total, buckets: [{ ...piece, start: later, end: later + 1 }, { start: at }, 5, null, { ...piece, entrances: 3, exits: '1' }] }, { ...total, buckets: [{ ...readPiece, entrances: 3, exits: 1 }, { ...readPiece, startMs: later, endMs: later + 1 }] }],
  [6, 'report', 'buckets in seconds, ISO and other words', { ...total, buckets: [{ start: at / 1_000, end: new Date(later).toISOString(), avg: '1', max: 2, entrances: -1 }] }, { ...total, buckets: [readPiece] }],
  [6, 'report', 'lists of nothing else', { ...total, buckets: [5], resets: ['x'] }, total],
  [6, 'report', 'lists that are none', { ...total, buckets: 5, resets: null }, total],
  [6, 'report', 'resets in part', { ...total, resets: [{ at: later, value: '3', rule: ' DAY 04:00 ' }, { value: 1 }, { at: at / 1_000, value: -1, rule: ' ' }] }, { ...total, resets: [{ atMs: at }, { atMs: later, value: 3, rule: 'DAY 04:00' }] }],
  [6, 'report', 'no maximum', { average: 1 }, 'bad_answer'],
  [6, 'report', 'a number that is none', { average: 'many', maximum: 4 }, 'bad_answer'],
  [6, 'report', 'less than nobody', { average: '-1', maximum: -0.5, buckets: [{ ...piece, average: -2 }] }, { average: 0, maximum: 0, buckets: [{ ...readPiece, average: 0 }] }],
  [6, 'report', 'a list', [total], 'bad_answer'],

  [7, 'entrances', 'ours', { items: [{ id: 'a', name: 'Door', cameraIds: ['c1', 'c2'] }] }, [source]],
  [7, 'entrances', 'a bare array', [{ _id: 'a', name: ' Door ', cameraIds: ['c1', 'c2', 'c1'] }], [source]],
  [7, 'entrances', 'data', { data: [{ id: 'a', name: 'Door', cameraIds: ['c1', 'c2'] }] }, [source]],
  [7, 'entrances', 'results', { results: [{ id: 'a', name: 'Door', cameraIds: ['c1', ' c2 ', 5.5, ''] }] }, [{ ...source, cameraIds: ['c1', 'c2', '5.5'] }]],
  [7, 'entrances', 'entrances', { entrances: ['a', ' b ', 'a', '', 7] }, [{ id: 'a', name: 'a', cameraIds: [] }, { id: 'b', name: 'b', cameraIds: [] }]],
  [7, 'entrances', 'entrances under data', { data: { entrances: [{ id: 5 }] } }, [{ id: '5', name: '5', cameraIds: [] }]],
  [7, 'entrances', 'items under result', { result: { items: [{ id: 5, name: 6, cameraId: 'c' }] } }, [{ id: '5', name: '5', cameraIds: ['c'] }]],
  [7, 'entrances', 'an id that is none before one that is', [{ id: ' ', _id: 'a', cameraIds: 'c1', cameraId: 2 }], [{ id: 'a', name: 'a', cameraIds: ['c1', '2'] }]],
  [7, 'entrances', 'none', { items: [] }, []],
  [7, 'entrances', 'nothing that is one', [{ name: 'Door' }, 7], 'bad_answer'],
  [7, 'entrances', 'no list', { doors: [] }, 'bad_answer'],
  [7, 'zones', 'ours', { items: [{ ...source, capacity: 8 }] }, [{ ...source, capacity: 8 }]],
  [7, 'zones', 'zones', { zones: [{ ...source, capacity: 0 }, 'b', { id: 'a' }] }, [source, { id: 'b', name: 'b', cameraIds: [] }]],
  [7, 'zones', 'a capacity that is none', [{ ...source, capacity: 'many' }], [source]],
  [7, 'schedules', 'ours', { items: [{ id: 'w', name: 'Week', timezone: 'Europe/Berlin', rules }] }, [{ id: 'w', name: 'Week', timezone: 'Europe/Berlin', rules }]],
  [7, 'schedules', 'schedules, timeZone', { schedules: [{ _id: 'w', timeZone: 'Europe/Berlin', rules }] }, [{ id: 'w', name: 'w', timezone: 'Europe/Berlin', rules }]],
  [7, 'schedules', 'dates', [{ id: 'w', timezone: 'UTC', rules: [{ date: '2030-01-01', closed: true }, { date: '2030-01-02', from: '08:00', until: '24:00' }] }], [{ id: 'w', name: 'w', timezone: 'UTC', rules: [{ date: '2030-01-01', closed: true }, { date: '2030-01-02', from: '08:00', until: '24:00' }] }]],
  [7, 'schedules', 'rules that are understood in part', [{ id: 'w', timezone: 'UTC', rules: [...rules, { every: 'moon' }] }], [{ id: 'w', name: 'w', rules: [] }]],
  [7, 'schedules', 'a zone that nobody knows, and none', [{ id: 'w', timezone: 'Mars', rules }, { id: 'v', rules }, 'u'], [{ id: 'w', name: 'w', rules: [] }, { id: 'v', name: 'v', rules: [] }, { id: 'u', name: 'u', rules: [] }]],

  [9, 'key', 'ours', { id: '1', name: 'wall', key: 'tsk', orgId: 'o', createdAt: iso, expiresAt: iso }, { id: '1', name: 'wall', key: 'tsk', orgId: 'o', expiresAtMs: at }],
  [9, 'key', 'apiKey alone', { apiKey: ' tsk ' }, { key: 'tsk' }],
  [9, 'key', 'token', { token: 'tsk', keyId: '1', expires_at: at }, { key: 'tsk', id: '1', expiresAtMs: at }],
  [9, 'key', 'value under data', { data: { value: 'tsk', _id: '1', orgId: 'o', expiration: at / 1_000 } }, { key: 'tsk', id: '1', orgId: 'o', expiresAtMs: at }],
  [9, 'key', 'under result', { success: true, name: 'wall', result: { key: 'tsk', expirationDate: iso } }, { key: 'tsk', name: 'wall', expiresAtMs: at }],
  [9, 'key', 'an end that cannot be read before one that can', { key: 'tsk', expiresAt: 'soon', expiration: '2030-01-02T04:04:05+01:00' }, { key: 'tsk', expiresAtMs: at }],
  [9, 'key', 'a key that is none before one that is', { key: 5, apiKey: ' ', token: 'tsk' }, { key: 'tsk' }],
  [9, 'key', 'a key that fits into no header', { key: 'two words' }, 'bad_answer'],
  [9, 'key', 'a key without end', { key: 'x'.repeat(4_097) }, 'bad_answer'],
  [9, 'key', 'a list', [{ key: 'tsk' }], 'bad_answer'],

  [11, 'ticket', 'ours', { token: 't', url: 'wss://m', expiresAt: iso }, ticket],
  [11, 'ticket', 'accessToken, serverUrl', { accessToken: ' t ', serverUrl: ' wss://m ', expires_at: at }, ticket],
  [11, 'ticket', 'participantToken, liveViewUrl', { participantToken: 't', liveViewUrl: 'wss://m', expiration: at / 1_000 }, ticket],
  [11, 'ticket', 'jwt, wsUrl under data', { data: { jwt: 't', wsUrl: 'wss://m', expirationDate: iso } }, ticket],
  [11, 'ticket', 'under result', { result: { token: 't' }, url: 'wss://m', expiresAt: at }, ticket],
  [11, 'ticket', 'an end without a zone', { token: 't', url: 'wss://m', expiresAt: iso.slice(0, 19) }, ticket],
  [11, 'ticket', 'alone', { token: 't', url: '', expiresAt: 'soon' }, bareTicket],
  [11, 'ticket', 'that ended long ago', { token: 't', expiresAt: '1999-01-01T00:00:00Z' }, { ...bareTicket, expiresAtMs: Date.UTC(1999, 0, 1) }],
  [11, 'ticket', 'with members of other types', { token: 5, accessToken: null, jwt: 't', url: {}, expiresAt: {} }, bareTicket],
  [11, 'ticket', 'that fits into no query', { token: 'a b' }, 'bad_answer'],
  [11, 'ticket', 'none', {}, 'bad_answer'],

  [12, 'local live', 'ours', { cameraId: 'c', url: 'https://m/x.m3u8' }, { url: session.url }],
  [12, 'local live', 'manifestUrl under data', { data: { manifestUrl: ' https://m/x.m3u8 ' } }, { url: session.url }],
  [12, 'local live', 'none', { cameraId: 'c' }, 'bad_answer'],

  [17, 'playback', 'ours', { cameraId: 'c', sessionId: '3f0c8c1e-0d6f-4a7e-9a39-2f3b6d0f5d11', url: 'https://m/x.m3u8', currentSessions: 1 }, { url: session.url, sessionId: '3f0c8c1e-0d6f-4a7e-9a39-2f3b6d0f5d11', currentSessions: 1 }],
  [17, 'playback', 'snake case', { session_id: 's', hlsUrl: session.url, current_sessions: 3 }, session],
  [17, 'playback', 'id, manifest, sessions', { id: ' s ', manifest: session.url, sessions: 3 }, session],
  [17, 'playback', 'under data', { data: session }, session],
  [17, 'playback', 'under result', { result: session }, session],
  [17, 'playback', 'no session, a number that is none', { url: '/x.m3u8', currentSessions: -1 }, { url: '/x.m3u8' }],
  [17, 'playback', 'nobody', { url: 'x', sessionId: ' ', currentSessions: 0 }, { url: 'x', currentSessions: 0 }],
  [17, 'playback', 'no address', { sessionId: 's' }, 'bad_answer'],
  [17, 'playback', 'an address without end', { url: 'x'.repeat(16 * 1_024 + 1) }, 'bad_answer'],

  [20, 'search', 'ours', { events: [{ ...wireEvent, orgId: 'o', receivedAt: later }], nextCursor: 'n' }, { events: [{ ...event, receivedAtMs: later }], nextCursor: 'n' }],
  [20, 'search', 'a bare array', [wireEvent], { events: [event] }],
  [20, 'search', 'items, next_cursor', { items: [wireEvent], next_cursor: ' n ' }, { events: [event], nextCursor: 'n' }],
  [20, 'search', 'data, cursor, total', { data: [wireEvent], cursor: 'n', total: 9 }, { events: [event], nextCursor: 'n', total: 9 }],
  [20, 'search', 'results, in seconds', { results: [{ ...wireEvent, timestamp: at / 1_000, receivedAt: iso }], total: -1, nextCursor: null }, { events: [{ ...event, receivedAtMs: later - minuteMs }] }],
  [20, 'search', 'snake case', [{ _id: 'e', camera_id: 'c', event_type_id: 't', fields: { total: 1.5 }, timestamp: iso, received_at: later / 1_000 }], { events: [{ ...event, receivedAtMs: later }] }],
  [20, 'search', 'numbers as ids', [{ eventId: 1, cameraId: 2, typeId: 3, timestamp: at + 0.4 }], { events: [{ id: '1', cameraId: '2', eventTypeId: '3', fields: {}, timestampMs: at }] }],
  [20, 'search', 'ids of 64 bits', [{ ...wireEvent, id: digits('90071992547409931'), cameraId: digits('9223372036854775807') }, { ...wireEvent, id: digits('90071992547409932') }], { events: [{ ...event, id: '90071992547409931', cameraId: '9223372036854775807' }, { ...event, id: '90071992547409932' }] }],
  [20, 'search', 'instants as text', [{ ...wireEvent, timestamp: String(at), receivedAt: String(at / 1_000) }], { events: [{ ...event, receivedAtMs: at }] }],
  [20, 'search', 'a number as cursor', { events: [wireEvent], nextCursor: 100 }, { events: [event], nextCursor: '100' }],
  [20, 'search', 'a number that leads to nothing', { events: [wireEvent], nextCursor: 0, hasMore: false }, { events: [event] }],
  [20, 'search', 'more, and no way there', { events: [wireEvent], has_more: true }, { events: [event], isCutOff: true }],
  [20, 'search', 'a larger total, and no way there', { data: [wireEvent], total: 2 }, { events: [event], total: 2 }],
  [20, 'search', 'one that cannot be read, which the total counts', { data: [wireEvent, { id: 'x' }], total: 2 }, { events: [event], unread: 1 }],
  [20, 'search', 'large numbers in fields', [{ ...wireEvent, fields: { large: digits('100000000000000000000'), text: '9223372036854775807' } }], { events: [{ ...event, fields: { large: 1e20, text: '9223372036854775807' } }] }],
  [20, 'search', 'ISO 8601 without a zone', [{ ...wireEvent, timestamp: iso.slice(0, -1), receivedAt: iso.slice(0, 19).replace('T', ' ') }], { events: [{ ...event, receivedAtMs: at }] }],
  [20, 'search', 'fields in part, as they are', [{ ...wireEvent, fields: { a: 1, b: ' x ', c: true, d: null, e: {}, f: [1] } }], { events: [{ ...event, fields: { a: 1, b: ' x ', c: true } }] }],
  [20, 'search', 'a list in part', { events: [null, 5, 'x', { id: 'e' }, { ...wireEvent, timestamp: 'soon' }, wireEvent] }, { events: [event], unread: 5 }],
  [20, 'search', 'wrapped', { result: { events: [wireEvent], nextCursor: 'n' } }, { events: [event], nextCursor: 'n' }],
  [20, 'search', 'none', { events: [] }, { events: [] }],
  [20, 'search', 'nothing that is one', { events: [{ id: 'e' }] }, 'bad_answer'],
  [20, 'search', 'no list', { found: [] }, 'bad_answer'],

  [22, 'count', 'ours', { buckets: [wireBucket] }, [bucket]],
  [22, 'count', 'a bare array in another order', [{ start: later, count: 1 }, wireBucket], [bucket, { startMs: later, count: 1, byType: {} }]],
  [22, 'count', 'items, startMs, in seconds', { items: [{ startMs: at / 1_000, count: 2, byType: { t: 2, u: 'x', v: -1 } }] }, [bucket]],
  [22, 'count', 'data, ISO 8601', { data: [{ start: iso, count: 2, byType: { t: 2 } }] }, [bucket]],
  [22, 'count', 'wrapped', { result: { buckets: [wireBucket] } }, [bucket]],
  [22, 'count', 'in part, with empty ones', { buckets: [{ start: later, count: 0 }, { count: 5 }, { start: at, count: 'x' }, null, wireBucket] }, [bucket]],
  [22, 'count', 'only empty ones', { buckets: [{ start: at, count: 0 }] }, []],
  [22, 'count', 'none', { buckets: [] }, []],
  [22, 'count', 'nothing that is one', { buckets: [{}] }, 'bad_answer'],

  [23, 'tags', 'ours', { items: [tag] }, [tag]],
  [23, 'tags', 'a bare array', [{ _id: 't', name: ' Sale ', fields: tag.fields }], [tag]],
  [23, 'tags', 'data', { data: [{ eventTypeId: 't', name: 'Sale', fields: tag.fields }] }, [tag]],
  [23, 'tags', 'results', { results: [tag] }, [tag]],
  [23, 'tags', 'types', { types: [{ id: 5 }] }, [{ id: '5', name: '5', fields: [] }]],
  [23, 'tags', 'eventTypes', { eventTypes: [tag] }, [tag]],
  [23, 'tags', 'in part', { items: [null, { name: 'x' }, { ...tag, fields: [...tag.fields, 5, { name: '' , type: 'text' }, { name: ' a ', type: 'text', unit: '' }, { name: 'b', type: 5 }] }] }, [{ ...tag, fields: [...tag.fields, { name: ' a ', type: 'text' }] }]],
  [23, 'tags', 'types in other letters, and other types', [{ ...tag, fields: [{ name: 'total', type: 'DECIMAL', unit: 'EUR' }, { name: 'n', type: ' Integer ' }, { name: 's', type: 'string' }, { name: 'c', type: 'colour' }] }], [{ ...tag, fields: [...tag.fields, { name: 'n', type: 'integer' }, { name: 's', type: 'text' }, { name: 'c', type: 'text' }] }]],
  [23, 'tags', 'types as other systems call them', [{ ...tag, fields: [{ name: 'total', type: 'Number', unit: 'EUR' }, { name: 'n', type: 'int' }, { name: 'f', type: 'double' }, { name: 'b', type: 'bool' }] }], [{ ...tag, fields: [...tag.fields, { name: 'n', type: 'integer' }, { name: 'f', type: 'decimal' }, { name: 'b', type: 'boolean' }] }]],
  [23, 'tags', 'fields as a map', [{ ...tag, fields: { total: { type: 'decimal', unit: 'EUR' }, note: 'Text', x: 5 } }], [{ ...tag, fields: [...tag.fields, { name: 'note', type: 'text' }] }]],
  [23, 'tags', 'without fields that can be read', [{ id: 't', name: ' ', fields: 'x' }], [{ id: 't', name: 't', fields: [] }]],
  [23, 'tags', 'nothing that is one', [{}], 'bad_answer'],
  [23, 'new tag', 'ours', tag, tag],
  [23, 'new tag', 'under data', { success: true, data: { ...tag, id: undefined, _id: 7 } }, { ...tag, id: '7' }],
  [23, 'new tag', 'under result', { result: { eventTypeId: 't' } }, { id: 't', name: 't', fields: [] }],
  [23, 'new tag', 'none', { success: true }, 'bad_answer'],

  [24, 'cameras', 'ours', { items: [{ ...camera, timezone: 'UTC' }] }, [camera]],
  [24, 'cameras', 'a bare array', [{ ...camera, id: undefined, _id: ' 1 ' }], [camera]],
  [24, 'cameras', 'data', { data: [{ ...camera, id: undefined, cameraId: 1 }] }, [camera]],
  [24, 'cameras', 'results under data', { data: { results: [camera] } }, [camera]],
  [24, 'cameras', 'cameras under result', { result: { cameras: [camera] } }, [camera]],
  [24, 'cameras', 'in part, one of them twice', { items: [null, 5, { name: 'x' }, { ...camera, name: ' Dock ', group: ' Yard ' }, { ...camera, name: 'y' }, { id: '2' }] }, [camera, camera2]],
  [24, 'cameras', 'ids of 64 bits', [{ id: digits('90071992547409931') }, { id: digits('90071992547409932') }, { id: digits('-9007199254740993') }, { id: digits('1e30') }], ['90071992547409931', '90071992547409932', '-9007199254740993'].map((id) => ({ id, name: id, group: '' }))],
  [24, 'cameras', 'members of other types', [{ id: 2, name: ' ', number: 0, group: 5 }, { id: '1', name: 'Dock', number: '7', group: 'Yard' }], [camera2, { ...camera, number: undefined }]],
  [24, 'cameras', 'long names', [{ id: '1', name: 'n'.repeat(300), group: 'g'.repeat(300) }], [{ id: '1', name: 'n'.repeat(200), group: 'g'.repeat(200) }]],
  [24, 'cameras', 'none', [], []],
  [24, 'cameras', 'nothing that is one', [{ name: 'x' }, { id: 'x'.repeat(201) }], 'bad_answer'],
  [24, 'cameras', 'more than a wall', Array.from({ length: 10_001 }, (_, id) => ({ id })), 'bad_answer'],

  [25, 'coverage', 'ours', { ranges: [[at, later]] }, [[at, later]]],
  [25, 'coverage', 'a bare array in another order', [[later + 9, later + 10], [at, later]], [[at, later], [later + 9, later + 10]]],
  [25, 'coverage', 'items in seconds', { items: [{ start: at / 1_000, end: later / 1_000 }] }, [[at, later]]],
  [25, 'coverage', 'data in ISO 8601', { data: [{ from: iso, to: new Date(later).toISOString() }] }, [[at, later]]],
  [25, 'coverage', 'coverage with startMs', { coverage: [{ startMs: at, endMs: later }] }, [[at, later]]],
  [25, 'coverage', 'wrapped', { result: { ranges: [[at, later]] } }, [[at, later]]],
  [25, 'coverage', 'overlapping, in part', { ranges: [[at, at + 9], [at + 5, later], [later, at], [5], null, {}] }, [[at, later]]],
  [25, 'coverage', 'none', { ranges: [] }, []],
  [25, 'coverage', 'nothing that is one', { ranges: [[later, at]] }, 'bad_answer'],

  [30, 'stream', 'ours', { ...wireEvent, orgId: 'o', receivedAt: later }, [{ ...event, receivedAtMs: later }]],
  [30, 'stream', 'other words', { _id: 'e', camera_id: 'c', typeId: 't', fields: { total: 1.5 }, timestamp: at / 1_000 }, [event]],
  [30, 'stream', 'an id of 64 bits', { ...wireEvent, id: digits('90071992547409931') }, [{ ...event, id: '90071992547409931' }]],
  [30, 'stream', 'nothing that is one', { alive: true }, []],

  [34, 'batch', 'ours', { results: [{ success: true }, { success: false, error: { code: 'invalid_value', message: 'No.', field: 'cameraId' } }] }, [{ success: true }, { success: false, code: 'invalid_value', message: 'No. (cameraId)' }]],
  [34, 'batch', 'other codes', { results: [{ success: false, error: { code: 'theirs', message: 'No.' } }, { success: true, id: 5 }] }, [{ success: false, code: 'theirs', message: 'No.' }, { success: true }]],
  [34, 'batch', 'a result too few', { results: [{ success: true }] }, 'bad_answer'],
  [34, 'batch', 'a result that is none', { results: [{ success: true }, {}] }, 'bad_answer'],

  [36, 'own key', 'ours', { items: [{ id: '1', name: 'a', prefix: 'tsk_', createdAt: iso, expiresAt: iso, isOwn: false }, { id: '2', name: 'b', prefix: 'tsk_', createdAt: iso, expiresAt: iso, isOwn: true }] }, { name: 'b', expiresAtMs: at }],
  [36, 'own key', 'a bare array', [{ isOwn: true, name: 'b', expires_at: at / 1_000 }], { name: 'b', expiresAtMs: at }],
  [36, 'own key', 'under data', { data: { items: [null, 5, { isOwn: true }] } }, {}],
  [36, 'own key', 'none that is marked', { items: [{ id: '1', name: 'a', isOwn: false }] }, 'bad_answer'],
  [36, 'revoke', 'ours', { success: true }, true],
  [36, 'revoke', 'anything', 'done', true],
  [36, 'try key', 'cameras', [camera], [camera]],

  [16, 'stop', 'ours', { success: true }, undefined],
  [16, 'stop', 'anything', '', undefined],
  [33, 'insert', 'ours', { success: true }, undefined],
  [33, 'insert', 'anything', [], undefined],
]

describe('an answer is read', () => {
  test.each(answers)('assumption %i: %s, %s', async (_number, call, _what, body, value) => {
    expect(await read(call, body)).toEqual(value)
  })
})

/** Assumption, call, the operator's own name of a member, the answer, what is read. */
// biome-ignore format: one row a line
const ownNames: readonly (readonly [number, Call, Record<string, string>, unknown, unknown])[] = [
  [6, 'report', { envelope: 'payload', average: 'mean', maximum: 'peak', maximumAt: 'peakAt' }, { payload: { mean: 1.5, peak: 4, peakAt: at, average: 9 } }, { ...total, maximumAtMs: at }],
  [6, 'report', { reportBuckets: 'curve', bucketStart: 'from', bucketEnd: 'to', bucketEntrances: 'came', bucketExits: 'went', average: 'mean' }, { ...total, curve: [{ from: at, to: later, mean: 1, maximum: 2, came: 3, went: 4 }] }, { ...total, buckets: [{ ...readPiece, entrances: 3, exits: 4 }] }],
  [6, 'report', { resets: 'flushes', resetAt: 'time', resetValue: 'count', resetRule: 'why' }, { ...total, flushes: [{ time: at, count: 2, why: 'x' }] }, { ...total, resets: [{ atMs: at, value: 2, rule: 'x' }] }],
  [7, 'entrances', { entrances: 'doors', dictionaryId: 'key', dictionaryName: 'title', dictionaryCameras: 'seenBy' }, { doors: [{ key: 'a', title: 'Door', seenBy: ['c1', 'c2'] }] }, [source]],
  [7, 'zones', { zones: 'areas', zoneCapacity: 'holds' }, { areas: [{ ...source, holds: 8 }] }, [{ ...source, capacity: 8 }]],
  [7, 'schedules', { schedules: 'hours', scheduleTimezone: 'tz', scheduleRules: 'when' }, { hours: [{ id: 'w', tz: 'UTC', when: rules }] }, [{ id: 'w', name: 'w', timezone: 'UTC', rules }]],
  [9, 'key', { envelope: 'payload', key: 'secret', keyId: 'number', expiresAt: 'until' }, { payload: { secret: 'tsk', number: '1', until: at, token: 'x' } }, { key: 'tsk', id: '1', expiresAtMs: at }],
  [11, 'ticket', { ticket: 'pass', ticketUrl: 'server' }, { pass: 't', server: 'wss://m', token: 'of something else', expiresAt: at }, ticket],
  [17, 'playback', { playbackUrl: 'address', sessionId: 'handle', currentSessions: 'open' }, { address: session.url, handle: 's', open: 3, id: 'x' }, session],
  [20, 'search', { events: 'hits', eventId: 'uid', eventTypeId: 'kind', nextCursor: 'more' }, { hits: [{ ...wireEvent, id: undefined, uid: 'e', eventTypeId: undefined, kind: 't' }], more: 'n' }, { events: [event], nextCursor: 'n' }],
  [22, 'count', { buckets: 'bars' }, { bars: [wireBucket] }, [bucket]],
  [23, 'tags', { eventTags: 'kinds', eventTagId: 'uid' }, { kinds: [{ uid: 't', name: 'Sale', fields: tag.fields }] }, [tag]],
  [24, 'cameras', { list: 'eyes', id: 'uid' }, { eyes: [{ ...camera, id: 'x', uid: '1' }] }, [camera]],
  [25, 'coverage', { ranges: 'spans' }, { spans: [[at, later]] }, [[at, later]]],
  [36, 'own key', { list: 'keys', expiresAt: 'until' }, { keys: [{ isOwn: true, until: iso }] }, { expiresAtMs: at }],
]

test.each(ownNames)(
  'assumption %i: %s is read by the names %j',
  async (_number, call, members, body, value) => {
    expect(await read(call, body, { members })).toEqual(value)
  },
)

test('an id that has been rounded already is none', () => {
  const dialect = { spelt: {}, spellings: aliases }
  for (const id of [2 ** 53, 2 ** 60, -(2 ** 53)])
    expect(readAnswer(z.object({ id: answeredId }), { id }, dialect)).toBeUndefined()
})

const asked = { orgId: 'org-1', start: everything.startMs, end: everything.endMs }
/** Call, method and path, headers that are special, body, what an operator has set. */
// biome-ignore format: one row a line
const requests: readonly (readonly [Call, string, object, unknown, object?])[] = [
  ['ticket', 'POST /v1/live-view/participants', {}, { cameraId: 'cam-1', expiresIn: 180 }],
  ['ticket', 'POST /t', {}, { cameraId: 'cam-1', expiresIn: 180_000 }, { ticketExpiryUnit: 'milliseconds', paths: { participants: '/t' } }],
  ['key', 'POST /v1/api-key', { authorization: undefined }, { name: 'wall', email: 'a@x.org', password: 'open', orgId: 'org-1', expiresIn: 86_400 }],
  ['key', 'POST /k', {}, { name: 'wall', email: 'a@x.org', password: 'open', orgId: 'org-1', expiresIn: 1 }, { keyExpiryUnit: 'days', paths: { apiKey: '/k' } }],
  ['own key', 'GET /v1/api-keys', {}, ''],
  ['revoke', 'DELETE /v1/api-keys/key%2F1', {}, ''],
  ['revoke', 'DELETE /ks/key%2F1', {}, '', { paths: { apiKeys: '/ks' } }],
  ['try key', 'GET /v1/cameras', { authorization: 'Bearer tsk_new' }, ''],
  ['cameras', 'GET /v1/cameras', {}, ''],
  ['cameras', 'GET /c', {}, '', { paths: { cameras: '/c' } }],
  ['playback', `GET /v1/playback/start?cameraId=c&start=${at + 1}&end=${later}`, {}, ''],
  ['playback', `GET /p?cameraId=c&start=${at / 1_000}&end=${later / 1_000}`, {}, '', { playbackTimeFormat: 'seconds', paths: { playbackStart: '/p' } }],
  ['playback', `GET /v1/playback/start?cameraId=c&start=2030-01-02T03%3A04%3A05.001Z&end=2030-01-02T03%3A05%3A05.000Z`, {}, '', { playbackTimeFormat: 'iso8601' }],
  ['stop', 'POST /v1/playback/stop', {}, { sessionId: 's-1', cameraId: 'c' }],
  ['stop', 'DELETE /v1/playback/stop?sessionId=s-1&cameraId=c', {}, '', { playbackStopMethod: 'DELETE' }],
  ['stop', 'GET /s?sessionId=s-1&cameraId=c', {}, '', { playbackStopMethod: 'GET', paths: { playbackStop: '/s' } }],
  ['coverage', `GET /v1/playback/coverage?cameraId=c&start=${at}&end=${later}`, {}, ''],
  ['coverage', `GET /r?cameraId=c&start=${at / 1_000}&end=${later / 1_000}`, {}, '', { playbackTimeFormat: 'seconds', paths: { playbackCoverage: '/r' } }],
  ['local live', 'GET /v1/live-view/local?cameraId=c', {}, ''],
  ['local live', 'GET /l?cameraId=c', {}, '', { paths: { localLive: '/l' } }],
  ['tags', 'GET /v1/events-tag/types', {}, ''],
  ['new tag', 'POST /e', {}, { name: 'Sale', fields: [{ name: 'total', type: 'decimal' }] }, { paths: { eventTags: '/e' } }],
  ['search', 'POST /v1/events-tag/search', {}, { ...asked, order: 'asc', limit: 7 }],
  ['search', 'POST /f', {}, { ...asked, order: 'asc', limit: 7 }, { paths: { eventSearch: '/f' } }],
  ['count', 'POST /v1/events-tag/histogram', {}, { ...asked, bucketMs: minuteMs }],
  ['count', 'POST /h', {}, { ...asked, bucketMs: minuteMs }, { paths: { eventHistogram: '/h' } }],
  ['stream', 'GET /v1/events-tag/stream', { accept: 'text/event-stream', 'last-event-id': '41' }, ''],
  ['stream', 'GET /n', { accept: 'text/event-stream' }, '', { paths: { eventStream: '/n' } }],
  ['insert', 'POST /v1/events-tag/insert', { 'idempotency-key': 'key-1' }, keyed('').event],
  ['insert', 'POST /i', {}, keyed('').event, { paths: { eventInsert: '/i' } }],
  ['insert nothing', 'POST /v1/events-tag/insert', { 'idempotency-key': undefined }, {}],
  ['batch', 'POST /v1/events-tag/insert-batch', { 'idempotency-key': undefined }, { events: ['key-1', 'key-2'].map((idempotencyKey) => ({ ...keyed('').event, idempotencyKey })) }],
  ['report', 'POST /v1/occupancy/flex-report', {}, { entrancesAndExits: ['door-1'], objectType: 'PEOPLE', timeRange: { start: at, end: later }, timezone: 'UTC', resetMode: 'TIME', resetInterval: 'DAY', resetTime: '00', resetValueMode: 'FIXED', resetToValue: 0 }],
  ['report', 'POST /v2/people', {}, { entrancesAndExits: ['door-1'], objectType: 'PEOPLE', timeRange: { from: at, to: later }, tz: 'UTC', resetMode: 'TIME', resetInterval: 'DAY', resetTime: '00', resetValueMode: 'FIXED', resetToValue: 0 }, { paths: { occupancyReport: '/v2/people' }, rangeStartMember: 'from', rangeEndMember: 'to', timezoneMember: 'tz' }],
  ['entrances', 'GET /v1/dictionary/entrances', {}, ''],
  ['entrances', 'GET /d', {}, '', { paths: { dictionaryEntrances: '/d' } }],
  ['zones', 'GET /v1/dictionary/zones', {}, ''],
  ['schedules', 'GET /v1/dictionary/schedules', {}, ''],
]

for (const [call, line, headers, body, overrides = {}] of requests) {
  test(`${call} asks with ${line}`, async () => {
    await read(call, {}, overrides)
    const [seen] = platform.seen
    expect(`${seen?.method} ${seen?.path}`).toBe(line)
    const usual = { authorization: 'Bearer tsk_secret_0123456789', accept: 'application/json' }
    const wanted = call === 'key' ? headers : { ...usual, ...headers }
    for (const [name, value] of Object.entries(wanted)) expect(seen?.headers[name]).toBe(value)
    expect(seen?.headers['content-type']).toBe(body === '' ? undefined : 'application/json')
    expect(seen?.body).toBe(body === '' ? '' : JSON.stringify(body))
  })
}

/**
 * What a status says: the code; `!` where it becomes the last error of the connection, `key` where it says something of
 * the key; then what it shows of an assumption. `{}` is a success that says nothing.
 */
async function sentenceOf(call: Call, status: number): Promise<string> {
  platform.answer(status, {})
  const { client, verdicts } = stand()
  const answer = await calls[call](client)
  const { lastError, findings } = client.health()
  const shown = Object.entries(findings).flatMap(([name, { verdict }]) =>
    ['errorStatuses', 'rateLimits'].includes(name) ? [] : [`${name} ${verdict}`],
  )
  const code = answer.ok ? 'ok' : answer.error.error.code
  const marks = `${lastError === undefined ? '' : '!'}${verdicts.length === 0 ? '' : ' key'}`
  return [`${code}${marks}`, ...shown.toSorted()].join(', ')
}

// biome-ignore format: one row a line
const statusTable: Readonly<Record<Call, Readonly<Record<string, string>>>> = {
  'ticket': { '200': 'bad_answer!, ticketResponse contradicted', '302 304': 'bad_answer!', '400 405 418': 'refused!', '401': 'key_rejected! key', '403': 'not_allowed! key', '404': 'not_found!', '409': 'limit_reached!', '429': 'rate_limited!', '408 500 501 503': 'platform_failed!' },
  'key': { '200': 'bad_answer!, keyResponse contradicted', '400 405': 'refused!', '401': 'key_rejected!', '403': 'not_allowed!', '404': 'not_found!', '409': 'limit_reached!', '429': 'rate_limited!', '500 501': 'platform_failed!' },
  'own key': { '200': 'bad_answer, apiKeys contradicted', '400': 'refused', '401': 'key_rejected key', '403 404 405 501': 'not_found, apiKeys absent', '409': 'limit_reached', '429': 'rate_limited', '500': 'platform_failed' },
  'revoke': { '200': 'ok key, apiKeys confirmed', '400': 'refused', '401': 'key_rejected key', '403 404 405 501': 'not_found', '409': 'limit_reached', '429': 'rate_limited', '500': 'platform_failed' },
  'try key': { '200': 'bad_answer', '400 403 404 405 501': 'ok', '401': 'key_rejected', '409': 'limit_reached', '429': 'rate_limited', '500': 'platform_failed' },
  'cameras': { '200': 'bad_answer!, cameraList contradicted', '400': 'refused!', '401': 'key_rejected! key', '403 404 405 501': 'not_found, cameraList absent', '409': 'limit_reached!', '429': 'rate_limited!', '500': 'platform_failed!' },
  'playback': { '200': 'bad_answer!', '400 405': 'refused!', '401': 'key_rejected! key', '403': 'not_allowed! key', '404': 'not_found!', '409': 'limit_reached!', '429': 'too_many_sessions', '500 501': 'platform_failed!' },
  'stop': { '200': 'ok key, playbackStop confirmed', '400': 'refused!', '401': 'key_rejected! key', '403 404 405 501': 'not_found', '409': 'limit_reached!', '429': 'rate_limited!', '500': 'platform_failed!' },
  'coverage': { '200': 'bad_answer!, coverage contradicted', '400': 'refused!', '401': 'key_rejected! key', '403 404 405 501': 'not_found, coverage absent', '409': 'limit_reached!', '429': 'rate_limited!', '500': 'platform_failed!' },
  'local live': { '200': 'bad_answer!, localLive contradicted', '400': 'refused!', '401': 'key_rejected! key', '403 404 405 501': 'not_found, localLive absent', '409': 'limit_reached!', '429': 'rate_limited!', '500': 'platform_failed!' },
  'tags': { '200': 'bad_answer!, eventTags contradicted', '400': 'refused!', '401': 'key_rejected! key', '403 404 405 501': 'events_unavailable, eventTags absent', '409': 'limit_reached!', '429': 'rate_limited!', '500': 'platform_failed!' },
  'new tag': { '200': 'bad_answer!', '400': 'refused', '401': 'key_rejected! key', '403 404 405 501': 'events_unavailable', '409': 'limit_reached', '429': 'rate_limited!', '500': 'platform_failed!' },
  'search': { '200': 'bad_answer!, eventSearch contradicted', '400': 'refused', '401': 'key_rejected! key', '403 404 405 501': 'events_unavailable, eventSearch absent', '409': 'limit_reached', '429': 'rate_limited!', '500': 'platform_failed!' },
  'count': { '200': 'bad_answer!, eventHistogram contradicted', '400': 'refused', '401': 'key_rejected! key', '403 404 405 501': 'events_unavailable, eventHistogram absent', '409': 'limit_reached', '429': 'rate_limited!', '500': 'platform_failed!' },
  'stream': { '200': 'bad_answer!, eventStream contradicted', '400': 'refused!', '401': 'key_rejected! key', '403 404 405 501': 'events_unavailable, eventStream absent', '409': 'limit_reached!', '429': 'rate_limited!', '500': 'platform_failed!' },
  'insert': { '200': 'ok key', '400 405': 'refused', '401': 'key_rejected! key', '403': 'not_allowed! key', '404': 'not_found', '409': 'limit_reached', '429': 'rate_limited!', '500 501': 'platform_failed!' },
  'insert nothing': { '200': 'ok key', '400 405': 'refused', '401': 'key_rejected! key', '403': 'not_allowed! key', '404': 'not_found', '409': 'limit_reached', '429': 'rate_limited!', '500 501': 'platform_failed!' },
  'batch': { '200': 'bad_answer!, eventBatch contradicted', '400': 'refused', '401': 'key_rejected! key', '403 404 405 501': 'not_found, eventBatch absent', '409': 'limit_reached', '429': 'rate_limited!', '500': 'platform_failed!' },
  'report': { '200': 'bad_answer!, occupancyAnswer contradicted', '400': 'refused', '401': 'key_rejected', '403': 'not_allowed', '404 405 501': 'occupancy_unavailable, occupancyReport absent', '409': 'limit_reached!', '429': 'rate_limited!', '500': 'platform_failed!' },
  'entrances': { '200': 'bad_answer!, dictionaries contradicted', '400': 'refused!', '401': 'key_rejected', '403': 'not_allowed', '404 405 501': 'occupancy_unavailable, dictionaries absent', '409': 'limit_reached!', '429': 'rate_limited!', '500': 'platform_failed!' },
  'zones': { '200': 'bad_answer!, dictionaries contradicted', '400': 'refused!', '401': 'key_rejected', '403': 'not_allowed', '404 405 501': 'occupancy_unavailable, dictionaries absent', '409': 'limit_reached!', '429': 'rate_limited!', '500': 'platform_failed!' },
  'schedules': { '200': 'bad_answer!, dictionaries contradicted', '400': 'refused!', '401': 'key_rejected', '403': 'not_allowed', '404 405 501': 'occupancy_unavailable, dictionaries absent', '409': 'limit_reached!', '429': 'rate_limited!', '500': 'platform_failed!' },
}

test.each(Object.entries(statusTable) as [Call, Record<string, string>][])(
  'what each status says of %s',
  async (call, table) => {
    for (const [codes, wanted] of Object.entries(table))
      for (const status of codes.split(' '))
        expect([status, await sentenceOf(call, Number(status))]).toEqual([status, wanted])
  },
)

/** Words of the interface, in places where they belong and in others. */
const word = fc.constantFrom(
  ...'items list data events results buckets ranges error id cameraId name token'.split(' '),
  ...'url expiresAt eventTypeId fields timestamp nextCursor sessionId average __proto__'.split(' '),
)
const shaped = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.double(),
      fc.constantFrom(null, true, '', at, iso, 'https://p.example'),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(word, tie('value'), { maxKeys: 5 }),
  ),
})).value
const anyBody = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 300 }),
  shaped.map((value) => JSON.stringify(value)),
  shaped.map((value) => JSON.stringify(value).slice(0, -1)),
  fc.constantFrom('[[[[', '<html>', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
)

// `npm run test:long` makes 15 000 requests of it.
test('every call has an answer or a failure in words, whatever a platform says', {
  timeout: 600_000,
}, async () => {
  const call = fc.constantFrom(...(Object.keys(calls) as Call[]))
  const status = fc.constantFrom(200, 200, 201, 204, 400, 401, 404, 409, 500)
  await fc.assert(
    fc.asyncProperty(call, status, anyBody, async (name, status, body) => {
      const type = name === 'stream' ? 'text/event-stream' : 'application/json'
      const written = name === 'stream' ? `id: 7\ndata: ${body}\n\n${body}` : body
      platform.respondWith((_, response) =>
        response.writeHead(status, { 'content-type': type }).end(status === 204 ? undefined : written),
      )
      const answer: unknown = await calls[name](stand().client)
      if (hasFailed(answer)) expect(answer.error.error.message).toMatch(/\S/)
      else {
        expect(JSON.stringify(answer).length).toBeLessThan(10 * written.length + 1_000)
        // Others take a refusal for an answer, too.
        if (['ticket', 'key', 'cameras'].includes(name)) expect(status).toBeLessThan(300)
      }
    }),
    { numRuns: 3 * fuzzRuns.numRuns },
  )
})

function hasFailed(
  answer: unknown,
): answer is { readonly error: { readonly error: { readonly message: string } } } {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false
}
