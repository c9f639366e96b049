import type { RenditionInfo, Segment } from './recordings.ts'

/** Segments whose edges are no further apart follow each other: their names and instants are whole milliseconds. */
export const seamMs = 2

/** RFC 8216 §4.3.4: the renditions of one window. Addresses are relative, so that a gateway can move the folder. */
export function masterPlaylist(infos: readonly RenditionInfo[], playlistName: string): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']
  for (const info of infos) {
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${info.peakBitsPerSecond},AVERAGE-BANDWIDTH=${info.meanBitsPerSecond},` +
        `CODECS="${info.codec}",RESOLUTION=${info.widthPx}x${info.heightPx},` +
        `FRAME-RATE=${info.framesPerSecond.toFixed(3)}`,
      `${info.rendition}/${playlistName}`,
    )
  }
  return text(lines)
}

/**
 * A finished playlist of what was recorded: the wall time of each segment, a discontinuity where footage is missing
 * or where it comes from another recording.
 */
export function recordedPlaylist(segments: readonly Segment[]): string {
  return text([...head(segments), '#EXT-X-PLAYLIST-TYPE:VOD', ...body(segments), '#EXT-X-ENDLIST'])
}

export interface LiveWindow {
  readonly segments: readonly Segment[]
  /** How many segments, and how many discontinuities, have left the window since it began. */
  readonly mediaSequence: number
  readonly discontinuitySequence: number
}

/** A sliding playlist: asked for again and again, it ends with the newest segment. */
export function livePlaylist({ segments, mediaSequence, discontinuitySequence }: LiveWindow): string {
  return text([
    ...head(segments),
    `#EXT-X-MEDIA-SEQUENCE:${mediaSequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}`,
    ...body(segments),
  ])
}

export function isSeam(before: Segment | undefined, segment: Segment): boolean {
  return (
    before !== undefined &&
    (Math.abs(segment.startMs - before.endMs) > seamMs || segment.init !== before.init)
  )
}

function head(segments: readonly Segment[]): string[] {
  const longestMs = segments.reduce((most, { startMs, endMs }) => Math.max(most, endMs - startMs), 1_000)
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    // RFC 8216 §4.3.3.1: no duration, rounded to the nearest whole second, is longer.
    `#EXT-X-TARGETDURATION:${Math.round(longestMs / 1_000)}`,
  ]
}

function* body(segments: readonly Segment[]): Generator<string> {
  let before: Segment | undefined
  for (const segment of segments) {
    if (isSeam(before, segment)) yield '#EXT-X-DISCONTINUITY'
    if (segment.init !== before?.init) yield `#EXT-X-MAP:URI="${segment.init}"`
    yield `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startMs).toISOString()}`
    yield `#EXTINF:${((segment.endMs - segment.startMs) / 1_000).toFixed(3)},`
    yield segment.name
    before = segment
  }
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}
