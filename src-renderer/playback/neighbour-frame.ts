import type { SegmentMap } from './segment-map.ts'

export interface FrameStep {
  readonly direction: 1 | -1
  /** Where the clock stands. Epoch milliseconds, as all below. */
  readonly clockMs: number
  /** When the picture on the tile begins; undefined while there is none. */
  readonly shownMs: number | undefined
  readonly frameMs: number
  readonly map: SegmentMap | undefined
}

/**
 * An instant within the next picture, or the one before: a quarter into it, so that what is not quite exact about
 * the rate does not matter, and steps do not add up to an error because each begins at the picture that is seen.
 */
export function neighbourFrame({ direction, clockMs, shownMs, frameMs, map }: FrameStep): number {
  // Keys come faster than pictures: then the last step counts and not the picture of the one before.
  const isSeen = shownMs !== undefined && Math.abs(shownMs + frameMs / 4 - clockMs) < frameMs
  const fromMs = isSeen ? shownMs : clockMs - frameMs / 4
  const targetMs = fromMs + direction * frameMs + frameMs / 4
  const place = map?.locate(targetMs)
  if (place?.kind !== 'gap') return targetMs
  const edgeMs = direction === 1 ? place.untilMs : place.fromMs
  if (edgeMs === undefined) return clockMs
  return direction === 1 ? edgeMs + frameMs / 4 : edgeMs - (frameMs * 3) / 4
}
