import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BenchProxy } from './playback-bench.ts'

const segmentOf = /\/camera\/([^/]+)\/.*-(\d+)\.m4s$/

/** Before the site: lets everything through but the segments that are held back. */
export class GateProxy implements BenchProxy {
  readonly #server: Server
  readonly #targetPort: number
  #held: { readonly cameraId: string; readonly fromMs: number } | undefined
  #released = Promise.withResolvers<void>()

  private constructor(targetPort: number) {
    this.#targetPort = targetPort
    this.#server = createServer((asked, answer) => void this.#pass(asked, answer))
  }

  static async before(targetPort: number): Promise<GateProxy> {
    const proxy = new GateProxy(targetPort)
    await new Promise<void>((done) => proxy.#server.listen(0, '127.0.0.1', done))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Keeps a camera's segments waiting that begin at that instant (epoch milliseconds) or later. */
  hold(cameraId: string, fromMs: number): void {
    this.#held = { cameraId, fromMs }
    this.#released = Promise.withResolvers()
  }

  release(): void {
    this.#held = undefined
    this.#released.resolve()
  }

  async dispose(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? '/'
    const [, cameraId, startMs] = segmentOf.exec(path) ?? []
    const held = this.#held
    if (held !== undefined && cameraId === held.cameraId && Number(startMs) >= held.fromMs) {
      await this.#released.promise
      if (answer.destroyed) return
    }
    const { method, headers } = asked
    const passed = request({ host: '127.0.0.1', port: this.#targetPort, path, method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  }
}
