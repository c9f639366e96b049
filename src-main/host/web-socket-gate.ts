import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { RELAY_MAX_FRAME_BYTES } from '#contract/wall/relay.ts'
import type { AreaLog } from '../core/log/logger.ts'
import { WarnOnceAMinute } from '../core/log/warn-once-a-minute.ts'
import type { Page } from '../core/wall-main.ts'
import { PageConnection, type PageConnectionOptions } from './page-connection.ts'
import { isOurHost, isOurOrigin } from './request-check.ts'

export interface WebSocketGateOptions
  extends Omit<PageConnectionOptions, 'socket' | 'hasRoom' | 'onEntered' | 'onClosed'> {
  readonly authority: () => string
  /** Told after every change, with the pages that have shown the secret. */
  readonly onPages: (pages: readonly Page[]) => void
}

/** Lets pages of ours in at `/shell`, and nobody else. */
export class WebSocketGate {
  readonly #options: WebSocketGateOptions
  /** Any program of this machine can be refused as often as it likes. */
  readonly #refusals: WarnOnceAMinute
  readonly #server: WebSocketServer
  readonly #connections = new Set<PageConnection>()

  constructor(options: WebSocketGateOptions) {
    this.#refusals = new WarnOnceAMinute(options.log, options.timers)
    const warn: AreaLog['warn'] = (message, fields) => this.#refusals.warn(message, fields)
    this.#options = { ...options, log: { ...options.log, warn } }
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: Math.max(RELAY_MAX_FRAME_BYTES, options.limits.maxTextBytes),
      perMessageDeflate: false,
    })
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { authority, log, limits } = this.#options
    const strangers = [...this.#connections].filter(({ page }) => page === undefined)
    const refusal =
      request.url !== '/shell'
        ? 404
        : !isOurHost(request.headers, authority())
          ? 421
          : !isOurOrigin(request.headers, authority())
            ? 403
            : !this.#hasRoom()
              ? 503
              : undefined
    if (refusal !== undefined) {
      log.warn('connection refused', { status: refusal })
      // The other side may be gone already; that is all right.
      socket.on('error', () => {})
      // Its other half would be under no limit of the server's, and keep that from closing.
      socket.end(`HTTP/1.1 ${refusal} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
        socket.destroy(),
      )
      return
    }
    // A page of ours enters at once: who has said nothing for longest is the least likely to be one.
    const [silent] = strangers
    if (silent !== undefined && strangers.length >= limits.maxStrangers) {
      // Its socket ends later than others may come: until then it would be dismissed in their place, too.
      this.#connections.delete(silent)
      silent.dismiss()
    }
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      const connection = new PageConnection({
        ...this.#options,
        socket: opened,
        hasRoom: () => this.#hasRoom(),
        onEntered: () => this.#options.onPages(this.#pages()),
        onClosed: () => {
          this.#connections.delete(connection)
          if (connection.page !== undefined) this.#options.onPages(this.#pages())
        },
      })
      this.#connections.add(connection)
      // `ws` would keep as much of a stranger's frame as a page may send.
      socket.on('data', () => {
        if (connection.page === undefined && request.socket.bytesRead > limits.maxStrangerBytes)
          connection.dismiss()
      })
    })
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#connections].map((connection) => connection.dispose()))
    this.#server.close()
    this.#refusals.dispose()
  }

  #hasRoom(): boolean {
    return this.#pages().length < this.#options.limits.maxPages
  }

  #pages(): readonly Page[] {
    return [...this.#connections].map(({ page }) => page).filter((page) => page !== undefined)
  }
}
