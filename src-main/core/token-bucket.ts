/** At most `burst + ratePerSecond × t` permits in any t seconds. */
export class TokenBucket {
  readonly #ratePerSecond: number
  readonly #burst: number
  #level: number
  #atMs: number

  constructor(ratePerSecond: number, burst: number, nowMs: number) {
    this.#ratePerSecond = ratePerSecond
    this.#burst = burst
    this.#level = burst
    this.#atMs = nowMs
  }

  /** Takes a permit and returns 0, or takes none and returns the milliseconds until there is one. */
  take(nowMs: number): number {
    this.#level = Math.min(this.#burst, this.#level + ((nowMs - this.#atMs) / 1_000) * this.#ratePerSecond)
    this.#atMs = nowMs
    if (this.#level >= 1) {
      this.#level -= 1
      return 0
    }
    // Rounded up: timers count whole milliseconds, and one that is early would come again at once.
    return Math.ceil(((1 - this.#level) / this.#ratePerSecond) * 1_000)
  }
}
