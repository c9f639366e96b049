import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { type WallError, wallError } from '#contract/errors.ts'
import {
  type PlatformOverrides,
  platformOverridesSchema,
  type Spellings,
  spellingsOf,
} from '#contract/platform/assumptions.ts'
import { type AnswerOf, type CallName, type PathName, paths, rowOf } from '#contract/platform/calls.ts'
import type { PlatformErrorCode } from '#contract/platform/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { PlatformAddress } from '#contract/wall/connection.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import { pause, type Random, type Time } from '../time.ts'
import { AbsentCalls } from './absent-calls.ts'
import {
  FAILURE_LOGGED_AGAIN_IN_MS,
  patienceOf,
  REACH_TIMEOUT_IN_MS,
  STREAM_SILENCE_IN_MS,
} from './defaults.ts'
import { type Dialect, parseAnswer, readAnswer } from './dialect.ts'
import { type PlatformResult, failureOfHttp, failureOfStatus, type Sentences } from './failure.ts'
import { type HttpAnswer, httpRequest } from './http-request.ts'
import { type KeyVerdict, PlatformFindings, type PlatformHealth, verdictOf } from './platform-findings.ts'
import { readError, tidy } from './read-error.ts'
import { retryDelayInMs } from './retry-policy.ts'

export interface ExchangeOptions extends Time {
  readonly address: PlatformAddress
  /** The key of the moment; asked before each attempt. */
  readonly key: Credential
  /** Of occupancy reports and dictionaries alone (assumption 32); the key where there is no other. */
  readonly occupancyCredential?: Credential
  /** The organization of the key, as far as known. */
  readonly orgId: () => string | undefined
  readonly fetch: typeof fetch
  readonly random: Random
  readonly redactor: Redactor
  readonly log: AreaLog
  /** What an answer means for the key that was sent. */
  readonly onVerdict: (key: string, verdict: KeyVerdict, platformCode: PlatformErrorCode | undefined) => void
  /** Something of `health()` has changed. `isBack`: an outage of the whole platform has ended. */
  readonly onHealth: (isBack: boolean) => void
}

export type Credential = () => Promise<Result<string, WallError>>

/** What one call adds to its row. */
export interface Asked {
  readonly method?: 'GET' | 'DELETE'
  /** Of what is meant below the path. */
  readonly id?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Instead of that of its row. */
  readonly timeoutInMs?: number | undefined
  /** Sent in the place of the key. What is answered to it says nothing of the key. */
  readonly credential?: Credential | undefined
  /** Aborted when the answer is no longer wanted. */
  readonly signal?: AbortSignal | undefined
  readonly sentences?: Sentences
  readonly isMs?: Dialect['isMs']
}

/**
 * What the answer means here; undefined when it cannot be read after all. `doubt`: what the call shows is not as we assume,
 * although the answer can be read.
 */
export type Read<Name extends CallName, Value> = (
  answer: AnswerOf<Name>,
  about: { readonly http: HttpAnswer; readonly doubt: () => void },
) => Value | undefined

/**
 * How a call of a platform is carried out: with the key of the moment, as often as its row says, and not at all
 * while it is known not to be there. Whatever is answered is also read for what it says of the key and the platform.
 */
export class PlatformExchange {
  readonly options: ExchangeOptions
  readonly overrides: PlatformOverrides
  readonly findings: PlatformFindings
  readonly #absent: AbsentCalls
  readonly #spellings: Spellings
  readonly #ended = new AbortController()
  /** Monotonic, by call and code: when such a failure was in the log last. */
  readonly #loggedAtMs = new Map<string, number>()
  /** The key that the platform accepts, and the calls that it has accepted with it. */
  #accepted: { readonly key: string; readonly calls: Set<CallName> } | undefined

  constructor(options: ExchangeOptions) {
    this.options = options
    this.overrides = options.address.overrides ?? platformOverridesSchema.parse({})
    this.#spellings = spellingsOf(this.overrides)
    this.findings = new PlatformFindings(options.clock)
    this.#absent = new AbsentCalls(options.clock)
  }

