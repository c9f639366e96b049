import type { TileStateName } from '#contract/wall/tile-report.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { shallow } from 'zustand/shallow'
import type { LiveWallPort, TileObservation } from '../live/live-wall-port.ts'
import { errorWords } from '../language/error-words.ts'

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

function lookOf(observation: TileObservation): TileLook {
  const { state, shownCameraId, limit } = observation
  if (state === 'LIVE' || state === 'LATE') {
    const { delayMs } = observation
    const isLocal = observation.isLocal === true
    // A stand-in needs no tenths.
    const stepMs = isLocal ? 1_000 : 100
    const showsDelay = state === 'LATE' && delayMs !== undefined
    const delayTenths = showsDelay ? (Math.round(delayMs / stepMs) * stepMs) / 100 : undefined
    return {
      state,
      shownCameraId,
      sinceMs: 0,
      lastFrameAtMs: undefined,
      delayTenths,
      isLocal,
      limit,
      why: undefined,
      nextTryAtMs: undefined,
    }
  }
  return {
    state,
    shownCameraId,
    sinceMs: observation.stateSinceMs,
    lastFrameAtMs: observation.lastFrameAtMs,
    delayTenths: undefined,
    isLocal: false,
    limit,
    why: errorWords(observation.error),
    nextTryAtMs: observation.nextTryAtMs,
  }
}

/** A reader that answers with the same object as long as the look is the same. */
function lookReader(live: Pick<LiveWallPort, 'observe'>, tile: number): () => TileLook {
  let last: TileLook | undefined
  return () => {
    const look = lookOf(live.observe(tile))
    if (last === undefined || !shallow(last, look)) last = look
    return last
  }
}

export function useTileLook(live: Pick<LiveWallPort, 'observe' | 'subscribe'>, tile: number): TileLook {
  const [subscribe, read] = useMemo(
    () => [(listener: () => void) => live.subscribe(tile, listener), lookReader(live, tile)] as const,
    [live, tile],
  )
  return useSyncExternalStore(subscribe, read)
}
