/** A semaphore in which whoever is first in rank never waits. */
export class Turns {
  readonly #most: number
  readonly #holders = new Set<object>()
  readonly #waiting = new Map<object, () => void>()

  constructor(most: number) {
    this.#most = most
  }

  /** Calls `begin` at once or later, once for each turn. May be asked again while it waits, with another rank. */
  request(who: object, isFirst: boolean, begin: () => void): void {
    if (this.#holders.has(who)) return
    if (isFirst || this.#holders.size < this.#most) this.#give(who, begin)
    else this.#waiting.set(who, begin)
  }

  /** Its turn is over, or it does not wait any more. */
  release(who: object): void {
    this.#waiting.delete(who)
    if (!this.#holders.delete(who) || this.#holders.size >= this.#most) return
    const [next] = this.#waiting
    if (next !== undefined) this.#give(...next)
  }

  #give(who: object, begin: () => void): void {
    this.#waiting.delete(who)
    this.#holders.add(who)
    begin()
  }
}
