import type { InsertedGroup, InsertOutcome, NewEvent } from './new-event.ts'

export interface GroupCommitOptions {
  /** Stores all of them durably, or none. */
  readonly write: (events: readonly NewEvent[]) => Promise<InsertedGroup>
  /** Events of one transaction: more would let those that come meanwhile wait too long. */
  readonly maxGroup: number
  /** Told the id of the newest event that is stored. */
  readonly onCommitted: (lastId: number) => void
}

interface Waiting {
  readonly events: readonly NewEvent[]
  readonly resolve: (outcomes: readonly InsertOutcome[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * While one transaction is written, what arrives is gathered for the next: a wait for the disk is shared by all who wait.
 * Nobody is answered before theirs is over.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  #waiting: Waiting[] = []
  #isWriting = false

  constructor(options: GroupCommitOptions) {
    this.#options = options
  }

  /** Outcomes in the order of the events. */
  insert(events: readonly NewEvent[]): Promise<readonly InsertOutcome[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ events, resolve, reject })
      if (!this.#isWriting) void this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) await this.#write(this.#nextGroup())
    this.#isWriting = false
  }

  #nextGroup(): Waiting[] {
    let size = 0
    let count = 0
    for (const { events } of this.#waiting) {
      if (count > 0 && size + events.length > this.#options.maxGroup) break
      size += events.length
      count += 1
    }
    return this.#waiting.splice(0, count)
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    const { write, onCommitted } = this.#options
    try {
      const { outcomes, lastId } = await write(group.flatMap(({ events }) => events))
      let at = 0
      for (const { events, resolve } of group) {
        resolve(outcomes.slice(at, at + events.length))
        at += events.length
      }
      onCommitted(lastId)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
}
