import type { WallEvent } from '#contract/wall/events.ts'

/** Which events have been told already: none is told twice, whatever way it comes a second time. */
export class ToldEvents {
  readonly #limit: number
  /** By id, in the order in which they were told: the event's own instant. */
  readonly #told = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#told.size
  }

  /** Those that have not been told; from now on they have. */
  take(events: readonly WallEvent[]): readonly WallEvent[] {
    return events.filter(({ id, timestampMs }) => {
      if (this.#told.has(id)) return false
      this.#told.set(id, timestampMs)
      return true
    })
  }

  /** Nobody asks for events of before this instant any more. Of the others, the oldest ones beyond the limit go, too. */
  forgetBefore(instantMs: number): void {
    for (const [id, timestampMs] of this.#told) if (timestampMs < instantMs) this.#told.delete(id)
    this.forgetOldest()
  }

  /** For who reads a stream, where an event comes again only shortly after itself. */
  forgetOldest(): void {
    for (const id of this.#told.keys()) {
      if (this.#told.size <= this.#limit) return
      this.#told.delete(id)
    }
  }

  clear(): void {
    this.#told.clear()
  }
}
