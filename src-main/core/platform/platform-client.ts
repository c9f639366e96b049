import { type WallError, wallError } from '#contract/errors.ts'
import type { CreateApiKeyRequest } from '#contract/platform/api-key.ts'
import {
  type AssumptionName,
  defaultPaths,
  expiryUnits,
  type PathName,
  platformOverridesSchema,
  TICKET_LIFE_IN_MS,
} from '#contract/platform/assumptions.ts'
import type { CreateTicketRequest } from '#contract/platform/live-view.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { PlatformAddress } from '#contract/wall/connection.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import type { Clock, Random, Timers } from '../time.ts'
import { callPolicies, EXPIRY_TOLERANCE_IN_MS, type PlatformCall } from './defaults.ts'
import { failureOfHttp, failureOfStatus, type PlatformFailure, type Sentences } from './failure.ts'
import { type HttpAnswer, httpRequest } from './http-request.ts'
import {
  type ReadCamera,
  type ReadKey,
  type ReadTicket,
  readCameras,
  readKey,
  readTicket,
} from './read-answer.ts'
import { readError } from './read-error.ts'
import { retryDelayInMs } from './retry-policy.ts'
import { SkewEstimator } from './skew.ts'

export interface PlatformClientPorts {
  readonly address: PlatformAddress
  /** The key of the moment; asked before each attempt. */
  readonly key: () => Promise<Result<string, WallError>>
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly redactor: Redactor
  readonly log: AreaLog
  /** What an answer says of the key that was sent. */
  readonly onVerdict: (key: string, verdict: KeyVerdict) => void
  /** Something of `health()` has changed. */
  readonly onHealth: () => void
}

export type KeyVerdict = 'accepted' | 'rejected' | 'not-allowed'

export interface PlatformHealth {
  readonly reach: 'idle' | 'ok' | 'failing'
  /** Of the latest kind of call that has not succeeded since. */
  readonly lastError: WallError | undefined
  readonly skewMs: number | undefined
  readonly confirmed: readonly AssumptionName[]
}

export type Answered<Value> = Result<Value, PlatformFailure>

export interface MintedTicket extends ReadTicket {
  /** How long it starts a stream, from the instant at which it was asked for; at most three minutes. */
  readonly lifeInMs: number
}

export interface NewKey extends Omit<CreateApiKeyRequest, 'expiresIn'> {
  readonly expiresInSeconds: number
}

interface Exchange<Value> {
  readonly call: PlatformCall
  readonly method: 'GET' | 'POST'
  readonly path: PathName
  readonly withKey: boolean
  readonly body?: unknown
  readonly sentences?: Sentences
  readonly read: (answer: HttpAnswer) => Value | undefined
}

/** The calls of one platform. A new address is a new client: what was learnt of one says nothing of another. */
export class PlatformClient {
  private readonly ports: PlatformClientPorts
  private readonly overrides: ReturnType<typeof platformOverridesSchema.parse>
  private readonly ended = new AbortController()
  private readonly skew = new SkewEstimator()
  private readonly confirmed = new Set<AssumptionName>()
  private readonly errors = new Map<PlatformCall, WallError>()
  private reach: PlatformHealth['reach'] = 'idle'

  constructor(ports: PlatformClientPorts) {
    this.ports = ports
    this.overrides = ports.address.overrides ?? platformOverridesSchema.parse({})
  }

  health(): PlatformHealth {
    return {
      reach: this.reach,
      lastError: [...this.errors.values()].at(-1),
      skewMs: this.skew.skewMs(),
      confirmed: [...this.confirmed],
    }
  }

