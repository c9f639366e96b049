import type { Clock } from '../clock.ts'

/** One wait before one next try. Setting it again replaces it. */
export class RetryTimer {
  readonly #clock: Clock
  readonly #onDue: () => void
  #cancel: (() => void) | undefined
  #due: { readonly atMs: number; readonly isForHost: boolean } | undefined

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  /** Epoch milliseconds of the next try; undefined while nothing is awaited. */
  get atMs(): number | undefined {
    return this.#due?.atMs
  }

  /** The wait is for a host that was not reached, and not for this camera. */
  get isForHost(): boolean {
    return this.#due?.isForHost ?? false
  }

  set(waitMs: number, isForHost: boolean): void {
    this.clear()
    this.#due = { atMs: this.#clock.nowMs() + waitMs, isForHost }
    this.#cancel = this.#clock.after(waitMs, () => this.hurry())
  }

  /** Tries now, if a try is awaited. */
  hurry(): void {
    if (!this.#due) return
    this.clear()
    this.#onDue()
  }

  clear(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#due = undefined
  }
}
