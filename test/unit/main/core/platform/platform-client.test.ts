import { createServer } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { platformOverridesSchema } from '#contract/platform/assumptions.ts'
import { systemClock } from '#main/core/time.ts'
import { listen } from '#test/stand/loopback.ts'
import { FakePlatform, json } from '../support/fake-platform.ts'
import { FakeTime } from '../support/fake-time.ts'
import { clientStand } from './client-stand.ts'

const KEY = 'tsk_secret_0123456789'
const newKey = {
  name: 'wall',
  expiresInSeconds: 86_400,
  email: 'a@example.org',
  password: 'open sesame',
  orgId: 'org-1',
}

let platform: FakePlatform
beforeEach(async () => {
  platform = await FakePlatform.start()
})

function stand(options: Partial<Parameters<typeof clientStand>[0]> = {}) {
  return clientStand({ address: { baseUrl: platform.url }, ...options })
}

const verdicts = (client: ReturnType<typeof stand>['client']) =>
  Object.fromEntries(
    Object.entries(client.health().findings).map(([name, finding]) => [name, finding.verdict]),
  )

test('asks below the path of the base address', async () => {
  platform.answer(201, { token: 't' })
  await stand({ address: { baseUrl: `${platform.url}/api/` } }).client.createTicket('cam-1')

  expect(platform.seen[0]?.path).toBe('/api/v1/live-view/participants')
})

test.each([
  [{}, 3_600_000],
  [{ playbackRangeMinutes: '15' }, 900_000],
])('asks for as much footage at once as settings say: %j', (set, windowInMs) => {
  const overrides = platformOverridesSchema.parse(set)

  expect(stand({ address: { baseUrl: platform.url, overrides } }).client.playbackWindowInMs).toBe(windowInMs)
})

test('tells a platform whose media server is down from one that fails: the wall has another way', async () => {
  const error = { code: 'media_server_down', message: 'There is no media server.' }
  platform.answer(503, { error })

  expect(await stand().client.createTicket('cam-1')).toMatchObject({
    error: {
      error: { code: 'media_unreachable', message: expect.stringContaining('There is no media server.') },
    },
  })
})

test.each([
  [
    'our own shape',
    JSON.stringify({ error: { code: 'malformed', message: 'the reason', field: 'cameraId' } }),
    'It said: the reason (cameraId)',
  ],
  ['message', JSON.stringify({ message: 'the reason' }), 'It said: the reason'],
  ['error as text', JSON.stringify({ error: 'the reason' }), 'It said: the reason'],
  ['a list of errors', JSON.stringify({ errors: [{ detail: 'the reason' }] }), 'It said: the reason'],
  ['plain text', 'the reason\r\n', 'It said: the reason'],
  [
    'HTML',
    '<html><head><title>x</title><style>p{}</style></head><body><h1>the</h1><script>alert(1)</script> <p>reason &amp; more</p></body></html>',
    'It said: the reason & more',
  ],
  ['nothing', '', 'Status 400.'],
  ['control characters', 'the\u0000\u202e reason\u001b[2J', 'It said: the reason [2J'],
])('puts an error in the form of %s into a sentence', async (_, body, reported) => {
  platform.respondWith((_, response) => response.writeHead(400).end(body))

  const answer = await stand().client.createTicket('cam-1')

  expect(!answer.ok && answer.error.error.message).toBe(`${wallError('refused').message} ${reported}`)
})

test('cuts a long error short, after redacting it', async () => {
  platform.respondWith((_, response) =>
    response.writeHead(400).end(`${'x'.repeat(200)} ${KEY} ${'y'.repeat(50_000)}`),
  )
  const { client } = stand()

  const answer = await client.createTicket('cam-1')

  const message = answer.ok ? '' : answer.error.error.message
  expect(message.length).toBeLessThan(wallError('refused').message.length + 280)
  expect(message).not.toContain(KEY.slice(0, 6))
})

test('keeps the key out of errors and log lines of a platform that repeats it', async () => {
  platform.respondWith(({ headers: { authorization: field } }, response) =>
    json(response, 401, { error: { code: 'invalid_key', message: `no key ${field}`, field } }),
  )
  const { client, lines } = stand()
  const answer = await client.createTicket('cam-1')
  expect(JSON.stringify(answer)).not.toContain(KEY)
  expect(lines.join('\n')).not.toContain(KEY)
  expect(lines).toHaveLength(1)
})

