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

const { tile } = playbackDefaults

/** No player goes backwards, nor so fast: key frames are shown one after another. */
export function isByKeyFrames(aim: Aim): boolean {
  const speed = intendedSpeed(aim)
  return speed < 0 || speed > tile.fastestPlayerRate
}

/** One picture is asked for, and no other. */
export const isStanding = (aim: Aim): boolean => intendedSpeed(aim) === 0

/**
 * Whether a picture is near enough to where the wall is, while that moves; of a wall that stands only one picture is
 * right, which the player knows.
 */
export function isNear(
  aim: Aim,
  shownMs: number | undefined,
  { map, lastsMs }: { readonly map: SegmentMap | undefined; readonly lastsMs: number },
): boolean {
  if (shownMs === undefined) return false
  const { wallMs, speed } = aim
  if (isByKeyFrames(aim)) {
    const { atMs } = map?.keyFrames(wallMs) ?? {}
    return (
      atMs !== undefined && Math.abs(shownMs - atMs) < Math.abs(intendedSpeed(aim)) * tile.playingWithinMs
    )
  }
  const withinMs = tile.playingWithinMs * Math.max(1, speed)
  return wallMs - withinMs - lastsMs <= shownMs && shownMs <= wallMs + withinMs
}

const intendedSpeed = ({ speed, heldSpeed }: Aim): number => heldSpeed ?? speed
