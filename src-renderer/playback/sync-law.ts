import { playbackDefaults } from './defaults.ts'

export interface Correction {
  /** For the player. */
  readonly rate: number
  readonly isSeek: boolean
}

const { sync } = playbackDefaults

/** How one player follows the wall clock: left alone, nudged by its speed, and only rarely sent elsewhere. */
export class SyncLaw {
  #isNudging = false
  #outsideSinceMs: number | undefined
  #soughtAtMs = Number.NEGATIVE_INFINITY
  #seeks = 0

  /** `errorMs`: how far the player is ahead of the clock, in milliseconds of footage. `speed`: of the clock, above 0. */
  judge(errorMs: number, speed: number, nowMs: number): Correction {
    const offMs = Math.abs(errorMs) / Math.max(1, speed)
    const widening = this.#seeks >= sync.seeksUntilWider ? 2 : 1
    if (offMs <= sync.acceptedMs * widening) {
      this.#outsideSinceMs = undefined
      if (nowMs - this.#soughtAtMs > sync.forgetSeeksAfterMs) this.#seeks = 0
    } else this.#outsideSinceMs ??= nowMs
    const isLong = nowMs - (this.#outsideSinceMs ?? nowMs) > sync.acceptedForMs
    const mayJump = nowMs - this.#soughtAtMs > sync.seekEveryMs * widening
    if ((offMs > sync.seekAboveMs || isLong) && mayJump) {
      this.sought(nowMs)
      this.#seeks += 1
      return { rate: speed, isSeek: true }
    }
    this.#isNudging = offMs > (this.#isNudging ? sync.nudgeUntilMs : sync.nudgeAboveMs) * widening
    if (!this.#isNudging) return { rate: speed, isSeek: false }
    const most = offMs > sync.acceptedMs ? sync.mostCatchUp : sync.mostNudge
    const share = errorMs / speed / sync.nudgeWithinMs
    return { rate: speed * (1 - Math.max(-most, Math.min(most, share))), isSeek: false }
  }

  /** It was sent elsewhere: what was seen before says nothing about where it is now. */
  sought(nowMs: number): void {
    this.#soughtAtMs = nowMs
    this.#outsideSinceMs = undefined
    this.#isNudging = false
  }
}
