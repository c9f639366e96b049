import type { TileReport } from '#contract/wall/tile-report.ts'
import type { ShownState } from './alarm-rules.ts'

/** From what says most for the camera to what says nothing about it. */
const order: readonly ShownState[] = [
  'LIVE',
  'LATE',
  'STALE',
  'RECONNECTING',
  'OFFLINE',
  'NO ACCESS',
  'CONNECTING',
  'PLAYBACK',
  'NO CAMERA',
  'FEED',
  'OCCUPANCY',
]

/** Of each camera that some page shows, the best that any tile says. */
export function shownStates(reports: Iterable<TileReport>): ReadonlyMap<string, ShownState> {
  const states = new Map<string, ShownState>()
  for (const { tiles } of reports) {
    for (const { cameraId, state } of tiles) {
      if (cameraId === undefined) continue
      const known = states.get(cameraId)
      if (known === undefined || order.indexOf(state) < order.indexOf(known)) states.set(cameraId, state)
    }
  }
  return states
}
