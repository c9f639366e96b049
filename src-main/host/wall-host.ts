import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Monitor } from '#contract/wall/monitors.ts'
import { plainAnswer, securityHeaders } from '../core/content-security-policy.ts'
import { createDispatch, type DispatchOptions } from '../core/dispatch.ts'
import { EXPORT_PREFIX } from '../core/events/event-exports.ts'
import type { AreaLog } from '../core/log/logger.ts'
import { handlePageRequest } from '../core/handle-page-request.ts'
import { MEDIA_PREFIX } from '../core/playback/gateway/media-path.ts'
import type { MediaRequest } from '../core/playback/gateway/media-request.ts'
import type { Timers } from '../core/time.ts'
import type { Page, WallMain } from '../core/wall-main.ts'
import { type HostDefaults, hostDefaults } from './defaults.ts'
import { HostSecret } from './host-secret.ts'
import { isFromElsewhere, isFromOurPage, isOfOurPage, isOurHost } from './request-check.ts'
import { WebSocketGate } from './web-socket-gate.ts'

/**
 * A page that opened the wall's tab has no hand on it. Not in Electron, where no page can open a window: Chromium would
 * start a process for the page, and another one once it has read this.
 */
const ownWindow = { 'cross-origin-opener-policy': 'same-origin' }

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
  /** `host:port` as the browser says it; known once the server listens. */
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
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(request, authority)
    const answer =
      refusal === undefined
        ? await handlePageRequest(rendererDir, wall, requestOf(request, response))
        : plainAnswer(refusal)
    await passOn(answer, response)
  }
  const server = createServer((request, response) => {
    // The remaining failure is a browser that goes away in the middle of a file.
    handle(request, response).catch(() => response.destroy())
  })
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

/** Undefined of what our own page asks for. */
function refusalOf({ headers, url = '' }: IncomingMessage, authority: string): number | undefined {
  if (!isOurHost(headers, authority)) return 421
  // The address of a playback is known only to a page that has shown the secret.
  const isStranger =
    isFromElsewhere(headers) ||
    (url.startsWith(MEDIA_PREFIX) && !isOfOurPage(headers)) ||
    (url.startsWith(EXPORT_PREFIX) && !isFromOurPage(headers))
  return isStranger ? 403 : undefined
}

function requestOf(request: IncomingMessage, response: ServerResponse): MediaRequest {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const { method = '', url = '' } = request
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  return { method, path: url, headers, signal: gone.signal }
}

/** As fast as the browser takes it; rejects when either side breaks off. */
async function passOn(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, {
    ...securityHeaders,
    ...ownWindow,
    ...Object.fromEntries(answer.headers),
  })
  // Node's type and the browser's differ in what nobody uses here.
  const body: unknown = answer.body
  if (body === null) response.end()
  // As a stream of Node's it is let go at once when the browser has gone, also while it waits for the platform.
  else await pipeline(Readable.fromWeb(body as ReadableStream), response)
}
