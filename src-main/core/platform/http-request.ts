import { codeOf, messageOf } from '#contract/thrown.ts'
import type { Time, Timers } from '../time.ts'
import { MAX_ANSWER_BYTES, MAX_ERROR_BYTES } from './defaults.ts'

interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutInMs: number
  /** Aborted by the caller when the answer is no longer wanted. */
  readonly signal: AbortSignal
  /** A stream of events is wanted, which is at an end when nothing comes for so long. */
  readonly silenceMs?: number | undefined
}

export interface HttpAnswer {
  readonly kind: 'answer'
  /** That was asked. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  /** Cut off at the limit for answers that are no success. */
  readonly text: string
  /** Of a stream of events, in the place of its text: throws when the connection breaks. Whoever leaves the loop ends it. */
  readonly pieces?: AsyncIterable<Uint8Array>
  /** Our wall clock. */
  readonly sentAtMs: number
  readonly receivedAtMs: number
}

export type HttpFailure =
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'too-large' }
  /** `reason` is the system's code or sentence, `maybeSent` whether the request may have arrived. */
  | { readonly kind: 'unreachable'; readonly reason: string; readonly maybeSent: boolean }

export interface HttpOptions extends Time {
  readonly fetch: typeof fetch
}

/**
 * One attempt. Never throws for anything that a network or a server can do. Redirects are answers like others:
 * a key must not follow them to another host.
 */
export async function httpRequest(
  options: HttpOptions,
  request: HttpRequest,
): Promise<HttpAnswer | HttpFailure> {
  const own = new AbortController()
  let timedOut = false
  const cancelTimer = options.timers.after(request.timeoutInMs, () => {
    timedOut = true
    own.abort()
  })
  try {
    const sentAtMs = options.clock.wallMs()
    const response = await options.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
      signal: AbortSignal.any([own.signal, request.signal]),
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    const receivedAtMs = options.clock.wallMs()
    const { status, headers } = response
    const answer = { kind: 'answer', url: request.url, status, headers, sentAtMs, receivedAtMs } as const
    if (request.silenceMs !== undefined && isEventStream(response)) {
      const pieces = watched(response.body, () => own.abort(), request.silenceMs, options.timers)
      return { ...answer, text: '', pieces }
    }
    const text = await readText(response)
    return text === undefined ? { kind: 'too-large' } : { ...answer, text }
  } catch (thrown) {
    if (timedOut) return { kind: 'timeout' }
    if (request.signal.aborted) return { kind: 'cancelled' }
    return { kind: 'unreachable', ...networkReason(thrown) }
  } finally {
    cancelTimer()
  }
}

/** Undefined when a success is longer than allowed. Reads no more than the limit. */
async function readText(response: Response): Promise<string | undefined> {
  if (response.body === null) return ''
  const limit = response.ok ? MAX_ANSWER_BYTES : MAX_ERROR_BYTES
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    size += chunk.byteLength
    // Leaving the loop cancels the body.
    if (size > limit) break
  }
  if (size > limit && response.ok) return undefined
  const bytes = Buffer.concat(chunks).subarray(0, limit)
  const charset = /;\s*charset="?([^\s";]+)/i.exec(response.headers.get('content-type') ?? '')?.[1]
  // JSON is UTF-8 whatever is said of it (RFC 8259 §8.1); what is none may be what is said. In UTF-16 every second byte of
  // plain words is NUL, which JSON never has.
  const text = bytes.includes(0) ? undefined : decodedAs('utf-8', bytes)
  return text ?? decodedAs(charset, bytes) ?? new TextDecoder().decode(bytes)
}

/** Undefined when the bytes are no such text. Its end may be cut off. */
function decodedAs(charset: string | undefined, bytes: Uint8Array): string | undefined {
  if (charset === undefined) return undefined
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

/** Codes of Node and undici that are raised before the first byte of a request has left. */
const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDR|ERR_ADDRESS|UND_ERR_CONNECT|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

function networkReason(thrown: unknown): { reason: string; maybeSent: boolean } {
  // fetch says "fetch failed"; what happened is in the cause, and for several addresses in its first error.
  const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  const code = codeOf(first)
  return { reason: code || messageOf(first), maybeSent: !unsent.test(code) }
}

function isEventStream(
  response: Response,
): response is Response & { readonly body: NonNullable<Response['body']> } {
  const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  return response.status === 200 && type === 'text/event-stream' && response.body !== null
}

async function* watched(
  body: AsyncIterable<Uint8Array>,
  end: () => void,
  silenceMs: number,
  timers: Timers,
): AsyncGenerator<Uint8Array> {
  let cancelTimer = timers.after(silenceMs, end)
  try {
    for await (const piece of body) {
      cancelTimer()
      yield piece
      cancelTimer = timers.after(silenceMs, end)
    }
  } finally {
    cancelTimer()
    end()
  }
}
