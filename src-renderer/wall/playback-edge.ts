import type { Clock } from '../clock.ts'
import type { WallClock } from '../playback/wall-clock.ts'
import { LONGEST_TIMER_IN_MS, NEAR_NEWEST_IN_MS, NEWEST_AGE_IN_MS } from './defaults.ts'

/** Where the past ends: a playback that has caught up goes on at the plain speed. */
export class PlaybackEdge {
  /** The platform's: it has no footage of its own future. */
  readonly #clock: Clock
  #callOff = (): void => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  dispose(): void {
    this.#callOff()
  }

  /** The newest instant that can be played. Epoch milliseconds. */
  readonly newestMs = (): number => this.#clock.nowMs() - NEWEST_AGE_IN_MS

  /** After every change of the clock; undefined while the whole wall is live. */
  watch(wallClock: WallClock | undefined): void {
    this.#callOff()
    if (wallClock === undefined || wallClock.speed <= 1) return
    const inMs = (this.newestMs() - wallClock.epochMs) / (wallClock.speed - 1)
    this.#callOff = this.#clock.after(Math.max(0, Math.min(inMs, LONGEST_TIMER_IN_MS)), () => {
      if (wallClock.epochMs >= this.newestMs() - NEAR_NEWEST_IN_MS) wallClock.setRate(1)
      else this.watch(wallClock)
    })
  }
}
