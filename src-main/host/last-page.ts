import type { Timers } from '../core/time.ts'

/** Tells pages that came and went apart from a reload: once, a while after the last one has gone. */
export class LastPage {
  readonly #timers: Timers
  readonly #afterMs: number
  readonly #onGone: () => void
  #cancel = (): void => {}
  #hadPages = false

  constructor(timers: Timers, afterMs: number, onGone: () => void) {
    this.#timers = timers
    this.#afterMs = afterMs
    this.#onGone = onGone
  }

  count(pages: number): void {
    this.#cancel()
    if (pages > 0) this.#hadPages = true
    else if (this.#hadPages) this.#cancel = this.#timers.after(this.#afterMs, this.#onGone)
  }

  dispose(): void {
    this.#cancel()
  }
}
