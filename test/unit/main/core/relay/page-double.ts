import { JoinRequest, WrappedJoinRequest, WrappedJoinRequest_Compression } from '@livekit/protocol'
import { gzipSync } from 'node:zlib'
import { vi } from 'vitest'
import type { WallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import {
  decodeRelayFrame,
  encodeRelayFrame,
  type RelayClose,
  type RelayFrame,
  type RelayKind,
  relayKinds,
} from '#contract/wall/relay.ts'
import type { LiveViewTicket } from '#main/core/live-view/ticket.ts'
import { SignalRelay } from '#main/core/relay/signal-relay.ts'
import type { RelayDefaults } from '#main/core/relay/defaults.ts'
import type { RelaySession } from '#main/core/wall-main.ts'
import type { RelayDeps } from '#main/core/wall/wall-main-options.ts'
import { recordingLog } from '#test/conformance/shell/host-stage.ts'

/** Tickets that name their camera and count up, for the media server given. */
export class TicketsDouble implements RelayDeps {
  readonly taken: string[] = []
  readonly givenBack: LiveViewTicket[] = []
  readonly withdrawn: string[] = []
  answer: (cameraId: string, count: number) => Promise<Result<LiveViewTicket, WallError>>
  hosts: readonly string[]

  constructor(url: string) {
    this.hosts = [new URL(url).host]
    this.answer = async (cameraId, count) => ok({ token: ticketOf(cameraId, count), url })
  }

  take(cameraId: string): Promise<Result<LiveViewTicket, WallError>> {
    this.taken.push(cameraId)
    return this.answer(cameraId, this.taken.length)
  }

  giveBack(_cameraId: string, ticket: LiveViewTicket): void {
    this.givenBack.push(ticket)
  }

  withdraw(cameraId: string): void {
    this.withdrawn.push(cameraId)
  }

  failWith(error: WallError): void {
    this.answer = async () => fail(error)
  }

  lookupFor(): undefined {
    return undefined
  }

  allowedHosts(): readonly string[] {
    return this.hosts
  }
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** A web token of the usual shape; its signature means nothing. */
export function tokenOf(claims: object): string {
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${'s'.repeat(43)}`
}

export function ticketOf(cameraId: string, count: number): string {
  return tokenOf({ camera: cameraId, count })
}

export function joinPath(request: Partial<JoinRequest> = {}, packed = true): string {
  const bytes = new JoinRequest({ ...request }).toBinary()
  const wrapped = new WrappedJoinRequest({
    joinRequest: packed ? gzipSync(bytes) : bytes,
    compression: packed ? WrappedJoinRequest_Compression.GZIP : WrappedJoinRequest_Compression.NONE,
  })
  return `/rtc/v1?join_request=${Buffer.from(wrapped.toBinary()).toString('base64url')}`
}

/** A page at its end of the relay, with everything that it has ever been sent. */
export class PageDouble {
  readonly relay: SignalRelay
  readonly session: RelaySession
  readonly frames: RelayFrame[] = []
  readonly logged: string[] = []
  nowMs = 1_700_000_000_000

  constructor(deps: RelayDeps, limits: Partial<RelayDefaults> = {}) {
    const clock = { wallMs: () => this.nowMs, monotonicMs: () => this.nowMs }
    this.relay = new SignalRelay({ log: recordingLog(this.logged), clock, limits })
    this.session = this.relay.open(deps, (bytes) => {
      const frame = decodeRelayFrame(bytes)
      if (frame === undefined) throw new Error('the relay sent what is no frame')
      this.frames.push({ ...frame, payload: Uint8Array.from(frame.payload) })
    })
  }

  open(channel: number, cameraId: string, pathAndQuery = joinPath({ metadata: 'x' })): void {
    this.json(channel, relayKinds.open, { cameraId, pathAndQuery })
  }

  async join(...opening: Parameters<PageDouble['open']>): Promise<void> {
    this.open(...opening)
    await this.opened(opening[0])
  }

  json(channel: number, kind: RelayKind, value: unknown): void {
    this.session.receive(encodeRelayFrame(channel, kind, Buffer.from(JSON.stringify(value))))
  }

  binary(channel: number, bytes: Uint8Array): void {
    this.session.receive(encodeRelayFrame(channel, relayKinds.binary, bytes))
  }

  /** The nth frame (from 0) of this kind on the channel, as soon as it is there. */
  frame(channel: number, kind: RelayKind, nth = 0): Promise<Uint8Array> {
    return vi.waitFor(
      () => {
        const found = this.frames.filter((frame) => frame.channel === channel && frame.kind === kind)[nth]
        if (found === undefined) throw new Error(`channel ${channel} has had no frame of kind ${kind}`)
        return found.payload
      },
      { timeout: 4_000, interval: 2 },
    )
  }

  async opened(channel: number): Promise<void> {
    await this.frame(channel, relayKinds.opened)
  }

  async failed(channel: number): Promise<WallError> {
    return JSON.parse(Buffer.from(await this.frame(channel, relayKinds.failed)).toString())
  }

  async closed(channel: number): Promise<RelayClose> {
    return JSON.parse(Buffer.from(await this.frame(channel, relayKinds.close)).toString())
  }

  /** All that the page was ever told, as one text to search for secrets. */
  received(): string {
    return this.frames.map((frame) => Buffer.from(frame.payload).toString('latin1')).join('\n')
  }
}
