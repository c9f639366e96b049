import type { Agent } from 'node:http'
import type { LookupFunction } from 'node:net'
import { type ClientOptions, WebSocket } from 'ws'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import type { RelayClose } from '#contract/wall/relay.ts'
import { codeOf } from '#contract/thrown.ts'
import { isAddressRefused } from '../network/address-guard.ts'
import { certificateFault } from '../network/certificate-fault.ts'
import { systemTimers } from '../time.ts'
import type { RelayDefaults } from './defaults.ts'

export interface MediaSocketEvents {
  opened(): void
  message(bytes: Uint8Array): void
  /** Its last word: the handshake did not succeed. */
  failed(error: WallError): void
  /** Its last word: it was open and is no more. */
  closed(close: RelayClose): void
}

export type AgentFor = (url: URL) => Agent | undefined

export interface MediaSocketOptions {
  readonly limits: RelayDefaults
  /** Of a proxy. */
  readonly agent: Agent | undefined
  /** Of the host's name; undefined: as the system does. */
  readonly lookup?: LookupFunction | undefined
}

/** One socket to a media server. After `failed`, `closed` or `close()` nothing more is heard of it. */
export class MediaSocket {
  readonly #dial: () => WebSocket
  readonly #events: MediaSocketEvents
  readonly #limits: RelayDefaults
  #socket: WebSocket
  #knocks: number
  #callOff: () => void = () => {}
  /** Sent by the page before the media server has answered; undefined once it has. */
  #early: Uint8Array[] | undefined = []
  #earlyBytes = 0
  #over = false

  constructor(url: URL, { limits, agent, lookup }: MediaSocketOptions, events: MediaSocketEvents) {
    this.#limits = limits
    this.#events = events
    // Of a proxy nobody knows what it has tried.
    this.#knocks = agent === undefined ? limits.knocks : 0
    const options: ClientOptions & { closeTimeout: number } = {
      handshakeTimeout: limits.handshakeTimeoutMs,
      closeTimeout: limits.closeTimeoutMs,
      maxPayload: limits.maxPayloadBytes,
      followRedirects: false,
      // Signalling is small and rare: a compressor for each of a hundred sockets costs memory and gains nothing.
      perMessageDeflate: false,
      ...(agent === undefined ? {} : { agent }),
      ...(lookup === undefined ? {} : { lookup }),
    }
    this.#dial = () => this.#listen(new WebSocket(url, options))
    this.#socket = this.#dial()
  }

  #listen(socket: WebSocket): WebSocket {
    socket.on('open', () => this.#onOpen())
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#onMessage(data, isBinary))
    socket.on('unexpected-response', (request, response) => {
      const status = response.statusCode ?? 0
      response.destroy()
      request.destroy()
      this.#fail(refusedHandshake(status))
    })
    // Stays for the life of the socket: an 'error' without a listener would end the process.
    socket.on('error', (error) => this.#onError(error))
    socket.on('close', (code, reason) => this.#onClose(code, reason.toString()))
    return socket
  }

  /** Returns false when the media server does not keep up; the socket is closed then. */
  send(bytes: Uint8Array): boolean {
    if (this.#over) return true
    if (this.#early !== undefined) {
      this.#earlyBytes += bytes.byteLength
      this.#early.push(bytes)
      return this.#earlyBytes <= this.#limits.maxEarlyBytes
    }
    this.#socket.send(bytes)
    return this.#socket.bufferedAmount <= this.#limits.maxWaitingBytes
  }

  close(close: RelayClose): void {
    if (this.#over) return
    this.#over = true
    this.#callOff()
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.close(sendableCode(close.code), sendableReason(close.reason))
    else this.#socket.terminate()
  }

  #onOpen(): void {
    if (this.#over) return
    const early = this.#early ?? []
    this.#early = undefined
    this.#events.opened()
    for (const bytes of early) this.send(bytes)
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    if (this.#over) return
    if (isBinary) {
      this.#events.message(data)
      return
    }
    // LiveKit speaks JSON only to who spoke JSON first, and this relay never does.
    this.close({ code: 1003, reason: 'text' })
    this.#events.closed({ code: 1003, reason: 'The media server spoke text where binary was agreed.' })
  }

  #onClose(code: number, reason: string): void {
    // Of a handshake that did not succeed `ws` says 'error' before.
    if (this.#over || this.#early !== undefined) return
    this.#over = true
    // `ws` tells no others than 1000 to 4999, and of a reason the 123 bytes that a frame has.
    this.#events.closed({ code, reason })
  }

  #onError(error: Error): void {
    const isAbsent = codeOf(error) === 'ECONNREFUSED'
    if (this.#over || this.#early === undefined || !isAbsent || this.#knocks === 0)
      return this.#fail(brokenHandshake(error))
    this.#knocks -= 1
    this.#callOff = systemTimers.after(this.#limits.knockEveryMs, () => {
      this.#socket = this.#dial()
    })
  }

  #fail(error: WallError): void {
    // After the handshake, 'close' follows with the code and is what the page hears.
    if (this.#over || this.#early === undefined) return
    this.#over = true
    this.#socket.terminate()
    this.#events.failed(error)
  }
}

/** 1004 to 1006 and 1015 are for logs and must not be sent; `ws` throws. */
function sendableCode(code: number): number {
  const inRange = (code >= 1000 && code <= 1014) || (code >= 3000 && code <= 4999)
  return inRange && code !== 1004 && code !== 1005 && code !== 1006 ? code : 1000
}

/** A close frame holds 123 bytes of reason. Ours and livekit-client's are ASCII; others lose what does not fit. */
function sendableReason(reason: string): string {
  return Buffer.byteLength(reason) <= 123 ? reason : reason.replace(/[^\x20-\x7e]/g, '?').slice(0, 123)
}

/** What the HTTP status of a refused handshake means. The body is never read: LiveKit 1.13.5 echoes the ticket in it. */
function refusedHandshake(status: number): WallError {
  if (status === 401 || status === 403) return wallError('ticket_refused')
  if (status === 404) return wallError('media_unreachable', exactMessage('media_unknown_way'))
  if (status === 429) return wallError('rate_limited', exactMessage('media_busy'))
  if (status >= 300 && status < 400) {
    return wallError('media_unreachable', exactMessage('media_elsewhere'))
  }
  return wallError('media_unreachable', exactMessage('media_status', { status }))
}

/** What an error of the socket means. Its text is not passed on: it may hold the URL, and that holds the ticket. */
function brokenHandshake(error: Error): WallError {
  const code = codeOf(error)
  if (error.message === 'Opening handshake has timed out' || code === 'ETIMEDOUT') {
    return wallError('timeout', exactMessage('media_slow'))
  }
  if (isAddressRefused(code)) return wallError('address_refused')
  return wallError('media_unreachable', certificateFault('media', code))
}
