import type { SiteClock } from '#site/clock.ts'

/** Stands still until it is told otherwise. */
export class FakeClock implements SiteClock {
  nowMs = Date.UTC(2026, 10, 20, 12)

  epochMs(): number {
    return this.nowMs
  }

  monotonicMs(): number {
    return this.nowMs
  }
}
