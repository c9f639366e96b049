import { type WallError, wallError } from '#contract/errors.ts'
import {
  type AssumptionName,
  defaultPaths,
  type PathName,
  type PlatformOverrides,
  type Spellings,
} from '#contract/platform/assumptions.ts'
import type { PlatformErrorCode } from '#contract/platform/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { PlatformAddress } from '#contract/wall/connection.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import type { Clock, Random, Timers } from '../time.ts'
import { AbsentCalls } from './absent-calls.ts'
import { callPolicies, type PlatformCall } from './defaults.ts'
import type { StreamWish } from './event-calls.ts'
import { type Answered, failureOfHttp, failureOfStatus, type Reading } from './failure.ts'
import { type HttpAnswer, httpRequest } from './http-request.ts'
import { openHttpStream } from './http-stream.ts'
import { type KeyVerdict, PlatformFindings, verdictOf } from './platform-findings.ts'
import { readError } from './read-error.ts'
import { retryDelayInMs } from './retry-policy.ts'

export interface ExchangePorts {
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
  readonly onVerdict: (key: string, verdict: KeyVerdict, says: PlatformErrorCode | undefined) => void
  /** Something of `health()` has changed. */
  readonly onHealth: () => void
}

/** One call of the interface: how it is asked and how its answer is read. */
export interface Exchange<Value> extends Reading {
  readonly call: PlatformCall
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: PathName
  /** Of what is meant below that path. */
  readonly id?: string
  readonly withKey: boolean
  /** Sent in the place of the key. What is answered to it says nothing of the key. */
  readonly credential?: () => Promise<Result<string, WallError>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Whoever asks has lost interest. */
  readonly signal?: AbortSignal | undefined
  readonly read: (answer: HttpAnswer) => Value | undefined
}

/** What every group of calls stands on. */
export interface CallNeeds {
  readonly exchange: <Value>(exchange: Exchange<Value>) => Promise<Answered<Value>>
  readonly confirm: (name: AssumptionName) => void
  readonly spellings: Spellings
}

/**
 * How a call of a platform is carried out: with the key of the moment, as often as its policy says, and not at all
 * while it is known not to be there. Whatever is answered is also read for what it says of the key and the platform.
 */
export class PlatformExchange {
  readonly findings: PlatformFindings
  readonly absent: AbsentCalls
  private readonly ports: ExchangePorts
  private readonly overrides: PlatformOverrides
  private readonly ended = new AbortController()

  constructor(ports: ExchangePorts, overrides: PlatformOverrides) {
    this.ports = ports
    this.overrides = overrides
    this.findings = new PlatformFindings(() => ports.clock.wallMs())
    this.absent = new AbsentCalls(ports.clock)
  }