test('keeps the password out of errors and log lines while it is used, and forgets it afterwards', async () => {
  platform.respondWith((request, response) => response.writeHead(400).end(`cannot read ${request.body}`))
  const { client, lines, redactor } = stand()

  const answer = await client.createApiKey(newKey)

  expect(JSON.stringify(answer) + lines.join()).not.toContain(newKey.password)
  expect(redactor.redact(newKey.password)).toBe(newKey.password)
})

test('sends the key to nobody else when the platform redirects', async () => {
  const elsewhere = await FakePlatform.start()
  platform.respondWith((_, response) =>
    response.writeHead(307, { location: `${elsewhere.url}/v1/cameras` }).end(),
  )

  const answer = await stand().client.listCameras()

  expect(answer).toMatchObject({ ok: false, error: { error: { code: 'bad_answer' } } })
  expect(!answer.ok && answer.error.error.message).toContain(elsewhere.url)
  expect(elsewhere.seen).toHaveLength(0)
})

test('names the path that the platform redirects a call to', async () => {
  platform.respondWith((_, response) => response.writeHead(301, { location: '/v1/cameras/?a=1' }).end())
  expect(await stand().client.listCameras()).toMatchObject({
    error: { error: { exact: { code: 'platform_other_path', values: { path: '/v1/cameras/' } } } },
  })
  expect(platform.seen).toHaveLength(1)
})

test.each([
  ['in full', 307, () => `${platform.url}/api/v1/cameras/`, '/v1/cameras/'],
  ['from its host on', 308, () => '/api/v1/cameras/', '/v1/cameras/'],
  ['from its path on', 308, () => 'other', '/v1/other'],
  ['beside the address', 301, () => '/v1/cameras/', undefined],
  ['to a page for people', 302, () => '/api/login', undefined],
  ['to another query', 307, () => '/api/v1/cameras?page=1', undefined],
])(
  'a redirection %s is named as what is to be entered below the address, if anything is',
  async (_how, status, location, path) => {
    platform.respondWith((_, response) => response.writeHead(status, { location: location() }).end())
    const answer = await stand({ address: { baseUrl: `${platform.url}/api` } }).client.listCameras()
    expect(answer.ok ? undefined : answer.error.error.exact).toEqual(
      path === undefined
        ? { code: 'platform_redirects', values: { address: new URL(platform.url).host, status } }
        : { code: 'platform_other_path', values: { path } },
    )
  },
)

test('a redirection that leads nowhere is a status that means nothing', async () => {
  platform.respondWith((_, response) => response.writeHead(301).end())
  expect(await stand().client.listCameras()).toMatchObject({
    error: { error: { exact: { code: 'platform_status_unknown', values: { status: 301 } } } },
  })
})

test('repeats a list that the platform could not give, with growing delays', async () => {
  platform.respondWith((_, response) =>
    platform.seen.length < 4 ? response.writeHead(503).end() : json(response, 200, { items: [] }),
  )
  const { client, delaysInMs } = stand()

  expect(await client.listCameras()).toEqual({ ok: true, value: [] })
  expect(delaysInMs.filter((delay) => delay !== 10_000)).toEqual([300, 750, 1_875])
})

test('gives up after the last attempt', async () => {
  platform.respondWith((_, response) => response.writeHead(500).end())

  expect(await stand().client.listCameras()).toMatchObject({ error: { error: { code: 'platform_failed' } } })
  expect(platform.seen).toHaveLength(4)
})

test('a platform that refuses a call of ours in our own words has it, and judges the key', async () => {
  const error = { code: 'organization_not_allowed', message: 'Not of this organization.' }
  platform.answer(403, { error })
  const { client, verdicts } = stand()
  expect(await client.listCameras()).toMatchObject({ error: { error: { code: 'not_allowed' } } })
  expect(verdicts).toEqual(['not-allowed'])
})

