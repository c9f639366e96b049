/* oxlint-disable unicorn/prefer-add-event-listener, typescript/no-unsafe-type-assertion -- livekit-client uses the on… handlers; doubles are only as wide as what is used of the real thing */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type WallError, wallError } from '#contract/errors.ts'
import { decodeRelayFrame, encodeRelayFrame, type RelayKind, relayKinds } from '#contract/wall/relay.ts'
import { installRelay, RelayExchange } from '#renderer/live/relay-exchange.ts'
import { RelaySocket } from '#renderer/live/relay-socket.ts'
import { settle } from '../fake-clock.ts'

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

function make() {
  const sent: { channel: number; kind: RelayKind; json: unknown }[] = []
  let listener: ((frame: Uint8Array) => void) | undefined
  const exchange = new RelayExchange({
    send(bytes) {
      const frame = decodeRelayFrame(bytes)
      if (!frame) throw new Error('not a frame')
      const text = new TextDecoder().decode(frame.payload)
      const isJson = frame.kind === relayKinds.open || frame.kind === relayKinds.close
      sent.push({ channel: frame.channel, kind: frame.kind, json: isJson ? JSON.parse(text) : text })
    },
    onFrame(onFrame) {
      listener = onFrame
      return () => {
        listener = undefined
      }
    },
  })
  const failures: WallError[] = []
  const address = exchange.address('till 3/a?b', (error) => failures.push(error))
  const open = () => exchange.open(new URL(`${address.url}/rtc/v1?access_token=x&join_request=abc`))
  const receive = (channel: number, kind: RelayKind, payload = new Uint8Array(0)) =>
    listener?.(encodeRelayFrame(channel, kind, payload))
  return { exchange, sent, failures, open, receive, address, raw: (bytes: Uint8Array) => listener?.(bytes) }
}

describe('RelayExchange', () => {
  it('asks main for the camera and the path, and sends no token', () => {
    const { open, sent } = make()
    open()
    expect(sent).toEqual([
      {
        channel: 1,
        kind: relayKinds.open,
        json: { cameraId: 'till 3/a?b', pathAndQuery: '/rtc/v1?join_request=abc' },
      },
    ])
  })

  it('keeps many sockets apart', () => {
    const { open, receive } = make()
    const [one, two] = [open(), open()]
    receive(2, relayKinds.opened)
    expect([one.readyState, two.readyState]).toEqual([RelaySocket.CONNECTING, RelaySocket.OPEN])
  })

  it('tells the link why its socket failed, before the socket says so', () => {
    const { open, receive, failures } = make()
    const socket = open()
    let known = -1
    socket.onclose = () => {
      known = failures.length
    }
    receive(1, relayKinds.failed, bytesOf(wallError('ticket_refused')))
    expect(failures.map(({ code }) => code)).toEqual(['ticket_refused'])
    expect(known).toBe(1)
  })

  it('tells main when a socket is closed here, and nobody when it was closed there', async () => {
    const { open, receive, sent } = make()
    open().close(1_000, 'left')
    await settle()
    const second = open()
    receive(2, relayKinds.opened)
    receive(2, relayKinds.close, bytesOf({ code: 1_001, reason: 'going' }))
    second.send(new ArrayBuffer(1))
    expect(sent.filter(({ kind }) => kind !== relayKinds.open)).toEqual([
      { channel: 1, kind: relayKinds.close, json: { code: 1_000, reason: 'left' } },
    ])
  })

  it('ends all sockets when the shell is lost, and new ones at once until it is back', async () => {
    const { exchange, open, failures, sent } = make()
    const before = open()
    exchange.setLink(false)
    const during = open()
    expect(during.readyState).toBe(RelaySocket.CONNECTING)
    await settle()
    expect([before.readyState, during.readyState]).toEqual([RelaySocket.CLOSED, RelaySocket.CLOSED])
    expect(failures.map(({ code }) => code)).toEqual(['shell_lost', 'shell_lost'])
    expect(sent).toHaveLength(1)
    exchange.setLink(true)
    open()
    expect(sent).toHaveLength(2)
  })

  it('sends what its sockets send, and closes them when it goes', () => {
    const { exchange, open, receive, sent, failures } = make()
    const socket = open()
    receive(1, relayKinds.opened)
    socket.send(new TextEncoder().encode('hello'))
    expect(sent.at(-1)).toEqual({ channel: 1, kind: relayKinds.binary, json: 'hello' })
    let closed: CloseEvent | undefined
    socket.onclose = (event) => {
      closed = event as CloseEvent
    }
    exchange.dispose()
    expect(closed).toMatchObject({ code: 1_001 })
    socket.send(new Uint8Array(1))
    expect(sent).toHaveLength(2)
    receive(1, relayKinds.failed, bytesOf(wallError('timeout')))
    expect(failures).toEqual([])
  })

  it('forgets a link that is released', () => {
    const { open, receive, failures, address } = make()
    open()
    address.release()
    receive(1, relayKinds.failed, bytesOf(wallError('timeout')))
    expect(failures).toEqual([])
  })

  it('survives any frame', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (frames) => {
        const { open, raw } = make()
        open()
        for (const frame of frames) raw(frame)
      }),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...Object.values(relayKinds)), fc.uint8Array({ maxLength: 40 }))),
        (frames) => {
          const { open, receive } = make()
          const socket = open()
          for (const [kind, payload] of frames) receive(1, kind, new Uint8Array(payload))
          expect([0, 1, 2, 3]).toContain(socket.readyState)
        },
      ),
    )
  })
})

describe('installRelay', () => {
  it('relays sockets of its own address and makes all others as before', () => {
    const made: string[] = []
    class Native {
      static readonly OPEN = 1
      constructor(url: string | URL) {
        made.push(String(url))
      }
    }
    const page = { WebSocket: Native as unknown as typeof WebSocket }
    const { exchange, address } = make()
    const undo = installRelay(page, exchange)
    expect(new page.WebSocket(`${address.url}/rtc`)).toBeInstanceOf(RelaySocket)
    expect(new page.WebSocket('ws://127.0.0.1/shell')).toBeInstanceOf(Native)
    expect(made).toEqual(['ws://127.0.0.1/shell'])
    expect(page.WebSocket.OPEN).toBe(1)
    undo()
    expect(page.WebSocket).toBe(Native)
  })
})
