import type { WallEvent } from '#contract/wall/events.ts'

/** Remembers the ids of published events, so that each is published once, whichever way it arrives again. */
export class EventDeduplicator {
  readonly #limit: number
  /** The instant of each published event, or of its arrival, by its id, oldest publication first. */
  readonly #published = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The events that are new, which count as published from now on. */
  take(events: readonly WallEvent[]): readonly WallEvent[] {
    return events.filter(({ id, timestampMs, receivedAtMs = 0 }) => {
      if (this.#published.has(id)) return false
      this.#published.set(id, Math.max(timestampMs, receivedAtMs))
      return true
    })
  }

  /** Forgets events that happened and arrived before this instant, which no read returns any more, and the oldest ones beyond the limit. */
  forgetBefore(instantMs: number): void {
    for (const [id, atMs] of this.#published) if (atMs < instantMs) this.#published.delete(id)
    this.forgetOldest()
  }

  /** For readers of a stream, where an event is repeated only shortly after its first arrival. */
  forgetOldest(): void {
    for (const id of this.#published.keys()) {
      if (this.#published.size <= this.#limit) return
      this.#published.delete(id)
    }
  }

  clear(): void {
    this.#published.clear()
  }
}