test('a new key is tried on a ticket where the list of cameras is none: the document has that', async () => {
  let ticketStatus = 201
  platform.respondWith(({ path }, response) =>
    path === '/v1/live-view/participants'
      ? json(response, ticketStatus, { token: 't' })
      : json(response, 403, { message: 'Forbidden' }),
  )
  const { client } = stand()
  expect(await client.keys.tryOut('tsk_new', ['cam-1'])).toEqual({ ok: true, value: undefined })
  ticketStatus = 403
  expect(await client.keys.tryOut('tsk_new', ['cam-1'])).toMatchObject({
    error: { error: { code: 'not_allowed' } },
  })
})

test('so it is where the platform answers 401 to what it does not have', async () => {
  let ticketStatus = 201
  platform.respondWith(({ path }, response) =>
    json(response, path === '/v1/live-view/participants' ? ticketStatus : 401, { token: 't' }),
  )
  const { client } = stand()
  expect(await client.keys.tryOut('tsk_new', ['cam-1'])).toEqual({ ok: true, value: undefined })
  ticketStatus = 401
  for (const cameraIds of [['cam-1'], []])
    expect(await client.keys.tryOut('tsk_new', cameraIds)).toMatchObject({
      error: { error: { code: 'key_rejected', exact: { code: 'new_key_rejected' } } },
    })
})

test('waits as long as Retry-After says', async () => {
  platform.respondWith((_, response) =>
    platform.seen.length === 1
      ? response.writeHead(429, { 'retry-after': '2' }).end()
      : json(response, 200, []),
  )
  const { client, delaysInMs } = stand()
  await client.listCameras()

  expect(delaysInMs).toContain(2_000)
  expect(client.health().findings).toMatchObject({ rateLimits: { verdict: 'confirmed' } })
})

test.each([-60_000, 60_000])(
  'reads a date in Retry-After by the clock that wrote it, %d ms from ours',
  async (skewMs) => {
    const nowMs = Math.floor(Date.now() / 1_000) * 1_000 + skewMs
    const headers = {
      date: new Date(nowMs).toUTCString(),
      'retry-after': new Date(nowMs + 30_000).toUTCString(),
    }
    platform.respondWith((_, response) => response.writeHead(429, headers).end())

    expect(await stand().client.listCameras()).toMatchObject({ ok: false, error: { retryAfterInMs: 30_000 } })
  },
)

test('a failure tells whoever reads nothing else of it when the platform wants to be asked again', async () => {
  const { client } = stand()
  for (const status of [429, 503]) {
    platform.respondWith((_, response) => response.writeHead(status, { 'retry-after': '60' }).end())
    expect(await client.playback.coverage('c', [0, 1])).toMatchObject({
      error: { error: { retryInMs: 60_000 } },
    })
  }
})

test('passes a wish for a long silence on instead of waiting, capped at minutes', async () => {
  platform.respondWith((_, response) => response.writeHead(429, { 'retry-after': '86400' }).end())

  expect(await stand().client.listCameras()).toMatchObject({ ok: false, error: { retryAfterInMs: 300_000 } })
  expect(platform.seen).toHaveLength(1)
})

test.each<[string, Parameters<FakePlatform['respondWith']>[0]]>([
  ['unreachable', (_, response) => response.destroy()],
  ['platform_failed', (_, response) => response.writeHead(502).end()],
])('does not make a second key when the first may have been made: %s', async (code, answer) => {
  platform.respondWith(answer)
  expect(await stand().client.createApiKey(newKey)).toMatchObject({ ok: false, error: { error: { code } } })
  expect(platform.seen).toHaveLength(1)
})

test('repeats the making of a key when the platform was asked to slow down', async () => {
  platform.respondWith((_, response) =>
    platform.seen.length === 1 ? response.writeHead(429).end() : json(response, 201, { key: 'tsk_new' }),
  )

  expect(await stand().client.createApiKey(newKey)).toMatchObject({ ok: true })
})

