import type { SiteClock } from '#site/clock.ts'

/** Stands still until it is told otherwise. */
export class FakeClock implements SiteClock {
  nowMs = Date.UTC(2026, 10, 20, 12)
  /** How far somebody has set the machine's clock ahead meanwhile. */
  setAheadMs = 0

  epochMs(): number {
    return this.nowMs + this.setAheadMs
  }

  monotonicMs(): number {
    return this.nowMs
  }
}
