import { type WallErrorCode, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { WallError } from '#contract/errors.ts'
import type { BrokerLimits } from '#main/core/live-view/defaults.ts'
import type { LiveViewTicket } from '#main/core/live-view/ticket.ts'
import { TokenBroker } from '#main/core/live-view/token-broker.ts'
import type { Logger } from '#main/core/log/logger.ts'
import type { PlatformResult } from '#main/core/platform/failure.ts'
import type { MintedTicket } from '#main/core/platform/platform-client.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'

export type Weather =
  | { readonly kind: 'fine' }
  | {
      readonly kind: 'fails'
      readonly code: WallErrorCode
      readonly retryAfterInMs?: number
      /** Instead of the stand's latency. */
      readonly afterInMs?: number
      /** By itself: unless nobody was reached. */
      readonly maybeCarriedOut?: boolean
    }

export interface SeenMint {
  readonly cameraId: string
  readonly atMs: number
}

/** A token broker on a fake clock, before a platform whose mood the test sets. */
export class BrokerStand {
  readonly time = new FakeTime()
  readonly mints: SeenMint[] = []
  ticketName = 'ticket'
  readonly tokens = new Map<string, { readonly cameraId: string; readonly bornMs: number }>()
  /** The most mints of one camera that were ever under way together. */
  mostAtOnceOfOneCamera = 0
  latencyInMs = 20
  lifeInMs = 180_000
  weather: Weather = { kind: 'fine' }
  readonly weatherOf = new Map<string, Weather>()
  /** Why no ticket may be dialled. */
  addressFault: WallError | undefined
  readonly lines: readonly string[]
  readonly logger: Logger
  readonly broker: TokenBroker
  readonly #underWay = new Map<string, number>()
  /** Time that passes even in sleep, and that nobody can set. */
  #asleepMs = 0
  #serial = 0

  constructor(limits: Partial<BrokerLimits> = {}, random: () => number = () => 0) {
    const { logger, redactor, lines } = memoryLog()
    this.lines = lines
    this.logger = logger
    this.broker = new TokenBroker({
      mint: (cameraId, timeoutInMs) => this.#mint(cameraId, timeoutInMs),
      resolve: ({ token, url = '' }) =>
        this.addressFault === undefined ? ok({ token, url }) : fail(this.addressFault),
      clock: this.time,
      timers: this.time,
      random,
      redactor,
      log: logger.area('live-view'),
      limits,
    })
  }

  get trueMs(): number {
    return this.time.monotonicMs() + this.#asleepMs
  }

  sleep(forMs: number): void {
    this.#asleepMs += forMs
    this.time.sleep(forMs)
  }

  /** These are wanted, and so long passes. */
  wants(cameraIds: readonly string[], ms: number): Promise<void> {
    this.broker.want(cameraIds)
    return this.time.advance(ms)
  }

  /** Takes, and lets the platform answer. */
  async take(cameraId: string, withinMs = this.latencyInMs): Promise<Result<LiveViewTicket, WallError>> {
    const taken = this.broker.take(cameraId)
    await this.time.advance(withinMs)
    return taken
  }

  mintsOf(cameraId: string): number {
    return this.mints.filter((mint) => mint.cameraId === cameraId).length
  }

  async #mint(cameraId: string, timeoutInMs: number): Promise<PlatformResult<MintedTicket>> {
    this.mints.push({ cameraId, atMs: this.time.monotonicMs() })
    const underWay = (this.#underWay.get(cameraId) ?? 0) + 1
    this.#underWay.set(cameraId, underWay)
    this.mostAtOnceOfOneCamera = Math.max(this.mostAtOnceOfOneCamera, underWay)
    // Made at the moment of the request: the oldest that the ticket can be.
    const bornMs = this.trueMs
    const weather = this.weatherOf.get(cameraId) ?? this.weather
    const { latencyInMs } = this
    const { afterInMs = latencyInMs } = weather.kind === 'fails' ? weather : {}
    await new Promise<void>((resolve) => this.time.after(Math.min(afterInMs, timeoutInMs), resolve))
    this.#underWay.set(cameraId, underWay - 1)
    if (afterInMs > timeoutInMs) return fail({ error: wallError('timeout'), maybeCarriedOut: true })
    if (weather.kind === 'fails') {
      const { code, retryAfterInMs, maybeCarriedOut = code !== 'unreachable' } = weather
      return fail({ error: wallError(code), retryAfterInMs, maybeCarriedOut })
    }
    this.#serial += 1
    const token = `${this.ticketName}-${this.#serial}`
    this.tokens.set(token, { cameraId, bornMs })
    return ok({ token, url: 'ws://media', expiresAtMs: undefined, lifeInMs: this.lifeInMs })
  }
}

export const down: Weather = { kind: 'fails', code: 'unreachable' }
