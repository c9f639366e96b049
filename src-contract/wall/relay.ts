import { z } from 'zod'
import { wallErrorSchema } from '../errors.ts'
import { idSchema } from './kinds.ts'

/**
 * Frames of the signalling relay: many LiveKit sockets over one binary channel between page and main.
 *
 * A frame is `[channel: uint32 big endian][kind: uint8][payload]`. The page picks channel numbers, counting up.
 * The page names a camera and the path it wants; main adds the ticket and dials. No ticket is ever in a frame.
 */
export const relayKinds = {
  /** page → main: `RelayOpen` as JSON. */
  open: 1,
  /** main → page: the socket is open; empty. */
  opened: 2,
  /** Both ways: a message. A text is relayed in neither: LiveKit would answer in JSON, and tokens in it would not be recognised. */
  binary: 3,
  /** Both ways: `RelayClose` as JSON. The channel is dead afterwards. */
  close: 5,
  /** main → page: the socket never opened; `WallError` as JSON. The channel is dead afterwards. */
  failed: 6,
} as const
export type RelayKind = (typeof relayKinds)[keyof typeof relayKinds]

export const relayOpenSchema = z.object({
  cameraId: idSchema,
  /** As livekit-client asks for it, e.g. `/rtc/v1?join_request=…`, without any credential. */
  pathAndQuery: z
    .string()
    .startsWith('/rtc')
    .max(64 * 1_024),
})
export type RelayOpen = z.infer<typeof relayOpenSchema>

export const relayCloseSchema = z.object({ code: z.int().min(1000).max(4999), reason: z.string().max(200) })
export type RelayClose = z.infer<typeof relayCloseSchema>
export const relayFailedSchema = wallErrorSchema

export const RELAY_HEADER_BYTES = 5
/** Larger frames are a fault or an attack: LiveKit's own signalling stays far below. */
export const RELAY_MAX_FRAME_BYTES = 512 * 1_024

export interface RelayFrame {
  readonly channel: number
  readonly kind: RelayKind
  readonly payload: Uint8Array
}

const knownKinds: ReadonlySet<number> = new Set(Object.values(relayKinds))

export function encodeRelayFrame(
  channel: number,
  kind: RelayKind,
  payload: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(RELAY_HEADER_BYTES + payload.byteLength)
  const view = new DataView(frame.buffer)
  view.setUint32(0, channel)
  view.setUint8(4, kind)
  frame.set(payload, RELAY_HEADER_BYTES)
  return frame
}

/** Undefined for anything that is not a whole frame of a known kind. The payload is a view, not a copy. */
export function decodeRelayFrame(bytes: Uint8Array): RelayFrame | undefined {
  if (bytes.byteLength < RELAY_HEADER_BYTES || bytes.byteLength > RELAY_MAX_FRAME_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = view.getUint8(4)
  if (!knownKinds.has(kind)) return undefined
  return { channel: view.getUint32(0), kind: kind as RelayKind, payload: bytes.subarray(RELAY_HEADER_BYTES) }
}
