import type { Clip } from './clip.ts'
import { GopPhase } from './gop-phase.ts'
import type { MediaClock } from './media-clock.ts'
import type { Pacer } from './pacer.ts'
import type { CameraSource, LayerInfo, SourceSink } from './source.ts'

interface ClipLayer extends LayerInfo {
  readonly clip: Clip
}

export interface ClipSourceOptions {
  /** Smallest picture first. */
  readonly layers: readonly ClipLayer[]
  readonly framesPerSecond: number
  readonly pacer: Pacer
  readonly clock: MediaClock
  /** When within the frame period this camera sends. */
  readonly offsetMs: number
}

/**
 * Plays a clip for ever, in step with the wall clock: the picture of an instant is
 * `floor(epochMs × framesPerSecond / 1000)` modulo the clip's length. For a 60 s loop at 15 fps that is
 * `floor((epochMs mod 60 000) × 15 / 1000)`.
 */
export class ClipSource implements CameraSource {
  readonly layers: readonly LayerInfo[]
  readonly framesPerSecond: number
  readonly #options: ClipSourceOptions
  readonly #playing: readonly { clip: Clip; phase: GopPhase }[]
  #sink: SourceSink | undefined
  #leavePacer: (() => void) | undefined

  constructor(options: ClipSourceOptions) {
    this.#options = options
    this.layers = options.layers
    this.framesPerSecond = options.framesPerSecond
    this.#playing = options.layers.map(({ clip }) => ({
      clip,
      phase: new GopPhase(clip.units.length, clip.keyFrames),
    }))
  }

  start(sink: SourceSink): void {
    const { pacer, framesPerSecond, offsetMs } = this.#options
    this.#sink = sink
    this.#leavePacer = pacer.add({
      framesPerSecond,
      offsetMs,
      tick: (frame, dueMs) => this.#tick(frame, dueMs),
    })
  }

  /** Delivers the key frame before it returns: a viewer waits for nothing but this. */
  requestKeyFrame(layer: number): void {
    const playing = this.#playing[layer]
    if (playing === undefined || this.#sink === undefined) return
    const { clock, framesPerSecond, offsetMs } = this.#options
    const nowMs = clock.epochMs()
    const frame = Math.floor(((nowMs - offsetMs) * framesPerSecond) / 1000)
    this.#deliver(layer, playing.phase.restart(frame), nowMs)
  }

  dispose(): void {
    this.#leavePacer?.()
    this.#sink = undefined
  }

  #tick(frame: number, dueMs: number): void {
    for (const [layer, { phase }] of this.#playing.entries()) {
      this.#deliver(layer, phase.next(frame), dueMs)
    }
  }

  #deliver(layer: number, index: number | undefined, capturedAtMs: number): void {
    const unit = index === undefined ? undefined : this.#playing[layer]?.clip.units[index]
    if (unit !== undefined) this.#sink?.(layer, unit, capturedAtMs)
  }
}
