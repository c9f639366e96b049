import type { SiteClock } from '../clock.ts'

/** How long each part of a start took, in whole milliseconds. */
export class Stopwatch {
  readonly laps: Record<string, number> = {}
  readonly #clock: SiteClock
  #lastMs: number

  constructor(clock: SiteClock) {
    this.#clock = clock
    this.#lastMs = clock.monotonicMs()
  }

  /** The part that has just ended. */
  lap(part: string): void {
    const nowMs = this.#clock.monotonicMs()
    this.laps[part] = Math.round(nowMs - this.#lastMs)
    this.#lastMs = nowMs
  }
}
