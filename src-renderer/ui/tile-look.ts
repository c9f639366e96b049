import type { LiveWallPort, TileObservation } from '../live/live-wall-port.ts'
import { errorWords } from '../language/error-words.ts'
import { useLook } from './use-look.ts'

/** The part of an observation that a tile shows. Everything that changes while nothing visible does is left out. */
export type TileLook = ReturnType<typeof lookOf>

function lookOf({ state, shownCameraId, limit, delayMs, ...observation }: TileObservation) {
  const isLive = state === 'LIVE' || state === 'LATE'
  const isLocal = isLive && observation.isLocal === true
  // A stand-in needs no tenths.
  const stepMs = isLocal ? 1_000 : 100
  const showsDelay = state === 'LATE' && delayMs !== undefined
  return {
    state,
    shownCameraId,
    /** Epoch milliseconds; 0 while live, where nobody reads it. */
    sinceMs: isLive ? 0 : observation.stateSinceMs,
    lastFrameAtMs: isLive ? undefined : observation.lastFrameAtMs,
    /** Only while late: tenths of a second. */
    delayTenths: showsDelay ? (Math.round(delayMs / stepMs) * stepMs) / 100 : undefined,
    isLocal,
    /** What this computer can manage of it. */
    limit,
    why: isLive ? undefined : errorWords(observation.error),
    nextTryAtMs: isLive ? undefined : observation.nextTryAtMs,
  }
}

export function useTileLook(live: Pick<LiveWallPort, 'observe' | 'subscribe'>, tile: number): TileLook {
  return useLook(live, tile, lookOf)
}
