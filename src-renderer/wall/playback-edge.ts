import type { Clock } from '../clock.ts'
import type { WallClock } from '../playback/wall-clock.ts'
import type { PlatformClock } from './platform-clock.ts'
import { LONGEST_TIMER_IN_MS, NEAR_NEWEST_IN_MS, NEWEST_AGE_IN_MS } from './defaults.ts'

/** Where the past ends: a playback that has caught up goes on at the plain speed. */
export class PlaybackEdge {
  /** The platform's: it has no footage of its own future. */
  readonly #clock: Pick<PlatformClock, keyof Clock | 'onSet'>
  readonly #steadyClock: Clock
  readonly #stopListening: () => void
  #aheadOfSteadyMs = -Infinity
  #callOff = (): void => {}

  constructor(clock: Pick<PlatformClock, keyof Clock | 'onSet'>, steadyClock: Clock) {
    this.#clock = clock
    this.#steadyClock = steadyClock
    this.#stopListening = clock.onSet(() => {
      this.#aheadOfSteadyMs = -Infinity
    })
  }

  dispose(): void {
    this.#callOff()
    this.#stopListening()
  }

  /**
   * The newest instant that can be played. Epoch milliseconds. When the computer's clock is set back it stays until the
   * platform has answered: what is played would be taken to the past.
   */
  readonly newestMs = (): number => {
    const steadyMs = this.#steadyClock.nowMs()
    this.#aheadOfSteadyMs = Math.max(this.#aheadOfSteadyMs, this.#clock.nowMs() - steadyMs)
    return steadyMs + this.#aheadOfSteadyMs - NEWEST_AGE_IN_MS
  }

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
