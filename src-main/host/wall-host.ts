import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Monitor } from '#contract/wall/monitors.ts'
import { securityHeaders } from '../core/content-security-policy.ts'
import { createDispatch, type DispatchOptions } from '../core/dispatch.ts'
import { EXPORT_PREFIX } from '../core/events/event-exports.ts'
import type { AreaLog } from '../core/log/logger.ts'
import { findPageFile } from '../core/page-files.ts'
import { MEDIA_PREFIX } from '../core/playback/gateway/media-path.ts'
import type { Timers } from '../core/time.ts'
import type { Page, WallMain } from '../core/wall-main.ts'
import { type HostDefaults, hostDefaults } from './host-defaults.ts'
import { HostSecret } from './host-secret.ts'
import { isFromElsewhere, isFromOurPage, isOfOurPage, isOurHost } from './request-check.ts'
import { WebSocketGate } from './web-socket-gate.ts'

export interface WallHostOptions {
  readonly wall: WallMain
  /** The built page: `out/renderer`. */
  readonly rendererDir: string
  /** 0 takes any free one. */
  readonly port: number
  readonly log: AreaLog
  readonly timers: Timers
  readonly onBug: DispatchOptions['onBug']
  /** The number of pages that are in, after every change. */
  readonly onPages?: (pages: number) => void
  readonly limits?: Partial<HostDefaults>
}

export interface WallHost {
  /** Where to open the page. The fragment is the secret; it is never sent to a server. */
  readonly url: string
  readonly origin: string
  dispose(): Promise<void>
}

/** Only this machine: a wall shows what nobody else should see, over a connection that is not encrypted. */
const LOOPBACK = '127.0.0.1'

/** Serves the wall to browsers of this machine. Rejects when the port is taken (`EADDRINUSE`). */
export async function startWallHost(options: WallHostOptions): Promise<WallHost> {
  const { wall, rendererDir, log, timers, onBug, onPages } = options
  const secret = new HostSecret()
  let authority = ''
  const dispatch = createDispatch({ handlers: wall.handlers, log, onBug })
  const gate = new WebSocketGate({
    wall,
    dispatch,
    secret,
    timers,
    log,
    limits: { ...hostDefaults, ...options.limits },
    authority: () => authority,
    onPages: (pages) => {
      wall.setMonitors(monitorsOf(pages))
      onPages?.(pages.length)
    },
  })
  const server = createServer(createPageServer({ rendererDir, wall, authority: () => authority }))
  server.on('upgrade', (request, socket, head: Buffer) => gate.upgrade(request, socket, head))
  server.listen(options.port, LOOPBACK)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server listens on a port')
  authority = `${LOOPBACK}:${address.port}`
  const origin = `http://${authority}`
  return {
    origin,
    url: `${origin}/#${secret.text}`,
    async dispose() {
      const closed = once(server, 'close')
      server.close()
      await gate.dispose()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A browser places its windows itself, and each page says which monitor it is. */
function monitorsOf(pages: readonly Page[]): Monitor[] {
  const numbers = [...new Set(pages.map(({ monitor }) => monitor))]
  return numbers.map((number) => ({ number, kind: number === 1 ? 'operator' : 'wall', label: '' }))
}

interface PageServerOptions {
  readonly rendererDir: string
  readonly wall: Pick<WallMain, 'media' | 'download'>
  /** `host:port` as the browser says it; known once the server listens. */
  readonly authority: () => string
}

/** Serves the page's files, footage and exports, and nothing else: no listing, no fallback, no method but GET and HEAD. */
function createPageServer({ rendererDir, wall, authority }: PageServerOptions) {
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    if (!isOurHost(request.headers, authority())) return refuse(response, 421)
    if (isFromElsewhere(request.headers)) return refuse(response, 403)
    if (request.url?.startsWith(MEDIA_PREFIX) === true) {
      // The address of a playback is known only to a page that has shown the secret.
      return isOfOurPage(request.headers) ? handleMedia(wall, request, response) : refuse(response, 403)
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
    // The remaining failure is a browser that goes away in the middle of a file.
    handle(request, response).catch(() => response.destroy())
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${status}\n`)
}

/** Passes on a response of the gateway. */
async function handleMedia(
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