  /** Section 4.3. Never repeated after a failure that may have made a key. */
  async createApiKey(key: NewKey): Promise<Answered<ReadKey>> {
    const { expiresInSeconds, ...rest } = key
    const body: CreateApiKeyRequest = {
      ...rest,
      expiresIn: expiresInSeconds * expiryUnits[this.overrides.keyExpiryUnit],
    }
    const forgetPassword = this.ports.redactor.add(key.password)
    try {
      return await this.exchange({
        call: 'createApiKey',
        method: 'POST',
        path: 'apiKey',
        withKey: false,
        body,
        sentences: {
          key_rejected: 'The platform does not accept this e-mail and password.',
          not_allowed: 'This account may not make keys for this organization.',
          not_found: 'The platform knows no call that makes keys at this address, or not this organization.',
          limit_reached: 'This organization has all the keys it may have. Delete one on the platform first.',
        },
        read: (answer) => {
          const read = readKey(answer.text)
          if (read === undefined) return undefined
          this.confirm('keyResponse')
          if (this.isNear(answer, read.expiresAtMs, expiresInSeconds * 1_000)) this.confirm('keyExpiryUnit')
          return read
        },
      })
    } finally {
      forgetPassword()
    }
  }

  /** Assumption 24. */
  listCameras(): Promise<Answered<readonly ReadCamera[]>> {
    return this.exchange({
      call: 'listCameras',
      method: 'GET',
      path: 'cameras',
      withKey: true,
      sentences: { not_found: 'The platform offers no list of cameras at this address.' },
      read: (answer) => {
        const cameras = readCameras(answer.text)
        if (cameras !== undefined) this.confirm('cameraList')
        return cameras
      },
    })
  }

  /** Section 4.4. One attempt; the token broker decides about the next. */
  createTicket(cameraId: string): Promise<Answered<MintedTicket>> {
    const body: CreateTicketRequest = {
      cameraId,
      expiresIn: (TICKET_LIFE_IN_MS / 1_000) * expiryUnits[this.overrides.ticketExpiryUnit],
    }
    return this.exchange({
      call: 'createTicket',
      method: 'POST',
      path: 'participants',
      withKey: true,
      body,
      read: (answer) => {
        const ticket = readTicket(answer.text)
        if (ticket === undefined) return undefined
        this.confirm('ticketResponse')
        if (this.isNear(answer, ticket.expiresAtMs, TICKET_LIFE_IN_MS)) this.confirm('ticketExpiryUnit')
        return { ...ticket, lifeInMs: this.ticketLifeInMs(answer, ticket.expiresAtMs) }
      },
    })
  }

  /** Whether anything answers at the address, whatever it says. Sends no key. */
  async ping(): Promise<Answered<{ readonly status: number }>> {
    const { timeoutInMs } = callPolicies.reach
    const outcome = await httpRequest(this.ports, {
      method: 'GET',
      url: this.urlOf('cameras'),
      headers: { accept: 'application/json' },
      timeoutInMs,
      signal: this.ended.signal,
    })
    if (outcome.kind !== 'answer') return fail(failureOfHttp(outcome, timeoutInMs))
    this.skew.observe(outcome.headers, outcome.sentAtMs, outcome.receivedAtMs)
    return ok({ status: outcome.status })
  }

  /** Calls under way fail with `unreachable`. */
  dispose(): void {
    this.ended.abort()
  }

