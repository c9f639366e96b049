import type { Timers } from '../time.ts'
import {
  type HttpAnswer,
  type HttpFailure,
  type HttpOptions,
  networkReason,
  readText,
} from './http-request.ts'

export interface HttpStreamRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Until it answers. */
  readonly timeoutInMs: number
  /** From one piece to the next; then the connection counts as dead. */
  readonly silenceMs: number
  readonly signal: AbortSignal
}

export interface HttpStream {
  readonly kind: 'stream'
  /** Throws when the connection breaks or falls silent. Whoever leaves the loop ends the connection. */
  readonly body: AsyncIterable<Uint8Array>
}

/** One GET whose answer does not end by itself. What is no success is read like any other answer. Never throws. */
export async function openHttpStream(
  options: HttpOptions,
  request: HttpStreamRequest,
): Promise<HttpStream | HttpAnswer | HttpFailure> {
  const abort = new AbortController()
  const giveUp = () => abort.abort()
  let timedOut = false
  const cancelTimer = options.timers.after(request.timeoutInMs, () => {
    timedOut = true
    giveUp()
  })
  request.signal.addEventListener('abort', giveUp, { once: true })
  if (request.signal.aborted) giveUp()
  const forget = () => request.signal.removeEventListener('abort', giveUp)
  try {
    const sentAtMs = options.clock.wallMs()
    const response = await options.fetch(request.url, {
      headers: request.headers,
      redirect: 'manual',
      signal: abort.signal,
    })
    const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
    if (response.status === 200 && type === 'text/event-stream' && response.body !== null) {
      return {
        kind: 'stream',
        body: watched(response.body, abort, forget, request.silenceMs, options.timers),
      }
    }
    const receivedAtMs = options.clock.wallMs()
    const text = (await readText(response)) ?? ''
    forget()
    const { status, headers } = response
    return { kind: 'answer', status, headers, text, sentAtMs, receivedAtMs }
  } catch (thrown) {
    forget()
    if (timedOut) return { kind: 'timeout' }
    if (request.signal.aborted) return { kind: 'cancelled' }
    return { kind: 'unreachable', ...networkReason(thrown) }
  } finally {
    cancelTimer()
  }
}

async function* watched(
  body: AsyncIterable<Uint8Array>,
  abort: AbortController,
  forget: () => void,
  silenceMs: number,
  timers: Timers,
): AsyncGenerator<Uint8Array> {
  let cancelTimer = timers.after(silenceMs, () => abort.abort())
  try {
    for await (const piece of body) {
      cancelTimer()
      yield piece
      cancelTimer = timers.after(silenceMs, () => abort.abort())
    }
  } finally {
    cancelTimer()
    forget()
    abort.abort()
  }
}
