import { once } from 'node:events'
import type { LookupFunction } from 'node:net'
import { beforeEach, expect, it } from 'vitest'
import { MediaSocket } from '#main/core/relay/media-socket.ts'
import { relayDefaults } from '#main/core/relay/defaults.ts'
import { MediaServerDouble } from './media-server-double.ts'

let media: MediaServerDouble
beforeEach(async () => {
  media = new MediaServerDouble()
  await media.start()
})

/** A socket, and its events. */
function dial(limits = {}, url = media.url, lookup?: LookupFunction) {
  const events: string[] = []
  const opened = Promise.withResolvers<void>()
  const socket = new MediaSocket(
    new URL(url),
    { limits: { ...relayDefaults, ...limits }, agent: undefined, lookup },
    {
      opened: () => {
        events.push('opened')
        opened.resolve()
      },
      message: (bytes) => events.push(`message of ${bytes.byteLength}`),
      failed: ({ code }) => events.push(code),
      closed: ({ code }) => events.push(`closed ${code}`),
    },
  )
  return { socket, events, opened: opened.promise }
}

it('after its close it has no events, and sends nothing', async () => {
  const { socket, events, opened } = dial()
  await opened
  const [server] = media.sockets
  if (server === undefined) throw new Error('nobody has dialled')
  const messages: unknown[] = []
  server.on('message', (data) => messages.push(data))
  const closed = once(server, 'close')
  socket.close({ code: 4_000, reason: 'first' })
  socket.close({ code: 4_001, reason: 'second' })
  expect(socket.send(Buffer.alloc(9))).toBe(true)
  server.send(Buffer.alloc(1))
  const [code, reason] = await closed
  expect([code, String(reason), events, messages]).toEqual([4_000, 'first', ['opened'], []])
})

it('leaves a handshake that nobody wants any more, and has no events then', async () => {
  media.handshake = () => 'hang'
  const { socket, events } = dial({ maxEarlyBytes: 1 })
  await expect.poll(() => media.dialled.length).toBe(1)
  socket.close({ code: 1_000, reason: '' })
  expect(socket.send(Buffer.alloc(9))).toBe(true)
  await expect.poll(() => media.connections).toBe(0)
  expect(events).toEqual([])
})

it('leaves a handshake that takes too long, and fails once', async () => {
  media.handshake = () => 'hang'
  const { events } = dial({ handshakeTimeoutMs: 100 })
  await expect.poll(() => events).toEqual(['timeout'])
  await expect.poll(() => media.connections).toBe(0)
  expect(events).toEqual(['timeout'])
})

/** Looks the media server's name up: nobody listens at the address that is found the first so many times. */
function dialAbsent(limits: { readonly knocks: number }, absentTimes = Infinity) {
  let lookups = 0
  const lookup: LookupFunction = (_name, _options, answered) => {
    lookups += 1
    answered(null, [{ address: lookups > absentTimes ? '127.0.0.1' : '127.0.0.2', family: 4 }])
  }
  const url = media.url.replace('127.0.0.1', 'media.example')
  return { ...dial({ ...limits, knockEveryMs: 1 }, url, lookup), lookups: () => lookups }
}

it('knocks until a media server is there that is being started', async () => {
  const { opened, events, lookups } = dialAbsent({ knocks: 3 }, 3)
  await opened
  expect([lookups(), events]).toEqual([4, ['opened']])
})

it('gives up a media server that is not there after its knocks', async () => {
  const { events, lookups } = dialAbsent({ knocks: 3 })
  await expect.poll(() => events).toEqual(['media_unreachable'])
  expect(lookups()).toBe(4)
})

it('knocks no more once it is closed', async () => {
  const { socket, events, lookups } = dialAbsent({ knocks: Infinity })
  await expect.poll(lookups).toBeGreaterThan(1)
  socket.close({ code: 1_000, reason: '' })
  const before = lookups()
  const other = dialAbsent({ knocks: 20 })
  await expect.poll(() => other.events).toEqual(['media_unreachable'])
  expect([lookups(), events]).toEqual([before, []])
})

it.each([
  ['ETIMEDOUT', 'timeout'],
  ['ERR_ADDRESS_REFUSED', 'address_refused'],
  ['ENOTFOUND', 'media_unreachable'],
])('calls what fails with %s %s', async (code, told) => {
  const { events } = dial({}, 'ws://media.example', (_name, _options, answered) =>
    answered(Object.assign(new Error('not there'), { code }), ''),
  )
  await expect.poll(() => events).toEqual([told])
})

it.each([999, 5_000])('is closed with 1000 for %i, which cannot be sent', async (given) => {
  const { socket, opened } = dial()
  await opened
  const closed = Promise.all(media.sockets.map((server) => once(server, 'close')))
  socket.close({ code: given, reason: '' })
  expect((await closed).map(([code]) => code)).toEqual([1_000])
})
