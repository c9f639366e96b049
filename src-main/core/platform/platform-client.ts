import { type WallError, wallError } from '#contract/errors.ts'
import type { CreateApiKeyRequest } from '#contract/platform/api-key.ts'
import {
  defaultPaths,
  expiryUnits,
  type PathName,
  type PlatformOverrides,
  platformOverridesSchema,
  type Spellings,
  spellingsOf,
  TICKET_LIFE_IN_MS,
} from '#contract/platform/assumptions.ts'
import type { PlatformErrorCode } from '#contract/platform/errors.ts'
import type { CreateTicketRequest } from '#contract/platform/live-view.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { PlatformAddress } from '#contract/wall/connection.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import type { Clock, Random, Timers } from '../time.ts'
import { AbsentCalls } from './absent-calls.ts'
import { callPolicies, type PlatformCall } from './defaults.ts'
import { DictionaryCalls } from './dictionary-calls.ts'
import { EventCalls, type StreamWish } from './event-calls.ts'
import { type Answered, failureOfHttp, failureOfStatus, type Reading } from './failure.ts'
import { type HttpAnswer, httpRequest } from './http-request.ts'
import { openHttpStream } from './http-stream.ts'
import { type KeyVerdict, type PlatformHealth, PlatformFindings, verdictOf } from './platform-findings.ts'
import {
  type ReadCamera,
  type ReadKey,
  type ReadTicket,
  readCameras,
  readKey,
  readTicket,
} from './read-answer.ts'
import { InsertCalls } from './insert-calls.ts'
import { OccupancyCalls } from './occupancy-calls.ts'
import { PlaybackCalls } from './playback-calls.ts'
import { KeyCalls } from './key-calls.ts'
import { readError } from './read-error.ts'
import { retryDelayInMs } from './retry-policy.ts'

export interface PlatformClientPorts {
  readonly address: PlatformAddress
  /** The key of the moment; asked before each attempt. */
  readonly key: () => Promise<Result<string, WallError>>
  /** Of occupancy reports alone (assumption 32); the key where there is no other. */
  readonly occupancyCredential?: () => Promise<Result<string, WallError>>
  /** The organization of that key, as far as known. */
  readonly orgId: () => string | undefined
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

export interface MintedTicket extends ReadTicket {
  /** How long it starts a stream, from the instant at which it was asked for; at most three minutes. */
  readonly lifeInMs: number
}

export interface NewKey extends Omit<CreateApiKeyRequest, 'expiresIn'> {
  readonly expiresInSeconds: number
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

/** The calls of one platform. A new address is a new client: what was learnt of one says nothing of another. */
export class PlatformClient {
  readonly playback: PlaybackCalls
  readonly insert: InsertCalls
  readonly keys: KeyCalls
  readonly events: EventCalls
  readonly occupancy: OccupancyCalls
  readonly dictionaries: DictionaryCalls
  private readonly ports: PlatformClientPorts
  private readonly overrides: PlatformOverrides
  private readonly spellings: Spellings
  private readonly ended = new AbortController()
  private readonly findings: PlatformFindings
  private readonly absent: AbsentCalls

  constructor(ports: PlatformClientPorts) {
    this.ports = ports
    this.findings = new PlatformFindings(() => ports.clock.wallMs())
    this.absent = new AbsentCalls(ports.clock)
    this.overrides = ports.address.overrides ?? platformOverridesSchema.parse({})
    const spellings = spellingsOf(this.overrides)
    this.spellings = spellings
    this.playback = new PlaybackCalls({
      spellings,
      exchange: (exchange) => this.exchange(exchange),
      confirm: (name) => this.findings.confirm(name),
      timeFormat: this.overrides.playbackTimeFormat,
    })
    this.keys = new KeyCalls({
      spellings,
      exchange: (exchange) => this.exchange(exchange),
      confirm: (name) => this.findings.confirm(name),
      tryTicket: (cameraId, credential) => this.createTicket(cameraId, { call: 'tryKey', credential }),
    })
    this.insert = new InsertCalls({
      exchange: (exchange) => this.exchange(exchange),
      confirm: (name) => this.findings.confirm(name),
    })
    this.events = new EventCalls({
      spellings,
      exchange: (exchange) => this.exchange(exchange),
      openStream: (wish, signal) => this.openStream(wish, signal),
      confirm: (name) => this.findings.confirm(name),
      orgId: ports.orgId,
    })
    this.occupancy = new OccupancyCalls({
      spellings,
      exchange: (exchange) => this.exchange(exchange),
      confirm: (name) => this.findings.confirm(name),
      credential: ports.occupancyCredential ?? ports.key,
      members: this.overrides,
    })
    this.dictionaries = new DictionaryCalls({
      spellings,
      exchange: (exchange) => this.exchange(exchange),
      confirm: (name) => this.findings.confirm(name),
    })
  }

  health(): PlatformHealth {
    return this.findings.health()
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
          rate_limited: 'The platform wants a pause before the next sign-in. Wait, then sign in again.',
        },
        read: (answer) => {
          const read = readKey(answer.text, this.spellings)
          if (read === undefined) return undefined
          this.findings.confirm('keyResponse')
          this.findings.judgeUnit('keyExpiryUnit', answer, read.expiresAtMs, expiresInSeconds * 1_000)
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
        const cameras = readCameras(answer.text, this.spellings)
        if (cameras !== undefined) this.findings.confirm('cameraList')
        return cameras
      },
    })
  }

  /** Section 4.4. One attempt; the token broker decides about the next. */
  createTicket(
    cameraId: string,
    asked: Pick<Exchange<MintedTicket>, 'call' | 'credential'> = { call: 'createTicket' },
  ): Promise<Answered<MintedTicket>> {
    const body: CreateTicketRequest = {
      cameraId,
      expiresIn: (TICKET_LIFE_IN_MS / 1_000) * expiryUnits[this.overrides.ticketExpiryUnit],
    }
    return this.exchange({
      ...asked,
      method: 'POST',
      path: 'participants',
      withKey: true,
      body,
      read: (answer) => {
        const ticket = readTicket(answer.text, this.spellings)
        if (ticket === undefined) return undefined
        this.findings.confirm('ticketResponse')
        this.findings.judgeUnit('ticketExpiryUnit', answer, ticket.expiresAtMs, TICKET_LIFE_IN_MS)
        return { ...ticket, lifeInMs: this.findings.ticketLifeInMs(answer, ticket.expiresAtMs) }
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
    this.findings.observe(outcome)
    return ok({ status: outcome.status })
  }

  /** What was found not to be there is asked for again: somebody wants to know, or the key is another one. */
  askAnew(): void {
    this.absent.forget()
  }

  /** Calls under way fail with `unreachable`. */
  dispose(): void {
    this.ended.abort()
  }

  private async exchange<Value>(exchange: Exchange<Value>): Promise<Answered<Value>> {
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

  /** One attempt; whoever reads the stream decides about the next. */
  private async openStream(
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
