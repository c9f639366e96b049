import * as fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { RELAY_MAX_FRAME_BYTES } from '#contract/wall/relay.ts'
import { createDispatch } from '#main/core/dispatch.ts'
import { systemTimers } from '#main/core/time.ts'
import { hostDefaults } from '#main/host/defaults.ts'
import { HostSecret } from '#main/host/host-secret.ts'
import { WebSocketGate } from '#main/host/web-socket-gate.ts'
import { MAX_SALVOS_BYTES } from '#contract/wall/salvo.ts'
import { MAX_SETTINGS_CHARS } from '#main/core/dispatch.ts'
import { FakeTime } from '../core/support/fake-time.ts'
import { largestDocument, largestSettings } from '../core/support/largest-settings.ts'
import { helloAnswer } from '#test/conformance/shell/fake-wall.ts'
import {
  enterRequest,
  type HostStage,
  proofOf,
  recordingLog,
  startHostStage,
} from '#test/conformance/shell/host-stage.ts'
import { RawPage } from './raw-client.ts'

let stage: HostStage
const pages: number[] = []
beforeEach(async () => {
  pages.length = 0
  stage = await startHostStage({ onPages: (count) => pages.push(count) })
})
afterEach(() => stage.dispose())

async function restart(limits: Parameters<typeof startHostStage>[0]): Promise<void> {
  await stage.dispose()
  stage = await startHostStage(limits)
}

/** A page that is in. */
const entered = () => new RawPage(stage).enter(stage.secret)
const { maxTextBytes } = hostDefaults
const hello = { type: 'call', id: 1, name: 'wall.hello' }

it('the secret is of 256 bits, another one each time', () => {
  const [one, other] = [new HostSecret().text, new HostSecret().text]
  expect(Buffer.from(one, 'base64url')).toHaveLength(32)
  expect(one).not.toBe(other)
})

