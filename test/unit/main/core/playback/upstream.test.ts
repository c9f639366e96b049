import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { gatewayLimits } from '#main/core/playback/defaults.ts'
import { askUpstream, pacedBody } from '#main/core/playback/gateway/upstream.ts'
import { Network } from '#main/core/network/network.ts'
import { systemClock, systemTimers } from '#main/core/time.ts'
import { FakePlatform } from '../support/fake-platform.ts'
import { memoryLog } from '../support/memory-log.ts'

/** Footage at a name of a platform out there, which means these addresses. */
async function ask(addresses: readonly string[]) {
  const here = await FakePlatform.start()
  here.respondWith((_request, response) => response.writeHead(200).end('secret'))
  const log = memoryLog().logger.area('network')
  const network = new Network({ dataDir: '/nowhere', env: {}, log, lookup: async () => addresses })
  const routes = network.routesOf(new URL('http://8.8.8.8'))
  onTestFinished(async () => {
    routes.dispose()
    network.dispose()
    await here.dispose()
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
