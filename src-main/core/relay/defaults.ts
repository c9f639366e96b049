import { RELAY_HEADER_BYTES, RELAY_MAX_FRAME_BYTES } from '#contract/wall/relay.ts'

/** Limits and times of the signalling relay. */
export const relayDefaults = {
  /** A media server upgrades only after it has started the session (3, 6 or 9 s at worst); one that is well needs 0.1 s. */
  handshakeTimeoutMs: 5_000,
  /**
   * A port at which nobody listens is asked again so many times and so often, as of a server that is started anew. To make
   * a connection for each try costs the page far more.
   */
  knocks: 10,
  knockEveryMs: 100,
  /** How long a media server may take over its half of a closing handshake before the socket is cut. */
  closeTimeoutMs: 1_000,
  /** 36 tiles, 64 on stand-by, and as many again while both are being replaced. */
  maxChannels: 256,
  /** Frames that a page may send before the media server has answered. livekit-client sends none. */
  maxEarlyBytes: 64 * 1_024,
  /** Bytes that wait for a media server that has stopped reading. Signalling is a few kB a minute. */
  maxWaitingBytes: 1_024 * 1_024,
  /** What still fits into one relay frame towards the page. */
  maxPayloadBytes: RELAY_MAX_FRAME_BYTES - RELAY_HEADER_BYTES,
  /** A join request of livekit-client is about 4 kB once unpacked: mostly its SDP offer. */
  maxJoinRequestBytes: 256 * 1_024,
  /** Sessions that could be resumed; the oldest are forgotten first. */
  maxResumable: 512,
  /** For a refreshed token without a readable end. LiveKit gives at least 10 minutes. */
  resumeWithoutExpiryMs: 9 * 60_000,
} as const
export type RelayDefaults = { readonly [Name in keyof typeof relayDefaults]: number }