describe('the handshake', () => {
  it.each([
    { who: 'another site', origin: 'http://evil.example' },
    { who: 'another port of this machine', origin: 'http://127.0.0.1:1' },
    { who: 'another name of this machine', origin: 'http://localhost' },
    { who: 'a file or a sandboxed frame', origin: 'null' },
    { who: 'a prefix of ours', origin: 'ours.evil.example' },
  ])('is refused to $who', async ({ origin }) => {
    const spelled = origin.startsWith('ours') ? `${stage.host.origin}.evil.example` : origin
    expect(await new RawPage(stage, { origin: spelled }).refused()).toBe(403)
  })

  it('is refused to who has no origin, as programs do not', async () => {
    // `ws` leaves the header out when it is empty.
    expect(await new RawPage(stage, { origin: '' }).refused()).toBe(403)
  })

  it.each(['evil.example', 'localhost', '127.0.0.1'])(
    'is refused under the name %s (DNS rebinding)',
    async (host) => {
      const { port } = new URL(stage.host.origin)
      const page = new RawPage(stage, { headers: { host: `${host}:${host === '127.0.0.1' ? '1' : port}` } })
      expect(await page.refused()).toBe(421)
    },
  )

  it.each(['/', '/shell/', '/shell?x', '/Shell', '/other'])('is refused at %s', async (path) => {
    const page = new RawPage(stage, { url: `${stage.host.origin.replace('http', 'ws')}${path}` })
    expect(await page.refused()).toBe(404)
  })

  it('that is refused holds up no end of the host, whoever keeps the connection', async () => {
    const { host, hostname, port } = new URL(stage.host.origin)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const answered = once(socket.resume(), 'end')
    socket.write(`GET /other HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
    await answered
    await restart({})
    socket.destroy()
  })
})

describe('the log of what is refused', () => {
  it('has one line a minute of each kind, and how many more there were', async () => {
    const timers = new FakeTime()
    await restart({ timers })
    const refusedAt = async (path: string) => {
      const url = `${stage.host.origin.replace('http', 'ws')}${path}`
      await new RawPage(stage, { url }).refused()
    }
    for (let at = 0; at < 3; at += 1) await refusedAt(`/${at}`)
    await new RawPage(stage, { origin: 'http://evil.example' }).refused()
    const first = ['warn connection refused {"status":404}', 'warn connection refused {"status":403}']
    expect(stage.logged).toEqual(first)
    await timers.advance(60_000)
    expect(stage.logged).toEqual([...first, 'warn connection refused {"status":404,"more":2}'])
    await refusedAt('/3')
    await refusedAt('/4')
    expect(stage.logged).toHaveLength(4)
    const { logged } = stage
    await restart({})
    expect(logged.at(-1)).toBe('warn connection refused {"status":404,"more":1}')
  })

  it('has one line of wrong secrets, too', async () => {
    for (let at = 0; at < 3; at += 1) {
      const page = await new RawPage(stage).opened()
      page.send(enterRequest('wrong'))
      await page.closed()
    }
    expect(stage.logged).toEqual([expect.stringContaining('warn page refused')])
  })
})

describe('entering', () => {
  it('succeeds with the secret', async () => {
    const page = await entered()
    expect(page.received).toEqual([expect.stringContaining('"entered"')])
    expect(pages).toEqual([1])
  })

  it('is answered with a proof of this host’s own, for this connection', async () => {
    const page = await new RawPage(stage).opened()
    const answered = once(page.socket, 'message')
    const request = enterRequest(stage.secret)
    page.send(request)
    await answered
    const proof = proofOf('host', stage.secret, request.nonce)
    expect(page.received).toEqual([JSON.stringify({ type: 'entered', proof })])
    expect(proof).not.toBe(request.proof)
  })

  it('makes a page that names no monitor the first one, and tells the wall which there are', async () => {
    await entered()
    const second = await new RawPage(stage).enter(stage.secret, { monitor: 2 })
    await new RawPage(stage).enter(stage.secret, { monitor: 2 })
    expect(stage.wall.openMonitors).toEqual([1, 2, 2])
    expect(stage.wall.monitors).toEqual([
      { number: 1, kind: 'operator', label: '' },
      { number: 2, kind: 'wall', label: '' },
    ])

    second.socket.close()
    await expect.poll(() => stage.wall.openMonitors).toEqual([1, 2])
    expect(stage.wall.monitors).toHaveLength(2)
  })

  it.each([0, 1.5, 100, '2', null])('fails with the monitor %j', async (monitor) => {
    const page = await new RawPage(stage).opened()
    page.send({ ...enterRequest(stage.secret), monitor })
    expect(await page.closed()).toBe(1008)
    expect(stage.wall.openMonitors).toEqual([])
  })

  it.each([
    { what: 'another secret', message: enterRequest('x'.repeat(43)) },
    { what: 'an empty secret', message: enterRequest('') },
    { what: 'no proof', message: { type: 'enter' } },
    { what: 'an empty proof', message: { ...enterRequest('x'), proof: '' } },
    { what: 'a proof that is no text', message: { ...enterRequest('x'), proof: ['x'] } },
    { what: 'a call first', message: hello },
    { what: 'a huge first frame', message: { ...enterRequest('x'), nonce: 'x'.repeat(100_000) } },
  ])('fails with $what, and nothing is told', async ({ message }) => {
    const page = await new RawPage(stage).opened()
    page.send(message)
    expect(await page.closed()).toBe(1008)
    expect(page.received).toEqual([])
    expect(stage.wall.relays).toEqual([])
    expect(stage.wall.openMonitors).toEqual([])
  })

  it('fails with the proof of another connection, and with the host’s own', async () => {
    const request = enterRequest(stage.secret)
    for (const change of [
      { nonce: `${request.nonce}x` },
      { proof: proofOf('host', stage.secret, request.nonce) },
    ]) {
      const page = await new RawPage(stage).opened()
      page.send({ ...request, ...change })
      expect(await page.closed()).toBe(1008)
    }
  })

  it('fails in the middle of a frame as large as a page may send, before it is kept', async () => {
    const page = await new RawPage(stage).opened()
    const closed = page.closed()
    page.socket.send(Buffer.alloc(maxTextBytes / 4), { fin: false })
    expect(await closed).toBe(1006)
  })

  it('fails with a binary frame, even if it holds the secret', async () => {
    const page = await new RawPage(stage).opened()
    page.socket.send(Buffer.from(JSON.stringify(enterRequest(stage.secret))))
    expect(await page.closed()).toBe(1008)
  })

  it('fails for who says nothing in time', async () => {
    await restart({ limits: { enterWithinMs: 50 } })
    expect(await (await new RawPage(stage).opened()).closed()).toBe(1013)
  })

  it('does not count who has not entered', async () => {
    const page = await new RawPage(stage).opened()
    page.send(enterRequest('wrong'))
    await page.closed()
    expect(pages).toEqual([])
  })

  it('has room for several pages, and says so when there is none left', async () => {
    await restart({ limits: { maxPages: 2 } })
    await entered()
    await entered()
    expect(await new RawPage(stage).refused()).toBe(503)
  })

  it('has none for pages that connected before the others entered', async () => {
    await restart({ limits: { maxPages: 1 } })
    const late = await new RawPage(stage).opened()
    await entered()
    late.send(enterRequest(stage.secret))
    expect(await late.closed()).toBe(1013)
  })

  it('holds a bounded number of strangers, and none that keeps a page out', async () => {
    await restart({ limits: { maxStrangers: 2 } })
    const first = await new RawPage(stage).opened()
    const second = await new RawPage(stage).opened()
    const dismissed = first.closed()
    await entered()
    expect(await dismissed).toBe(1006)
    expect(second.socket.readyState).toBe(second.socket.OPEN)
  })

  it('holds no stranger more, however many come before the socket of one has ended', () => {
    const sockets: Duplex[] = []
    const gate = new WebSocketGate({
      wall: stage.wall,
      dispatch: createDispatch({ handlers: stage.wall.handlers, log: recordingLog([]), onBug: () => {} }),
      secret: new HostSecret(),
      timers: systemTimers,
      log: recordingLog([]),
      limits: { ...hostDefaults, maxStrangers: 2 },
      authority: () => 'wall.test',
      onPages: () => {},
    })
    const request = Object.assign(new IncomingMessage(new Socket()), {
      method: 'GET',
      url: '/shell',
      headers: {
        host: 'wall.test',
        origin: 'http://wall.test',
        upgrade: 'websocket',
        connection: 'Upgrade',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    })
    for (let nth = 1; nth <= 6; nth += 1) {
      const [near] = duplexPair()
      sockets.push(near)
      gate.upgrade(request, near, Buffer.alloc(0))
      expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(Math.min(nth, 2))
    }
    // Those that have been silent for longest made room.
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true, false, false])
    for (const socket of sockets) socket.destroy()
  })

  it('never writes the secret to the log', async () => {
    await entered()
    const page = await new RawPage(stage).opened()
    page.send({ type: 'enter', secret: stage.secret })
    await page.closed()
    expect(stage.logged.join()).not.toContain(stage.secret)
  })
})

describe('a page that is in', () => {
  it.each<[number, string, () => string | Buffer]>([
    ...[
      'nonsense',
      '',
      'null',
      '[]',
      '{"type":"call"}',
      '{"type":"call","id":-1,"name":"wall.hello"}',
      '{"type":"call","id":1.5,"name":"wall.hello"}',
      '{"type":"call","id":1,"name":7}',
      '{"type":"call","id":1,"name":"wall.hello","more":1}',
      '{"type":"other"}',
    ].map((text): [number, string, () => string] => [1008, text, () => text]),
    [1008, 'what it entered by', () => JSON.stringify(enterRequest(stage.secret))],
    [1009, 'a text that is too large', () => JSON.stringify({ ...hello, input: 'x'.repeat(maxTextBytes) })],
    [1009, 'a binary frame that is too large', () => Buffer.alloc(RELAY_MAX_FRAME_BYTES + 1)],
  ])('is closed with %i for %s', async (code, _what, frame) => {
    const page = await entered()
    page.socket.send(frame())
    expect(await page.closed()).toBe(code)
  })

  it.each([
    [
      'settings',
      'settings.save',
      { from: {}, to: largestSettings() },
      { isKept: true, settings: largestSettings() },
    ],
    ['document', 'wall.save', largestDocument(), undefined],
  ])('saves the largest %s', async (_what, name, input, value) => {
    const page = await entered()
    const answer = once(page.socket, 'message')
    page.send({ type: 'call', id: 1, name, input })
    const result = value === undefined ? { ok: true } : { ok: true, value }
    expect(JSON.parse(String((await answer)[0]))).toMatchObject({ id: 1, result })
  })

  it('is heard to the end with the largest call that the wall takes', () => {
    expect(maxTextBytes).toBeGreaterThan(MAX_SETTINGS_CHARS)
    expect(MAX_SETTINGS_CHARS).toBeGreaterThan(2 * MAX_SALVOS_BYTES)
  })

  it('is closed with 1009 for a frame that comes in pieces and is too large as a whole', async () => {
    const page = await entered()
    const closed = page.closed()
    const piece = Buffer.alloc(maxTextBytes / 4)
    for (let sent = 0; sent < 5; sent += 1) page.socket.send(piece, { fin: false })
    expect(await closed).toBe(1009)
  })

  it.each([
    { what: 'a text that is no UTF-8', bytes: [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28], code: 1007 },
    { what: 'a frame without a mask', bytes: [0x81, 0x02, 0x7b, 0x7d], code: 1002 },
    { what: 'a compressed frame that nobody agreed to', bytes: [0xc1, 0x80, 0, 0, 0, 0], code: 1002 },
    { what: 'an opcode that does not exist', bytes: [0x83, 0x80, 0, 0, 0, 0], code: 1002 },
    { what: 'a ping longer than one may be', bytes: [0x89, 0xfe, 0x00, 0xff, 0, 0, 0, 0], code: 1002 },
    { what: 'a length of eight exabytes', bytes: [0x82, 0xff, 0x7f, ...Array(7).fill(0xff)], code: 1009 },
  ])('is closed with $code for $what', async ({ bytes, code }) => {
    const page = await entered()
    const closed = page.closed()
    page.writeRaw(Buffer.from(bytes))
    expect(await closed).toBe(code)
    expect(stage.bugs).toEqual([])
  })

  it('is closed when it floods, and the other pages notice nothing', async () => {
    const quiet = await entered()
    const page = await entered()
    const closed = page.closed()
    for (let id = 0; id < 20_000; id += 1) page.send({ type: 'call', id, name: 'wall.hello' })
    expect(await closed).toBe(1008)
    const answer = once(quiet.socket, 'message')
    quiet.send(hello)
    expect(JSON.parse(String((await answer)[0]))).toMatchObject({ type: 'answer', id: 1 })
    expect(stage.bugs).toEqual([])
  })

  it('is closed with 1008 when it piles up calls', async () => {
    await restart({ limits: { maxOpenCalls: 3 } })
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<typeof helloAnswer.cameras>>>()
    stage.wall.refresh = promise
    const page = await entered()
    const closed = page.closed()
    for (const id of [1, 2, 3, 4]) page.send({ type: 'call', id, name: 'cameras.refresh' })
    expect(await closed).toBe(1008)
    resolve(ok(helloAnswer.cameras))
  })

  it('is dropped when it does not answer pings', async () => {
    await restart({ limits: { pingEveryMs: 30 } })
    const page = await entered()
    page.socket.pause()
    await expect.poll(() => stage.wall.openMonitors).toEqual([])
    page.socket.terminate()
  })

  it('is dropped when it does not read', async () => {
    await restart({ limits: { maxWaitingBytes: 100_000 } })
    const page = await entered()
    page.socket.pause()
    while (stage.wall.relays[0]?.disposed === false) {
      stage.wall.relays[0].send(new Uint8Array(500_000))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(stage.wall.openMonitors).toEqual([])
    page.socket.terminate()
  })

  it.each([
    ['it goes', 1001, true],
    ['only its connection does', 1000, false],
  ])('leaves nothing behind when %s, and its rooms as a page that goes', async (_when, code, hasLeft) => {
    const page = await entered()
    page.socket.close(code)
    await page.closed()
    await expect.poll(() => pages).toEqual([1, 0])
    expect(stage.wall.relays[0]).toMatchObject({ disposed: true, hasLeft })
    expect(stage.wall.openMonitors).toEqual([])
  })

  it('survives nothing that a stranger sends, and neither does the host fall', async () => {
    const frame = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ maxLength: 300 }),
      fc.json(),
      fc
        .record({
          type: fc.constantFrom('call', 'enter'),
          id: fc.anything(),
          name: fc.string(),
          input: fc.jsonValue(),
        })
        .map((value) => JSON.stringify(value)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 5 }), async (frames) => {
        const page = await new RawPage(stage).opened()
        page.send(enterRequest(stage.secret))
        for (const one of frames) page.socket.send(one)
        page.socket.close()
        await page.closed()
      }),
      { numRuns: 100 },
    )
    expect(stage.bugs).toEqual([])
    const page = await entered()
    const answer = once(page.socket, 'message')
    page.send(hello)
    expect(JSON.parse(String((await answer)[0]))).toMatchObject({
      type: 'answer',
      id: 1,
      result: { ok: true },
    })
  })
})

describe('stopping', () => {
  it('says goodbye to its pages and frees the port', async () => {
    const page = await entered()
    const closed = page.closed()
    await stage.host.dispose()
    expect(await closed).toBe(1001)
    // The page has its pictures still.
    expect(stage.wall.relays[0]).toMatchObject({ disposed: true, hasLeft: false })
    await expect(fetch(stage.host.origin)).rejects.toThrow()
    stage = await startHostStage()
  })
})
