import type { Timers } from '../time.ts'
import {
  type HttpAnswer,
  type HttpFailure,
  type HttpOptions,
  httpRequest,
  type HttpRequest,
} from './http-request.ts'

export interface HttpStream {
  readonly kind: 'stream'
  /** Throws when the connection breaks or falls silent. Whoever leaves the loop ends the connection. */
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * One GET whose answer does not end by itself; the time-out is until it answers, `silenceMs` from one piece to the next.
 * What is no success is read like any other answer.
 */
export function openHttpStream(
  options: HttpOptions,
  request: Omit<HttpRequest, 'method' | 'body'>,
  silenceMs: number,
): Promise<HttpStream | HttpAnswer | HttpFailure> {
  return httpRequest<HttpStream>(options, { ...request, method: 'GET' }, ({ status, headers, body }, end) => {
    const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
    if (status !== 200 || type !== 'text/event-stream' || body === null) return undefined
    return { kind: 'stream', body: watched(body, end, silenceMs, options.timers) }
  })
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
