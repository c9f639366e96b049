import { wallError, type WallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { never } from '#contract/result.ts'
import {
  decodeRelayFrame,
  encodeRelayFrame,
  relayCloseSchema,
  type RelayFrame,
  type RelayKind,
  relayKinds,
  relayOpenSchema,
} from '#contract/wall/relay.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Clock } from '../time.ts'
import type { RelayFactory } from '../wall/wall-main-options.ts'
import type { RelaySession } from '../wall-main.ts'
import type { AgentFor } from './media-socket.ts'
import { RelayChannel, type RelayChannelOptions } from './relay-channel.ts'
import { type RelayDefaults, relayDefaults } from './relay-defaults.ts'
import { ResumeTokens } from './resume-tokens.ts'

export interface SignalRelayOptions {
  readonly log: AreaLog
  readonly clock: Clock
  readonly limits?: Partial<RelayDefaults>
  /** Through which proxy a socket goes; left out, none goes through any. */
  readonly agentFor?: AgentFor
}

export interface RelayCounters {
  readonly openChannels: number
  readonly dialled: number
  readonly opened: number
  readonly failed: number
  /** Frames of a page that were not frames of the contract. */
  readonly malformed: number
  /** Messages of media servers that were kept from the page because they carried a token, or could not be read. */
  readonly withheld: number
}

/**
 * LiveKit's signalling through main: handshakes in parallel (Chromium makes them one after another), tickets put
 * into the URL here and never seen by a page, refusals seen as what they are, one hung server in nobody's way.
 */
export class SignalRelay {
  readonly #log: AreaLog
  readonly #limits: RelayDefaults
  readonly #agentFor: AgentFor
  readonly #resumeTokens: ResumeTokens
  readonly #sessions = new Set<PageRelay>()
  readonly #counters = { openChannels: 0, dialled: 0, opened: 0, failed: 0, malformed: 0, withheld: 0 }

  constructor({ log, clock, limits, agentFor = () => undefined }: SignalRelayOptions) {
    this.#log = log
    this.#agentFor = agentFor
    this.#limits = { ...relayDefaults, ...limits }
    this.#resumeTokens = new ResumeTokens(() => clock.wallMs())
  }

  /** One page's side. `send` is called with whole frames until the session is disposed. */
  readonly open: RelayFactory = (deps, send) => {
    const session = new PageRelay({
      needs: { deps, resumeTokens: this.#resumeTokens, limits: this.#limits, agentFor: this.#agentFor },
      counters: this.#counters,
      log: this.#log,
      send,
      onDispose: () => this.#sessions.delete(session),
    })
    this.#sessions.add(session)
    return session
  }

  counters(): RelayCounters {
    return { ...this.#counters }
  }

  dispose(): void {
    for (const session of this.#sessions) session.dispose()
    this.#resumeTokens.clear()
  }
}

interface PageRelayOptions {
  readonly needs: RelayChannelOptions
  readonly counters: { -readonly [Name in keyof RelayCounters]: number }
  readonly log: AreaLog
  readonly send: (frame: Uint8Array) => void
  readonly onDispose: () => void
}

const none = new Uint8Array(0)

class PageRelay implements RelaySession {
  readonly #options: PageRelayOptions
  readonly #channels = new Map<number, RelayChannel>()
  #disposed = false

  constructor(options: PageRelayOptions) {
    this.#options = options
  }

  receive(bytes: Uint8Array): void {
    if (this.#disposed) return
    const frame = decodeRelayFrame(bytes)
    if (frame === undefined || !this.#accept(frame)) this.#options.counters.malformed += 1
  }

  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    for (const channel of this.#channels.values()) channel.close({ code: 1001, reason: 'page gone' })
    this.#options.counters.openChannels -= this.#channels.size
    this.#channels.clear()
    this.#options.onDispose()
  }

  /** False for what a page of ours never sends. */
  #accept(frame: RelayFrame): boolean {
    switch (frame.kind) {
      case relayKinds.open:
        return this.#openChannel(frame)
      case relayKinds.binary:
        // A channel that has just died here may still be spoken to; that is no fault of the page.
        this.#channels.get(frame.channel)?.send(frame.payload)
        return true
      case relayKinds.close: {
        const close = relayCloseSchema.safeParse(parseJson(frame.payload))
        const channel = this.#take(frame.channel)
        channel?.close(close.success ? close.data : { code: 1000, reason: '' })
        return close.success
      }
      case relayKinds.text:
        // A text would make LiveKit answer in JSON, and tokens in it would not be recognised.
        this.#take(frame.channel)?.close({ code: 1003, reason: 'text' })
        this.#sendJson(frame.channel, relayKinds.close, {
          code: 1003,
          reason: 'Only binary messages are relayed.',
        })
        return false
      case relayKinds.opened:
      case relayKinds.failed:
        return false
      default:
        return never(frame.kind)
    }
  }

  #openChannel(frame: RelayFrame): boolean {
    const { channel } = frame
    if (this.#channels.has(channel)) return false
    const request = relayOpenSchema.safeParse(parseJson(frame.payload))
    if (!request.success) {
      this.#refuse(channel, wallError('bad_request'))
      return false
    }
    if (this.#channels.size >= this.#options.needs.limits.maxChannels) {
      this.#refuse(channel, wallError('bad_request', exactMessage('too_many_media_connections')))
      return false
    }
    const { cameraId } = request.data
    this.#options.counters.openChannels += 1
    const opened = new RelayChannel(request.data, this.#options.needs, {
      dialling: () => {
        this.#options.counters.dialled += 1
      },
      opened: () => {
        this.#options.counters.opened += 1
        this.#send(channel, relayKinds.opened, none)
      },
      message: (bytes) => this.#send(channel, relayKinds.binary, bytes),
      withheld: () => {
        this.#options.counters.withheld += 1
      },
      failed: (error) => {
        this.#take(channel)
        this.#options.log.info('signalling failed', { cameraId, code: error.code })
        this.#refuse(channel, error)
      },
      closed: (close) => {
        this.#take(channel)
        this.#options.log.debug('signalling closed', { cameraId, code: close.code })
        this.#sendJson(channel, relayKinds.close, close)
      },
    })
    this.#channels.set(channel, opened)
    return true
  }

  #take(channel: number): RelayChannel | undefined {
    const found = this.#channels.get(channel)
    if (this.#channels.delete(channel)) this.#options.counters.openChannels -= 1
    return found
  }

  #refuse(channel: number, error: WallError): void {
    this.#options.counters.failed += 1
    this.#sendJson(channel, relayKinds.failed, error)
  }

  #sendJson(channel: number, kind: RelayKind, value: unknown): void {
    this.#send(channel, kind, Buffer.from(JSON.stringify(value)))
  }

  #send(channel: number, kind: RelayKind, payload: Uint8Array): void {
    if (!this.#disposed) this.#options.send(encodeRelayFrame(channel, kind, payload))
  }
}

/** Undefined for anything that is not JSON. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  } catch {
    return undefined
  }
}
