import type { Timers } from '../../time.ts'
import type { Playback } from '../playback-sessions.ts'

interface Prefetched<Answer> {
  readonly answer: Promise<Answer>
  readonly cancelTimer: () => void
  /** Nobody came for it. */
  readonly drop: () => void
}

/** Manifests that have been asked for and not been read: each is for the first player that comes, or for nobody. */
export class ManifestPrefetch<Answer> {
  readonly #timers: Timers
  readonly #holdsInMs: number
  readonly #prefetched = new Map<Playback, Prefetched<Answer>>()

  constructor(timers: Timers, holdsInMs: number) {
    this.#timers = timers
    this.#holdsInMs = holdsInMs
  }

  begin(playback: Playback, ask: (signal: AbortSignal) => Promise<Answer>): void {
    const transfer = new AbortController()
    const drop = () => {
      this.#prefetched.delete(playback)
      transfer.abort()
    }
    const cancelTimer = this.#timers.after(this.#holdsInMs, drop)
    this.#prefetched.set(playback, { answer: ask(transfer.signal), cancelTimer, drop })
  }

  /** Undefined when there is none. */
  take(playback: Playback): Promise<Answer> | undefined {
    const prefetched = this.#prefetched.get(playback)
    prefetched?.cancelTimer()
    this.#prefetched.delete(playback)
    return prefetched?.answer
  }

  dispose(): void {
    for (const { cancelTimer, drop } of this.#prefetched.values()) {
      cancelTimer()
      drop()
    }
  }
}
