import { computerMs } from '../clock.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import type { PlatformClock } from '../wall/platform-clock.ts'
import type { PlaybackPictures } from '../wall/playback-pictures.ts'
import type { PlaybackStore } from '../wall/playback-store.ts'
import { cameraIdOf } from '../wall/wall-document.ts'
import type { WallStore } from '../wall/wall-store.ts'

export interface ShownPictureOptions {
  readonly wall: Pick<WallStore, 'getState'>
  readonly playback: Pick<PlaybackStore, 'getState'>
  readonly pictures: Pick<PlaybackPictures, 'observe'>
  readonly live: Pick<LiveWallPort, 'observe'>
  readonly platformClock: Pick<PlatformClock, 'nowMs' | 'ofComputer'>
}

export interface ShownPicture {
  readonly cameraId: string
  /** When it was filmed, by the platform's time: epoch milliseconds. */
  readonly filmedMs: number
  /** The same by the clock of the camera's recorder, as its footage has it. */
  readonly pictureMs: number
  /** False for what is left of a picture that has stopped. */
  readonly isSound: boolean
}

/** Camera and instant of a tile's picture; undefined while it shows none. */
export function shownPicture(options: ShownPictureOptions, tile: number): ShownPicture | undefined {
  const { wall, playback, pictures, live, platformClock } = options
  const recorderAheadMs = (cameraId: string) => wall.getState().cameraById.get(cameraId)?.clockOffsetMs ?? 0
  if (playback.getState().tiles.includes(tile)) {
    const cameraId = cameraIdOf(wall.getState().document, tile)
    const past = pictures.observe(tile)
    if (cameraId === undefined || past?.shownMs === undefined) return undefined
    const isSound = past.state !== 'GAP' && past.state !== 'NO RECORDING'
    const pictureMs = Math.round(past.shownMs)
    return { cameraId, filmedMs: pictureMs - recorderAheadMs(cameraId), pictureMs, isSound }
  }
  const { state, shownCameraId, lastFrameAtMs, delayMs = 0 } = live.observe(tile)
  if (shownCameraId === undefined) return undefined
  const isSound = state === 'LIVE' || state === 'LATE'
  const lastMs = lastFrameAtMs === undefined ? undefined : platformClock.ofComputer(computerMs(lastFrameAtMs))
  const presentedMs = isSound ? platformClock.nowMs() : lastMs
  if (presentedMs === undefined) return undefined
  const filmedMs = Math.round(presentedMs - delayMs)
  return { cameraId: shownCameraId, filmedMs, pictureMs: filmedMs + recorderAheadMs(shownCameraId), isSound }
}
