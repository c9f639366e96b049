import { wallError, type WallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { never } from '#contract/result.ts'
import type { RelayClose, RelayOpen } from '#contract/wall/relay.ts'
import type { LiveViewTicket } from '../live-view/ticket.ts'
import type { RelayDeps } from '../wall/wall-main-options.ts'
import { type AgentFor, MediaSocket, type MediaSocketEvents } from './media-socket.ts'
import type { RelayDefaults } from './defaults.ts'
import type { ResumeTokens } from './resume-tokens.ts'
import { inspectSignal, joinIntent } from './signal-inspector.ts'
import { parseSignallingTarget, type SignallingTarget, signallingUrl } from './signalling-target.ts'

export interface RelayChannelOptions {
  readonly deps: RelayDeps
  readonly resumeTokens: ResumeTokens
  readonly limits: RelayDefaults
  readonly agentFor: AgentFor
}

/** One signalling connection of one Room: ticket, dial, relay both ways. Silent after its last word and after `close`. */
export class RelayChannel {
  readonly #options: RelayChannelOptions
  readonly #events: MediaSocketEvents
  readonly #cameraId: string
  #socket: MediaSocket | undefined
  #over = false
  #ticket: LiveViewTicket | undefined
  #participantSid: string | undefined

  constructor(request: RelayOpen, options: RelayChannelOptions, events: MediaSocketEvents) {
    this.#cameraId = request.cameraId
    this.#options = options
    this.#events = events
    void this.#open(request)
  }

  send(bytes: Uint8Array): void {
    // Before the ticket has come there is nothing to hold frames for: livekit-client sends none before `opened`.
    if (this.#over || this.#socket === undefined) return
    if (this.#socket.send(bytes)) return
    this.#socket.close({ code: 1008, reason: 'too much is waiting' })
    this.#end(() => this.#events.closed({ code: 1008, reason: 'The media server does not keep up.' }))
  }

  close(close: RelayClose): void {
    this.#over = true
    this.#socket?.close(close)
  }

  async #open(request: RelayOpen): Promise<void> {
    // One turn later, so that whoever constructs a channel holds it before it speaks.
    await Promise.resolve()
    const { limits, agentFor, deps } = this.#options
    const target = parseSignallingTarget(request.pathAndQuery)
    if (target === undefined) return this.#fail(wallError('bad_request'))
    const ticket = await this.#takeTicket(target)
    if (ticket === undefined) return
    if (this.#over) return deps.giveBack(this.#cameraId, ticket)
    const url = signallingUrl(target, ticket, deps.allowedHosts())
    if (!url.ok) return this.#fail(url.error)
    this.#ticket = ticket
    this.#socket = new MediaSocket(
      url.value,
      { limits, agent: agentFor(url.value), lookup: deps.lookupFor(url.value) },
      {
        opened: () => this.#events.opened(),
        message: (bytes) => this.#onMessage(bytes),
        failed: (error) => this.#onRefused(error),
        closed: (close) => this.#end(() => this.#events.closed(close)),
      },
    )
  }

  async #takeTicket(target: SignallingTarget): Promise<LiveViewTicket | undefined> {
    const intent = joinIntent(target)
    switch (intent.kind) {
      case 'unreadable':
        this.#fail(wallError('bad_request'))
        return undefined
      case 'resume': {
        this.#participantSid = intent.participantSid
        const kept = this.#options.resumeTokens.find(this.#cameraId, intent.participantSid)
        // A ticket is for joining anew: with it the server would start a second session under another identity.
        if (kept === undefined) this.#fail(wallError('ticket_refused', exactMessage('session_not_resumed')))
        return kept
      }
      case 'join': {
        const taken = await this.#options.deps.take(this.#cameraId)
        if (!taken.ok) this.#fail(taken.error)
        return taken.ok ? taken.value : undefined
      }
      default:
        return never(intent)
    }
  }

  #onMessage(bytes: Uint8Array): void {
    const seen = inspectSignal(bytes)
    if (seen.isRemoved === true) this.#options.deps.withdraw(this.#cameraId)
    if (seen.participantSid !== undefined) this.#participantSid = seen.participantSid
    if (
      seen.refreshedToken !== undefined &&
      this.#participantSid !== undefined &&
      this.#ticket !== undefined
    ) {
      this.#ticket = { token: seen.refreshedToken, url: this.#ticket.url }
      this.#options.resumeTokens.keep(this.#cameraId, this.#participantSid, this.#ticket)
    }
    if (seen.forward !== undefined) this.#events.message(seen.forward)
  }

  #onRefused(error: WallError): void {
    // A refused ticket is spent already; a refused resume token must not be tried again either.
    if (error.code === 'ticket_refused' && this.#participantSid !== undefined) {
      this.#options.resumeTokens.forget(this.#cameraId, this.#participantSid)
    }
    // Nobody was there. One that timed out may have started the session under this ticket's identity.
    if (error.code === 'media_unreachable' && this.#ticket !== undefined) {
      this.#options.deps.giveBack(this.#cameraId, this.#ticket)
    }
    this.#fail(error)
  }

  #fail(error: WallError): void {
    this.#end(() => this.#events.failed(error))
  }

  #end(notify: () => void): void {
    if (this.#over) return
    this.#over = true
    notify()
  }
}
