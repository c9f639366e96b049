import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { SiteProxy } from '../../rough/site-proxy.ts'

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
export class FaultyProxy extends SiteProxy {
  readonly #random: () => number
  readonly #passWeight: number
  readonly #takesBatches: boolean
  readonly #fates: readonly { readonly fate: Fate; readonly weight: number }[]
  /** Names of events that are on their way to the platform, or that it has taken when they were sent last. */
  readonly #taken = new Set<string>()
  readonly counts = new Map<Fate, number>()
  isFaulty = true

  private constructor(
    target: string,
    random: () => number,
    { passWeight, takesBatches, losesAnswers }: FaultRate,
  ) {
    super(target)
    this.#random = random
    this.#passWeight = passWeight
    this.#takesBatches = takesBatches
    this.#fates = fates.filter(({ fate }) => losesAnswers || fate !== 'cut-after')
  }

  static start(target: string, random: () => number, rate: FaultRate): Promise<FaultyProxy> {
    return new FaultyProxy(target, random, rate).listen()
  }

  /** Whether the platform has an event of this name, or may still get it. */
  mayBeTaken(uid: string): boolean {
    return this.#taken.has(uid)
  }

  protected async serve(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const fate = this.#fateOf(request)
    this.counts.set(fate, (this.counts.get(fate) ?? 0) + 1)
    if (fate === 'refuse') return void response.writeHead(503).end()
    if (fate === 'slow-down') return void response.writeHead(429, { 'retry-after': '1' }).end()
    if (fate === 'cut-before') return void response.destroy()
    const uids = this.#namesOf(request, body)
    for (const uid of uids) this.#taken.add(uid)
    if (fate === 'delay-before') await delay(this.#random() * longestDelayMs)
    const answer = await this.forward(request, body)
    const { statusCode: status = 502, headers } = answer
    const answered = await buffer(answer)
    if (status >= 300) for (const uid of uids) this.#taken.delete(uid)
    if (fate === 'cut-after') return void response.destroy()
    if (fate === 'delay-after') await delay(this.#random() * longestDelayMs)
    for (const name of ['content-type', 'retry-after'] as const)
      if (headers[name] !== undefined) response.setHeader(name, headers[name])
    response.writeHead(status).end(answered)
  }

  #fateOf({ url = '' }: IncomingMessage): Fate {
    if (!this.isFaulty || !url.includes('/insert')) return 'pass'
    const all = this.#fates.reduce((sum, { weight }) => sum + weight, this.#passWeight)
    let left = this.#random() * all
    return this.#fates.find(({ weight }) => (left -= weight) < 0)?.fate ?? 'pass'
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
