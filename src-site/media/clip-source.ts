import type { Clip } from './clip.ts'
import type { EpochClock } from '../clock.ts'
import type { Pacer } from './pacer.ts'
import { soundPacketsPerSecond } from './sound.ts'
import type { LayerInfo, SoundSink, SourceSink } from './source.ts'

interface ClipLayer extends LayerInfo {
  readonly clip: Clip
}

export interface ClipSourceOptions {
  /** Smallest picture first. */
  readonly layers: readonly ClipLayer[]
  readonly framesPerSecond: number
  /** Packets of Opus, played over and over in step with the wall clock; none: the camera is silent. */
  readonly sound?: readonly Buffer[] | undefined
  readonly pacer: Pacer
  readonly clock: EpochClock
  /** When within the frame period this camera sends. */
  readonly offsetMs: number
}

/**
 * Plays a clip for ever, in step with the wall clock: the picture of an instant is
 * `floor(epochMs × framesPerSecond / 1000)` modulo the clip's length. For a 60 s loop at 15 fps that is
 * `floor((epochMs mod 60 000) × 15 / 1000)`.
 */
export class ClipSource {
  readonly layers: readonly LayerInfo[]
  readonly #options: ClipSourceOptions
  readonly #playing: readonly { clip: Clip; phase: GopPhase }[]
  #sink: SourceSink | undefined
  #leavePacer: (() => void) | undefined

  constructor(options: ClipSourceOptions) {
    this.#options = options
    this.layers = options.layers
    this.#playing = options.layers.map(({ clip }) => ({
      clip,
      phase: new GopPhase(clip.units.length, clip.keyFrames),
    }))
  }

  get hasSound(): boolean {
    return this.#options.sound !== undefined
  }

  /** Begins to deliver; called once. */
  start(sink: SourceSink, soundSink: SoundSink): void {
    const { pacer, framesPerSecond, offsetMs, sound } = this.#options
    this.#sink = sink
    const leave = pacer.add({
      framesPerSecond,
      offsetMs,
      tick: (frame, dueMs) => this.#tick(frame, dueMs),
    })
    const leaveSound =
      sound &&
      pacer.add({
        framesPerSecond: soundPacketsPerSecond,
        offsetMs,
        tick: (at, dueMs) => {
          const packet = sound[at % sound.length]
          if (packet) soundSink(packet, at, dueMs)
        },
      })
    this.#leavePacer = () => {
      leave()
      leaveSound?.()
    }
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

/**
 * Which picture of a looped clip is due, so that the loop stays in step with the wall clock and the stream
 * stays decodable: after each picture comes its successor, or a key frame.
 *
 * A request for a key frame goes back to the beginning of the group that the wall clock is in and plays on
 * from there, late by at most that group. The next group starts on time: a group may be cut short at its
 * end, never in its middle. The same rule covers a stalled process and a clock that was set.
 *
 * `frame` counts pictures since the epoch; the picture in step with it is `frame` modulo the clip's length.
 */
export class GopPhase {
  readonly #frameCount: number
  /** For each picture of the clip, the key frame that begins its group. */
  readonly #groupStart: readonly number[]
  #start = Number.NEGATIVE_INFINITY
  #sent = 0

  /** `keyFrames` in ascending order, the first of them 0. */
  constructor(frameCount: number, keyFrames: readonly number[]) {
    if (keyFrames[0] !== 0) throw new Error('a clip begins with a key frame')
    this.#frameCount = frameCount
    const groupStart: number[] = []
    for (let index = 0, group = 0; index < frameCount; index++) {
      if (keyFrames[group + 1] === index) group++
      groupStart.push(keyFrames[group] ?? 0)
    }
    this.#groupStart = groupStart
  }

  /** The picture to send at the tick of `frame`; undefined when it was sent already. */
  next(frame: number): number | undefined {
    const start = this.#startOf(frame)
    if (start !== this.#start) return this.#begin(start)
    const due = start + this.#sent
    if (due > frame) return undefined
    this.#sent++
    return this.#index(due)
  }

  /** The key frame to send at once, while the wall clock is at `frame`. */
  restart(frame: number): number {
    return this.#begin(this.#startOf(frame))
  }

  #begin(start: number): number {
    this.#start = start
    this.#sent = 1
    return this.#index(start)
  }

  #startOf(frame: number): number {
    const index = this.#index(frame)
    return frame - index + (this.#groupStart[index] ?? 0)
  }

  #index(frame: number): number {
    return ((frame % this.#frameCount) + this.#frameCount) % this.#frameCount
  }
}
