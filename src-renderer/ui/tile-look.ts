import type { TileStateName } from '#contract/wall/tile-report.ts'
import type { LiveWallPort, TileObservation } from '../live/live-wall-port.ts'
import { errorWords } from '../language/error-words.ts'
import { useLook } from './use-look.ts'

/** The part of an observation that a tile shows. Everything that changes while nothing visible does is left out. */
export interface TileLook {
  readonly state: TileStateName
  readonly shownCameraId: string | undefined
  /** Epoch milliseconds; 0 while live, where nobody reads it. */
  readonly sinceMs: number
  readonly lastFrameAtMs: number | undefined
  /** Only while late: tenths of a second. */
  readonly delayTenths: number | undefined
  readonly isLocal: boolean
  /** What this computer can manage of it. */
  readonly limit: TileObservation['limit']
  readonly why: string | undefined
  readonly nextTryAtMs: number | undefined
}

function lookOf({ state, shownCameraId, limit, delayMs, ...observation }: TileObservation): TileLook {
  const isLive = state === 'LIVE' || state === 'LATE'
  const isLocal = isLive && observation.isLocal === true
  // A stand-in needs no tenths.
  const stepMs = isLocal ? 1_000 : 100
  const showsDelay = state === 'LATE' && delayMs !== undefined
  return {
    state,
    shownCameraId,
    sinceMs: isLive ? 0 : observation.stateSinceMs,
    lastFrameAtMs: isLive ? undefined : observation.lastFrameAtMs,
    delayTenths: showsDelay ? (Math.round(delayMs / stepMs) * stepMs) / 100 : undefined,
    isLocal,
    limit,
    why: isLive ? undefined : errorWords(observation.error),
    nextTryAtMs: isLive ? undefined : observation.nextTryAtMs,
  }
}

export function useTileLook(live: Pick<LiveWallPort, 'observe' | 'subscribe'>, tile: number): TileLook {
  return useLook(live, tile, lookOf)
}