  async exchange<Value>(exchange: Exchange<Value>): Promise<Answered<Value>> {
    const absent = this.absent.failureOf(exchange.call)
    if (absent !== undefined) return fail(absent)
    const { retry } = callPolicies[exchange.call]
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.attempt(exchange)
      if (outcome.ok || this.ended.signal.aborted || exchange.signal?.aborted === true) return outcome
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
      await this.pause(delayInMs, exchange.signal)
    }
  }

  /** One attempt; whoever reads the stream decides about the next. */
  async openStream(
    { path, headers, silenceMs, ...reading }: StreamWish,
    wishEnded: AbortSignal,
  ): Promise<Answered<AsyncIterable<Uint8Array>>> {
    const absent = this.absent.failureOf('eventStream')
    if (absent !== undefined) return fail(absent)
    const key = await this.ports.key()
    if (!key.ok) return fail({ error: key.error, maybeCarriedOut: false })
    const { timeoutInMs } = callPolicies.eventStream
    const signal = AbortSignal.any([this.ended.signal, wishEnded])
    const opened = await openHttpStream(this.ports, {
      url: this.urlOf(path),
      headers: { ...headers, authorization: `Bearer ${key.value}` },
      timeoutInMs,
      silenceMs,
      signal,
    })
    const outcome: Answered<AsyncIterable<Uint8Array>> =
      opened.kind === 'stream'
        ? ok(opened.body)
        : opened.kind === 'answer'
          ? this.read<never>({ ...reading, call: 'eventStream', read: () => undefined }, opened)
          : fail(failureOfHttp(opened, timeoutInMs))
    if (signal.aborted) return outcome
    const verdict = verdictOf(outcome)
    if (verdict !== undefined) this.ports.onVerdict(key.value, verdict, saysOf(outcome))
    this.findings.note('eventStream', outcome)
    this.absent.note('eventStream', outcome)
    this.ports.onHealth()
    return outcome
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
    this.findings.observe(outcome)
    return ok({ status: outcome.status })
  }

  /** Calls under way fail with `unreachable`. */
  dispose(): void {
    this.ended.abort()
  }

  private async attempt<Value>(exchange: Exchange<Value>): Promise<Answered<Value>> {
    const headers: Record<string, string> = { accept: 'application/json', ...exchange.headers }
    if (exchange.body !== undefined) headers['content-type'] = 'application/json'
    const key = exchange.withKey ? await (exchange.credential ?? this.ports.key)() : undefined
    if (key?.ok === false) return fail({ error: key.error, maybeCarriedOut: false })
    if (key !== undefined) headers['authorization'] = `Bearer ${key.value}`
    const { timeoutInMs } = callPolicies[exchange.call]
    const { signal } = this.ended
    const answer = await httpRequest(this.ports, {
      method: exchange.method,
      url: this.urlOf(exchange.path, exchange.query, exchange.id),
      headers,
      timeoutInMs,
      signal: exchange.signal === undefined ? signal : AbortSignal.any([signal, exchange.signal]),
      ...(exchange.body === undefined ? {} : { body: JSON.stringify(exchange.body) }),
    })
    const outcome =
      answer.kind === 'answer' ? this.read(exchange, answer) : fail(failureOfHttp(answer, timeoutInMs))
    if (signal.aborted || exchange.signal?.aborted === true) return outcome
    const verdict = exchange.credential === undefined ? verdictOf(outcome) : undefined
    if (key !== undefined && verdict !== undefined) this.ports.onVerdict(key.value, verdict, saysOf(outcome))
    this.findings.note(exchange.call, outcome)
    this.absent.note(exchange.call, outcome)
    this.ports.onHealth()
    return outcome
  }

  private read<Value>(
    exchange: Reading & Pick<Exchange<Value>, 'call' | 'read'>,
    answer: HttpAnswer,
  ): Answered<Value> {
    this.findings.observe(answer)
    if (answer.status >= 200 && answer.status < 300) {
      const value = exchange.read(answer)
      if (value !== undefined) return ok(value)
      this.findings.unreadable(exchange.call)
      return fail({ error: wallError('bad_answer'), maybeCarriedOut: true })
    }
    const says = readError(answer.text, (text) => this.ports.redactor.redact(text))
    const failure = failureOfStatus(answer, says, exchange)
    if (says.asAssumed) this.findings.confirm('errorBody')
    if ([400, 401, 403, 404, 409].includes(answer.status)) this.findings.confirm('errorStatuses')
    if (failure.error.code === 'rate_limited' && failure.retryAfterInMs !== undefined)
      this.findings.confirm('rateLimits')
    return fail(failure)
  }

  private urlOf(path: PathName, query: Readonly<Record<string, string>> = {}, id?: string): string {
    const { baseUrl } = this.ports.address
    const search = new URLSearchParams(query).toString()
    const below = id === undefined ? '' : `/${encodeURIComponent(id)}`
    const address = baseUrl.replace(/\/+$/, '') + (this.overrides.paths[path] ?? defaultPaths[path]) + below
    return search === '' ? address : `${address}?${search}`
  }

  private pause(delayInMs: number, wishEnded: AbortSignal | undefined): Promise<void> {
    const signals = wishEnded === undefined ? [this.ended.signal] : [this.ended.signal, wishEnded]
    return new Promise((resolve) => {
      const finish = () => {
        cancel()
        for (const signal of signals) signal.removeEventListener('abort', finish)
        resolve()
      }
      const cancel = this.ports.timers.after(delayInMs, finish)
      for (const signal of signals) signal.addEventListener('abort', finish, { once: true })
    })
  }
}

function saysOf(outcome: Answered<unknown>): PlatformErrorCode | undefined {
  return outcome.ok ? undefined : outcome.error.says
}
