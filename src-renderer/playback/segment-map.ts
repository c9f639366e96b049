import { playbackDefaults } from './defaults.ts'

/** A segment as a playlist names it. */
export interface MappedSegment {
  /** On the player's time line, which has no holes where footage is missing. */
  readonly mediaStartSeconds: number
  readonly durationSeconds: number
  /** Epoch milliseconds of its first picture; undefined when the playlist does not say. */
  readonly wallStartMs: number | undefined
  /** Named by the playlist as missing (`EXT-X-GAP`). */
  readonly isMissing: boolean
  /** The player has loaded it and got no picture out of it. */
  readonly isUnreadable?: boolean
  /** What the playlist promised, where the media turned out to be shorter. */
  readonly listedSeconds?: number
}

/** What is at an instant. Epoch milliseconds; an edge that the playlist does not show is undefined. */
export type Place =
  | { readonly kind: 'footage'; readonly mediaSeconds: number; readonly untilMs: number }
  | { readonly kind: 'gap'; readonly fromMs: number | undefined; readonly untilMs: number | undefined }

/** `[fromMs, toMs)`, epoch milliseconds. */
export interface WallStretch {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Maps wall time to the player's time and back, for one playlist as it is known now: sorted arrays and a binary search,
 * as it is queried at each step of scrubbing. Made again when the player has learned more: parsing moves segments.
 */
export class SegmentMap {
  readonly #seamMs: number
  /** In the order of the player's time line. */
  readonly #mediaStarts: Float64Array
  readonly #mediaEnds: Float64Array
  readonly #wallOfMedia: Float64Array
  /** In the order of wall time, apart from each other: of footage that overlaps, what began first is shown. */
  readonly #wallStarts: Float64Array
  readonly #wallEnds: Float64Array
  readonly #mediaOfWall: Float64Array
  /** When the footage around each segment ends, over all that follow without a gap. */
  readonly #stretchEnds: Float64Array
  readonly #damaged: readonly WallStretch[]

  /** `fallbackStartMs`: when the first picture was taken, for a playlist that names no instant at all. */
  constructor(segments: readonly MappedSegment[], fallbackStartMs: number, seamMs = defaults.seamMs) {
    this.#seamMs = seamMs
    const listed = datedSegments(segments, fallbackStartMs).filter(({ isMissing }) => !isMissing)
    const dated = listed.filter(({ isUnreadable }) => isUnreadable !== true)
    const byMedia = dated.toSorted((a, b) => a.mediaStartSeconds - b.mediaStartSeconds)
    this.#mediaStarts = Float64Array.from(byMedia, ({ mediaStartSeconds }) => mediaStartSeconds)
    this.#mediaEnds = Float64Array.from(byMedia, (one) => one.mediaStartSeconds + one.durationSeconds)
    this.#wallOfMedia = Float64Array.from(byMedia, ({ wallStartMs }) => wallStartMs)
    const byWall = apart(dated)
    this.#wallStarts = Float64Array.from(byWall, ({ fromMs }) => fromMs)
    this.#wallEnds = Float64Array.from(byWall, ({ toMs }) => toMs)
    this.#mediaOfWall = Float64Array.from(byWall, ({ mediaSeconds }) => mediaSeconds)
    this.#stretchEnds = stretchEnds(byWall, seamMs)
    this.#damaged = listed.flatMap((segment) => damagedPart(segment, seamMs) ?? [])
  }

  /** Where all footage ends. Epoch milliseconds. */
  get endMs(): number | undefined {
    return this.#wallEnds.at(-1)
  }

