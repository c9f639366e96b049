import type { Timers, UptimeClock } from '#main/core/time.ts'

interface Timer {
  readonly atMs: number
  readonly run: () => void
}

/** All clocks and all timers of a test, moved by hand. Timers follow the monotonic clock. */
export class FakeTime implements UptimeClock, Timers {
  #wall = Date.UTC(2026, 10, 21, 12)
  #monotonic = 1_000
  #asleep = 0
  readonly #timers = new Set<Timer>()

  /** Whole milliseconds, as of the real one; the monotonic one has parts of them. */
  wallMs(): number {
    return Math.floor(this.#wall)
  }

  monotonicMs(): number {
    return this.#monotonic
  }

  uptimeMs(): number {
    return this.#monotonic + this.#asleep
  }

  after(delayInMs: number, run: () => void): () => void {
    const timer = { atMs: this.#monotonic + delayInMs, run }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  get pending(): number {
    return this.#timers.size
  }

  /** Runs timers in their order; promises settle between two of them. */
  async advance(byMs: number): Promise<void> {
    const untilMs = this.#monotonic + byMs
    for (;;) {
      await settle()
      const next = [...this.#timers]
        .filter((timer) => timer.atMs <= untilMs)
        .sort((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined) break
      this.#timers.delete(next)
      this.#move(Math.max(0, next.atMs - this.#monotonic))
      next.run()
    }
    this.#move(untilMs - this.#monotonic)
    await settle()
  }

  /** The machine sleeps: the monotonic clock stands still. */
  sleep(forMs: number): void {
    this.#wall += forMs
    this.#asleep += forMs
  }

  /** The wall clock is set; negative sets it back. */
  setWall(byMs: number): void {
    this.#wall += byMs
  }

  #move(byMs: number): void {
    this.#wall += byMs
    this.#monotonic += byMs
  }
}

/** Lets everything run that waits for nothing but promises. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
