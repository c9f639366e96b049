import { createHash } from 'node:crypto'
import type { PictureSize } from '../fragment-muxer.ts'
import type { Rendition, RenditionInfo, Segment } from '../recordings.ts'
import type { TimeRange } from '../time-range.ts'
import type { ClipPackage } from './clip-package.ts'

interface ClipSegment {
  readonly fromGroup: number
  readonly toGroup: number
  readonly firstFrame: number
  readonly endFrame: number
  readonly bytes: number
}

const initName = 'archive-init.mp4'
const segmentName = /^archive-(\d{1,16})\.m4s$/

/**
 * One rendition of a camera as footage without beginning or end: the clip laid on the wall clock, in the phase in
 * which the camera publishes it. Picture `n` of the clip is shown whenever the number of frame periods since the
 * epoch is `n` modulo the clip's length.
 */
export class LoopedClip {
  readonly info: RenditionInfo
  readonly initName = initName
  readonly longestSegmentMs: number
  /** Differs between any two clips. */
  readonly fingerprint: string
  readonly #clip: ClipPackage
  readonly #segments: readonly ClipSegment[]

  constructor(
    clip: ClipPackage,
    rendition: Rendition,
    { widthPx, heightPx }: PictureSize,
    leastSegmentSeconds: number,
  ) {
    this.#clip = clip
    this.#segments = segmentsOf(clip, leastSegmentSeconds)
    const bitsPerSecond = ({ bytes, firstFrame, endFrame }: ClipSegment) =>
      Math.ceil((bytes * 8 * clip.framesPerSecond) / (endFrame - firstFrame))
    const whole = this.#segments.reduce((sum, { bytes }) => sum + bytes, 0)
    this.longestSegmentMs = Math.max(
      ...this.#segments.map(({ firstFrame, endFrame }) => this.#msAt(endFrame - firstFrame)),
    )
    const hash = createHash('sha256').update(clip.init)
    for (const { bytes } of clip.groups) hash.update(bytes)
    this.fingerprint = hash.digest('hex').slice(0, 16)
    this.info = {
      rendition,
      widthPx,
      heightPx,
      framesPerSecond: clip.framesPerSecond,
      codec: clip.codec,
      peakBitsPerSecond: Math.max(...this.#segments.map(bitsPerSecond)),
      meanBitsPerSecond: Math.ceil((whole * 8 * clip.framesPerSecond) / clip.frames),
    }
  }

  get init(): Buffer {
    return this.#clip.init
  }

  /** Segments that overlap the range. */
  segments({ startMs, endMs }: TimeRange): Segment[] {
    const found: Segment[] = []
    const { frames } = this.#clip
    const firstLoop = Math.floor(this.#frameAt(startMs) / frames)
    for (let loop = firstLoop; this.#msAt(loop * frames) < endMs; loop += 1) {
      for (const segment of this.#segments) {
        const isWanted =
          this.#msAt(loop * frames + segment.endFrame) > startMs &&
          this.#msAt(loop * frames + segment.firstFrame) < endMs
        if (isWanted) found.push(this.#timed(loop, segment))
      }
    }
    return found
  }

  /** The segment of that name; undefined when there is none. */
  async read(name: string): Promise<Buffer | undefined> {
    const startMs = Number(segmentName.exec(name)?.[1] ?? Number.NaN)
    if (!Number.isSafeInteger(startMs)) return undefined
    const { frames } = this.#clip
    // Names are whole milliseconds, frames are not: the frame meant is the nearest.
    const frame = Math.round((startMs * this.#clip.framesPerSecond) / 1_000)
    const loop = Math.floor(frame / frames)
    const segment = this.#segments.find(({ firstFrame }) => firstFrame === frame - loop * frames)
    if (!segment || this.#timed(loop, segment).name !== name) return undefined
    return this.#clip.fragments(segment.fromGroup, segment.toGroup, loop * frames)
  }

  #timed(loop: number, { firstFrame, endFrame }: ClipSegment): Segment {
    const startMs = this.#msAt(loop * this.#clip.frames + firstFrame)
    const endMs = this.#msAt(loop * this.#clip.frames + endFrame)
    return { name: `archive-${startMs}.m4s`, init: initName, startMs, endMs }
  }

  #frameAt(ms: number): number {
    return Math.floor((ms * this.#clip.framesPerSecond) / 1_000)
  }

  #msAt(frame: number): number {
    return Math.round((frame * 1_000) / this.#clip.framesPerSecond)
  }
}

/** Whole groups of pictures, as few as are long enough; what is left at the clip's end goes to the last. */
function segmentsOf(clip: ClipPackage, leastSeconds: number): ClipSegment[] {
  const leastFrames = Math.round(leastSeconds * clip.framesPerSecond)
  const starts: number[] = []
  for (const [at, { firstFrame }] of clip.groups.entries()) {
    const last = clip.groups[starts.at(-1) ?? 0]?.firstFrame ?? 0
    const isFirst = starts.length === 0
    if (isFirst || (firstFrame - last >= leastFrames && clip.frames - firstFrame >= leastFrames))
      starts.push(at)
  }
  return starts.map((fromGroup, index) => {
    const toGroup = starts[index + 1] ?? clip.groups.length
    const groups = clip.groups.slice(fromGroup, toGroup)
    return {
      fromGroup,
      toGroup,
      firstFrame: groups[0]?.firstFrame ?? 0,
      endFrame: clip.groups[toGroup]?.firstFrame ?? clip.frames,
      bytes: groups.reduce((sum, { bytes }) => sum + bytes.length, 0),
    }
  })
}
