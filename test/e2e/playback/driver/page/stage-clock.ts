import { browserClock, type Clock } from '#renderer/clock.ts'

interface Timer {
  readonly dueMs: number
  readonly act: () => void
}

/** The monotonic clock of playback on the page: real, with timers that are late, or stepped by a test. */
export class StageClock implements Clock {
  /** As on a busy machine: every timer fires so much later than asked. */
  lateMs = 0
  #steppedMs: number | undefined
  readonly #timers = new Set<Timer>()

  readonly nowMs = (): number => this.#steppedMs ?? performance.now()

  readonly after = (delayMs: number, act: () => void): (() => void) => {
    const cancelReal = browserClock.after(delayMs + this.lateMs, () => this.#fire(timer))
    const timer = { dueMs: this.nowMs() + delayMs, act }
    this.#timers.add(timer)
    return () => {
      cancelReal()
      this.#timers.delete(timer)
    }
  }

  /** Time stands from now on, but for `step`. */
  stop(): void {
    this.#steppedMs ??= performance.now()
  }

  /** Lets time pass; each timer fires at its own instant. */
  step(byMs: number): void {
    const untilMs = this.nowMs() + byMs
    for (;;) {
      const [next] = [...this.#timers].toSorted((a, b) => a.dueMs - b.dueMs)
      if (next === undefined || next.dueMs > untilMs) break
      this.#steppedMs = Math.max(this.nowMs(), next.dueMs)
      this.#timers.delete(next)
      next.act()
    }
    this.#steppedMs = untilMs
  }

  #fire(timer: Timer): void {
    // A stopped clock fires its timers in `step`.
    if (this.#steppedMs === undefined && this.#timers.delete(timer)) timer.act()
  }
}
