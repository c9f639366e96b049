import type { SegmentMap } from './segment-map.ts'

export interface FrameStep {
  readonly direction: 1 | -1
  /** Where the clock stands. Epoch milliseconds, as all below. */
  readonly clockMs: number
  /** When the picture on the tile begins; undefined while there is none. */
  readonly shownMs: number | undefined
  /** From a picture to the next where the footage has not told yet. */
  readonly frameMs: number
  /** The picture of an instant; undefined where the footage has not told yet. */
  readonly frameAt: (wallMs: number) => Frame | undefined
  readonly map: SegmentMap | undefined
}

/** `[fromMs, untilMs)` */
interface Frame {
  readonly fromMs: number
  readonly untilMs: number
}

/**
 * An instant within the next picture, or the one before: a quarter into it, so that what is not quite exact about
 * the rate does not matter, and steps do not add up to an error because each begins at the picture of the clock.
 */
export function neighbourFrame(step: FrameStep): number {
  const { direction, clockMs, frameMs, frameAt, map } = step
  const from = frameAt(clockMs) ?? assumedFrame(step)
  const edgeMs = direction === 1 ? from.untilMs : from.fromMs
  const neighbour = frameAt(direction === 1 ? edgeMs : edgeMs - insideMs)
  if (neighbour !== undefined) return quarterInto(neighbour)
  const fromMs = direction === 1 ? edgeMs : edgeMs - frameMs
  const targetMs = fromMs + frameMs / 4
  const place = map?.locate(targetMs)
  if (place?.kind !== 'gap') return targetMs
  if (direction === 1) return place.untilMs === undefined ? clockMs : place.untilMs + frameMs / 4
  const last = place.fromMs === undefined ? undefined : frameAt(place.fromMs - insideMs)
  if (last !== undefined) return quarterInto(last)
  return place.fromMs === undefined ? clockMs : place.fromMs - (frameMs * 3) / 4
}

/** Before the edge of a picture: less than any picture lasts, more than edges are rounded by. */
const insideMs = 1
const quarterInto = ({ fromMs, untilMs }: Frame): number => fromMs + (untilMs - fromMs) / 4

function assumedFrame({ clockMs, shownMs, frameMs }: FrameStep): Frame {
  // Keys come faster than pictures: then the last step counts and not the picture of the one before.
  const isSeen = shownMs !== undefined && Math.abs(shownMs + frameMs / 4 - clockMs) < frameMs
  const fromMs = isSeen ? shownMs : clockMs - frameMs / 4
  return { fromMs, untilMs: fromMs + frameMs }
}
