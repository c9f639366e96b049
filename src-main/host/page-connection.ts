import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { parseJson } from '#contract/json.ts'
import { monitorNumberSchema } from '#contract/wall/monitors.ts'
import { RELAY_MAX_FRAME_BYTES } from '#contract/wall/relay.ts'
import type { HostAnswer } from '#contract/wall/shell.ts'
import type { Dispatch } from '../core/dispatch.ts'
import type { AreaLog } from '../core/log/logger.ts'
import type { Timers } from '../core/time.ts'
import type { Page, RelaySession, WallMain } from '../core/wall-main.ts'
import type { HostDefaults } from './defaults.ts'
import type { HostSecret } from './host-secret.ts'

const requestSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('enter'),
    nonce: z.string().min(16).max(64),
    proof: z.string().max(64),
    monitor: monitorNumberSchema.default(1),
  }),
  z.strictObject({
    type: z.literal('call'),
    id: z.int().nonnegative(),
    name: z.string().max(60),
    input: z.unknown().optional(),
  }),
])

type PageRequest = z.infer<typeof requestSchema>
type PageCall = Extract<PageRequest, { type: 'call' }>

/** What a browser says of a page that it closes or loads anew. */
const PAGE_OVER = 1001

export interface PageConnectionOptions {
  readonly socket: WebSocket
  readonly wall: WallMain
  readonly dispatch: Dispatch
  readonly secret: HostSecret
  readonly limits: HostDefaults
  readonly timers: Timers
  readonly log: AreaLog
  /** For one more page. */
  readonly hasRoom: () => boolean
  readonly onEntered: () => void
  readonly onClosed: () => void
}

/** One page over one WebSocket. Until it has shown the secret it receives nothing and may call nothing. */
export class PageConnection {
  readonly #options: PageConnectionOptions
  readonly #socket: WebSocket
  #entered: { readonly page: Page; readonly relay: RelaySession; readonly close: () => void } | undefined
  #openCalls = 0
  #isResponsive = true
  #cancelTimer: () => void

  constructor(options: PageConnectionOptions) {
    this.#options = options
    this.#socket = options.socket
    this.#socket.on('message', (data: Buffer, isBinary: boolean) => this.#onMessage(data, isBinary))
    this.#socket.on('pong', () => {
      this.#isResponsive = true
    })
    // `ws` closes by itself after an error, with the code that belongs to it.
    this.#socket.on('error', ({ code, message }: NodeJS.ErrnoException) =>
      options.log.warn('page connection broken', { why: code ?? message }),
    )
    this.#socket.on('close', (code) => this.#onClose(code))
    // After all that has come is read: this process may have stood still, and not the page.
    this.#cancelTimer = options.timers.after(options.limits.enterWithinMs, () =>
      setImmediate(() => this.#giveUpWaiting()),
    )
  }

  /** Undefined until it has shown the secret. */
  get page(): Page | undefined {
    return this.#entered?.page
  }

  /** Its place is wanted by another one. */
  dismiss(): void {
    this.#socket.terminate()
  }

  /** Says goodbye; resolves when the connection is gone, at the latest after `closeWithinMs`. */
  async dispose(): Promise<void> {
    // Before it answers as a page does that is over: it stays, with its pictures.
    this.#entered?.relay.dispose()
    const closed = once(this.#socket, 'close')
    this.#socket.close(1001, 'shutting down')
    const cancel = this.#options.timers.after(this.#options.limits.closeWithinMs, () =>
      this.#socket.terminate(),
    )
    await closed
    cancel()
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    // What was in flight when the connection was closed from this side.
    if (this.#socket.readyState !== WebSocket.OPEN) return
    const { maxTextBytes } = this.#options.limits
    if (this.#entered === undefined) this.#onFirst(data, isBinary)
    else if (data.byteLength > (isBinary ? RELAY_MAX_FRAME_BYTES : maxTextBytes))
      this.#socket.close(1009, 'too large')
    else if (isBinary) this.#entered.relay.receive(data)
    else this.#onText(data, this.#entered.page)
  }

  #onFirst(data: Buffer, isBinary: boolean): void {
    const first = isBinary || data.byteLength > this.#options.limits.maxEnterBytes ? undefined : parse(data)
    const { wall, secret } = this.#options
    if (first?.type !== 'enter' || !secret.isProvenBy(first.nonce, first.proof)) {
      this.#refuse('wrong secret')
      return
    }
    // Room was there when it connected; others may have entered since.
    if (!this.#options.hasRoom()) {
      this.#refuse('too many pages', 1013)
      return
    }
    this.#cancelTimer()
    this.#send({ type: 'entered', proof: secret.proofFor(first.nonce) })
    const page = { id: randomUUID(), monitor: first.monitor }
    this.#entered = {
      page,
      relay: wall.openRelay((frame) => this.#write(frame)),
      close: wall.openPage(page, (name, payload) => this.#send({ type: 'push', name, payload })),
    }
    this.#ping()
    this.#options.onEntered()
  }

  #onText(data: Buffer, page: Page): void {
    const request = parse(data)
    if (request?.type !== 'call') {
      this.#refuse('malformed frame')
      return
    }
    if (this.#openCalls >= this.#options.limits.maxOpenCalls) {
      this.#refuse('too many calls at once')
      return
    }
    this.#openCalls += 1
    void this.#handleCall(request, page)
  }

  /** Never rejects: a handler that throws is answered as a value by the dispatcher. */
  async #handleCall({ id, name, input }: PageCall, page: Page): Promise<void> {
    const result = await this.#options.dispatch.call(name, input, page)
    this.#openCalls -= 1
    this.#send({ type: 'answer', id, result })
  }

  #ping(): void {
    if (!this.#isResponsive) {
      this.#options.log.info('page does not answer')
      this.#socket.terminate()
      return
    }
    this.#isResponsive = false
    this.#socket.ping()
    this.#cancelTimer = this.#options.timers.after(this.#options.limits.pingEveryMs, () => this.#ping())
  }

  #send(answer: HostAnswer): void {
    this.#write(JSON.stringify(answer))
  }

  #write(data: string | Uint8Array): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    this.#socket.send(data)
    if (this.#socket.bufferedAmount <= this.#options.limits.maxWaitingBytes) return
    this.#options.log.warn('page does not keep up')
    this.#socket.terminate()
  }

  #refuse(why: string, code = 1008): void {
    this.#options.log.warn('page refused', { why })
    this.#socket.close(code, why)
  }

  /** A page that is slow may try again, soon. */
  #giveUpWaiting(): void {
    if (this.#entered === undefined) this.#refuse('secret not shown in time', 1013)
  }

  #onClose(code: number): void {
    this.#cancelTimer()
    this.#entered?.close()
    if (code === PAGE_OVER) this.#entered?.relay.leave()
    else this.#entered?.relay.dispose()
    this.#options.onClosed()
  }
}

function parse(data: Buffer): PageRequest | undefined {
  return requestSchema.safeParse(parseJson(data.toString())).data
}
