import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { gatewayLimits } from '#main/core/playback/defaults.ts'
import { askUpstream, createTouch, pacedBody } from '#main/core/playback/gateway/upstream.ts'
import { Network } from '#main/core/network/network.ts'
import { systemClock, systemTimers } from '#main/core/time.ts'
import { FakePlatform } from '../support/fake-platform.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'

/** Footage at a name of a platform out there, which means these addresses. */
async function ask(addresses: readonly string[]) {
  const here = await FakePlatform.start()
  here.respondWith((_request, response) => response.writeHead(200).end('secret'))
  const log = memoryLog().logger.area('network')
  const network = new Network({ dataDir: '/nowhere', env: {}, log, lookup: async () => addresses })
  const routes = network.routesOf(new URL('http://8.8.8.8'))
  onTestFinished(() => {
    routes.dispose()
    network.dispose()
  })
  const address = new URL(here.url.replace('127.0.0.1', 'video.example'))
  const signal = new AbortController().signal
  const outcome = await askUpstream(
    { fetch: routes.fetch, clock: systemClock, timers: systemTimers, limits: gatewayLimits },
    { address, hosts: new Set([address.origin]), headers: {}, signal },
  )
  return { outcome, seen: here.seen }
}

it('footage at a name that means this machine by now is refused as what it is, and not asked for', async () => {
  expect(await ask(['127.0.0.1'])).toEqual({ outcome: 'host-not-allowed', seen: [] })
  expect(await ask(['9.9.9.9', '127.0.0.1'])).toEqual({ outcome: 'host-not-allowed', seen: [] })
})

it('a body is asked for no piece before somebody takes it', async () => {
  let asked = 0
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    asked += 1
    controller.enqueue(new Uint8Array(10))
  }
  const reader = pacedBody(new ReadableStream({ pull }, { highWaterMark: 0 }), {
    ...gatewayLimits,
    clock: systemClock,
    timers: systemTimers,
    maxBytes: 1_000,
    abort: () => undefined,
    onBytes: () => undefined,
  }).getReader()
  for (const taken of [1, 2]) {
    await reader.read()
    for (let turns = 0; turns < 10; turns += 1) await turn()
    expect(asked).toBe(taken)
  }
  await reader.cancel()
})

/** A platform that gives these answers one after the other; after them none at all. */
function scripted(...answers: (Response | Error)[]) {
  const time = new FakeTime()
  const asked: { readonly url: string; readonly headers: unknown; readonly signal: AbortSignal }[] = []
  const fetch = async (url: unknown, { headers, signal }: RequestInit = {}) => {
    if (!(signal instanceof AbortSignal)) throw new Error('nobody could end this')
    asked.push({ url: String(url), headers, signal })
    signal.throwIfAborted()
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    if (answer !== undefined) return answer
    return new Promise<Response>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('given up')), { once: true }),
    )
  }
  const options = {
    fetch: fetch as typeof globalThis.fetch,
    clock: time,
    timers: time,
    limits: gatewayLimits,
  }
  const player = new AbortController()
  const address = new URL('https://v.example/a/1.ts')
  const hosts = new Set([address.origin])
  const ask = () => askUpstream(options, { address, hosts, headers: { range: 'x' }, signal: player.signal })
  return { time, asked, options, player, ask }
}
const moved = (location: string, status = 302) => new Response(null, { status, headers: { location } })

const untrusted = new TypeError('fetch failed', {
  cause: Object.assign(new Error('self-signed'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }),
})

describe('a request', () => {
  it('is for what is not compressed, with what the player has asked for, and can be ended', async () => {
    const { asked, ask, time } = scripted(new Response('x'))
    const answer = await ask()
    if (typeof answer === 'string') throw new Error(answer)
    expect(asked).toMatchObject([
      {
        url: 'https://v.example/a/1.ts',
        headers: { 'accept-encoding': 'identity', accept: '*/*', range: 'x' },
      },
    ])
    expect([answer.address.href, time.pending, asked[0]?.signal.aborted]).toEqual([asked[0]?.url, 0, false])
    answer.abort()
    expect(asked[0]?.signal.aborted).toBe(true)
  })

  it('is led on three times, and says where it came from in the end', async () => {
    const { ask, asked } = scripted(
      moved('2.ts'),
      moved('/b/3.ts', 301),
      moved('https://v.example/4.ts'),
      new Response('x'),
    )
    expect(await ask()).toMatchObject({ address: { href: 'https://v.example/4.ts' } })
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(['/a/1.ts', '/a/2.ts', '/b/3.ts', '/4.ts'])
  })

  test.for<[string, (Response | Error)[], string | number]>([
    ['led on once more', [moved('a'), moved('b'), moved('c'), moved('d'), new Response('x')], 'refused'],
    ['led elsewhere', [moved('https://w.example/')], 'host-not-allowed'],
    ['led nowhere', [new Response(null, { status: 304 })], 304],
    ['led on by an answer that is none to follow', [moved('b', 201)], 201],
    ['led on by a fault', [moved('b', 400)], 400],
    ['not answered at all', [new Error('reset')], 'unreachable'],
    ['for a server of an authority that is not trusted', [untrusted], 'certificate'],
  ])('that is %s comes to %j', async ([, answers, outcome]) => {
    const answer = await scripted(...answers).ask()
    expect(typeof answer === 'string' ? answer : answer.response.status).toBe(outcome)
  })

  it('is given up when nothing has come in time, and when the player has gone', async () => {
    const late = scripted()
    const waiting = late.ask()
    await late.time.advance(gatewayLimits.firstByteInMs - 1)
    expect(late.asked[0]?.signal.aborted).toBe(false)
    await late.time.advance(1)
    expect(await waiting).toBe('timeout')
    const left = scripted()
    const asking = left.ask()
    left.player.abort()
    expect([await asking, left.time.pending]).toEqual(['unreachable', 0])
    // Before anything was asked.
    expect(await left.ask()).toBe('unreachable')
  })
})

