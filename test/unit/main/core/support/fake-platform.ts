import { text } from 'node:stream/consumers'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
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
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  #answer: Answer = (_, response) => response.writeHead(404).end()

  /** Ends with its test. */
  static async start(): Promise<FakePlatform> {
    return FakePlatform.ofTest(new FakePlatform())
  }

  protected static async ofTest<Own extends FakePlatform>(platform: Own): Promise<Own> {
    onTestFinished(() => platform.dispose())
    await platform.#listen()
    return platform
  }

  /** Goes on until it is disposed of. */
  static async ofFile(): Promise<FakePlatform> {
    const platform = new FakePlatform()
    await platform.#listen()
    return platform
  }

  async #listen(): Promise<void> {
    this.url = `http://127.0.0.1:${await listen(this.#server)}`
  }

  respondWith(answer: Answer): void {
    this.#answer = answer
  }

  /** To everything. */
  answer(status: number, body: unknown = {}, headers = {}): void {
    this.respondWith((_, response) => json(response, status, body, headers))
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
