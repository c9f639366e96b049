import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import { enterRequest, type HostStage } from '#test/conformance/shell/host-stage.ts'

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
  const [response]: IncomingMessage[] = await once(asked, 'response')
  if (response === undefined) throw new Error('no response')
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += String(chunk)
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

/** The status line of whatever is written to the socket. */
export async function rawStatus(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  const [first]: Buffer[] = await once(socket, 'data')
  socket.destroy()
  return first?.toString().split('\r\n', 1)[0] ?? ''
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
  refused(): Promise<number> {
    return new Promise((resolve) => {
      this.socket.once('unexpected-response', (_request, response) => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      })
    })
  }

  async opened(): Promise<this> {
    await once(this.socket, 'open')
    return this
  }

  async closed(): Promise<number> {
    const [code]: number[] = await once(this.socket, 'close')
    return code ?? 0
  }

  send(message: unknown): void {
    this.socket.send(JSON.stringify(message))
  }

  /** Past `ws`, which would send nothing that is not a whole and correct frame. */
  writeRaw(bytes: Uint8Array): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a private member of the library, for tests alone
    const { _socket: wire } = this.socket as unknown as { readonly _socket: Socket }
    wire.write(bytes)
  }

  async enter(secret: string, more: object = {}): Promise<this> {
    await this.opened()
    const answered = once(this.socket, 'message')
    this.send({ ...enterRequest(secret), ...more })
    await answered
    return this
  }
}
