/** Runs a limited number of tasks at a time, the others in the order of their calls. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atATime: number) {
    this.#free = atATime
  }

  /** Tasks whose turn has not come. */
  get waiting(): number {
    return this.#waiting.length
  }

  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}
