import type { OutboxLimits } from './defaults.ts'
import type { ClaimedEvent } from './outbox-rounds.ts'

/**
 * Tells an event that fails for good from a platform that does: it has failed often, and between its last two failures
 * the platform took another event. Known to this process only; after a start the next two failures show it again.
 */
export class Suspects {
  readonly #limits: Pick<OutboxLimits, 'setAsideAfterTries' | 'maxSuspects'>
  #taken = 0
  /** By event: how many others had been taken when it failed last. */
  readonly #takenAtFailure = new Map<number, number>()

  constructor(limits: Pick<OutboxLimits, 'setAsideAfterTries' | 'maxSuspects'>) {
    this.#limits = limits
  }

  /** Whether its next failure is one too many: it no longer holds up the events behind it. */
  isSuspect({ attempts }: ClaimedEvent): boolean {
    return attempts + 1 >= this.#limits.setAsideAfterTries
  }

  taken(id: number): void {
    this.#taken += 1
    this.#takenAtFailure.delete(id)
  }

  /** Whether it is to be set aside. */
  failed(event: ClaimedEvent): boolean {
    const before = this.#takenAtFailure.get(event.id)
    if (this.isSuspect(event) && before !== undefined && this.#taken > before) {
      this.#takenAtFailure.delete(event.id)
      return true
    }
    if (this.#takenAtFailure.size >= this.#limits.maxSuspects) this.#takenAtFailure.clear()
    this.#takenAtFailure.set(event.id, this.#taken)
    return false
  }
}
