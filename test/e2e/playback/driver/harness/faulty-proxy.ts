import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Takes the answer into its own hands; false lets the request through. */
export type Fault = (asked: IncomingMessage, answer: ServerResponse) => boolean

/** A platform as it may be: everything is the real site's, but for what a test makes of it. */
export class FaultyProxy {
  readonly #server: Server
  readonly #target: string
  /** How often each segment has been asked for, by its path. */
  readonly segments = new Map<string, number>()
  fault: Fault | undefined
  /** Reads an answer's text and gives it back changed; for manifests. */
  rewrite: ((path: string, text: string) => string) | undefined

  private constructor(target: string) {
    this.#target = target
    const { hostname, port } = new URL(target)
    this.#server = createServer((asked, answer) => {
      const path = asked.url ?? '/'
      if (path.includes('.m4s')) this.segments.set(path, (this.segments.get(path) ?? 0) + 1)
      if (this.fault?.(asked, answer) === true) return
      const passed = request(
        { hostname, port, path, method: asked.method, headers: asked.headers },
        (given) => void this.#pass(path, given, answer),
      )
      passed.on('error', () => answer.destroy())
      answer.on('close', () => passed.destroy())
      asked.pipe(passed)
    })
  }

  static async before(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target)
    await new Promise<void>((done) => proxy.#server.listen(0, '127.0.0.1', done))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** As nothing had ever happened. */
  reset(): void {
    this.fault = undefined
    this.rewrite = undefined
    this.segments.clear()
  }

  dispose(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #pass(path: string, given: IncomingMessage, answer: ServerResponse): Promise<void> {
    const isStart = path.startsWith('/v1/playback/start')
    if (!isStart && !path.includes('.m3u8')) {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
      return
    }
    const text = (await given.setEncoding('utf8').toArray()).join('')
    // Its footage comes through here too.
    const passed = isStart ? text.replaceAll(this.#target, this.url) : (this.rewrite?.(path, text) ?? text)
    const { 'content-length': _length, etag: _etag, ...headers } = given.headers
    answer.writeHead(given.statusCode ?? 502, headers).end(passed)
  }
}
