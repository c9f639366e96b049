/* oxlint-disable unicorn/prefer-add-event-listener, typescript/no-unsafe-type-assertion -- livekit-client uses the on… handlers; doubles are only as wide as what is used of the real thing */
import { describe, expect, it } from 'vitest'
import { RelaySocket } from '#renderer/live/relay-socket.ts'
import { settle } from '../fake-clock.ts'

function make() {
  const sent: number[][] = []
  const closes: [number, string][] = []
  const events: string[] = []
  const socket = new RelaySocket('wss://camera.invalid/a/1/rtc', {
    send: (payload) => void sent.push([...payload]),
    close: (code, reason) => void closes.push([code, reason]),
  })
  socket.binaryType = 'arraybuffer'
  for (const name of ['open', 'message', 'error', 'close']) {
    socket.addEventListener(name, () => events.push(name))
  }
  return { socket, sent, closes, events }
}

describe('RelaySocket', () => {
  it('opens, sends and receives like a WebSocket', () => {
    const { socket, sent, events } = make()
    const received: unknown[] = []
    socket.onmessage = (event) => received.push((event as MessageEvent<unknown>).data)
    expect(socket.readyState).toBe(RelaySocket.CONNECTING)
    socket.opened()
    expect(socket.readyState).toBe(RelaySocket.OPEN)
    socket.send(new Uint8Array([1, 2]))
    socket.send(new Uint8Array([3]).buffer)
    socket.received(new Uint8Array([9, 8]).subarray(1))
    expect(sent).toEqual([[1, 2], [3]])
    expect(received).toEqual([new Uint8Array([8]).buffer])
    expect(events).toEqual(['open', 'message'])
  })

  it('throws, as a WebSocket does, when it is written to before it is open', () => {
    expect(() => make().socket.send(new ArrayBuffer(1))).toThrow('still connecting')
  })

  it('opens and closes without an error when the handshake failed, so that the SDK asks nobody why', () => {
    const { socket, events } = make()
    let close: CloseEvent | undefined
    socket.onclose = (event) => {
      close = event as CloseEvent
    }
    socket.closed(4_000, 'ticket_refused')
    expect(events).toEqual(['open', 'close'])
    expect(close).toMatchObject({ code: 4_000, reason: 'ticket_refused', wasClean: false })
    expect(socket.readyState).toBe(RelaySocket.CLOSED)
  })

  it('closes without waiting for the far end, and once', async () => {
    const { socket, closes, events } = make()
    socket.opened()
    socket.close(1_000, 'done')
    socket.close()
    expect(socket.readyState).toBe(RelaySocket.CLOSING)
    await settle()
    socket.closed(1_006, '')
    expect(closes).toEqual([[1_000, 'done']])
    expect(events).toEqual(['open', 'close'])
  })

  it('hears nothing more once it is closed', async () => {
    const { socket, sent, events } = make()
    socket.opened()
    socket.close()
    await settle()
    socket.received(new Uint8Array([1]))
    socket.send(new ArrayBuffer(1))
    expect(sent).toEqual([])
    expect(events).toEqual(['open', 'close'])
  })
})
