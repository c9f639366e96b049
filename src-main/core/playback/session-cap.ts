/** How many sessions the organization may have at once, as far as the platform has shown (assumption 17). */
export class SessionCap {
  readonly #holdsInMs: number
  #highest = 0
  #cap: number | undefined
  #refusedUntilMs = 0

  constructor(holdsInMs: number) {
    this.#holdsInMs = holdsInMs
  }

  get value(): number | undefined {
    return this.#cap
  }

  /** `current` is the platform's own count, `ours` this wall's. */
  started(current: number | undefined, ours: number): void {
    this.#highest = Math.max(this.#highest, current ?? 0, ours)
    if (this.#cap !== undefined) this.#cap = Math.max(this.#cap, this.#highest)
  }

  refused(ours: number, nowMs: number, retryAfterInMs: number | undefined): void {
    this.#cap = Math.max(this.#highest, ours)
    this.#refusedUntilMs = nowMs + (retryAfterInMs ?? this.#holdsInMs)
  }

  /** There is room again, whatever was said before. */
  ended(): void {
    this.#refusedUntilMs = 0
  }

  /**
   * Milliseconds until another session is worth asking for; 0 for now. Who is told 0 while all are in use asks
   * for everybody: the cap may have been raised, or a wall elsewhere may have been closed.
   */
  waitInMs(ours: number, nowMs: number): number {
    const waitInMs = Math.max(0, this.#refusedUntilMs - nowMs)
    if (waitInMs === 0 && this.#cap !== undefined && ours >= this.#cap) {
      this.#refusedUntilMs = nowMs + this.#holdsInMs
    }
    return waitInMs
  }
}
