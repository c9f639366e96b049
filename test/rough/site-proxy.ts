import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { portOf } from '#test/stand/loopback.ts'

/** Stands before a real site; `serve` decides what becomes of a call. */
export abstract class SiteProxy {
  protected readonly target: URL
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server = createServer((request, response) => {
    // A client that was killed, or that cut the connection itself, ends its call and nothing else.
    buffer(request)
      .then((body) => this.serve(request, response, body))
      .catch(() => response.destroy())
  })
  url = ''

  protected constructor(target: string) {
    this.target = new URL(target)
  }

  get port(): number {
    return Number(new URL(this.url).port)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    this.#agent.destroy()
  }

  protected abstract serve(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void>

  /** `address`: where it listens, for a wall that reaches it under 127.0.0.1 all the same. */
  protected async listen(address = '127.0.0.1'): Promise<this> {
    this.#server.listen(0, address)
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${portOf(this.#server)}`
    return this
  }

  /** The site's own answer. */
  protected async forward(request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const passed = ask(new URL(request.url ?? '/', this.target), {
      method: request.method,
      headers: { ...request.headers, host: this.target.host },
      agent: this.#agent,
    })
    passed.end(body)
    const [answer] = (await once(passed, 'response')) as [IncomingMessage]
    return answer
  }
}
