import { playbackDefaults } from '../defaults.ts'
import type { SegmentMap } from '../segment-map.ts'

/** Where the wall is: at `wallMs` (epoch) now, going on at `speed` (0: it stands). */
export interface Aim {
  readonly wallMs: number
  readonly speed: number
  /** It stands only until another tile has its picture, and goes on like this: what is nearly right stays. */
  readonly heldSpeed: number | undefined
  /** A hand drags it, and goes on: pictures on the way are worth more than the exact one. */
  readonly isByHand?: boolean
}

const { tile, map: mapLimits } = playbackDefaults

/** No player goes backwards, nor so fast: key frames are shown one after another. */
export function isByKeyFrames(aim: Aim): boolean {
  const speed = intendedSpeed(aim)
  return speed < 0 || speed > tile.fastestPlayerRate
}

/** One picture is asked for, and no other. */
export function isStanding(aim: Aim): boolean {
  return intendedSpeed(aim) === 0
}

/** Whether the picture of an instant is what is to be seen while the wall is at `aim.wallMs`. */
export function isNear(
  aim: Aim,
  shownMs: number | undefined,
  { map, frameMs }: { readonly map: SegmentMap | undefined; readonly frameMs: number | undefined },
): boolean {
  if (shownMs === undefined) return false
  const { wallMs, speed } = aim
  if (isByKeyFrames(aim)) {
    const { atMs } = map?.keyFrames(wallMs) ?? {}
    return (
      atMs !== undefined && Math.abs(shownMs - atMs) < Math.abs(intendedSpeed(aim)) * tile.playingWithinMs
    )
  }
  if (isStanding(aim)) {
    const place = map?.locate(wallMs)
    // Footage that goes on after a hole no wider than rounding begins a little later than the asked instant.
    const askedMs = place?.kind === 'footage' ? map?.wallAt(place.mediaSeconds) : undefined
    return Math.abs(shownMs - (askedMs ?? wallMs)) <= (frameMs ?? tile.longestFrameMs) + tile.screenBeatMs
  }
  const withinMs = tile.playingWithinMs * Math.max(1, speed)
  return Math.abs(shownMs - wallMs) <= Math.max(withinMs, (frameMs ?? 0) + mapLimits.seamMs / 2)
}

function intendedSpeed({ speed, heldSpeed }: Aim): number {
  return heldSpeed ?? speed
}
