import { playbackDefaults } from '../defaults.ts'
import { FrameTimeReader, type FrameTimes } from './frame-times.ts'

/** `[fromSeconds, untilSeconds)` on the player's time line. */
export interface FrameSpan {
  readonly fromSeconds: number
  readonly untilSeconds: number
}

const { frameTables } = playbackDefaults.player
/** A browser counts in microseconds, and a clock in floating point. */
const hairSeconds = 0.0001

/** When the pictures that a player has been given begin and end: no frame rate is assumed, none need be constant. */
export class FrameTable {
  readonly #reader = new FrameTimeReader()
  /** The newest last. */
  #pieces: FrameTimes[] = []

  /** `offsetSeconds`: from the footage's own time to the player's. */
  add(bytes: Uint8Array, offsetSeconds: number): void {
    const added = this.#reader.read(bytes, offsetSeconds)
    if (added === undefined) return
    // Of another rendition: what was appended last is what is decoded.
    const others = this.#pieces.filter((piece) => !isWithin(piece, added))
    this.#pieces = [...others, added].slice(-frameTables)
  }

  /** The last picture that begins at or before a time; undefined where none is known. */
  at(seconds: number): FrameSpan | undefined {
    const piece = this.#pieces.findLast(
      ({ startSeconds: [first = Number.POSITIVE_INFINITY], endSeconds }) =>
        first <= seconds + hairSeconds && seconds + hairSeconds < endSeconds,
    )
    if (piece === undefined) return undefined
    const { startSeconds, endSeconds } = piece
    const next = startSeconds.findIndex((start) => start > seconds + hairSeconds)
    const fromSeconds = startSeconds.at(next === -1 ? -1 : next - 1) ?? seconds
    return { fromSeconds, untilSeconds: next === -1 ? endSeconds : (startSeconds[next] ?? endSeconds) }
  }

  /** The picture that begins at that time, as the browser reports it. */
  beginningAt(seconds: number): FrameSpan | undefined {
    const span = this.at(seconds + reportedWithinSeconds)
    return span && Math.abs(span.fromSeconds - seconds) <= reportedWithinSeconds ? span : undefined
  }
}

/** One picture follows the other. */
export function isBeside(a: FrameSpan, b: FrameSpan): boolean {
  const apart = Math.max(a.fromSeconds, b.fromSeconds) - Math.min(a.untilSeconds, b.untilSeconds)
  return Math.abs(apart) <= reportedWithinSeconds
}

/** Footage has ticks of a thousandth of a second at the most. */
const reportedWithinSeconds = 0.0015

function isWithin(inner: FrameTimes, outer: FrameTimes): boolean {
  const [innerStart = 0] = inner.startSeconds
  const [outerStart = 0] = outer.startSeconds
  const middle = (innerStart + inner.endSeconds) / 2
  return outerStart <= middle && middle < outer.endSeconds
}
