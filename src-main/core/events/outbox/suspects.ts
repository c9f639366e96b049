import type { OutboxLimits } from './defaults.ts'

/**
 * Tells an event that fails for good from a platform that does: it has failed often, and while it was a suspect the
 * platform took another event. Known to this process only; after a start the next two failures show it again.
 */
export class Suspects {
  readonly #limits: Pick<OutboxLimits, 'suspectAfterTries' | 'setAsideAfterTries' | 'maxSuspects'>
  #taken = 0
  /** By event: how many others had been taken when it failed last. */
  readonly #takenAtFailure = new Map<number, number>()

  constructor(limits: Pick<OutboxLimits, 'suspectAfterTries' | 'setAsideAfterTries' | 'maxSuspects'>) {
    this.#limits = limits
  }

  /** Whether its next failure no longer holds up the events behind it: if one of them is taken, it is to blame. */
  isSuspect(attempts: number): boolean {
    return attempts + 1 >= this.#limits.suspectAfterTries
  }

  taken(id: number): void {
    this.#taken += 1
    this.#takenAtFailure.delete(id)
  }

  /** Whether it is to be set aside. */
  failed(id: number, attempts: number): boolean {
    const before = this.#takenAtFailure.get(id)
    if (this.isSuspect(attempts) && before !== undefined && this.#taken > before) {
      if (attempts + 1 < this.#limits.setAsideAfterTries) return false
      this.#takenAtFailure.delete(id)
      return true
    }
    if (this.#takenAtFailure.size >= this.#limits.maxSuspects) this.#takenAtFailure.clear()
    this.#takenAtFailure.set(id, this.#taken)
    return false
  }
}
