import { gunzipSync } from 'node:zlib'
import {
  JoinRequest,
  SignalResponse,
  WrappedJoinRequest,
  WrappedJoinRequest_Compression,
} from '@livekit/protocol'
import { relayDefaults } from './relay-defaults.ts'
import type { SignallingTarget } from './signalling-target.ts'

/** What one message of a media server means to the relay. */
export interface InspectedSignal {
  /** Undefined when the message must not reach the page. */
  readonly forward: Uint8Array | undefined
  /** The session's token as the server has just renewed it. */
  readonly refreshedToken?: string
  /** Names the session of this socket, from the join response. */
  readonly participantSid?: string
}

/**
 * LiveKit renews a session's token by a message of its own right after the join and every five minutes, and by
 * another when a room is moved. Both are withheld; every other message passes unchanged, byte for byte. What
 * cannot be read is withheld too.
 */
export function inspectSignal(message: Uint8Array): InspectedSignal {
  const response = readSignal(message)
  switch (response?.message.case) {
    case undefined:
      // Newer than this version's protocol, or broken. livekit-client would ignore it as well.
      return { forward: undefined }
    case 'refreshToken':
      return { forward: undefined, refreshedToken: response.message.value }
    case 'roomMoved':
      return { forward: undefined, refreshedToken: response.message.value.token }
    case 'join': {
      const participantSid = response.message.value.participant?.sid
      const forward = withoutTokens(message)
      return participantSid === undefined ? { forward } : { forward, participantSid }
    }
    default:
      return { forward: withoutTokens(message) }
  }
}

function readSignal(message: Uint8Array): SignalResponse | undefined {
  try {
    return SignalResponse.fromBinary(message)
  } catch {
    return undefined
  }
}

const webToken = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/g

/** The last line of defence: whatever else looks like a token is blanked in place, so that all lengths stay right. */
function withoutTokens(message: Uint8Array): Uint8Array {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  if (!bytes.includes('eyJ')) return message
  const text = bytes.toString('latin1')
  const blanked = text.replace(webToken, (token) => '*'.repeat(token.length))
  return blanked === text ? message : Buffer.from(blanked, 'latin1')
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
  const packed = target.query.get('join_request')
  if (packed === null) return { kind: 'unreadable' }
  try {
    const wrapped = WrappedJoinRequest.fromBinary(Buffer.from(packed, 'base64url'))
    const bytes =
      wrapped.compression === WrappedJoinRequest_Compression.GZIP
        ? gunzipSync(wrapped.joinRequest, { maxOutputLength: relayDefaults.maxJoinRequestBytes })
        : wrapped.joinRequest
    const request = JoinRequest.fromBinary(bytes)
    return request.reconnect ? { kind: 'resume', participantSid: request.participantSid } : { kind: 'join' }
  } catch {
    return { kind: 'unreadable' }
  }
}
