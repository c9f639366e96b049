/** What a socket needs of the exchange that carries its bytes. */
export interface RelayChannel {
  send(payload: Uint8Array): void
  close(code: number, reason: string): void
}

type Handler = ((event: Event) => void) | null

/**
 * The part of `WebSocket` that livekit-client uses, over one channel of the signalling relay.
 *
 * A socket that never opened does *not* fire `error`: livekit-client would then ask
 * `https://…/rtc/validate` for the reason, a request that the page's policy forbids and whose answer
 * the relay already has. It opens and closes at once instead, which the SDK reports as a failed attempt
 * without any request; the true reason reaches the link through the exchange.
 * https://github.com/livekit/client-sdk-js/blob/v2.23.0/src/api/SignalClient.ts (`handleConnectionError`)
 */
export class RelaySocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSING = 2
  readonly CLOSED = 3

  readonly url: string
  readonly protocol = ''
  readonly extensions = ''
  readonly bufferedAmount = 0
  readyState: number = RelaySocket.CONNECTING
  binaryType: BinaryType = 'blob'
  onopen: Handler = null
  onmessage: Handler = null
  onerror: Handler = null
  onclose: Handler = null
  readonly #channel: RelayChannel

  constructor(url: string, channel: RelayChannel) {
    super()
    this.url = url
    this.#channel = channel
  }

  /** livekit-client sends no text. */
  send(data: ArrayBufferLike | ArrayBufferView): void {
    if (this.readyState === RelaySocket.CONNECTING)
      throw new DOMException('still connecting', 'InvalidStateError')
    if (this.readyState !== RelaySocket.OPEN) return
    this.#channel.send(
      ArrayBuffer.isView(data)
        ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
        : new Uint8Array(data),
    )
  }

  close(code = 1000, reason = ''): void {
    if (this.readyState >= RelaySocket.CLOSING) return
    this.readyState = RelaySocket.CLOSING
    this.#channel.close(code, reason)
    // The far end's own close is not waited for: a hung server must not hold a channel.
    queueMicrotask(() => this.#finish(code, reason, true))
  }

  /** The exchange: main has opened the real socket. */
  opened(): void {
    if (this.readyState !== RelaySocket.CONNECTING) return
    this.readyState = RelaySocket.OPEN
    this.#fire('open', new Event('open'))
  }

  /** The exchange: a message for this socket. The bytes are copied: `payload` is a view into a frame. */
  received(payload: Uint8Array): void {
    if (this.readyState !== RelaySocket.OPEN) return
    const bytes = payload.slice()
    const data = this.binaryType === 'arraybuffer' ? bytes.buffer : new Blob([bytes])
    this.#fire('message', new MessageEvent('message', { data }))
  }

  /** The exchange: the channel is dead. */
  closed(code: number, reason: string): void {
    this.opened()
    this.#finish(code, reason, false)
  }

  #finish(code: number, reason: string, wasClean: boolean): void {
    if (this.readyState === RelaySocket.CLOSED) return
    this.readyState = RelaySocket.CLOSED
    this.#fire('close', new CloseEvent('close', { code, reason, wasClean }))
  }

  #fire(name: 'open' | 'message' | 'close', event: Event): void {
    const handler = this[`on${name}`]
    if (handler) handler.call(this, event)
    this.dispatchEvent(event)
  }
}
