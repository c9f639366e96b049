import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { securityHeaders } from '../core/content-security-policy.ts'
import { EXPORT_PREFIX } from '../core/events/event-exports.ts'
import { findPageFile } from '../core/page-files.ts'
import { MEDIA_PREFIX } from '../core/playback/gateway/media-path.ts'
import type { WallMain } from '../core/wall-main.ts'
import { isFromElsewhere, isFromOurPage, isOfOurPage, isOurHost } from './request-check.ts'

export interface PageServerOptions {
  readonly rendererDir: string
  readonly wall: Pick<WallMain, 'media' | 'download'>
  /** `host:port` as the browser says it; known once the server listens. */
  readonly authority: () => string
}

/** Answers the page's files, footage and exports, and nothing else: no listing, no fallback, no other method than reading. */
export function createPageServer({ rendererDir, wall, authority }: PageServerOptions) {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    if (!isOurHost(request.headers, authority())) return refuse(response, 421)
    if (isFromElsewhere(request.headers)) return refuse(response, 403)
    if (request.url?.startsWith(MEDIA_PREFIX) === true) {
      // Who knows the address of a playback was told it over the connection that showed the secret.
      return isOfOurPage(request.headers) ? answerMedia(wall, request, response) : refuse(response, 403)
    }
    if (request.url?.startsWith(EXPORT_PREFIX) === true) {
      if (!isFromOurPage(request.headers)) return refuse(response, 403)
      const { method = '', url } = request
      return passOn(wall.download({ method, path: url }), response)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405)
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const file = await findPageFile(rendererDir, path)
    if (file === undefined) return refuse(response, 404)
    response.writeHead(200, { ...file.headers, 'content-length': file.sizeBytes })
    if (request.method === 'HEAD') response.end()
    else await pipeline(createReadStream(file.path), response)
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    // Left to fail: a browser that goes away in the middle of a file.
    answer(request, response).catch(() => response.destroy())
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${status}\n`)
}

/** Passes an answer of the gateway on. */
async function answerMedia(
  wall: Pick<WallMain, 'media'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const { method = 'GET', url = '' } = request
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  await passOn(await wall.media({ method, path: url, headers, signal: gone.signal }), response)
}

/** As fast as the browser takes it; rejects when either side breaks off. */
async function passOn(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  // Node's type and the browser's differ in what nobody uses here.
  const body: unknown = answer.body
  if (body === null) response.end()
  // As a stream of Node's it is let go at once when the browser has gone, also while it waits for the platform.
  else await pipeline(Readable.fromWeb(body as ReadableStream), response)
}
