import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { WallError } from '#contract/errors.ts'
import type { Lookup } from '#main/core/network/address-guard.ts'
import { Network } from '#main/core/network/network.ts'
import { MediaSocket } from '#main/core/relay/media-socket.ts'
import { relayDefaults } from '#main/core/relay/defaults.ts'
import { portOf } from '#test/stand/loopback.ts'
import { memoryLog } from '../support/memory-log.ts'

async function serve(listener: RequestListener) {
  const seen = { requests: 0, connections: 0 }
  const server = createServer((request, response) => {
    seen.requests += 1
    listener(request, response)
  })
  server.on('connection', () => (seen.connections += 1))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  return { seen, port: portOf(server) }
}

function routesOf(platform: string, lookup: Lookup) {
  const network = new Network({
    dataDir: '/nowhere',
    env: {},
    log: memoryLog().logger.area('network'),
    lookup,
  })
  const routes = network.routesOf(new URL(platform))
  onTestFinished(() => {
    routes.dispose()
    network.dispose()
  })
  return routes
}

const local: Lookup = async () => ['127.0.0.1']

/** A platform that answers so, and what asks it. */
async function answering(listener: RequestListener) {
  const { seen, port } = await serve(listener)
  const origin = `http://127.0.0.1:${port}`
  const { fetch } = routesOf(origin, local)
  return { seen, ask: (path = '/', init: RequestInit = {}) => fetch(origin + path, init) }
}
const refused = { cause: { code: 'ERR_ADDRESS_REFUSED' } }

/** Of two requests, one after the other, of which the server loses one with its connection; how many it has seen. */
async function answersOf(method: string, lost: number) {
  const { seen, ask } = await answering((request, response) => {
    if (seen.requests === lost) request.socket.resetAndDestroy()
    else response.end('whole')
  })
  const answered = () =>
    ask('/', { method }).then(
      (answer) => answer.text(),
      () => 'lost',
    )
  return [await answered(), await answered(), seen.requests]
}

describe('a server on loopback is not reached', () => {
  it('by a name that meant the world when it was judged', async () => {
    const { seen, port } = await serve((_request, response) => response.end('secret'))
    let asked = 0
    const { fetch, guard } = routesOf('http://8.8.8.8', async () => {
      asked += 1
      return [asked === 1 ? '9.9.9.9' : '127.0.0.1']
    })
    const video = new URL(`http://video.example:${port}/`)
    expect(await guard.refusalOf(video)).toBeUndefined()
    await expect(fetch(video)).rejects.toMatchObject(refused)
    expect(seen).toEqual({ requests: 0, connections: 0 })
  })

  it.each([
    ['its address', '127.0.0.1', local],
    ['its address in IPv6', '[::ffff:127.0.0.1]', local],
    ['localhost', 'localhost', local],
    ['one answer of several', 'video.example', async () => ['9.9.9.9', '127.0.0.1']],
    [
      'a name that cannot be looked up',
      'video.example',
      async () => {
        throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
      },
    ],
  ] satisfies [string, string, Lookup][])('by %s', async (_what, host, lookup) => {
    const { seen, port } = await serve((_request, response) => response.end('secret'))
    const { fetch } = routesOf('http://8.8.8.8', lookup)
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow('fetch failed')
    expect(seen).toEqual({ requests: 0, connections: 0 })
  })

  it('by the platform’s own name, once that has been farther away', async () => {
    const { seen, port } = await serve((_request, response) => response.end('secret'))
    let asked = 0
    const { fetch, guard } = routesOf(`http://platform.example:${port}`, async () => {
      asked += 1
      return [asked === 1 ? '9.9.9.9' : '127.0.0.1']
    })
    const own = new URL(`http://platform.example:${port}/`)
    expect(await guard.vet(own)).toEqual(['9.9.9.9'])
    await expect(fetch(own)).rejects.toMatchObject(refused)
    expect(seen).toEqual({ requests: 0, connections: 0 })
  })
})

it('a media server under the platform’s own name is dialled where the platform may be', async () => {
  const { seen, port } = await serve((_request, response) => response.end())
  const own = new URL(`ws://platform.example:${port}/rtc`)
  let addresses = ['9.9.9.9']
  const { guard, lookupFor } = routesOf('https://platform.example', async () => addresses)
  await guard.vet(own)
  addresses = ['127.0.0.1']
  const failed = Promise.withResolvers<WallError>()
  const socket = new MediaSocket(
    own,
    { limits: relayDefaults, agent: undefined, lookup: lookupFor(own) },
    { opened: () => {}, message: () => {}, failed: failed.resolve, closed: () => {} },
  )
  expect((await failed.promise).code).toBe('address_refused')
  socket.close({ code: 1000, reason: '' })
  expect(seen.connections).toBe(0)
  expect(lookupFor(new URL('wss://media.operator.example/'))).toBeUndefined()
})

