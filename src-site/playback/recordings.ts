import type { PictureSize } from './fragment-muxer.ts'
import type { TimeRange } from './time-range.ts'

/** Encodings of a camera's footage. Every camera has `full`; `reduced` is its smaller layer, where there is one. */
export const renditions = ['full', 'reduced'] as const
export type Rendition = (typeof renditions)[number]

export interface RenditionInfo extends PictureSize {
  readonly rendition: Rendition
  readonly framesPerSecond: number
  /** RFC 6381. */
  readonly codec: string
  /** Of the largest segment. */
  readonly peakBitsPerSecond: number
  readonly meanBitsPerSecond: number
}

/** One fMP4 segment that begins with a key frame. Its media time is its wall time: seconds since the epoch. */
export interface Segment extends TimeRange {
  /** File name below its rendition; the same name means the same bytes for ever. */
  readonly name: string
  /** File name of its initialization segment. */
  readonly init: string
}

export interface MediaFile {
  readonly bytes: Buffer
  /** Strong, with its quotes (RFC 9110 §8.8.3). */
  readonly etag: string
}

/** Footage of cameras, wherever it comes from. */
export interface Recordings {
  /** Best first; none for a camera that has no footage at all. */
  renditionsOf(cameraId: string): Promise<readonly RenditionInfo[]>
  /** Segments that overlap the range, ascending and apart from each other. Only whole ones, none of the future. */
  segments(cameraId: string, rendition: Rendition, range: TimeRange): Promise<readonly Segment[]>
  /** What can be played within the range, to the millisecond; ascending, not touching. */
  coverage(cameraId: string, range: TimeRange): Promise<readonly TimeRange[]>
  /** A segment or an initialization segment by its name; undefined when there is no such file (any more). */
  file(cameraId: string, rendition: Rendition, name: string): Promise<MediaFile | undefined>
}
