import { type WallError, wallError } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import {
  decodeRelayFrame,
  encodeRelayFrame,
  relayCloseSchema,
  relayFailedSchema,
  relayKinds,
  type RelayKind,
  type RelayOpen,
} from '#contract/wall/relay.ts'
import type { RelayPort } from '#contract/wall/shell.ts'
import { RelaySocket } from './relay-socket.ts'

/** Address of no host (RFC 6761): only the relay can reach it, and nothing else on the page can by accident. */
const RELAY_HOST = 'camera.invalid'
/** livekit-client wants a token; the real ticket is put in by main and never enters the page. */
export const PLACEHOLDER_TICKET = 'main-has-it'

/** Called with why a socket of this link died. */
export type RelayFailureListener = (error: WallError) => void
interface Channel {
  readonly socket: RelaySocket
  readonly linkId: number
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** All relayed sockets of a page over its one relay port. */
export class RelayExchange {
  readonly #port: RelayPort
  readonly #channels = new Map<number, Channel>()
  readonly #failureListeners = new Map<number, RelayFailureListener>()
  readonly #stopListening: () => void
  #nextChannel = 1
  #nextLink = 1
  #isUp = true

  constructor(port: RelayPort) {
    this.#port = port
    this.#stopListening = port.onFrame((frame) => this.#receive(frame))
  }

  /**
   * Reserves an address for one link to a camera. `release` forgets the listener;
   * sockets of the link are closed by whoever opened them.
   */
  address(cameraId: string, onFailure: RelayFailureListener): { url: string; release: () => void } {
    const linkId = this.#nextLink++
    this.#failureListeners.set(linkId, onFailure)
    return {
      url: `wss://${RELAY_HOST}/${encodeURIComponent(cameraId)}/${linkId}`,
      release: () => void this.#failureListeners.delete(linkId),
    }
  }

  /** Opens a relayed socket for an address of this exchange, with what livekit-client has appended to it. */
  open(url: URL): RelaySocket {
    const channel = this.#nextChannel++
    const [, camera = '', link = '', ...path] = url.pathname.split('/')
    const linkId = Number(link)
    const socket = new RelaySocket(url.href, {
      send: (payload) => {
        if (this.#channels.has(channel))
          this.#port.send(encodeRelayFrame(channel, relayKinds.binary, payload))
      },
      close: (code, reason) => {
        if (this.#channels.delete(channel)) this.#sendJson(channel, relayKinds.close, { code, reason })
      },
    })
    this.#channels.set(channel, { socket, linkId })
    if (!this.#isUp) {
      // After the constructor has returned, like a real socket.
      queueMicrotask(() => this.#end(channel, wallError('shell_lost')))
      return socket
    }
    const query = new URLSearchParams(url.search)
    query.delete('access_token')
    const open: RelayOpen = {
      cameraId: decodeURIComponent(camera),
      pathAndQuery: `/${path.join('/')}?${query.toString()}`,
    }
    this.#sendJson(channel, relayKinds.open, open)
    return socket
  }

  /** The shell's own connection: without it every channel is dead, because main has forgotten them. */
  setLink(isUp: boolean): void {
    this.#isUp = isUp
    if (isUp) return
    for (const channel of this.#channels.keys()) this.#end(channel, wallError('shell_lost'))
  }

  dispose(): void {
    this.#stopListening()
    for (const [channel, { socket }] of this.#channels) {
      this.#channels.delete(channel)
      socket.closed(1001, 'disposed')
    }
    this.#failureListeners.clear()
  }

  #receive(bytes: Uint8Array): void {
    const frame = decodeRelayFrame(bytes)
    const found = frame && this.#channels.get(frame.channel)
    if (!frame || !found) return
    switch (frame.kind) {
      case relayKinds.opened:
        found.socket.opened()
        return
      case relayKinds.binary:
        found.socket.received(frame.payload)
        return
      case relayKinds.close: {
        const close = relayCloseSchema.safeParse(parseJson(decoder.decode(frame.payload)))
        const { code, reason } = close.success ? close.data : { code: 1006, reason: '' }
        this.#end(frame.channel, wallError('media_unreachable'), code, reason)
        return
      }
      case relayKinds.failed: {
        const failed = relayFailedSchema.safeParse(parseJson(decoder.decode(frame.payload)))
        this.#end(frame.channel, failed.success ? failed.data : wallError('bad_answer'))
        return
      }
      case relayKinds.open:
        return
    }
  }

  /** The reason goes first, so that it is known when the SDK reports the failed attempt. */
  #end(channel: number, error: WallError, code = 4000, reason: string = error.code): void {
    const found = this.#channels.get(channel)
    if (!found) return
    this.#channels.delete(channel)
    this.#failureListeners.get(found.linkId)?.(error)
    found.socket.closed(code, reason)
  }

  #sendJson(channel: number, kind: RelayKind, value: unknown): void {
    this.#port.send(encodeRelayFrame(channel, kind, encoder.encode(JSON.stringify(value))))
  }
}

/**
 * Sends sockets for the relay's address through the exchange and leaves all others alone.
 * Returns the function that puts the page's own `WebSocket` back.
 */
export function installRelay(page: { WebSocket: typeof WebSocket }, exchange: RelayExchange): () => void {
  const native = page.WebSocket
  page.WebSocket = new Proxy(native, {
    construct(target, args: [string | URL, (string | string[])?], newTarget) {
      const url = URL.parse(String(args[0]))
      if (url?.hostname === RELAY_HOST) return exchange.open(url)
      const socket: object = Reflect.construct(target, args, newTarget)
      return socket
    },
  })
  return () => {
    page.WebSocket = native
  }
}
