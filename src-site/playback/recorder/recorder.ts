import type { Logger } from 'pino'
import type { LayerInfo } from '../../media/source.ts'
import { type MuxedSegment, muxSegment } from '../mux-segment.ts'
import type { Rendition } from '../recordings.ts'
import {
  type CutSegment,
  type Picture,
  SegmentCutter,
  type SegmentCutterOptions,
  type SoundPacket,
} from '../segment-cutter.ts'
import type { SegmentFile, SegmentFiles, Track } from './segment-files.ts'
import type { SegmentIndex } from './segment-index.ts'

export interface RecordedLayer extends LayerInfo {
  readonly rendition: Rendition
  readonly framesPerSecond: number
  /** Its place in the camera's source. */
  readonly sourceLayer: number
  /** The camera publishes sound, though it may be silent for a while. */
  readonly hasSound: boolean
}

export interface RecorderOptions extends Omit<SegmentCutterOptions, 'framePeriodMs'> {
  readonly files: SegmentFiles
  readonly index: SegmentIndex
  readonly log: Logger
  /** Segments are entered in the index together: each time costs the disk a sync. */
  readonly indexEveryMs: number
  /** Segments of a track that may wait for the disk; further ones are lost and logged. */
  readonly maxWaiting: number
}

interface RecordedTrack extends Track {
  readonly layer: RecordedLayer
  readonly cutter: SegmentCutter
  readonly knownInits: Set<string>
  /** Segments are written one after another. */
  work: Promise<void>
  waiting: number
}

/** Keeps what cameras publish, for as long as there is room for it. */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #tracks = new Map<string, RecordedTrack>()
  #written: SegmentFile[] = []
  #indexTimer: NodeJS.Timeout | undefined
  #indexing = Promise.resolve()
  #isFailing = false

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  take(cameraId: string, layer: RecordedLayer, picture: Picture): void {
    const track = this.#track(cameraId, layer)
    const cut = track.cutter.push(picture)
    if (cut) this.#keep(track, cut)
  }

  takeSound(cameraId: string, sound: SoundPacket): void {
    for (const track of this.#tracks.values()) if (track.cameraId === cameraId) track.cutter.pushSound(sound)
  }

  /** Resolves when what was taken and is complete can be found in the index. */
  async settle(): Promise<void> {
    await Promise.all([...this.#tracks.values()].map(({ work }) => work))
    await this.#index()
  }

  /** What has been taken is kept, the incomplete end too. */
  async dispose(): Promise<void> {
    for (const track of this.#tracks.values()) {
      const rest = track.cutter.flush()
      if (rest) this.#keep(track, rest)
    }
    await this.settle()
  }

  #track(cameraId: string, layer: RecordedLayer): RecordedTrack {
    const key = `${layer.rendition} ${cameraId}`
    const known = this.#tracks.get(key)
    if (known) return known
    const track: RecordedTrack = {
      cameraId,
      rendition: layer.rendition,
      layer,
      cutter: new SegmentCutter({ ...this.#options, framePeriodMs: 1_000 / layer.framesPerSecond }),
      knownInits: new Set(),
      work: Promise.resolve(),
      waiting: 0,
    }
    this.#tracks.set(key, track)
    return track
  }

  #keep(track: RecordedTrack, cut: CutSegment): void {
    if (track.waiting >= this.#options.maxWaiting)
      return this.#noteFailure(new Error('the disk is too slow for what is recorded'))
    track.waiting += 1
    track.work = this.#writeAfter(track.work, track, cut)
  }

  async #writeAfter(earlier: Promise<void>, track: RecordedTrack, cut: CutSegment): Promise<void> {
    await earlier
    try {
      await this.#write(track, await muxSegment(cut, track.layer))
      this.#noteSuccess()
    } catch (error) {
      this.#noteFailure(error)
    }
    track.waiting -= 1
  }

  async #write(track: RecordedTrack, segment: MuxedSegment): Promise<void> {
    const { files } = this.#options
    const { widthPx, heightPx, framesPerSecond } = track.layer
    const { initHash, codec, init } = segment
    if (!track.knownInits.has(initHash)) {
      await files.writeInit(track, { initHash, codec, widthPx, heightPx, framesPerSecond }, init)
      track.knownInits.add(initHash)
    }
    const { cameraId, rendition } = track
    const file = await files.write({ cameraId, rendition }, segment)
    this.#written.push(file)
    this.#indexTimer ??= setTimeout(() => void this.#index(), this.#options.indexEveryMs)
  }

  /** One entry at a time; resolves when all that is written by now has been entered. */
  #index(): Promise<void> {
    clearTimeout(this.#indexTimer)
    this.#indexTimer = undefined
    this.#indexing = this.#indexAfter(this.#indexing)
    return this.#indexing
  }

  async #indexAfter(earlier: Promise<void>): Promise<void> {
    await earlier
    const written = this.#written
    this.#written = []
    try {
      await this.#options.index.add(written)
    } catch (error) {
      // The files are there: they are entered with the next ones, or at the next start.
      this.#written = [...written, ...this.#written]
      this.#noteFailure(error)
    }
  }

  /** A full disk fails every two seconds: said when it begins, and when it is over. */
  #noteFailure(error: unknown): void {
    if (!this.#isFailing) this.#options.log.warn({ err: error }, 'recording fails; footage is being lost')
    this.#isFailing = true
  }

  #noteSuccess(): void {
    if (this.#isFailing) this.#options.log.info('recording goes on')
    this.#isFailing = false
  }
}