test.each([
  ['waits for the start of playback of a slow platform', 8_000, { ok: true }],
  ['gives a start up whose session may have begun', 60_000, { error: { error: { code: 'timeout' } } }],
])('%s, and starts it once', async (_, answerInMs, outcome) => {
  const time = new FakeTime()
  let asked = 0
  const { client } = stand({
    timers: time,
    fetch: (_url, init) => {
      asked += 1
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      time.after(answerInMs, () => resolve(Response.json({ sessionId: 's', url: 'https://a.example/m' })))
      return promise
    },
  })
  const started = client.playback.start({ cameraId: 'c', startMs: 0, endMs: 1, isReduced: false })
  await time.advance(90_000)
  expect(await started).toMatchObject(outcome)
  expect(asked).toBe(1)
})

test('says that nothing answers at an address', async () => {
  await platform.dispose()

  const answer = await stand().client.createTicket('cam-1')

  expect(answer).toMatchObject({ error: { error: { code: 'unreachable' }, maybeCarriedOut: false } })
})

test('reads as much of a head as a browser, and says what answers in more, or in no HTTP', async () => {
  const extra = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, at) => [`x-extra-${at}`, 'v'.repeat(20)]),
  )
  platform.respondWith((_, response) => json(response, 200, { items: [{ id: 'c', name: 'Café' }] }, extra))
  expect(await stand().client.listCameras()).toMatchObject({ ok: true, value: [{ name: 'Café' }] })

  platform.respondWith((_, response) => json(response, 200, [], { ...extra, 'x-more': 'v'.repeat(300_000) }))
  const answer = await stand().client.createTicket('cam-1')
  const exact = { code: 'platform_not_http', values: { reason: 'HPE_HEADER_OVERFLOW' } }
  expect(answer).toMatchObject({ ok: false, error: { error: { code: 'unreachable', exact } } })
})

test.each<[string, BufferEncoding]>([
  ['application/json', 'utf8'],
  ['application/json; charset=iso-8859-1', 'utf8'],
  ['application/json;charset="ISO-8859-1"', 'latin1'],
  ['application/json; charset=utf-16', 'utf16le'],
  ['application/json; charset=utf-16le', 'utf16le'],
  ['application/json; charset=none', 'utf8'],
])('reads names of %s written in %s', async (type, encoding) => {
  const name = type.endsWith('le') ? 'Gate' : 'Café'
  const text = JSON.stringify({ items: [{ id: 'c', name }] })
  const isMarked = encoding !== 'latin1' && name !== 'Gate'
  const body = Buffer.from(isMarked ? `\uFEFF${text}` : text, encoding)
  platform.respondWith((_, response) => response.writeHead(200, { 'content-type': type }).end(body))
  expect(await stand().client.listCameras()).toMatchObject({ ok: true, value: [{ name }] })
})

test('ends a call to a platform that accepts and is silent', async () => {
  const silent = createServer(() => {})
  const port = await listen(silent)

  const answer = await stand({
    address: { baseUrl: `http://127.0.0.1:${port}` },
    impatient: true,
  }).client.createTicket('cam-1')

  expect(answer).toMatchObject({ ok: false, error: { error: { code: 'timeout' } } })
  silent.close()
})

test('ends a call whose answer drips', async () => {
  platform.respondWith((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write(' '), 5)
    response.on('close', () => clearInterval(drip))
  })

  expect(await stand({ impatient: true }).client.createTicket('cam-1')).toMatchObject({
    error: { error: { code: 'timeout' } },
  })
})

test('learns the skew of the clocks and the life of a ticket from the answers', async () => {
  const skewMs = 3_600_000
  platform.respondWith((_, response) => {
    const nowMs = Date.now() + skewMs
    json(
      response,
      201,
      { token: 't', url: 'ws://m', expiresAt: new Date(nowMs + 60_000).toISOString() },
      { date: new Date(nowMs).toUTCString() },
    )
  })
  const { client } = stand()

  const ticket = await client.createTicket('cam-1')

  expect(Math.abs((client.health().skewMs ?? 0) - skewMs)).toBeLessThan(2_000)
  expect(ticket.ok && ticket.value.lifeInMs).toBeGreaterThan(57_000)
  expect(ticket.ok && ticket.value.lifeInMs).toBeLessThan(63_000)
})

