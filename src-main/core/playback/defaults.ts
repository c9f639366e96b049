import { MAX_PLAYBACK_RANGE_IN_MS } from '#contract/platform/limits.ts'
import type { Backoff } from '../time.ts'

export const playbackLimits = {
  /** What one start asks for; a platform's overrides may shorten it. */
  windowInMs: MAX_PLAYBACK_RANGE_IN_MS,
  /** Share of a window that lies before the instant that was asked for. */
  shareBefore: 0.25,
  /** The platform's clock is known to about a second, and what was filmed just now is not kept yet. */
  newestAgeInMs: 1_000,
  /** An instant that far ahead is a clock that differs, not a wish for the future. */
  aheadInMs: 5_000,
  /** A session dies after 90 s without a request: two tries fit, the second with room for a slow answer. */
  keepAliveAfterInMs: 30_000,
  /** Up or down at random, so that the tiles of a wall do not ask in step. */
  keepAliveJitterInMs: 5_000,
  /** A picture that stays paused for longer gives up its session; the play key starts it again. */
  pausedForInMs: 10 * 60_000,
  /** A page says at once that it holds what it has been told of; what it does not is ended. */
  heldWithinMs: 10_000,
  /** How long no further session is asked for after a refusal without Retry-After. */
  capHoldsInMs: 10_000,
  /** `Retry-After: 0` would have each tile of a wall ask at once, again and again. */
  capHoldsAtLeastInMs: 1_000,
  /** How long footage that was in neither rendition is asked for in one alone: its tile tries again within seconds. */
  nowhereForInMs: 60_000,
  /** Starts within it are one place: what begins elsewhere may be there, in full alone. */
  nowherePlaceInMs: 5_000,
  /** Starts that are remembered so: two (around the instant, and from it on) of more than the tiles of four monitors. */
  maxNowhere: 400,
  /** The program's end does not wait longer for the platform: the sessions die by themselves. */
  stopWithinMs: 2_000,
  /** Between tries to start a dead session again. */
  restartBackoff: { firstDelayInMs: 500, factor: 2, maxDelayInMs: 15_000, jitter: 0.3 } satisfies Backoff,
}
export type PlaybackLimits = Readonly<typeof playbackLimits>

export const gatewayLimits = {
  /** From the request to the first byte, connecting included. hls.js gives up after ten. */
  firstByteInMs: 8_000,
  /** With fewer bytes in this time while the player wants more it is over: no footage is played at 20 kbit/s. */
  idleInMs: 6_000,
  leastBytes: 16 * 1_024,
  /** A player reads what it has asked for at once; one that does not read has gone without closing. */
  abandonedInMs: 30_000,
  /** A page asks for what it has opened within milliseconds; one that is opened ahead asks when it is needed. */
  prefetchHoldsInMs: 5_000,
  redirects: 3,
  /** A day in segments of four seconds takes 2 MiB; a window is an hour. */
  maxManifestBytes: 4 * 1_024 * 1_024,
  /** Longest address that is worth anything. */
  maxLineChars: 16 * 1_024,
  /** Ten seconds of 4K at the highest rate that cameras send take 30 MiB. */
  maxSegmentBytes: 128 * 1_024 * 1_024,
} as const
export type GatewayLimits = { readonly [Name in keyof typeof gatewayLimits]: number }
