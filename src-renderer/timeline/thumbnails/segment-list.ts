import { M3U8Parser, type MediaFragment, PlaylistLevelType } from 'hls.js'
import { timelineDefaults } from '../defaults.ts'

/** A piece of footage; epoch milliseconds, `[startMs, endMs)`. */
export interface FootageSegment {
  readonly startMs: number
  readonly endMs: number
  readonly url: string
  readonly bytes?: FilePart
  /** What describes it. */
  readonly init?: { readonly url: string; readonly bytes?: FilePart }
}

/** Its first byte within the file, and how many there are. */
export interface FilePart {
  readonly from: number
  readonly length: number
}

/** The media playlist to take pictures from: the one with the lowest bit rate. `undefined`: it is one itself. */
export function smallestRendition(playlist: string, url: string): string | undefined {
  if (M3U8Parser.isMediaPlaylist(playlist)) return undefined
  const { levels } = M3U8Parser.parseMasterPlaylist(playlist, url)
  const rising = levels.toSorted((one, other) => one.bitrate - other.bitrate)
  // One of sound alone has the lowest, and no picture.
  const smallest =
    rising.find(({ width = 0, videoCodec }) => width > 0 || videoCodec !== undefined) ?? rising[0]
  return smallest?.url
}

/**
 * The segments of a playlist, ascending; empty for what is none. One that names no instant at all is counted from
 * `windowStartMs`, epoch milliseconds, as players do.
 */
export function segmentsOf(playlist: string, url: string, windowStartMs: number): FootageSegment[] {
  return M3U8Parser.parseLevelPlaylist(playlist, url, 0, PlaylistLevelType.MAIN, 0, null)
    .fragments.flatMap((fragment) => segmentOf(fragment, windowStartMs))
    .toSorted((one, other) => one.startMs - other.startMs)
}

function segmentOf(fragment: MediaFragment, windowStartMs: number): FootageSegment | [] {
  const { programDateTime, start, duration, url, initSegment, gap } = fragment
  if (gap) return []
  const startMs = programDateTime ?? windowStartMs + start * 1_000
  const endMs = startMs + duration * 1_000
  // Nothing lasts no time, or begins at no instant, whatever a playlist says.
  if (!(startMs < endMs)) return []
  const init = initSegment && { url: initSegment.url, ...partOf(initSegment) }
  return { startMs, endMs, url, ...(init && { init }), ...partOf(fragment) }
}

function partOf({ byteRange: [from, until] }: Pick<MediaFragment, 'byteRange'>): { bytes?: FilePart } {
  return from !== undefined && until !== undefined ? { bytes: { from, length: until - from } } : {}
}

/** The segment that shows the instant, of several the last that began; `undefined` in a gap, which a seam is not. */
export function segmentAt(segments: readonly FootageSegment[], atMs: number): FootageSegment | undefined {
  const at = segments.findLastIndex(({ startMs }) => startMs <= atMs)
  const [found, next] = [segments[at], segments[at + 1]]
  if (found === undefined || atMs < found.endMs) return found
  return next && next.startMs - found.endMs <= timelineDefaults.thumbnails.seamMs ? found : undefined
}
