import type { Clock } from '../clock.ts'

/** One tick a second for every age and countdown on the screen; stopped while nothing is subscribed. */
export class SecondTicker {
  readonly #clock: Clock
  readonly #listeners = new Set<() => void>()
  #nowMs: number
  #callOff: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.#nowMs = clock.nowMs()
  }

  /** Epoch milliseconds of the last beat. */
  readonly nowMs = (): number => this.#nowMs

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#callOff === undefined) this.#beat()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#callOff?.()
      this.#callOff = undefined
    }
  }

  #beat(): void {
    this.#nowMs = this.#clock.nowMs()
    this.#callOff = this.#clock.after(1_000, () => {
      this.#beat()
      for (const listener of this.#listeners) listener()
    })
  }
}
