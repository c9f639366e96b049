import { text } from 'node:stream/consumers'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { listen } from '#test/stand/loopback.ts'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Answer = (request: SeenRequest, response: ServerResponse) => void

/** A real HTTP server on loopback whose answers a test writes by hand. */
export class FakePlatform {
  readonly seen: SeenRequest[] = []
  url = ''
  readonly #server: Server
  #answer: Answer = (_, response) => response.writeHead(404).end()

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request, response) => void this.#serve(request, response))
  }

  /** Ends with its test. */
  static async start(): Promise<FakePlatform> {
    const platform = await FakePlatform.ofFile()
    onTestFinished(() => platform.dispose())
    return platform
  }

  /** Goes on until it is disposed of. */
  static async ofFile(): Promise<FakePlatform> {
    const platform = new FakePlatform(createServer())
    platform.url = `http://127.0.0.1:${await listen(platform.#server)}`
    return platform
  }

  respondWith(answer: Answer): void {
    this.#answer = answer
  }

  async dispose(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => undefined)
    // Cut off on its way.
    if (body === undefined) return
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body,
    }
    this.seen.push(seen)
    this.#answer(seen, response)
  }
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