  /** What is there at an instant, and until when. */
  locate(wallMs: number): Place {
    const at = lastAtOrBefore(this.#wallStarts, wallMs)
    const untilMs = this.#wallEnds[at]
    if (untilMs !== undefined && wallMs < untilMs) {
      const mediaSeconds = numberAt(this.#mediaOfWall, at) + (wallMs - numberAt(this.#wallStarts, at)) / 1_000
      return { kind: 'footage', mediaSeconds, untilMs: numberAt(this.#stretchEnds, at) }
    }
    const nextMs = this.#wallStarts[at + 1]
    const isSeam = untilMs !== undefined && nextMs !== undefined && nextMs - untilMs <= this.#seamMs
    if (isSeam) {
      const mediaSeconds = numberAt(this.#mediaOfWall, at + 1)
      return { kind: 'footage', mediaSeconds, untilMs: numberAt(this.#stretchEnds, at + 1) }
    }
    return { kind: 'gap', fromMs: untilMs, untilMs: nextMs }
  }

  /** The playlist lists footage there, and there is none in what was delivered. */
  isDamagedAt(wallMs: number): boolean {
    return this.#damaged.some(({ fromMs, toMs }) => fromMs <= wallMs && wallMs < toMs)
  }

  /** Epoch milliseconds of the picture at a time of the player; undefined outside of all footage. */
  wallAt(mediaSeconds: number): number | undefined {
    // A player reports the time of a picture in floating point: the first of a segment may come out a hair early.
    const at = lastAtOrBefore(this.#mediaStarts, mediaSeconds + hairSeconds)
    const startMs = this.#wallOfMedia[at]
    if (startMs === undefined || mediaSeconds > numberAt(this.#mediaEnds, at) + this.#seamMs / 1_000)
      return undefined
    return startMs + (mediaSeconds - numberAt(this.#mediaStarts, at)) * 1_000
  }

  /** The segment around an instant, `[fromMs, toMs)`; undefined in a gap. */
  segmentAt(wallMs: number): WallStretch | undefined {
    const at = lastAtOrBefore(this.#wallStarts, wallMs)
    const toMs = this.#wallEnds[at]
    return toMs === undefined || wallMs >= toMs ? undefined : { fromMs: numberAt(this.#wallStarts, at), toMs }
  }

  /** The last instant with a key frame at or before this one, and the first after it: segments begin with one. */
  keyFrames(wallMs: number): { readonly atMs: number | undefined; readonly nextMs: number | undefined } {
    const at = lastAtOrBefore(this.#wallStarts, wallMs)
    return { atMs: this.#wallStarts[at], nextMs: this.#wallStarts[at + 1] }
  }
}

const defaults = playbackDefaults.map
const hairSeconds = 0.0001

/** What an `EXTINF` says of media of that length. Some platforms round to whole seconds: then the media know better. */
export function listedSeconds(extinf: string, mediaSeconds: number): number {
  const isRounded = /^\d+$/.test(extinf) && Math.abs(Number(extinf) - mediaSeconds) < 1
  return isRounded ? mediaSeconds : Number(extinf)
}

type DatedSegment = MappedSegment & { readonly wallStartMs: number }

/** Every segment with its instant: named, or computed from the nearest named one before it, or else after it. */
function datedSegments(segments: readonly MappedSegment[], fallbackStartMs: number): DatedSegment[] {
  const firstNamed = segments.findIndex(({ wallStartMs }) => wallStartMs !== undefined)
  const leadMs = segments
    .slice(0, Math.max(0, firstNamed))
    .reduce((sum, segment) => sum + listedMs(segment), 0)
  let nextMs = (segments[firstNamed]?.wallStartMs ?? fallbackStartMs) - leadMs
  return segments.map((segment) => {
    const wallStartMs = segment.wallStartMs ?? nextMs
    nextMs = wallStartMs + listedMs(segment)
    return { ...segment, wallStartMs }
  })
}

function listedMs({ listedSeconds, durationSeconds }: MappedSegment): number {
  return (listedSeconds ?? durationSeconds) * 1_000
}

function damagedPart(segment: DatedSegment, seamMs: number): WallStretch | undefined {
  const { wallStartMs, durationSeconds, isUnreadable } = segment
  const fromMs = wallStartMs + (isUnreadable === true ? 0 : durationSeconds * 1_000)
  const toMs = wallStartMs + listedMs(segment)
  return toMs - fromMs > seamMs ? { fromMs, toMs } : undefined
}

function apart(dated: readonly DatedSegment[]) {
  const found: { fromMs: number; toMs: number; mediaSeconds: number }[] = []
  let endMs = Number.NEGATIVE_INFINITY
  for (const segment of dated.toSorted((a, b) => a.wallStartMs - b.wallStartMs)) {
    const { wallStartMs, mediaStartSeconds } = segment
    const fromMs = Math.max(wallStartMs, endMs)
    const toMs = wallStartMs + segment.durationSeconds * 1_000
    if (toMs <= fromMs) continue
    found.push({ fromMs, toMs, mediaSeconds: mediaStartSeconds + (fromMs - wallStartMs) / 1_000 })
    endMs = toMs
  }
  return found
}

/** Of footage in the order of wall time: from the last one back, for each knows the end of the one after it. */
function stretchEnds(byWall: readonly WallStretch[], seamMs: number): Float64Array {
  const ends = Float64Array.from(byWall, ({ toMs }) => toMs)
  for (let at = ends.length - 2; at >= 0; at -= 1) {
    const seam = (byWall[at + 1]?.fromMs ?? Number.NaN) - numberAt(ends, at)
    if (seam <= seamMs) ends[at] = numberAt(ends, at + 1)
  }
  return ends
}

/** Index of the last value that is not above; −1 when all are. */
function lastAtOrBefore(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numberAt(sorted, middle) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

const numberAt = (values: Float64Array, index: number): number => values[index] ?? Number.NaN
