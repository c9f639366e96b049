import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import type { PathName } from '#contract/platform/calls.ts'
import { seededDraw } from '#site/demo/seeded-random.ts'
import { SiteProxy } from './site-proxy.ts'

/** What happens to a call instead of a plain answer. */
export type Trouble =
  | {
      readonly does: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: unknown
    }
  /** The platform is asked after this time. */
  | { readonly does: 'delay'; readonly inMs: number }
  /** No answer until the client gives up, the rule is taken back, or the stand stops. */
  | { readonly does: 'hang' }
  /** The connection is reset. `after`: the platform has done what was asked, and nobody hears of it. */
  | { readonly does: 'reset'; readonly when: 'before' | 'after' }
  /** The platform's own answer, rewritten. */
  | { readonly does: 'rewrite'; readonly json: (answer: unknown) => unknown }
  /** The platform's own answer, dated by a clock that is so far ahead. */
  | { readonly does: 'clock'; readonly aheadMs: number }
  /** 200 and these bytes, whatever was asked for. */
  | { readonly does: 'body'; readonly type: string; readonly bytes: Buffer | string }
  /** The head of the platform's own answer, half of its body, and the end of the connection. */
  | { readonly does: 'truncate' }
  /** The platform's own answer at this speed. */
  | { readonly does: 'drip'; readonly bytesPerSecond: number }

export interface RoughRule {
  /** All calls when left out. */
  readonly call?: PathName
  /** Of the path, for what is no call: playlists and segments. */
  readonly path?: Pick<RegExp, 'test'>
  readonly method?: string
  /** Calls that name one of these cameras, in the body, the query or the path; all when left out. */
  readonly cameras?: readonly string[]
  /** Of the calls that match: how many in a hundred, drawn by seed, camera and number of the call. 100 when left out. */
  readonly percent?: number
  /** Holds for so many calls and then no more. */
  readonly times?: number
  readonly trouble: Trouble
}

export interface SeenCall {
  readonly call: PathName | 'other'
  readonly method: string
  readonly cameraId: string | undefined
  /** Undefined: it passed as it was. */
  readonly trouble: Trouble['does'] | undefined
}

interface ActiveRule {
  readonly rule: RoughRule
  /** Calls that matched so far, by camera: what is drawn does not hang on how cameras interleave. */
  readonly matched: Map<string, number>
  used: number
  readonly ended: PromiseWithResolvers<void>
}

const callNames = new Map(
  Object.entries(defaultPaths).map(([name, path]) => [path as string, name as PathName]),
)
/** A hop's own headers, and the length of a body that may have been rewritten. */
const hopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/**
 * A reverse proxy before a real site that misbehaves by rules: the first rule that matches a call decides.
 * The same seed and the same calls of each camera give the same faults.
 */
export class RoughPlatform extends SiteProxy {
  readonly #seed: number
  #rules: readonly ActiveRule[] = []
  /** In order of arrival. */
  readonly calls: SeenCall[] = []

  private constructor(target: string, seed: number) {
    super(target)
    this.#seed = seed
  }

  static start(target: string, seed = 1, address?: string): Promise<RoughPlatform> {
    return new RoughPlatform(target, seed).listen(address)
  }

