import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as ask,
  type Server,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/** What may happen to an insert on its way, each as often as its weight says. */
const fates = [
  { fate: 'pass', weight: 40 },
  { fate: 'refuse', weight: 10 },
  { fate: 'slow-down', weight: 4 },
  { fate: 'cut-before', weight: 10 },
  /** The platform has it, and nobody hears of it. */
  { fate: 'cut-after', weight: 18 },
  { fate: 'delay-before', weight: 9 },
  { fate: 'delay-after', weight: 9 },
] as const
type Fate = (typeof fates)[number]['fate']

const longestDelayMs = 700

/** Stands before a real site, and makes of inserts what networks make of them. */
export class FaultyProxy {
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true })
  readonly #target: URL
  readonly #random: () => number
  readonly counts = new Map<Fate, number>()
  isFaulty = true
  url = ''

  private constructor(target: string, random: () => number) {
    this.#target = new URL(target)
    this.#random = random
    this.#server = createServer((request, response) => {
      // Its client was killed, or it cut the connection itself.
      this.#serve(request, response).catch(() => response.destroy())
    })
  }

  static async start(target: string, random: () => number): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target, random)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    const address = proxy.#server.address()
    if (typeof address === 'object' && address !== null) proxy.url = `http://127.0.0.1:${address.port}`
    return proxy
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    this.#agent.destroy()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const fate = this.#fateOf(request)
    this.counts.set(fate, (this.counts.get(fate) ?? 0) + 1)
    if (fate === 'refuse') return void response.writeHead(503).end()
    if (fate === 'slow-down') return void response.writeHead(429, { 'retry-after': '1' }).end()
    if (fate === 'cut-before') return void response.destroy()
    if (fate === 'delay-before') await delay(this.#random() * longestDelayMs)
    const answer = await this.#forward(request, body)
    if (fate === 'cut-after') return void response.destroy()
    if (fate === 'delay-after') await delay(this.#random() * longestDelayMs)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  #fateOf({ url = '' }: IncomingMessage): Fate {
    if (!this.isFaulty || !url.includes('/insert')) return 'pass'
    let left = this.#random() * fates.reduce((sum, { weight }) => sum + weight, 0)
    return fates.find(({ weight }) => (left -= weight) < 0)?.fate ?? 'pass'
  }

  async #forward(request: IncomingMessage, body: Buffer) {
    const passed = ask(new URL(request.url ?? '/', this.#target), {
      method: request.method,
      headers: { ...request.headers, host: this.#target.host },
      agent: this.#agent,
    })
    passed.end(body)
    const [answer] = (await once(passed, 'response')) as [IncomingMessage]
    const { 'content-type': type, 'retry-after': retryAfter } = answer.headers
    const headers = {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    }
    return { status: answer.statusCode ?? 502, headers, body: await buffer(answer) }
  }
}
