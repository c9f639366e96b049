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