  /** The rules from now on, instead of those before; what hangs by an old rule passes. None: a kind platform. */
  use(...rules: readonly RoughRule[]): void {
    for (const { ended } of this.#rules) ended.resolve()
    this.#rules = rules.map((rule) => ({ rule, matched: new Map(), used: 0, ended: Promise.withResolvers() }))
  }

  override stop(): Promise<void> {
    this.use()
    return super.stop()
  }

  protected async serve(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', this.target)
    const call = callNames.get(url.pathname) ?? 'other'
    const method = request.method ?? 'GET'
    const cameraId = url.searchParams.get('cameraId') ?? cameraOfPath(url.pathname) ?? cameraIn(body)
    const active = this.#ruleOf(call, url.pathname, method, cameraId)
    const trouble = active?.rule.trouble
    this.calls.push({ call, method, cameraId, trouble: trouble?.does })
    if (trouble?.does === 'status') {
      const { status, headers = {}, body: answer = {} } = trouble
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      return void response.end(JSON.stringify(answer))
    }
    if (trouble?.does === 'body') {
      response.writeHead(200, { 'content-type': trouble.type })
      return void response.end(trouble.bytes)
    }
    if (trouble?.does === 'delay') await delay(trouble.inMs)
    if (trouble?.does === 'hang') {
      await Promise.race([active?.ended.promise, once(response, 'close')])
      if (response.closed) return
    }
    if (trouble?.does === 'reset') {
      if (trouble.when === 'after') await buffer(await this.forward(request, body))
      return void request.socket.resetAndDestroy()
    }
    const answer = await this.forward(request, body)
    const headers = Object.entries(answer.headers).filter(([name]) => !hopHeaders.has(name))
    if (trouble?.does === 'clock')
      headers.push(['date', new Date(Date.now() + trouble.aheadMs).toUTCString()])
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers))
    if (trouble?.does === 'rewrite') {
      const json: unknown = JSON.parse((await this.#read(answer)).toString())
      return void response.end(JSON.stringify(trouble.json(json)))
    }
    if (trouble?.does === 'truncate') {
      const whole = await this.#read(answer)
      return void response.write(whole.subarray(0, whole.length / 2), () => response.destroy())
    }
    if (trouble?.does === 'drip') {
      const ended = active?.ended.promise ?? Promise.resolve()
      return drip(await this.#read(answer), response, trouble.bytesPerSecond, ended)
    }
    if (call === 'playbackStart') return void response.end(await this.#read(answer))
    response.once('close', () => answer.destroy())
    // A stream's head is news by itself.
    response.flushHeaders()
    answer.pipe(response)
  }

  #ruleOf(
    call: SeenCall['call'],
    path: string,
    method: string,
    cameraId: string | undefined,
  ): ActiveRule | undefined {
    return this.#rules.find((active, place) => {
      const { rule, matched } = active
      if (rule.path?.test(path) === false) return false
      if (rule.call !== undefined && rule.call !== call) return false
      if (rule.method !== undefined && rule.method !== method) return false
      if (rule.cameras !== undefined && !(cameraId !== undefined && rule.cameras.includes(cameraId)))
        return false
      if (active.used >= (rule.times ?? Number.POSITIVE_INFINITY)) return false
      const key = `${call} ${cameraId ?? ''}`
      const nth = matched.get(key) ?? 0
      matched.set(key, nth + 1)
      if (seededDraw(this.#seed, place, key, nth)() * 100 >= (rule.percent ?? 100)) return false
      active.used += 1
      return true
    })
  }

  /** The platform's answer, whose addresses of footage lead through here too. */
  async #read(answer: IncomingMessage): Promise<Buffer> {
    const bytes = await buffer(answer)
    const isText = answer.headers['content-type']?.startsWith('application/json') === true
    return isText ? Buffer.from(bytes.toString().replaceAll(this.target.origin, this.url)) : bytes
  }
}

/** What is left when the rule has ended comes at once. */
async function drip(
  bytes: Buffer,
  response: ServerResponse,
  bytesPerSecond: number,
  ended: Promise<void>,
): Promise<void> {
  const piece = Math.max(1, Math.round(bytesPerSecond / 10))
  let at = 0
  let isDripping = true
  while (isDripping && at < bytes.length && !response.closed) {
    response.write(bytes.subarray(at, at + piece))
    at += piece
    isDripping = await Promise.race([delay(100, true), ended.then(() => false)])
  }
  response.end(bytes.subarray(at))
}

/** Of a session's files. */
function cameraOfPath(path: string): string | undefined {
  return /\/camera\/([^/]+)\//.exec(path)?.[1]
}

function cameraIn(body: Buffer): string | undefined {
  try {
    const json: unknown = JSON.parse(body.toString())
    const named = typeof json === 'object' && json !== null && 'cameraId' in json ? json.cameraId : undefined
    return typeof named === 'string' ? named : undefined
  } catch {
    return undefined
  }
}
