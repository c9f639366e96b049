import http, { type Agent, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { codeOf } from '#contract/thrown.ts'

export interface HttpRoute {
  readonly agent: Agent
  /** Left out where a proxy or the system looks the name up. */
  readonly lookup?: LookupFunction
}

/** Where a request goes; rejects for an address that must not be dialled. */
export type RouteOf = (address: URL) => Promise<HttpRoute>

type Init = NonNullable<Parameters<typeof fetch>[1]>

/**
 * `fetch` as far as main needs it, by Node's own client: that one lets us say which addresses a name may be dialled
 * at, and through which agent, for each request. Redirects are answers like others. Rejects as `fetch` does.
 */
export function createHttpFetch(routeOf: RouteOf): typeof fetch {
  return async (input, init = {}) => {
    const address = new URL(typeof input === 'string' ? input : 'url' in input ? input.url : input.href)
    try {
      return await send(address, init, await routeOf(address))
    } catch (cause) {
      throw new TypeError('fetch failed', { cause })
    }
  }
}

async function send(address: URL, init: Init, route: HttpRoute, isRetry = false): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init
  const answered = Promise.withResolvers<Response>()
  const { request } = address.protocol === 'https:' ? https : http
  // The headers of Node's own `fetch`: some gateways refuse requests with fewer.
  const usual = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'node' }
  const asked = request(address, {
    ...route,
    method,
    // As much as browsers read.
    maxHeaderSize: 256 * 1_024,
    headers: {
      ...usual,
      ...(typeof body === 'string' ? lengthOf(body) : {}),
      ...Object.fromEntries(entriesOf(headers)),
    },
  })
  let plain: Readable | undefined
  // Not by the option `signal`: a connection that is kept would end by the signal of its first request.
  const giveUp = () => {
    // Before the connection, so that half a body does not look like a whole one.
    plain?.destroy(new Error('given up'))
    asked.destroy()
  }
  signal?.addEventListener('abort', giveUp, { once: true })
  asked.once('close', () => {
    signal?.removeEventListener('abort', giveUp)
    // `101 Switching Protocols` has neither `response` nor `error`.
    answered.reject(new Error('closed without an answer'))
  })
  asked.once('response', (answer) => {
    plain = decoded(answer)
    // Whoever reads hears of it; while nobody does, it must not end the process.
    for (const stream of [answer, plain]) stream.on('error', () => {})
    try {
      answered.resolve(responseOf(answer, plain))
    } catch (error) {
      answered.reject(error)
      asked.destroy()
    }
  })
  // Also after the answer, for the same reason.
  asked.on('error', answered.reject)
  if (signal?.aborted === true) giveUp()
  else asked.end(typeof body === 'string' ? body : undefined)
  try {
    return await answered.promise
  } catch (error) {
    // The server has closed a connection at rest while it was taken up again: nothing of the request has been read.
    const wasClosed = asked.reusedSocket && codeOf(error) === 'ECONNRESET' && signal?.aborted !== true
    if (!wasClosed || isRetry || method !== 'GET') throw error
    return send(address, init, route, true)
  }
}

function responseOf(answer: IncomingMessage, plain: Readable): Response {
  const headers = new Headers()
  const raw = answer.rawHeaders
  for (let at = 0; at + 1 < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '')
  const status = answer.statusCode ?? 0
  const hasBody = ![204, 205, 304].includes(status)
  if (!hasBody) answer.resume()
  return new Response(hasBody ? streamOf(answer, plain) : null, { status, headers })
}

function decoded(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase()
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : undefined
  if (decoder === undefined) return answer
  answer.once('error', (error) => decoder.destroy(error))
  decoder.once('error', () => answer.destroy())
  return answer.pipe(decoder)
}

/** Read only as fast as it is consumed; cancelling it closes the connection. */
function streamOf(answer: IncomingMessage, body: Readable): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done === true) controller.close()
        else controller.enqueue(new Uint8Array(value))
      },
      cancel() {
        body.destroy()
        answer.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}

function entriesOf(headers: Init['headers']): [string, string][] {
  return [...new Headers(headers).entries()]
}

function lengthOf(body: string): Record<string, string> {
  return { 'content-length': String(Buffer.byteLength(body)) }
}
