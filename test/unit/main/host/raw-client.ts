import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { WebSocket } from 'ws'
import type { HostStage } from '../../../conformance/shell/host-stage.ts'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A request exactly as written: `fetch` and `URL` would tidy the path up first. */
export async function rawGet(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(origin)
  const asked = request({ hostname, port, path, method, headers: { host, ...headers }, setHost: false })
  asked.end()
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += String(chunk)
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

/** The status line of whatever is written to the socket. */
export async function rawStatus(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return first.toString().split('\r\n', 1)[0] ?? ''
}

/** A WebSocket with any headers, which no browser would let a page set. */
export class RawPage {
  readonly socket: WebSocket
  readonly received: string[] = []

  constructor(stage: HostStage, { url = stage.shellUrl, origin = stage.host.origin, headers = {} } = {}) {
    this.socket = new WebSocket(url, { origin, headers })
    this.socket.on('message', (data: Buffer) => this.received.push(data.toString()))
    this.socket.on('error', () => {})
  }

  /** Resolves with the status of a refused handshake. */
  async refused(): Promise<number> {
    const [, response] = (await once(this.socket, 'unexpected-response')) as [
      unknown,
      import('node:http').IncomingMessage,
    ]
    response.destroy()
    return response.statusCode ?? 0
  }

  async opened(): Promise<this> {
    await once(this.socket, 'open')
    return this
  }

  async closed(): Promise<number> {
    const [code] = (await once(this.socket, 'close')) as [number]
    return code
  }

  say(message: unknown): void {
    this.socket.send(JSON.stringify(message))
  }

  async enter(secret: string): Promise<this> {
    await this.opened()
    const answered = once(this.socket, 'message')
    this.say({ type: 'enter', secret })
    await answered
    return this
  }
}
