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
import { parseJson } from '#contract/json.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Clock } from '../time.ts'
import type { RelayFactory } from '../wall/wall-main-options.ts'
import type { RelaySession } from '../wall-main.ts'
import type { AgentFor } from './media-socket.ts'
import { RelayChannel, type RelayChannelOptions } from './relay-channel.ts'
import { type RelayDefaults, relayDefaults } from './defaults.ts'
import { ResumeTokens } from './resume-tokens.ts'
import { leaveSignal } from './signal-inspector.ts'

export interface SignalRelayOptions {
  readonly log: AreaLog
  readonly clock: Clock
  readonly limits?: Partial<RelayDefaults>
  /** Through which proxy a socket goes; left out, none goes through any. */
  readonly agentFor?: AgentFor
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

  constructor({ log, clock, limits, agentFor = () => undefined }: SignalRelayOptions) {
    this.#log = log
    this.#agentFor = agentFor
    this.#limits = { ...relayDefaults, ...limits }
    this.#resumeTokens = new ResumeTokens(() => clock.wallMs())
  }

  /** One page's side. `send` is called with whole frames until the session is disposed. */
  readonly open: RelayFactory = (deps, send) => {
    const session = new PageRelay({
      channel: { deps, resumeTokens: this.#resumeTokens, limits: this.#limits, agentFor: this.#agentFor },
      log: this.#log,
      send,
      onDispose: () => this.#sessions.delete(session),
    })
    this.#sessions.add(session)
    return session
  }

  dispose(): void {
    for (const session of this.#sessions) session.dispose()
    this.#resumeTokens.clear()
  }
}

interface PageRelayOptions {
  /** Of each of its channels. */
  readonly channel: RelayChannelOptions
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
    if (frame !== undefined) this.#accept(frame)
  }

  leave(): void {
    for (const channel of this.#channels.values()) channel.send(leaveSignal)
    this.dispose()
  }

  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    for (const channel of this.#channels.values()) channel.close({ code: 1001, reason: 'page gone' })
    this.#channels.clear()
    this.#options.onDispose()
  }

  #accept(frame: RelayFrame): void {
    switch (frame.kind) {
      case relayKinds.open:
        this.#openChannel(frame)
        return
      case relayKinds.binary:
        // A channel that has just died here may still be spoken to; that is no fault of the page.
        this.#channels.get(frame.channel)?.send(frame.payload)
        return
      case relayKinds.close: {
        const close = relayCloseSchema.safeParse(jsonOf(frame))
        this.#take(frame.channel)?.close(close.success ? close.data : { code: 1000, reason: '' })
        return
      }
      case relayKinds.opened:
      case relayKinds.failed:
        // What only main sends.
        return
      default:
        never(frame.kind)
    }
  }

  #openChannel(frame: RelayFrame): void {
    const { channel } = frame
    if (this.#channels.has(channel)) return
    const request = relayOpenSchema.safeParse(jsonOf(frame))
    if (!request.success) {
      this.#refuse(channel, wallError('bad_request'))
      return
    }
    if (this.#channels.size >= this.#options.channel.limits.maxChannels) {
      this.#refuse(channel, wallError('bad_request', exactMessage('too_many_media_connections')))
      return
    }
    const { cameraId } = request.data
    const opened = new RelayChannel(request.data, this.#options.channel, {
      opened: () => this.#send(channel, relayKinds.opened, none),
      message: (bytes) => this.#send(channel, relayKinds.binary, bytes),
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
  }

  #take(channel: number): RelayChannel | undefined {
    const found = this.#channels.get(channel)
    this.#channels.delete(channel)
    return found
  }

  #refuse(channel: number, error: WallError): void {
    this.#sendJson(channel, relayKinds.failed, error)
  }

  #sendJson(channel: number, kind: RelayKind, value: unknown): void {
    this.#send(channel, kind, Buffer.from(JSON.stringify(value)))
  }

  #send(channel: number, kind: RelayKind, payload: Uint8Array): void {
    if (!this.#disposed) this.#options.send(encodeRelayFrame(channel, kind, payload))
  }
}

function jsonOf(frame: RelayFrame): unknown {
  return parseJson(Buffer.from(frame.payload).toString())
}
