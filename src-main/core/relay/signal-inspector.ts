import { gunzipSync } from 'node:zlib'
import { type WebTokenShape, webTokensIn } from '#contract/web-tokens.ts'
import { relayDefaults } from './defaults.ts'
import type { SignallingTarget } from './signalling-target.ts'

/** Field numbers of https://github.com/livekit/protocol/blob/main/protobufs/livekit_rtc.proto (a test holds them to it). */
const signalResponse = { join: 1, leave: 8, refreshToken: 16, roomMoved: 24 } as const
const joinResponse = { participant: 2 } as const
const participantInfo = { sid: 1 } as const
const leaveRequest = { reason: 2 } as const
const PARTICIPANT_REMOVED = 4n
const roomMovedResponse = { token: 2 } as const
const wrappedJoinRequest = { compression: 1, joinRequest: 2 } as const
const joinRequest = { reconnect: 7, participantSid: 9 } as const
const GZIP = 1n

/** `SignalRequest { leave: { reason: CLIENT_INITIATED } }`: the session ends now, and nobody resumes it. */
export const leaveSignal = Uint8Array.of(0x42, 2, 0x10, 1)

/** What one message of a media server means to the relay. */
export interface InspectedSignal {
  /** Undefined when the message must not reach the page. */
  readonly forward: Uint8Array | undefined
  /** The session's token as the server has just renewed it. */
  readonly refreshedToken?: string | undefined
  /** Names the session of this socket, from the join response. */
  readonly participantSid?: string | undefined
  /** The platform has removed this session from its room. */
  readonly isRemoved?: true | undefined
}

/**
 * LiveKit renews a session's token by a message of its own right after the join and every five minutes, and by
 * another when a room is moved. Both are withheld; every other message passes unchanged, byte for byte. What
 * cannot be read is withheld too.
 */
export function inspectSignal(message: Uint8Array): InspectedSignal {
  const fields = readProtobuf(message)
  if (fields === undefined) return { forward: undefined }
  let participantSid: string | undefined
  let isRemoved: true | undefined
  for (const { number, bytes } of fields) {
    if (bytes === undefined) continue
    if (number === signalResponse.refreshToken) {
      return { forward: undefined, refreshedToken: Buffer.from(bytes).toString() }
    }
    if (number === signalResponse.roomMoved) {
      return { forward: undefined, refreshedToken: textOf(bytes, roomMovedResponse.token) }
    }
    if (number === signalResponse.leave) {
      const reason = readProtobuf(bytes)?.findLast((field) => field.number === leaveRequest.reason)?.value
      if (reason === PARTICIPANT_REMOVED) isRemoved = true
    }
    if (number === signalResponse.join) {
      const participant = bytesOf(bytes, joinResponse.participant)
      participantSid = participant && textOf(participant, participantInfo.sid)
    }
  }
  return { forward: withoutTokens(message), participantSid, isRemoved }
}

/** A header, a payload and a signature: short ones occur by chance. */
const signedToken: WebTokenShape = {
  minHead: 8,
  second: { minLength: 11, beginsLikeFirst: true },
  third: { minLength: 16, isOptional: false },
}

/** The last line of defence: whatever else looks like a token is blanked in place, so that all lengths stay right. */
function withoutTokens(message: Uint8Array): Uint8Array {
  // A character a byte.
  const tokens = webTokensIn(Buffer.from(message).toString('latin1'), signedToken)
  if (tokens.length === 0) return message
  const blanked = Buffer.from(message)
  for (const { start, end } of tokens) blanked.fill('*', start, end)
  return blanked
}

export type JoinIntent =
  | { readonly kind: 'join' }
  | { readonly kind: 'resume'; readonly participantSid: string }
  | { readonly kind: 'unreadable' }

/** What the page wants to do. On `/rtc/v1` that is inside of a packed message, on `/rtc` in the query. */
export function joinIntent(target: SignallingTarget): JoinIntent {
  if (target.path === '/rtc') {
    const reconnect = target.query.get('reconnect') === '1'
    return reconnect ? { kind: 'resume', participantSid: target.query.get('sid') ?? '' } : { kind: 'join' }
  }
  const request = unpackJoinRequest(target.query.get('join_request') ?? '')
  const fields = request && readProtobuf(request)
  if (request === undefined || fields === undefined) return { kind: 'unreadable' }
  const reconnect = fields.findLast((field) => field.number === joinRequest.reconnect)?.value
  if (reconnect === undefined || reconnect === 0n) return { kind: 'join' }
  return { kind: 'resume', participantSid: textOf(request, joinRequest.participantSid) ?? '' }
}

function unpackJoinRequest(packed: string): Uint8Array | undefined {
  const wrapped = Buffer.from(packed, 'base64url')
  const fields = readProtobuf(wrapped)
  const request = bytesOf(wrapped, wrappedJoinRequest.joinRequest)
  if (fields === undefined || request === undefined) return undefined
  const compression = fields.findLast((field) => field.number === wrappedJoinRequest.compression)?.value
  if (compression !== GZIP) return request
  try {
    return gunzipSync(request, { maxOutputLength: relayDefaults.maxJoinRequestBytes })
  } catch {
    return undefined
  }
}

/** One field of a protobuf message. `bytes` of what carries a length, `value` of varints; fixed-width ones have neither. */
interface ProtobufField {
  readonly number: number
  readonly bytes?: Uint8Array
  readonly value?: bigint
}

/**
 * The fields of one message, in the order of the wire. Undefined for what is not protobuf.
 * https://protobuf.dev/programming-guides/encoding/ – enough of it to look at three messages of LiveKit, so that
 * main carries no protobuf runtime.
 */
export function readProtobuf(message: Uint8Array): readonly ProtobufField[] | undefined {
  const fields: ProtobufField[] = []
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  let at = 0

  function varint(): bigint | undefined {
    let value = 0n
    for (let shift = 0n; shift < 70n && at < message.byteLength; shift += 7n) {
      const byte = view.getUint8(at)
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    return undefined
  }

  while (at < message.byteLength) {
    const tag = varint()
    if (tag === undefined) return undefined
    const number = Number(tag >> 3n)
    if (number < 1 || number > 0x1fff_ffff) return undefined
    switch (Number(tag & 7n)) {
      case 0: {
        const value = varint()
        if (value === undefined) return undefined
        fields.push({ number, value })
        break
      }
      case 1:
        at += 8
        fields.push({ number })
        break
      case 2: {
        const length = varint()
        if (length === undefined || length > BigInt(message.byteLength - at)) return undefined
        fields.push({ number, bytes: message.subarray(at, at + Number(length)) })
        at += Number(length)
        break
      }
      case 5:
        at += 4
        fields.push({ number })
        break
      default:
        // Groups were given up before LiveKit began.
        return undefined
    }
    if (at > message.byteLength) return undefined
  }
  return fields
}

/** The last one wins, as protobuf has it. */
function bytesOf(message: Uint8Array, number: number): Uint8Array | undefined {
  return readProtobuf(message)?.findLast((field) => field.number === number)?.bytes
}

function textOf(message: Uint8Array, number: number): string | undefined {
  const bytes = bytesOf(message, number)
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
