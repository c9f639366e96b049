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
  { fate: 'refuse', weight: 10 },
  { fate: 'slow-down', weight: 4 },
  { fate: 'cut-before', weight: 10 },
  /** The platform has it, and nobody hears of it. */
  { fate: 'cut-after', weight: 18 },
  { fate: 'delay-before', weight: 9 },
  { fate: 'delay-after', weight: 9 },
] as const
type Fate = (typeof fates)[number]['fate'] | 'pass'

export interface FaultRate {
  /** Against the sum of the weights above. */
  readonly passWeight: number
  /** False: it has no such call, and whatever comes as a batch is none of its events. */
  readonly takesBatches: boolean
  /** False: whatever the platform has taken is acknowledged, if somebody still listens. */
  readonly losesAnswers: boolean
}

const longestDelayMs = 700

/** Stands before a real site, and makes of inserts what networks make of them. */
export class FaultyProxy {
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true })
  readonly #target: URL
  readonly #random: () => number
  readonly #passWeight: number
  readonly #takesBatches: boolean
  readonly #fates: readonly { readonly fate: Fate; readonly weight: number }[]
  /** Names of events that are on their way to the platform, or that it has taken when they were sent last. */
  readonly #taken = new Set<string>()
  readonly counts = new Map<Fate, number>()
  isFaulty = true
  url = ''

  private constructor(
    target: string,
    random: () => number,
    { passWeight, takesBatches, losesAnswers }: FaultRate,
  ) {
    this.#target = new URL(target)
    this.#random = random
    this.#passWeight = passWeight
    this.#takesBatches = takesBatches
    this.#fates = fates.filter(({ fate }) => losesAnswers || fate !== 'cut-after')
    this.#server = createServer((request, response) => {
      // Its client was killed, or it cut the connection itself.
      this.#serve(request, response).catch(() => response.destroy())
    })
  }

  static async start(target: string, random: () => number, rate: FaultRate): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target, random, rate)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    const address = proxy.#server.address()
    if (typeof address === 'object' && address !== null) proxy.url = `http://127.0.0.1:${address.port}`
    return proxy
  }

  /** Whether the platform has an event of this name, or may still get it. */
  mayBeTaken(uid: string): boolean {
    return this.#taken.has(uid)
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
    const uids = this.#namesOf(request, body)
    for (const uid of uids) this.#taken.add(uid)
    if (fate === 'delay-before') await delay(this.#random() * longestDelayMs)
    const answer = await this.#forward(request, body)
    if (answer.status >= 300) for (const uid of uids) this.#taken.delete(uid)
    if (fate === 'cut-after') return void response.destroy()
    if (fate === 'delay-after') await delay(this.#random() * longestDelayMs)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  #fateOf({ url = '' }: IncomingMessage): Fate {
    if (!this.isFaulty || !url.includes('/insert')) return 'pass'
    const all = this.#fates.reduce((sum, { weight }) => sum + weight, this.#passWeight)
    let left = this.#random() * all
    return this.#fates.find(({ weight }) => (left -= weight) < 0)?.fate ?? 'pass'
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

  /** `Idempotency-Key` is sent to every platform, whatever it makes of it. */
  #namesOf({ url = '', headers }: IncomingMessage, body: Buffer): string[] {
    if (!url.includes('/insert')) return []
    const one = headers['idempotency-key']
    if (typeof one === 'string') return [one]
    if (!this.#takesBatches) return []
    const { events = [] } = JSON.parse(body.toString()) as { events?: { idempotencyKey: string }[] }
    return events.map(({ idempotencyKey }) => idempotencyKey)
  }
}
