import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { WallMain } from '../core/wall-main.ts'

/** Passes an answer of the gateway on. */
export async function answerMedia(
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
export async function passOn(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  // Node's type and the browser's differ in what nobody uses here.
  const body: unknown = answer.body
  if (body === null) response.end()
  // As a stream of Node's it is let go at once when the browser has gone, also while it waits for the platform.
  else await pipeline(Readable.fromWeb(body as ReadableStream), response)
}