test('confirms an assumption only when an answer has shown it', async () => {
  const { client } = stand()
  platform.answer(200, { items: [] })
  await client.listCameras()
  expect(Object.keys(client.health().findings)).toEqual(['cameraList'])

  platform.answer(201, { token: 't', expiresAt: new Date(Date.now() + 180_000).toISOString() })
  await client.createTicket('cam-1')
  expect(verdicts(client)).toEqual({
    cameraList: 'confirmed',
    ticketResponse: 'confirmed',
    ticketExpiryUnit: 'confirmed',
  })
})

test('says that the unit of a life was understood otherwise', async () => {
  platform.answer(201, { key: 'tsk_new', expiresAt: new Date(Date.now() + 86_400).toISOString() })
  const { client } = stand()
  await client.createApiKey(newKey)

  expect(verdicts(client)).toEqual({ keyResponse: 'confirmed', keyExpiryUnit: 'contradicted' })
})

test('tells an answer that contradicts an assumption from a call that is not there, and takes the latest', async () => {
  const { client } = stand()
  platform.answer(200, { nothing: 'that anybody knows' })
  await client.listCameras()
  expect(verdicts(client)).toEqual({ cameraList: 'contradicted' })

  platform.answer(404, {})
  await client.listCameras()
  await client.events.tags()
  expect(verdicts(client)).toMatchObject({ cameraList: 'absent', eventTags: 'absent' })
  expect([platform.seen.length, client.health().reach]).toEqual([3, 'ok'])

  platform.answer(200, { items: [] })
  await client.listCameras()
  expect(verdicts(client)).toMatchObject({ cameraList: 'confirmed' })
})

test.each([
  ['a total', { total: 3 }],
  ['that there is more', { has_more: true }],
  ['the address of the next page', { next: '/v1/cameras?page=2' }],
  ['the number of the next page', { data: { items: [{ id: 1 }], nextPage: 2 } }],
])('a list that tells of others by %s is not as assumed, and is read', async (_by, more) => {
  const { client } = stand()
  platform.answer(200, { items: [{ id: 1 }, { id: 2 }], ...more })
  expect((await client.listCameras()).ok).toBe(true)
  expect([client.listsCamerasInPart, verdicts(client)]).toEqual([true, { cameraList: 'contradicted' }])
  // Of three lists under one name the others do not hide it.
  await client.dictionaries.entrances()
  platform.answer(200, { items: [], total: 0, hasMore: false, next: null })
  await client.dictionaries.zones()
  await client.listCameras()
  expect(verdicts(client)).toEqual({ cameraList: 'confirmed', dictionaries: 'contradicted' })
  expect([client.listsCamerasInPart, client.listsSourcesInPart]).toEqual([false, true])
  await client.dictionaries.entrances()
  expect(verdicts(client)).toEqual({ cameraList: 'confirmed', dictionaries: 'confirmed' })
})

test('a list is whole where an entry cannot be read that its total counts', async () => {
  const { client } = stand()
  platform.answer(200, { items: [{ id: 1 }, { name: 'x' }], total: 2 })
  await client.listCameras()
  expect([client.listsCamerasInPart, verdicts(client)]).toEqual([false, { cameraList: 'confirmed' }])
})

test('knows from the last call whether the platform is within reach', async () => {
  const { client } = stand()
  expect(client.health()).toMatchObject({ reach: 'idle', lastError: undefined })
  platform.respondWith((_, response) => response.writeHead(500).end())
  await client.createTicket('cam-1')
  const { failingSinceMs } = client.health()
  expect(failingSinceMs).toEqual(expect.any(Number))
  await client.createTicket('cam-2')
  expect(client.health()).toMatchObject({
    reach: 'failing',
    failingSinceMs,
    lastError: { code: 'platform_failed' },
  })
  platform.answer(201, { token: 't' })
  await client.createTicket('cam-1')
  expect(client.health()).toMatchObject({ reach: 'ok', failingSinceMs: undefined, lastError: undefined })
})

test('sends nothing without a key', async () => {
  const { client } = stand({ key: '' })

  expect(await client.createTicket('cam-1')).toMatchObject({ error: { error: { code: 'no_key' } } })
  expect(platform.seen).toHaveLength(0)
})

