import type { SegmentMap } from '../segment-map.ts'

/** Footage that is listed and cannot be played: `[fromMs, toMs)`, epoch milliseconds. */
export interface SpoiledStretch {
  readonly fromMs: number
  readonly toMs: number
  /** For the operator. */
  readonly reason: string
}

/** What turned out not to play, so that it is stepped over like a gap and not tried for ever. */
export class SpoiledFootage {
  readonly #stretches: SpoiledStretch[] = []

  at(wallMs: number): SpoiledStretch | undefined {
    return this.#stretches.find(({ fromMs, toMs }) => fromMs <= wallMs && wallMs < toMs)
  }

  /** The segment that begins there on the player's time line. */
  add(map: SegmentMap | undefined, mediaStartSeconds: number, reason: string): void {
    const startMs = map?.wallAt(mediaStartSeconds)
    const segment = startMs === undefined ? undefined : map?.segmentAt(startMs + 1)
    if (segment !== undefined && this.at(segment.fromMs) === undefined) {
      this.#stretches.push({ ...segment, reason })
    }
  }
}