  private async exchange<Value>(exchange: Exchange<Value>): Promise<Answered<Value>> {
    const { retry } = callPolicies[exchange.call]
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.attempt(exchange)
      if (outcome.ok || this.ended.signal.aborted) return outcome
      const { error, maybeCarriedOut, retryAfterInMs } = outcome.error
      const delayInMs = retryDelayInMs(
        retry,
        { code: error.code, maybeCarriedOut, retryAfterInMs },
        attempt,
        this.ports.random,
      )
      this.ports.log.warn(error.message, {
        call: exchange.call,
        code: error.code,
        attempt,
        retryInMs: delayInMs,
      })
      if (delayInMs === undefined) return outcome
      await this.pause(delayInMs)
    }
  }

  private async attempt<Value>(exchange: Exchange<Value>): Promise<Answered<Value>> {
    const headers: Record<string, string> = { accept: 'application/json' }
    if (exchange.body !== undefined) headers['content-type'] = 'application/json'
    const key = exchange.withKey ? await this.ports.key() : undefined
    if (key?.ok === false) return fail({ error: key.error, maybeCarriedOut: false })
    if (key !== undefined) headers['authorization'] = `Bearer ${key.value}`
    const { timeoutInMs } = callPolicies[exchange.call]
    const answer = await httpRequest(this.ports, {
      method: exchange.method,
      url: this.urlOf(exchange.path),
      headers,
      timeoutInMs,
      signal: this.ended.signal,
      ...(exchange.body === undefined ? {} : { body: JSON.stringify(exchange.body) }),
    })
    const outcome =
      answer.kind === 'answer' ? this.read(exchange, answer) : fail(failureOfHttp(answer, timeoutInMs))
    if (this.ended.signal.aborted) return outcome
    const verdict = verdictOf(outcome)
    if (key !== undefined && verdict !== undefined) this.ports.onVerdict(key.value, verdict)
    this.note(exchange.call, outcome)
    return outcome
  }

  private read<Value>(exchange: Exchange<Value>, answer: HttpAnswer): Answered<Value> {
    this.skew.observe(answer.headers, answer.sentAtMs, answer.receivedAtMs)
    if (answer.status >= 200 && answer.status < 300) {
      const value = exchange.read(answer)
      if (value !== undefined) return ok(value)
      return fail({ error: wallError('bad_answer'), maybeCarriedOut: true })
    }
    const says = readError(answer.text, (text) => this.ports.redactor.redact(text))
    const failure = failureOfStatus(answer, says, exchange.sentences)
    if (says.asAssumed) this.confirm('errorBody')
    if ([400, 401, 403, 404, 409].includes(answer.status)) this.confirm('errorStatuses')
    if (failure.error.code === 'rate_limited' && failure.retryAfterInMs !== undefined)
      this.confirm('rateLimits')
    return fail(failure)
  }

  private note(call: PlatformCall, outcome: Answered<unknown>): void {
    this.errors.delete(call)
    if (!outcome.ok) this.errors.set(call, outcome.error.error)
    const code = outcome.ok ? undefined : outcome.error.error.code
    this.reach = code === 'unreachable' || code === 'timeout' || code === 'platform_failed' ? 'failing' : 'ok'
    this.ports.onHealth()
  }

  private confirm(name: AssumptionName): void {
    this.confirmed.add(name)
  }

  /** Whether an announced expiry is what was asked for: then the unit was understood. */
  private isNear(answer: HttpAnswer, expiresAtMs: number | undefined, lifeInMs: number): boolean {
    if (expiresAtMs === undefined) return false
    const expectedMs = this.platformTimeMs(answer) + lifeInMs
    return Math.abs(expiresAtMs - expectedMs) <= Math.max(EXPIRY_TOLERANCE_IN_MS, lifeInMs * 0.01)
  }

  private ticketLifeInMs(answer: HttpAnswer, expiresAtMs: number | undefined): number {
    // Without the platform's time its instants mean nothing here; the interface itself promises three minutes.
    if (expiresAtMs === undefined || this.skew.skewMs() === undefined) return TICKET_LIFE_IN_MS
    const lifeInMs = expiresAtMs - this.platformTimeMs(answer)
    // A ticket that is dead when it is made means something else by this member than we do.
    return lifeInMs <= 0 ? TICKET_LIFE_IN_MS : Math.min(lifeInMs, TICKET_LIFE_IN_MS)
  }

  private platformTimeMs(answer: HttpAnswer): number {
    return answer.sentAtMs + (this.skew.skewMs() ?? 0)
  }

  private urlOf(path: PathName): string {
    return this.ports.address.baseUrl.replace(/\/+$/, '') + (this.overrides.paths[path] ?? defaultPaths[path])
  }

  private pause(delayInMs: number): Promise<void> {
    const { signal } = this.ended
    return new Promise((resolve) => {
      const finish = () => {
        cancel()
        signal.removeEventListener('abort', finish)
        resolve()
      }
      const cancel = this.ports.timers.after(delayInMs, finish)
      signal.addEventListener('abort', finish, { once: true })
    })
  }
}

function verdictOf(outcome: Answered<unknown>): KeyVerdict | undefined {
  if (outcome.ok) return 'accepted'
  const { code } = outcome.error.error
  if (code === 'key_rejected') return 'rejected'
  return code === 'not_allowed' ? 'not-allowed' : undefined
}
