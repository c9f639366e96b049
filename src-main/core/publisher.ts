import type { Timers } from './time.ts'

export interface PublisherOptions<State> {
  readonly timers: Timers
  /** Changes within it are one push. */
  readonly delayInMs: number
  /** When a state is looked at again that changes by itself; undefined of one that does not. */
  readonly againInMs?: (state: State) => number | undefined
  readonly read: () => State | Promise<State>
  readonly push: (state: State) => void
}

/** Pushes a state when it has really changed, and not more often than an eye can follow. */
export class Publisher<State> {
  readonly #options: PublisherOptions<State>
  #pushed = ''
  #isPending = false
  #isDisposed = false
  #cancelTimer: () => void = () => {}

  constructor(options: PublisherOptions<State>) {
    this.#options = options
  }

  changed(): void {
    if (this.#isPending || this.#isDisposed) return
    this.#isPending = true
    this.#publishAfter(this.#options.delayInMs)
  }

  /** For a page that asks: from then on it knows this, and no longer what was pushed last. */
  async read(): Promise<State> {
    this.#pushed = ''
    return this.#options.read()
  }

  dispose(): void {
    this.#isDisposed = true
    this.#cancelTimer()
  }

  #publishAfter(delayInMs: number): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#options.timers.after(delayInMs, () => void this.#publish())
  }

  async #publish(): Promise<void> {
    this.#isPending = false
    const state = await this.#options.read()
    if (this.#isDisposed) return
    const text = JSON.stringify(state)
    if (text !== this.#pushed) {
      this.#pushed = text
      this.#options.push(state)
    }
    const againInMs = this.#options.againInMs?.(state)
    if (againInMs !== undefined && !this.#isPending) this.#publishAfter(againInMs)
  }
}
