import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ExportRange } from './export-range.ts'
import type { Playhead } from '../timeline/playhead.ts'
import { placeAfter } from './wall-document.ts'
import type { WallStore } from './wall-store.ts'

/** Which tiles show the past, and where they stand in it. Not kept: after a restart every tile is live. */
export interface PlaybackState {
  /** Indexes of the tiles in playback, ascending; all others are live. */
  readonly tiles: readonly number[]
  /** All visible tiles are held at one instant, those that become visible too. */
  readonly isTogether: boolean
  readonly isTimelineShown: boolean
  /** `live` exactly while no tile is in playback. */
  readonly playhead: Playhead
  /** What was asked for: 0.25 to 16, below 0 backwards, 0 paused. The playhead may stand while it waits for footage. */
  readonly speed: number
  /** The operator's hand is on the timeline, here. Epoch milliseconds. */
  readonly scrub: { readonly atMs: number } | undefined
  /** What is to be exported; it stays when the wall goes back to live. */
  readonly range: ExportRange
  /** Instants that a jump or live has led away from, the last one first. Epoch milliseconds. */
  readonly leftMs: readonly number[]
}

export type PlaybackStore = StoreApi<PlaybackState>

/** A tile that gets another number by a change of the grid stays in the past. */
export function createPlaybackStore(wall?: Pick<WallStore, 'subscribe'>): PlaybackStore {
  const store = createStore<PlaybackState>(() => ({
    tiles: [],
    isTogether: false,
    isTimelineShown: false,
    playhead: { mode: 'live' },
    speed: 0,
    scrub: undefined,
    range: {},
    leftMs: [],
  }))
  wall?.subscribe(({ document }, { document: before }) => {
    const { tiles } = store.getState()
    const moved = tiles.map((tile) => placeAfter(document, before, tile)).sort((a, b) => a - b)
    if (moved.join() !== tiles.join()) store.setState({ tiles: moved })
  })
  return store
}