describe('an answer', () => {
  it('is asked for under the name and read whole, on a connection that is kept', async () => {
    const hosts: (string | undefined)[] = []
    const { seen, port } = await serve((request, response) => {
      hosts.push(request.headers.host)
      response.writeHead(201, { 'x-a': 'b', 'set-cookie': ['a', 'b'] }).end('whole')
    })
    const { fetch } = routesOf(`http://platform.test:${port}`, local)
    for (let round = 0; round < 3; round += 1) {
      const answer = await fetch(`http://platform.test:${port}/`)
      expect([answer.status, answer.ok, answer.headers.get('x-a'), await answer.text()]).toEqual([
        201,
        true,
        'b',
        'whole',
      ])
    }
    expect(hosts).toEqual(Array.from({ length: 3 }, () => `platform.test:${port}`))
    expect(seen).toEqual({ requests: 3, connections: 1 })
  })

  it('that is lost on a connection taken up again is asked for once more, unless that may do something twice', async () => {
    expect(await answersOf('GET', 2)).toEqual(['whole', 'whole', 3])
    expect(await answersOf('POST', 2)).toEqual(['whole', 'lost', 2])
    // On a new connection it may have been read.
    expect(await answersOf('GET', 1)).toEqual(['lost', 'whole', 2])
  })

  it('that is compressed is read plain', async () => {
    const { ask } = await answering((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain')),
    )
    expect(await (await ask()).text()).toBe('plain')
  })

  it('that is compressed and broken is a failure of who reads it, and of nobody else', async () => {
    const { ask } = await answering((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    )
    const unread = await ask()
    const read = await ask()
    await expect(read.text()).rejects.toThrow()
    await expect(unread.text()).rejects.toThrow()
  })

  it.each([204, 304])('of status %i has no body', async (status) => {
    const { ask } = await answering((_request, response) => response.writeHead(status).end())
    const answer = await ask()
    expect([answer.status, answer.body]).toEqual([status, null])
  })

  it('that leads elsewhere is handed on and not followed', async () => {
    const { seen, ask } = await answering((_request, response) =>
      response.writeHead(302, { location: '/other' }).end(),
    )
    const answer = await ask()
    expect([answer.status, answer.headers.get('location'), seen.requests]).toEqual([302, '/other', 1])
  })

  it('that breaks off throws, and what is let go of ends the connection', async () => {
    const left = Promise.withResolvers<void>()
    const { ask } = await answering((request, response) => {
      const encoding = request.url === '/gzip' ? 'gzip' : 'identity'
      const begun = encoding === 'gzip' ? gzipSync('begun').subarray(0, 15) : 'begun'
      response.writeHead(200, { 'content-length': '100', 'content-encoding': encoding }).write(begun)
      if (request.url === '/stays') response.once('close', left.resolve)
      else setImmediate(() => response.destroy())
    })
    for (const path of ['/breaks', '/gzip']) {
      const broken = await ask(path)
      await expect(broken.text()).rejects.toThrow()
    }
    const released = await ask('/stays')
    await released.body?.cancel()
    await left.promise
  })

  it('that wants another protocol is a failure', async () => {
    const { ask } = await answering((_request, response) =>
      response.writeHead(101, { connection: 'upgrade', upgrade: 'x' }).end(),
    )
    await expect(ask()).rejects.toThrow('fetch failed')
  })

  it('that is given up is a failure at any time', async () => {
    const { ask } = await answering((request, response) => {
      if (request.url !== '/silent') response.writeHead(200).write('begun')
    })
    const before = AbortSignal.abort()
    await expect(ask('/', { signal: before })).rejects.toThrow()
    const giveUp = new AbortController()
    const answer = await ask('/', { signal: giveUp.signal })
    const reading = answer.text()
    giveUp.abort()
    await expect(reading).rejects.toThrow()
    // Unread: nobody else hears of it, and the runner would say so.
    const unread = new AbortController()
    const { body } = await ask('/', { signal: unread.signal })
    await body?.cancel()
    unread.abort()
    expect((await ask()).status).toBe(200)
  })

  it('is whole although the request before it on the same connection is given up by now', async () => {
    const { seen, ask } = await answering((_request, response) => response.end('x'.repeat(1_000)))
    const first = new AbortController()
    await (await ask('/', { signal: first.signal })).text()
    const second = await ask()
    first.abort()
    expect(await second.text()).toHaveLength(1_000)
    expect(seen.connections).toBe(1)
  })

  it('that has come whole and is given up unread is no whole one', async () => {
    const { ask } = await answering((_request, response) => response.end('whole'))
    const giveUp = new AbortController()
    const answer = await ask('/', { signal: giveUp.signal })
    giveUp.abort()
    await expect(answer.text()).rejects.toThrow()
  })

  it('of a body that was sent comes back; a refused connection has its code', async () => {
    const { ask } = await answering((request, response) => request.pipe(response))
    const body = JSON.stringify({ name: 'Käse' })
    const answer = await ask('/', { method: 'POST', body })
    expect(await answer.text()).toBe(body)
    await expect(routesOf('http://127.0.0.1:1', local).fetch('http://127.0.0.1:1/')).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    })
  })
})
