import { playbackDefaults } from './defaults.ts'

const { holdAtMostMs } = playbackDefaults.group

/** How long all others wait for the selected tile: a moment, and then not again before it has caught up. */
export class FocusPatience {
  #sinceMs: number | undefined
  #isSpent = false

  /** Whether to wait now. `nowMs` only ever goes forward. */
  waits(isBehind: boolean, nowMs: number): boolean {
    if (!isBehind) {
      this.renew()
      return false
    }
    this.#sinceMs ??= nowMs
    this.#isSpent ||= nowMs - this.#sinceMs >= holdAtMostMs
    return !this.#isSpent
  }

  /** Another tile, or another instant. */
  renew(): void {
    this.#sinceMs = undefined
    this.#isSpent = false
  }
}
