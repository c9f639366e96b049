import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { listen } from '#test/stand/loopback.ts'

/** How the double treats a handshake; the path and query of the request decide. */
export type Handshake = { status: number; location?: string } | 'hang' | 'reset' | 'accept'

/** A media server as the relay sees it: a WebSocket upgrade with a ticket in its query. */
export class MediaServerDouble {
  readonly dialled: URL[] = []
  readonly sockets: WebSocket[] = []
  handshake: (url: URL) => Handshake = () => 'accept'
  onSocket: (socket: WebSocket, url: URL) => void = () => {}
  readonly #http = createServer()
  readonly #webSockets = new WebSocketServer({ noServer: true })
  readonly #connections = new Set<Socket>()
  #url = ''

  get url(): string {
    return this.#url
  }

  /** Open ones, whatever has become of their handshake. */
  get connections(): number {
    return this.#connections.size
  }

  /** Goes on until its test ends, or it is stopped. */
  async start(): Promise<void> {
    this.#http.on('connection', (socket) => {
      this.#connections.add(socket)
      socket.on('close', () => this.#connections.delete(socket))
    })
    this.#http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const url = new URL(request.url ?? '', 'ws://media')
      this.dialled.push(url)
      const handshake = this.handshake(url)
      if (handshake === 'hang') {
        socket.once('end', () => socket.destroy()).resume()
        return
      }
      if (handshake === 'reset') {
        socket.resetAndDestroy()
        return
      }
      if (handshake !== 'accept') {
        const location = handshake.location === undefined ? '' : `Location: ${handshake.location}\r\n`
        // LiveKit 1.13.5 echoes the token in the body of its 401.
        const body = `invalid token: ${url.searchParams.get('access_token')}`
        socket.end(
          `HTTP/1.1 ${handshake.status} No\r\n${location}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        )
        return
      }
      this.#webSockets.handleUpgrade(request, socket, head, (opened) => {
        this.sockets.push(opened)
        this.onSocket(opened, url)
      })
    })
    onTestFinished(() => this.stop())
    this.#url = `ws://127.0.0.1:${await listen(this.#http)}`
  }

  async stop(): Promise<void> {
    if (!this.#http.listening) return
    const closed = once(this.#http, 'close')
    this.#http.close()
    for (const connection of this.#connections) connection.destroy()
    await closed
  }
}