test('ends calls and pauses when it is disposed', async () => {
  platform.respondWith((_, response) => response.writeHead(503).end())
  const { client } = stand()
  const listed = client.listCameras()
  while (platform.seen.length === 0) await new Promise((resolve) => setImmediate(resolve))
  client.dispose()

  expect(await listed).toMatchObject({ ok: false })
})

test('a call that is called off ends at once, also in a pause, and says nothing of the platform', async () => {
  const { client, lines } = stand({ timers: new FakeTime() })
  const search = () => {
    const off = new AbortController()
    const query = { cameraIds: [], eventTypeIds: [], startMs: 0, endMs: 1, match: [] }
    return { off, found: client.events.search({ ...query, order: 'asc', limit: 1 }, off.signal) }
  }
  platform.respondWith(() => {})
  const asked = search()
  await expect.poll(() => platform.seen.length).toBe(1)
  asked.off.abort()
  expect(await asked.found).toMatchObject({ error: { error: { exact: { code: 'request_given_up' } } } })
  expect(client.health()).toMatchObject({ reach: 'idle', lastError: undefined })
  expect(lines).toEqual([])
  platform.respondWith((_, response) => response.writeHead(503).end())
  const tried = search()
  await expect.poll(() => lines.length).toBe(1)
  tried.off.abort()
  expect((await tried.found).ok).toBe(false)
  expect(platform.seen).toHaveLength(2)
})

const footage = { cameraId: 'c', startMs: 0, endMs: 1, isReduced: false }

test('a 429 to the start of a playback that no pause ends is one of sessions, unless the platform says otherwise', async () => {
  const { client } = stand()
  platform.respondWith((_, response) => response.writeHead(429, { 'retry-after': '30' }).end('no more'))
  expect(await client.playback.start(footage)).toMatchObject({
    error: { error: { code: 'too_many_sessions' }, retryAfterInMs: 30_000 },
  })
  // It may have been about something else.
  expect(verdicts(client)).toEqual({})
  expect(client.health().lastError).toBeUndefined()
  const error = { code: 'rate_limited', message: 'slower' }
  platform.answer(429, { error }, { 'retry-after': '30' })
  expect(await client.playback.start(footage)).toMatchObject({ error: { error: { code: 'rate_limited' } } })
  expect(verdicts(client)).toMatchObject({ rateLimits: 'confirmed' })
})

test('an hour that is granted, or too long, shows the longest range', async () => {
  const { client } = stand()
  const hour = { ...footage, endMs: 3_600_000 }
  platform.answer(200, { url: 'm.m3u8' })
  await client.playback.start({ ...footage, endMs: 3_599_999 })
  expect(verdicts(client)).not.toHaveProperty('playbackRange')
  await client.playback.start(hour)
  expect(verdicts(client)).toMatchObject({ playbackRange: 'confirmed' })
  const error = { code: 'range_too_long', message: 'half an hour' }
  platform.answer(400, { error })
  await client.playback.start(hour)
  expect(verdicts(client)).toMatchObject({ playbackRange: 'contradicted' })
})

test('a 429 to the start of a playback may be of the pace as well: it is asked again first', async () => {
  platform.respondWith((_, response) =>
    platform.seen.length === 1
      ? response.writeHead(429, { 'retry-after': '1' }).end('no more')
      : json(response, 200, { url: 'm.m3u8' }),
  )
  expect(await stand().client.playback.start(footage)).toMatchObject({ ok: true })
  expect(platform.seen).toHaveLength(2)
})

test('has a failure of a call in its log once a minute, however often it is tried', async () => {
  platform.respondWith((_, response) => response.writeHead(503).end())
  let monotonicMs = 0
  const { client, lines } = stand({ clock: { ...systemClock, monotonicMs: () => monotonicMs } })
  const told = () => lines.filter((line) => line.includes('"level":"warn"'))
  for (let at = 0; at < 5; at += 1) await client.createTicket('cam-1')
  expect(told()).toEqual([expect.stringContaining('"code":"platform_failed"')])
  platform.respondWith((_, response) => response.writeHead(404).end())
  await client.createTicket('cam-1')
  expect(told()).toHaveLength(2)
  monotonicMs = 60_000
  await client.createTicket('cam-1')
  expect(told()).toHaveLength(3)
})
