import { timelineDefaults } from '../defaults.ts'

interface Sample {
  readonly atMs: number
  readonly px: number
}

/** Speed of a hand: from where it was a moment ago, so that a hand that stopped before letting go throws nothing. */
export class HandSpeed {
  #samples: readonly Sample[] = []

  move(atMs: number, px: number): void {
    const since = atMs - timelineDefaults.glide.sampleMs
    this.#samples = [...this.#samples.filter((sample) => sample.atMs >= since), { atMs, px }]
  }

  /** Pixels a millisecond at this instant. */
  at(nowMs: number): number {
    const since = nowMs - timelineDefaults.glide.sampleMs
    const first = this.#samples.find((sample) => sample.atMs >= since)
    const last = this.#samples.at(-1)
    return first && last && last.atMs > first.atMs ? (last.px - first.px) / (last.atMs - first.atMs) : 0
  }
}

/** One step of a glide: how far it goes, and the remaining speed; 0 when it is too slow to be seen. */
export function glide(pxPerMs: number, tookMs: number): { px: number; pxPerMs: number } {
  const { decayMs, stopBelowPxPerMs } = timelineDefaults.glide
  const left = pxPerMs * Math.exp(-tookMs / decayMs)
  return { px: (pxPerMs - left) * decayMs, pxPerMs: Math.abs(left) < stopBelowPxPerMs ? 0 : left }
}
