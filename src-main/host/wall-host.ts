import { createServer } from 'node:http'
import { once } from 'node:events'
import type { Monitor } from '#contract/wall/monitors.ts'
import { createDispatch, type DispatchOptions } from '../core/dispatch.ts'
import type { AreaLog } from '../core/log/logger.ts'
import type { Timers } from '../core/time.ts'
import type { Page, WallMain } from '../core/wall-main.ts'
import { type HostDefaults, hostDefaults } from './host-defaults.ts'
import { HostSecret } from './host-secret.ts'
import { createPageServer } from './page-server.ts'
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
