import { expect, test } from 'vitest'
import { AbsentCalls } from '#main/core/platform/absent-calls.ts'
import { ABSENT_FOR_MS } from '#main/core/platform/defaults.ts'
import { wallError, type WallErrorCode } from '#contract/errors.ts'
import type { CallName } from '#contract/platform/calls.ts'
import type { PlatformErrorCode } from '#contract/platform/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { json } from '../support/fake-platform.ts'
import { platformStand } from './client-stand.ts'

const failed = (code: WallErrorCode, platformCode?: PlatformErrorCode) =>
  fail({ error: wallError(code), maybeCarriedOut: true, platformCode })

function setUp() {
  let nowMs = 0
  const absent = new AbsentCalls({ wallMs: () => 0, monotonicMs: () => nowMs })
  const note = (call: CallName, outcome: Parameters<AbsentCalls['note']>[1], times = 1) => {
    for (let done = 0; done < times; done += 1) absent.note(call, outcome)
  }
  return { absent, note, pass: (ms: number) => void (nowMs += ms) }
}

test.each([
  ['a search of events', 'searchEvents', 'events_unavailable', 1],
  ['a list of tags', 'eventTags', 'events_unavailable', 1],
  ['what a camera has recorded', 'coverage', 'not_found', 3],
  ['the end of a session', 'stopPlayback', 'not_found', 3],
] as const)('%s is known to be absent after as many answers as it takes', (_, call, code, answers) => {
  const { absent, note } = setUp()
  note(call, failed(code), answers - 1)
  expect(absent.failureOf(call)).toBeUndefined()
  note(call, failed(code))
  expect(absent.failureOf(call)?.error.code).toBe(code)
})

test('it is asked for again after a while', () => {
  const { absent, note, pass } = setUp()
  note('searchEvents', failed('events_unavailable'))
  pass(ABSENT_FOR_MS - 1)
  expect(absent.failureOf('searchEvents')).toBeDefined()
  pass(1)
  expect(absent.failureOf('searchEvents')).toBeUndefined()
})

test('it is asked for again when somebody wants to know', () => {
  const { absent, note } = setUp()
  note('searchEvents', failed('events_unavailable'))
  absent.forget()
  expect(absent.failureOf('searchEvents')).toBeUndefined()
})

test.each([
  ['the platform says that it is the session that is not there', failed('not_found', 'unknown_session')],
  ['another failure', failed('unreachable')],
  ['a refusal', failed('refused')],
])('nothing is absent after %s', (_, outcome) => {
  const { absent, note } = setUp()
  note('stopPlayback', failed('not_found'), 2)
  note('stopPlayback', outcome)
  note('stopPlayback', failed('not_found'), 2)
  expect(absent.failureOf('stopPlayback')).toBeUndefined()
})

test('what has once succeeded is there, whatever comes later', () => {
  const { absent, note } = setUp()
  note('coverage', ok([]))
  note('coverage', failed('not_found'), 10)
  expect(absent.failureOf('coverage')).toBeUndefined()
})

test('a call that the document has is asked for each time', () => {
  const { absent, note } = setUp()
  note('startPlayback', failed('not_found'), 10)
  note('createTicket', failed('not_found'), 10)
  expect(absent.failureOf('startPlayback')).toBeUndefined()
  expect(absent.failureOf('createTicket')).toBeUndefined()
})

const query = { cameraIds: [], eventTypeIds: [], startMs: 0, endMs: 1, match: [] }

test('a platform without a search is asked once, answers in words each time, and is logged once', async () => {
  const { platform, client, lines } = await platformStand()
  platform.respondWith((_, response) =>
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found'),
  )
  const search = () => client.events.search({ ...query, order: 'asc', limit: 1 })
  const answers = [await search(), await search(), await search()]
  expect(answers.map((answer) => !answer.ok && answer.error.error.code)).toEqual(
    Array.from({ length: 3 }, () => 'events_unavailable'),
  )
  expect(platform.seen).toHaveLength(1)
  expect(lines).toHaveLength(1)
  client.askAnew()
  await search()
  expect(platform.seen).toHaveLength(2)
})

test('so is one that answers 401 to what it does not have, and the key that it accepts elsewhere is not rejected', async () => {
  const { platform, client, verdicts } = await platformStand()
  platform.respondWith(({ path }, response) =>
    path === '/v1/live-view/participants'
      ? json(response, 201, { token: 't' })
      : response.writeHead(401).end(),
  )
  await client.createTicket('cam-1')
  const search = () => client.events.search({ ...query, order: 'asc', limit: 1 })
  for (const answer of [await search(), await search()])
    expect(answer).toMatchObject({ error: { error: { code: 'events_unavailable' } } })
  expect(platform.seen).toHaveLength(2)
  expect(verdicts).toEqual(['accepted'])
  expect(client.health().findings.eventSearch?.verdict).toBe('absent')
})

test('a 401 without a code of a call that was there is about the key, and so is every other one from then on', async () => {
  const { platform, client, verdicts } = await platformStand()
  let status = 200
  platform.respondWith(({ path }, response) => json(response, path.includes('types') ? 401 : status, []))
  const search = () => client.events.search({ ...query, order: 'asc', limit: 1 })
  await search()
  await client.events.tags()
  status = 401
  expect(await search()).toMatchObject({ error: { error: { code: 'key_rejected' } } })
  expect(await client.events.tags()).toMatchObject({ error: { error: { code: 'key_rejected' } } })
  expect(verdicts).toEqual(['accepted', 'rejected', 'rejected'])
})

test('a 401 in our own words is about the key', async () => {
  const { platform, client, verdicts } = await platformStand()
  platform.respondWith(({ path }, response) =>
    path === '/v1/live-view/participants'
      ? json(response, 201, { token: 't' })
      : json(response, 401, { error: { code: 'invalid_key', message: 'No such key.' } }),
  )
  await client.createTicket('cam-1')
  expect(await client.events.tags()).toMatchObject({ error: { error: { code: 'key_rejected' } } })
  expect(verdicts).toEqual(['accepted', 'rejected'])
})

test('a platform without a stream is asked for it once', async () => {
  const { platform, client } = await platformStand()
  platform.respondWith((_, response) => response.writeHead(404).end())
  const open = () => client.events.stream(undefined, new AbortController().signal)
  await open()
  expect((await open()).ok).toBe(false)
  expect(platform.seen).toHaveLength(1)
})

test('a platform that says that there is no such camera is asked about each', async () => {
  const { platform, client } = await platformStand()
  platform.answer(404, { error: { code: 'unknown_camera', message: 'There is no such camera.' } })
  for (let at = 0; at < 5; at += 1) await client.playback.coverage(`cam-${at}`, [0, 1])
  expect(platform.seen).toHaveLength(5)
})
