import {
  type AddTrackRequest,
  DisconnectReason,
  type JoinResponse,
  LeaveRequest,
  LeaveRequest_Action,
  Ping,
  RequestResponse_Reason,
  SessionDescription,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  type SubscribedQualityUpdate,
  type TrackInfo,
  TrickleRequest,
} from '@livekit/protocol'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { parseJson } from '#contract/json.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { mediaDefaults } from './media-defaults.ts'
import { type MediaError, mediaError } from './media-errors.ts'

export interface CandidateInit {
  readonly candidate: string
  readonly sdpMid?: string
  readonly sdpMLineIndex?: number
}

export interface SignalEvents {
  readonly onAnswer: (sdp: string) => void
  readonly onCandidate: (candidate: CandidateInit) => void
  /** Which layers anybody watches (dynacast). */
  readonly onQualities: (update: SubscribedQualityUpdate) => void
  /** Once, after a join: the connection is of no more use. */
  readonly onLost: (error: MediaError) => void
}

const limits = mediaDefaults.publisher
const candidateSchema = z.object({ candidate: z.string() })
/** The revision of LiveKit's signalling that we speak: the first with everything used here is far older. */
const protocolRevision = '16'

/**
 * LiveKit's signalling for a participant that only publishes: protobuf frames over one WebSocket.
 * The ticket travels in a header and not in the address, so that no log of an address can hold it.
 */
export class SignalClient {
  readonly #socket: WebSocket
  readonly #events: SignalEvents
  #joined = false
  #ended = false
  #pingTimer: NodeJS.Timeout | undefined
  #lastPongMs = 0
  #settleJoin: ((result: Result<JoinResponse, MediaError>) => void) | undefined
  #settleTrack: ((result: Result<TrackInfo, MediaError>) => void) | undefined

  constructor(url: string, token: string, events: SignalEvents) {
    this.#events = events
    const address = new URL('/rtc', url)
    address.search = new URLSearchParams({
      protocol: protocolRevision,
      sdk: 'node',
      auto_subscribe: '0',
      adaptive_stream: '0',
    }).toString()
    this.#socket = new WebSocket(address, {
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout: limits.signalTimeoutMs,
      perMessageDeflate: false,
    })
    this.#socket.binaryType = 'nodebuffer'
    // The body of a 401 repeats the ticket: it is not read.
    this.#socket.on('unexpected-response', (request, response) => {
      request.destroy()
      this.#end(refused(response.statusCode ?? 0))
    })
    this.#socket.on('error', (cause: NodeJS.ErrnoException) => {
      this.#end(
        mediaError('media_unreachable', `The media server cannot be reached (${cause.code ?? 'reset'}).`),
      )
    })
    this.#socket.on('close', (code) => {
      this.#end(mediaError('media_unreachable', `The media server closed the connection (${code}).`))
    })
    this.#socket.on('message', (data: Buffer) => this.#receive(data))
  }

  join(): Promise<Result<JoinResponse, MediaError>> {
    return this.#expect(
      (settle) => (this.#settleJoin = settle),
      mediaError('publish_timeout', 'The media server did not let the camera in in time.'),
    )
  }

  addTrack(request: AddTrackRequest): Promise<Result<TrackInfo, MediaError>> {
    const answer = this.#expect<TrackInfo>(
      (settle) => (this.#settleTrack = settle),
      mediaError('publish_timeout', 'The media server did not accept the picture of the camera in time.'),
    )
    this.#send({ case: 'addTrack', value: request })
    return answer
  }

  offer(sdp: string): void {
    this.#send({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp }) })
  }

  candidate(candidate: CandidateInit): void {
    const value = new TrickleRequest({
      candidateInit: JSON.stringify(candidate),
      target: SignalTarget.PUBLISHER,
    })
    this.#send({ case: 'trickle', value })
  }

  /** Leaves the room. No event follows. */
  dispose(): void {
    this.#send({ case: 'leave', value: new LeaveRequest({ action: LeaveRequest_Action.DISCONNECT }) })
    this.#joined = false
    this.#end(mediaError('cancelled', 'The camera was stopped.'))
  }

  /** A promise that ends with an answer, with the loss of the connection, or in time. */
  #expect<Value>(
    expect: (settle: (result: Result<Value, MediaError>) => void) => void,
    late: MediaError,
  ): Promise<Result<Value, MediaError>> {
    if (this.#ended)
      return Promise.resolve(fail(mediaError('media_unreachable', 'The connection is closed.')))
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#end(late), limits.signalTimeoutMs)
      expect((result) => {
        clearTimeout(timer)
        resolve(result)
      })
    })
  }

  #receive(data: Buffer): void {
    const message = parse(data)
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the rest is of no use to who only publishes
    switch (message?.case) {
      case 'join':
        this.#joined = true
        this.#startPing(message.value)
        this.#settleJoin?.(ok(message.value))
        break
      case 'answer':
        this.#events.onAnswer(message.value.sdp)
        break
      case 'trickle': {
        const { data } = candidateSchema.safeParse(parseJson(message.value.candidateInit))
        if (data !== undefined && message.value.target === SignalTarget.PUBLISHER) {
          this.#events.onCandidate({ ...data, sdpMid: '0', sdpMLineIndex: 0 })
        }
        break
      }
      case 'trackPublished':
        if (message.value.track !== undefined) this.#settleTrack?.(ok(message.value.track))
        break
      case 'requestResponse': {
        const reason = RequestResponse_Reason[message.value.reason] ?? 'unknown reason'
        this.#settleTrack?.(
          fail(mediaError('publish_refused', `The media server refused the camera: ${reason}.`)),
        )
        break
      }
      case 'subscribedQualityUpdate':
        this.#events.onQualities(message.value)
        break
      case 'leave': {
        const reason = DisconnectReason[message.value.reason] ?? 'unknown reason'
        this.#end(mediaError('media_unreachable', `The media server ended the camera's session: ${reason}.`))
        break
      }
      case 'pong':
      case 'pongResp':
        this.#lastPongMs = performance.now()
        break
      default:
    }
  }

  #startPing(join: JoinResponse): void {
    const everyMs = (join.pingInterval || limits.pingIntervalSeconds) * 1000
    const deadMs = (join.pingTimeout || limits.pingTimeoutSeconds) * 1000
    this.#lastPongMs = performance.now()
    this.#pingTimer = setInterval(() => {
      if (performance.now() - this.#lastPongMs > deadMs) {
        this.#end(mediaError('media_unreachable', 'The media server stopped answering.'))
      } else {
        this.#send({ case: 'pingReq', value: new Ping({ timestamp: BigInt(Date.now()) }) })
      }
    }, everyMs)
  }

  #send(message: SignalRequest['message']): void {
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(new SignalRequest({ message }).toBinary())
  }

  #end(error: MediaError): void {
    if (this.#ended) return
    this.#ended = true
    clearInterval(this.#pingTimer)
    this.#socket.close()
    this.#settleJoin?.(fail(error))
    this.#settleTrack?.(fail(error))
    if (this.#joined) this.#events.onLost(error)
  }
}

function refused(status: number): MediaError {
  return status === 401
    ? mediaError('token_refused', 'The media server did not accept the ticket of the camera.')
    : mediaError('media_unreachable', `The media server refused the camera (HTTP ${status}).`)
}

/** A frame that cannot be read is left out: a newer server may say more than we know. */
function parse(data: Buffer): SignalResponse['message'] | undefined {
  try {
    return SignalResponse.fromBinary(data).message
  } catch {
    return undefined
  }
}
