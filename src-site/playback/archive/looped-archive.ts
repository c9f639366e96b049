import type { SiteClock } from '../../clock.ts'
import type { FilmedCamera } from '../../footage/filmed-camera.ts'
import type { MediaFile, Recordings, Rendition, RenditionInfo, Segment } from '../recordings.ts'
import { clipped, overlaps, type TimeRange, without } from '../time-range.ts'
import { type GapRule, gapsWithin } from './archive-gaps.ts'
import { ClipPackage } from './clip-package.ts'
import { LoopedClip } from './looped-clip.ts'

export interface LoopedArchiveOptions {
  readonly cameras: readonly FilmedCamera[]
  /** Of a camera, by its number. */
  readonly gapsOf: (number: number) => readonly GapRule[]
  readonly clock: SiteClock
  readonly retentionMs: number
  readonly leastSegmentSeconds: number
}

/**
 * Footage of days that costs the memory of half a minute: each camera's clip, over and over, from the beginning of the
 * retention until now, but for the camera's gaps. A clip is read and packed when its camera is first asked for.
 */
export class LoopedArchive implements Recordings {
  readonly #options: LoopedArchiveOptions
  readonly #cameras: ReadonlyMap<string, FilmedCamera>
  readonly #clips = new Map<string, Promise<LoopedClip>>()

  constructor(options: LoopedArchiveOptions) {
    this.#options = options
    this.#cameras = new Map(options.cameras.map((camera) => [camera.cameraId, camera]))
  }

  async renditionsOf(cameraId: string): Promise<RenditionInfo[]> {
    const camera = this.#cameras.get(cameraId)
    if (!camera) return []
    const found = await Promise.all([this.#clip(cameraId, 'full'), this.#clip(cameraId, 'reduced')])
    return found.flatMap((clip) => clip?.info ?? [])
  }

  async segments(cameraId: string, rendition: Rendition, range: TimeRange): Promise<Segment[]> {
    const clip = await this.#clip(cameraId, rendition)
    const kept = clipped(range, this.#keptRange())
    const camera = this.#cameras.get(cameraId)
    if (!clip || !kept || !camera) return []
    const segments = clip.segments(kept)
    const [first, last] = [segments[0], segments.at(-1)]
    if (!first || !last) return []
    const gaps = this.#gapsOf(camera, { startMs: first.startMs, endMs: last.endMs })
    const { endMs: nowMs } = this.#keptRange()
    return segments.filter((segment) => segment.endMs <= nowMs && !gaps.some((gap) => overlaps(gap, segment)))
  }

  async coverage(cameraId: string, range: TimeRange): Promise<TimeRange[]> {
    const camera = this.#cameras.get(cameraId)
    const clip = await this.#clip(cameraId, 'full')
    if (!camera || !clip) return []
    // Segments that begin before the range, or end after it, are footage of it, too.
    const { longestSegmentMs } = clip
    const wide = { startMs: range.startMs - longestSegmentMs, endMs: range.endMs + longestSegmentMs }
    const kept = clipped(wide, this.#keptRange())
    if (!kept) return []
    const recorded = without(kept, this.#gapsOf(camera, kept))
    return recorded.flatMap((stretch) => {
      const whole = wholeSegments(clip, stretch)
      return (whole && clipped(whole, range)) ?? []
    })
  }

  async file(cameraId: string, rendition: Rendition, name: string): Promise<MediaFile | undefined> {
    const clip = await this.#clip(cameraId, rendition)
    if (!clip) return undefined
    const bytes = name === clip.initName ? clip.init : await clip.read(name)
    if (!bytes) return undefined
    return { bytes, etag: `"${clip.fingerprint}-${name}"` }
  }

  #gapsOf({ number, timeZone }: FilmedCamera, range: TimeRange): TimeRange[] {
    return gapsWithin(this.#options.gapsOf(number), timeZone, range)
  }

  #keptRange(): TimeRange {
    const nowMs = this.#options.clock.epochMs()
    return { startMs: nowMs - this.#options.retentionMs, endMs: nowMs }
  }

  /** The largest layer is `full`, the smallest `reduced`. */
  async #clip(cameraId: string, rendition: Rendition): Promise<LoopedClip | undefined> {
    const camera = this.#cameras.get(cameraId)
    const { layers = [] } = camera ?? {}
    const layer = rendition === 'full' ? layers.at(-1) : layers.slice(0, -1)[0]
    if (!camera || !layer) return undefined
    const { framesPerSecond, sound: soundFile } = camera
    // Cameras may share a clip, and not all of them its sound.
    const key = `${layer.file} ${soundFile ?? ''}`
    const known = this.#clips.get(key)
    if (known) return known
    const opened = ClipPackage.open({ ...layer, framesPerSecond, soundFile }).then(
      (clip) => new LoopedClip(clip, rendition, layer, this.#options.leastSegmentSeconds),
    )
    this.#clips.set(key, opened)
    // What could not be read this time may be read the next time.
    opened.catch(() => this.#clips.delete(key))
    return opened
  }
}

/** The part of a stretch that whole segments fill. Only its ends are looked at: a stretch may be a month. */
function wholeSegments(clip: LoopedClip, { startMs, endMs }: TimeRange): TimeRange | undefined {
  const edgeMs = 2 * clip.longestSegmentMs
  const first = clip
    .segments({ startMs, endMs: startMs + edgeMs })
    .find((segment) => segment.startMs >= startMs)
  const last = clip.segments({ startMs: endMs - edgeMs, endMs }).findLast((segment) => segment.endMs <= endMs)
  return first && last && { startMs: first.startMs, endMs: last.endMs }
}
