import { pageClock, steadyClock } from '../clock.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import { withHlsFallback } from '../playback/local/hls-fallback.ts'
import { PlaybackHolds } from '../playback/playback-holds.ts'
import { loadHls } from '../playback/tile/load-hls.ts'
import type { AreaOptions, PageOptions } from './area-options.ts'
import { pictureOf } from './camera-pictures.ts'
import { footageJumpOf } from './footage-jump.ts'
import { LiveWishes } from './live-wishes.ts'
import { MaskedThumbnails } from './masked-thumbnails.ts'
import { createPlaybackStore } from './playback-store.ts'
import { soundTile, type TileSound } from './tile-sound.ts'
import type { TileSizes } from './tile-sizes.ts'
import { WallPlayback } from './wall-playback.ts'

export interface TileServices extends Pick<AreaOptions, 'live' | 'playback' | 'wallPlayback'> {
  readonly thumbnails: MaskedThumbnails
  readonly sound: Pick<TileSound, 'store' | 'level'>
  readonly sizes: Pick<TileSizes, 'watch'>
}

/** The pictures of the tiles, live and past, and their sound. */
export function openTiles(page: PageOptions, engine: LiveWallPort) {
  const { own, shell, wall, session, clock, platformClock } = page
  const holds = new PlaybackHolds(shell)
  const live = own(
    withHlsFallback({
      live: engine,
      shell,
      holds,
      clock: pageClock,
      platformNowMs: platformClock.nowMs,
      loadHls,
    }),
  )
  // Before all that follow the wall: a tile's number and its place in playback change together.
  const playback = createPlaybackStore(wall)
  const wishes = own(new LiveWishes({ ...page, playback, live, onSizes: () => wallPlayback.update() }))
  const wallPlayback = own(
    new WallPlayback({
      ...page,
      playback,
      holds,
      clock: platformClock,
      steadyClock,
      loadHls,
      sizeOf: (tile) => wishes.sizeOf(tile),
    }),
  )
  const { pictures } = wallPlayback
  const sound = own(soundTile({ ...page, playback, pictures, live, makeContext: () => new AudioContext() }))
  const thumbnails = own(
    new MaskedThumbnails({
      shell,
      holds,
      playback,
      clock,
      playedOf: (cameraId) => wallPlayback.playbacksOf(cameraId),
      masksOf: (cameraId) => pictureOf(session.getState().settings.cameraPictures, cameraId).masks,
    }),
  )
  const goTo = (atMs: number) => wallPlayback.goTo(atMs)
  const footageJump = footageJumpOf({ ...page, playback, clock: platformClock, goTo })
  const { sizes } = wishes
  return { live, holds, playback, wallPlayback, pictures, sound, thumbnails, footageJump, sizes }
}
