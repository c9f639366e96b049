import { playbackDefaults } from '../defaults.ts'
import type { SegmentMap, WallStretch } from '../segment-map.ts'
import type { PlayerFault } from './player-fault.ts'

const { retrySegmentMs, retryDamagedMs } = playbackDefaults.tile

/** Footage that is listed and cannot be played. */
export interface UnplayableSegment extends WallStretch {
  /** For the operator. */
  readonly reason: string
  /** Monotonic: from then on it may play after all. */
  readonly forgetAtMs: number
}

/** What turned out not to play, so that it is stepped over like a gap and not tried for ever. */
export class UnplayableSegments {
  #stretches: readonly UnplayableSegment[] = []

  at(wallMs: number): UnplayableSegment | undefined {
    return this.#stretches.find(({ fromMs, toMs }) => fromMs <= wallMs && wallMs < toMs)
  }

  /** What may play after all is no longer held against it. */
  forget(nowMs: number): void {
    this.#stretches = this.#stretches.filter(({ forgetAtMs }) => nowMs < forgetAtMs)
  }

  /** The segment that begins there on the player's time line, and those that need it. */
  add(
    map: SegmentMap | undefined,
    { mediaStartSeconds, untilSeconds, reason, isPassing }: Extract<PlayerFault, { kind: 'segment' }>,
    nowMs: number,
  ): void {
    const forgetAtMs = nowMs + (isPassing ? retrySegmentMs : retryDamagedMs)
    const startMs = map?.wallAt(mediaStartSeconds)
    const segment = startMs === undefined ? undefined : map?.segmentAt(startMs + 1)
    // Its end is the beginning of what comes next, perhaps behind a gap.
    const lastMs = untilSeconds === undefined ? undefined : map?.wallAt(untilSeconds - 0.001)
    const toMs = lastMs === undefined ? segment?.toMs : lastMs + 1
    if (segment !== undefined && toMs !== undefined && this.at(toMs - 1) === undefined) {
      this.#stretches = [...this.#stretches, { fromMs: segment.fromMs, toMs, reason, forgetAtMs }]
    }
  }
}
