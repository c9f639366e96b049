import type { Clock } from '#renderer/clock.ts'

/** Time that goes on only when told to. */
export class FakeClock implements Clock {
  #nowMs: number
  readonly #timers = new Set<{ atMs: number; run: () => void }>()

  constructor(nowMs = 1_000_000) {
    this.#nowMs = nowMs
  }

  readonly nowMs = (): number => this.#nowMs

  after(delayInMs: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayInMs, run }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Runs what falls due on the way, in order. */
  advance(byMs: number): void {
    const untilMs = this.#nowMs + byMs
    while (this.#runNext(untilMs));
    this.#nowMs = untilMs
  }

  /** As `advance`, with the promises that follow each of them. */
  async pass(byMs: number): Promise<void> {
    const untilMs = this.#nowMs + byMs
    await settle()
    while (this.#runNext(untilMs)) await settle()
    this.#nowMs = untilMs
  }

  get pendingCount(): number {
    return this.#timers.size
  }

  #runNext(untilMs: number): boolean {
    const due = [...this.#timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
    if (due === undefined) return false
    this.#timers.delete(due)
    this.#nowMs = Math.max(this.#nowMs, due.atMs)
    due.run()
    return true
  }
}

/** Long enough for any chain of promises that needs no time of its own. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
