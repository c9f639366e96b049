import type { SiteClock } from '../../clock.ts'
import { isSeam, livePlaylist } from '../media-playlist.ts'
import { muxSegment } from '../mux-segment.ts'
import type { MediaFile, Segment } from '../recordings.ts'
import type { RecordedLayer } from '../recorder/recorder.ts'
import {
  type CutSegment,
  type Picture,
  SegmentCutter,
  type SegmentCutterOptions,
  type SoundPacket,
} from '../segment-cutter.ts'

interface LiveSegment extends Segment {
  readonly bytes: Buffer
}

export interface LiveTrackOptions extends Omit<SegmentCutterOptions, 'framePeriodMs'> {
  readonly clock: SiteClock
  /** Segments in the playlist. */
  readonly shown: number
  /** Segments that have left the playlist and can still be read: a player is asking for them (RFC 8216 §6.2.2). */
  readonly kept: number
}

/** The newest seconds of one layer of a camera, in memory. */
export class LiveTrack {
  readonly layer: RecordedLayer
  readonly #options: LiveTrackOptions
  readonly #cutter: SegmentCutter
  readonly #inits = new Map<string, Buffer>()
  readonly #begun = Promise.withResolvers<void>()
  #segments: LiveSegment[] = []
  #newestAtMs: number | undefined
  #dropped = 0
  #droppedSeams = 0
  #codec = ''
  #work = Promise.resolve()

  constructor(layer: RecordedLayer, options: LiveTrackOptions) {
    this.layer = layer
    this.#options = options
    this.#cutter = new SegmentCutter({ ...options, framePeriodMs: 1_000 / layer.framesPerSecond })
  }

  /** Resolves with the first segment. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  get codec(): string {
    return this.#codec
  }

  get peakBitsPerSecond(): number {
    const rates = this.#segments.map(
      ({ bytes, startMs, endMs }) => (bytes.length * 8_000) / (endMs - startMs),
    )
    return Math.ceil(Math.max(this.layer.bitsPerSecond, ...rates))
  }

  /** When it had its newest segment, by the site's clock, for the camera's may be wrong; undefined before the first. */
  get newestAtMs(): number | undefined {
    return this.#newestAtMs
  }

  /** True when it has completed a segment. */
  take(picture: Picture): boolean {
    const cut = this.#cutter.push(picture)
    if (!cut) return false
    this.#work = this.#muxAfter(this.#work, cut)
    return true
  }

  takeSound(sound: SoundPacket): void {
    this.#cutter.pushSound(sound)
  }

  /** Resolves when what was taken can be read. */
  settled(): Promise<void> {
    return this.#work
  }

  playlist(): string {
    const { shown } = this.#options
    const left = Math.max(0, this.#segments.length - shown)
    const seams = this.#segments.filter(
      (segment, at) => at > 0 && at <= left && isSeam(this.#segments[at - 1], segment),
    )
    return livePlaylist({
      segments: this.#segments.slice(left),
      mediaSequence: this.#dropped + left,
      discontinuitySequence: this.#droppedSeams + seams.length,
    })
  }

  file(name: string): MediaFile | undefined {
    const bytes = this.#inits.get(name) ?? this.#segments.find((segment) => segment.name === name)?.bytes
    return bytes && { bytes, etag: `"${name}"` }
  }

  /** One segment after another: they are listed in their order. */
  async #muxAfter(earlier: Promise<void>, cut: CutSegment): Promise<void> {
    await earlier
    const { init, initHash, media, startMs, endMs, codec } = await muxSegment(cut, this.layer)
    const initName = `live-${initHash}.mp4`
    if (!this.#inits.has(initName)) this.#inits.set(initName, init)
    this.#codec = codec
    this.#append({ name: `live-${startMs}.m4s`, init: initName, startMs, endMs, bytes: media })
    this.#begun.resolve()
  }

  #append(segment: LiveSegment): void {
    this.#segments.push(segment)
    this.#newestAtMs = this.#options.clock.monotonicMs()
    const { shown, kept } = this.#options
    while (this.#segments.length > shown + kept) {
      const [first, second] = this.#segments
      if (second && isSeam(first, second)) this.#droppedSeams += 1
      this.#segments.shift()
      this.#dropped += 1
    }
  }
}