  health(): PlatformHealth {
    return this.findings.health()
  }

  async call<Name extends CallName, Value>(
    name: Name,
    asked: Asked,
    read: Read<Name, Value>,
  ): Promise<PlatformResult<Value>> {
    const absent = this.#absent.failureOf(name)
    if (absent !== undefined) return fail(absent)
    const ends = [this.#ended.signal, asked.signal].filter((end) => end !== undefined)
    const signal = AbortSignal.any(ends)
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(name, asked, read, signal)
      if (outcome.ok || signal.aborted) return outcome
      const { error, maybeCarriedOut, retryAfterInMs, platformCode } = outcome.error
      const { code } = error
      // In no words of ours it may be about the pace as well: a full house outlasts the tries.
      const mayPass = code === 'too_many_sessions' && platformCode === undefined
      const failed = { code: mayPass ? 'rate_limited' : code, maybeCarriedOut, retryAfterInMs } as const
      const delayInMs = retryDelayInMs(patienceOf(name), failed, attempt, this.options.random)
      this.options.log.log(this.#levelOf(`${name} ${code}`), error.message, {
        call: name,
        code,
        attempt,
        retryInMs: delayInMs,
      })
      if (delayInMs === undefined) return outcome
      await pause(this.options.timers, delayInMs, signal).ended
    }
  }

  /** A night of tries would leave no line of how it began. */
  #levelOf(failure: string): 'warn' | 'debug' {
    const nowMs = this.options.clock.monotonicMs()
    if (nowMs - (this.#loggedAtMs.get(failure) ?? -Infinity) < FAILURE_LOGGED_AGAIN_IN_MS) return 'debug'
    this.#loggedAtMs.set(failure, nowMs)
    return 'warn'
  }

  /** The same where any success is enough. */
  async carryOut(name: CallName, asked: Asked): Promise<PlatformResult<undefined>> {
    const done = await this.call(name, asked, () => true)
    return done.ok ? ok(undefined) : done
  }

  /** What a call's answer, or a part of one, says in the spelling of this platform. */
  readAs<Name extends CallName>(
    name: Name,
    json: unknown,
    isMs?: Dialect['isMs'],
  ): AnswerOf<Name> | undefined {
    const { reads, spelt = {} } = rowOf(name)
    if (reads === undefined) return {} as AnswerOf<Name>
    const dialect = { spelt, spellings: this.#spellings, isMs }
    return readAnswer(reads, json, dialect) as AnswerOf<Name> | undefined
  }

  /** A sentence of the platform within an answer that is a success, made safe as that of an error is. */
  sentenceOf(text: string): string | undefined {
    return tidy(this.options.redactor.redact(text))
  }

  /** Whether anything answers at the address, whatever it says. Sends no key. */
  async ping(): Promise<PlatformResult<{ readonly status: number }>> {
    const timeoutInMs = REACH_TIMEOUT_IN_MS
    const outcome = await httpRequest(this.options, {
      method: 'GET',
      url: this.#urlOf('cameras'),
      headers: { accept: 'application/json' },
      timeoutInMs,
      signal: this.#ended.signal,
    })
    if (outcome.kind !== 'answer') return fail(failureOfHttp(outcome, timeoutInMs))
    this.findings.observe(outcome)
    return ok({ status: outcome.status })
  }

  /** Forgets which calls were absent: the operator tests them, or the key has changed. */
  askAnew(): void {
    this.#absent.forget()
  }

  /** Calls under way fail with `unreachable`. */
  dispose(): void {
    this.#ended.abort()
  }

  async #attempt<Name extends CallName, Value>(
    name: Name,
    asked: Asked,
    read: Read<Name, Value>,
    signal: AbortSignal,
  ): Promise<PlatformResult<Value>> {
    const { answerType: accept = 'application/json', ...row } = rowOf(name)
    const headers: Record<string, string> = { accept, ...asked.headers }
    if (asked.body !== undefined) headers['content-type'] = 'application/json'
    const key = row.isOpen === true ? undefined : await (asked.credential ?? this.options.key)()
    if (key?.ok === false) return fail({ error: key.error, maybeCarriedOut: false })
    if (key !== undefined) headers['authorization'] = `Bearer ${key.value}`
    const timeoutInMs = asked.timeoutInMs ?? patienceOf(name).timeoutInMs
    const answer = await httpRequest(this.options, {
      method: asked.method ?? row.method,
      url: this.#urlOf(row.path, asked.query, asked.id),
      headers,
      timeoutInMs,
      signal,
      silenceMs: accept === 'text/event-stream' ? STREAM_SILENCE_IN_MS : undefined,
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    })
    const judged = asked.credential === undefined ? key?.value : undefined
    const outcome =
      answer.kind === 'answer'
        ? this.#read(name, asked, read, answer, judged)
        : fail(failureOfHttp(answer, timeoutInMs))
    if (!signal.aborted) this.#note(name, outcome, judged)
    return outcome
  }

  /** `key`: of which the outcome says something. */
  #note(name: CallName, outcome: PlatformResult<unknown>, key: string | undefined): void {
    const verdict = verdictOf(outcome)
    if (key !== undefined && verdict !== undefined) {
      this.#noteAccepted(name, key, verdict)
      this.options.onVerdict(key, verdict, outcome.ok ? undefined : outcome.error.platformCode)
    }
    const isBack = this.findings.note(name, outcome)
    this.#absent.note(name, outcome)
    this.options.onHealth(isBack)
  }

  #noteAccepted(name: CallName, key: string, verdict: KeyVerdict): void {
    if (verdict === 'accepted') {
      if (this.#accepted?.key !== key) this.#accepted = { key, calls: new Set() }
      this.#accepted.calls.add(name)
    } else if (verdict === 'rejected' && this.#accepted?.key === key) {
      this.#accepted = undefined
      // What looked absent may have been this refusal.
      this.#absent.forget()
    }
  }

  #read<Name extends CallName, Value>(
    name: Name,
    { sentences = {}, isMs }: Asked,
    read: Read<Name, Value>,
    answer: HttpAnswer,
    key: string | undefined,
  ): PlatformResult<Value> {
    const row = rowOf(name)
    this.findings.observe(answer)
    if (answer.status >= 200 && answer.status < 300) {
      // Of a stream, each message is read when it comes.
      const parsed =
        row.answerType === undefined
          ? this.readAs(name, parseAnswer(answer.text), isMs)
          : ({} as AnswerOf<Name>)
      let isDoubted = false
      const doubt = () => {
        isDoubted = true
      }
      const value = parsed === undefined ? undefined : read(parsed, { http: answer, doubt })
      if (value === undefined) {
        this.findings.find(row.shows, 'contradicted')
        return fail({ error: wallError('bad_answer'), maybeCarriedOut: true })
      }
      this.findings.readable(name, isDoubted)
      return ok(value)
    }
    const reported = readError(answer.text, (text) => this.options.redactor.redact(text))
    const accepted = key !== undefined && this.#accepted?.key === key ? this.#accepted.calls : undefined
    const isKeyKnownGood = accepted !== undefined && !accepted.has(name)
    const { baseUrl } = this.options.address
    const failure = failureOfStatus(answer, reported, row, sentences, { baseUrl, isKeyKnownGood })
    if (reported.asAssumed) this.findings.find('errorBody', 'confirmed')
    if ([400, 401, 403, 404, 409].includes(answer.status)) this.findings.find('errorStatuses', 'confirmed')
    if (failure.error.code === 'rate_limited' && failure.retryAfterInMs !== undefined)
      this.findings.find('rateLimits', 'confirmed')
    return fail(failure)
  }

  #urlOf(path: PathName, query: Readonly<Record<string, string>> = {}, id?: string): string {
    const { baseUrl } = this.options.address
    const search = new URLSearchParams(query).toString()
    const below = id === undefined ? '' : `/${encodeURIComponent(id)}`
    const address = withoutEndSlashes(baseUrl) + (this.overrides.paths[path] ?? paths[path][0]) + below
    return search === '' ? address : `${address}?${search}`
  }
}
