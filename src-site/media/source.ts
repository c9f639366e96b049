import type { AccessUnit } from './annexb.ts'

/** One encoding of a camera's picture. */
export interface LayerInfo {
  readonly widthPx: number
  readonly heightPx: number
  readonly bitsPerSecond: number
}

/** Takes one packet of sound; `at` counts packets since the epoch, `capturedAtMs` is when it was due. */
export type SoundSink = (packet: Buffer, at: number, capturedAtMs: number) => void

/** Takes one picture of one layer. `capturedAtMs` is milliseconds since the epoch, rising within a layer. */
export type SourceSink = (layer: number, unit: AccessUnit, capturedAtMs: number) => void

/**
 * Where a camera's pictures come from: H.264, already encoded, never touched.
 * A source pushes in its own time, so that a network camera fits behind the same port as a clip.
 */
export interface CameraSource {
  /** Smallest picture first. All layers show the same instants. */
  readonly layers: readonly LayerInfo[]
  readonly framesPerSecond: number
  readonly hasSound: boolean
  /** Begins to deliver; called once. */
  start(sink: SourceSink, soundSink: SoundSink): void
  /** Asks for a key frame of one layer as soon as the source can; a source may ignore it. */
  requestKeyFrame(layer: number): void
  dispose(): void
}
