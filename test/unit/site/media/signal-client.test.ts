import { JoinResponse, LeaveRequest, SignalResponse } from '@livekit/protocol'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { MediaError } from '#site/media/media-errors.ts'
import { SignalClient } from '#site/media/signal-client.ts'
import { listen } from '#test/stand/loopback.ts'

const token = 'eyJh.eyJi.c2ln'

function frame(message: SignalResponse['message']): Buffer {
  return Buffer.from(new SignalResponse({ message }).toBinary())
}

/** Bytes that happen to mean something are obeyed: a goodbye among the garbage would be one. */
function isGoodbye(bytes: Uint8Array): boolean {
  try {
    return SignalResponse.fromBinary(bytes).message.case === 'leave'
  } catch {
    return false
  }
}

describe('signalling with a media server', () => {
  let http: Server
  let sockets: WebSocketServer
  let url: string
  let lost: MediaError[]
  let onLost: () => void
  const seen: { address: string; authorization: string | undefined }[] = []

  beforeEach(async () => {
    lost = []
    onLost = () => undefined
    seen.length = 0
    http = createServer((_request, response) => response.writeHead(401).end(`no: ${token}`))
    sockets = new WebSocketServer({ server: http })
    http.on('upgrade', ({ url: address = '', headers }) =>
      seen.push({ address, authorization: headers.authorization }),
    )
    url = `ws://127.0.0.1:${await listen(http)}`
  })

  afterEach(() => {
    for (const socket of sockets.clients) socket.terminate()
    http.close()
    http.closeAllConnections()
  })

  function connect(): SignalClient {
    return new SignalClient(url, token, {
      onAnswer: () => undefined,
      onCandidate: () => undefined,
      onQualities: () => undefined,
      onLost: (error) => {
        lost.push(error)
        onLost()
      },
    })
  }

  const join = frame({ case: 'join', value: new JoinResponse({ serverVersion: '1.13.5' }) })

  test('carries the ticket in a header and not in the address', async () => {
    sockets.on('connection', (socket: WebSocket) => socket.send(join))
    const client = connect()
    const joined = await client.join()
    client.dispose()
    expect(joined.ok && joined.value.serverVersion).toBe('1.13.5')
    expect(seen.map(({ authorization }) => authorization)).toEqual([`Bearer ${token}`])
    expect(seen[0]?.address).not.toContain(token)
  })

  test('tells a refused ticket apart, without what the server says about it', async () => {
    sockets.close()
    http.removeAllListeners('upgrade')
    http.on('upgrade', (_request, socket) => socket.end(`HTTP/1.1 401 Unauthorized\r\n\r\nno: ${token}`))
    const joined = await connect().join()
    expect(joined).toEqual({
      ok: false,
      error: { code: 'token_refused', message: 'The media server did not accept the ticket of the camera.' },
    })
  })

  test('tells that nobody listens', async () => {
    http.close()
    await once(http, 'close')
    const joined = await connect().join()
    expect(joined.ok || joined.error.message).toBe('The media server cannot be reached (ECONNREFUSED).')
  })

  test('tells once that a session is lost, and nothing after it was left', async () => {
    sockets.on('connection', (socket: WebSocket) => {
      socket.send(join)
      socket.send(frame({ case: 'leave', value: new LeaveRequest() }))
    })
    const client = connect()
    const isLost = new Promise<void>((resolve) => (onLost = resolve))
    await client.join()
    await isLost
    client.dispose()
    expect(lost.map(({ code }) => code)).toEqual(['media_unreachable'])
  })

  test('leaves out frames that it cannot read', async () => {
    const garbage = fc.sample(
      fc.uint8Array({ maxLength: 200 }).filter((bytes) => !isGoodbye(bytes)),
      300,
    )
    sockets.on('connection', (socket: WebSocket) => {
      for (const bytes of garbage) socket.send(bytes)
      socket.send(join)
    })
    const client = connect()
    const joined = await client.join()
    client.dispose()
    expect(joined.ok).toBe(true)
  })
})
