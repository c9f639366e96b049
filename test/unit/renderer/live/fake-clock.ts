import type { Clock } from '#renderer/clock.ts'

/** Time that stands still until it is told to pass. */
export class FakeClock implements Clock {
  #now = 1_000_000
  readonly #timers = new Set<{ atMs: number; run: () => void }>()

  nowMs(): number {
    return this.#now
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#now + delayMs, run }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  get waiting(): number {
    return this.#timers.size
  }

  /** Lets time pass, with everything that is due in it, and the promises that follow. */
  async pass(byMs: number): Promise<void> {
    const untilMs = this.#now + byMs
    await settle()
    for (;;) {
      const [next] = [...this.#timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)
      if (!next) break
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.atMs)
      next.run()
      await settle()
    }
    this.#now = untilMs
  }
}

/** Long enough for any chain of promises that needs no time of its own. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