describe('a touch', () => {
  test.for<[Response | Error, string]>([
    [new Response('x'), 'alive'],
    [new Response('x', { status: 206 }), 'alive'],
    [new Response('x', { status: 401 }), 'dead'],
    [new Response('x', { status: 410 }), 'dead'],
    [new Response('x', { status: 500 }), 'unknown'],
    [moved('https://w.example/'), 'unknown'],
    [new Error('reset'), 'unknown'],
  ])('that is answered %o shows a session that is %s', async ([answer, state]) => {
    const { options, asked } = scripted(answer)
    const address = new URL('https://v.example/m.m3u8')
    expect(await createTouch(options)(address, 'manifest')).toBe(state)
    expect(asked[0]?.headers).not.toHaveProperty('range')
    // Its body is not read.
    expect(asked[0]?.signal.aborted).toBe(answer instanceof Response && answer.status !== 302)
  })

  it('of a segment asks for one byte', async () => {
    const { options, asked } = scripted(new Response('x'))
    await createTouch(options)(new URL('https://v.example/1.ts'), 'segment')
    expect(asked[0]?.headers).toMatchObject({ range: 'bytes=0-0' })
  })
})

/** 100 bytes a second have to come while somebody waits. */
function paced(maxBytes = 1_000) {
  const time = new FakeTime()
  const state = { bytes: 0, isAborted: false }
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const source = new ReadableStream<Uint8Array>(
    { start: (its) => void (controller = its) },
    { highWaterMark: 0 },
  )
  const abort = () => {
    state.isAborted = true
    controller?.error(new Error('given up'))
  }
  const reader = pacedBody(source, {
    clock: time,
    timers: time,
    idleInMs: 1_000,
    leastBytes: 100,
    abandonedInMs: 5_000,
    maxBytes,
    abort,
    onBytes: (bytes) => (state.bytes += bytes),
  }).getReader()
  const read = async (afterMs: number, bytes: number) => {
    const reading = reader.read()
    reading.catch(() => undefined)
    await time.advance(afterMs)
    if (!state.isAborted) controller?.enqueue(new Uint8Array(bytes))
    return (await reading).value?.byteLength
  }
  return { time, state, reader, read, end: () => controller?.close() }
}

describe('a body', () => {
  it('may come as slowly as is enough', async () => {
    const { read, state, end, reader, time } = paced()
    for (let piece = 0; piece < 5; piece += 1) expect(await read(900, 100)).toBe(100)
    expect(state).toEqual({ bytes: 500, isAborted: false })
    const last = reader.read()
    end()
    expect([await last, time.pending]).toMatchObject([{ done: true }, 0])
  })

  it('that brings too little while somebody waits is given up, whatever the pieces', async () => {
    const { read, state } = paced()
    for (let piece = 0; piece < 9; piece += 1) await read(110, 11)
    await expect(read(110, 11)).rejects.toThrow('given up')
    expect(state).toEqual({ bytes: 99, isAborted: true })
  })

  it('is not to blame for a player that takes its time, and is given up with one that has gone', async () => {
    const { read, time, state } = paced()
    for (let piece = 0; piece < 3; piece += 1) {
      await read(200, 1)
      await time.advance(4_999)
    }
    expect(state.isAborted).toBe(false)
    await time.advance(1)
    expect(state.isAborted).toBe(true)
  })

  it('is given up where nobody begins to read it', async () => {
    const { time, state } = paced()
    await time.advance(5_000)
    expect(state.isAborted).toBe(true)
  })

  it('may be as long as it may be, and no longer', async () => {
    const { read, state } = paced(200)
    for (let piece = 0; piece < 2; piece += 1) await read(0, 100)
    await expect(read(0, 1)).rejects.toThrow('longer than allowed')
    expect(state).toEqual({ bytes: 201, isAborted: true })
  })

  it('that nobody wants any more is given up', async () => {
    const { reader, state, time } = paced()
    await reader.cancel()
    expect([state.isAborted, time.pending]).toEqual([true, 0])
  })
})
