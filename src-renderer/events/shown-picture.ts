import type { Clock } from '../clock.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import type { PlaybackPictures } from '../wall/playback-pictures.ts'
import type { PlaybackStore } from '../wall/playback-store.ts'
import { cameraIdOf } from '../wall/wall-document.ts'
import type { WallStore } from '../wall/wall-store.ts'

export interface ShownPictureNeeds {
  readonly wall: Pick<WallStore, 'getState'>
  readonly playback: Pick<PlaybackStore, 'getState'>
  readonly pictures: Pick<PlaybackPictures, 'observe'>
  readonly live: Pick<LiveWallPort, 'observe'>
  readonly clock: Clock
}

export interface ShownPicture {
  readonly cameraId: string
  /** When it was filmed: epoch milliseconds. */
  readonly atMs: number
  /** Of now, or of another instant on purpose; not: what is left of a picture that has stopped. */
  readonly isSound: boolean
}

/** Of which camera and of when the picture of a tile is; undefined while it shows none. */
export function shownPicture(needs: ShownPictureNeeds, tile: number): ShownPicture | undefined {
  const { wall, playback, pictures, live, clock } = needs
  if (playback.getState().tiles.includes(tile)) {
    const cameraId = cameraIdOf(wall.getState().document, tile)
    const past = pictures.observe(tile)
    if (cameraId === undefined || past?.shownMs === undefined) return undefined
    const isSound = past.state !== 'GAP' && past.state !== 'NO RECORDING'
    return { cameraId, atMs: Math.round(past.shownMs), isSound }
  }
  const { state, shownCameraId, lastFrameAtMs, delayMs = 0 } = live.observe(tile)
  if (shownCameraId === undefined) return undefined
  const isSound = state === 'LIVE' || state === 'LATE'
  const presentedMs = isSound ? clock.nowMs() : lastFrameAtMs
  if (presentedMs === undefined) return undefined
  return { cameraId: shownCameraId, atMs: Math.round(presentedMs - delayMs), isSound }
}
