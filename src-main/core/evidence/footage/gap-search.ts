import { evidenceDefaults } from '../defaults.ts'
import type { FootageRange } from './footage-port.ts'

const { firstStepInMs } = evidenceDefaults.reading

/** What an instant without footage means for the search. */
interface EmptyInstant {
  /** Where nothing is to be looked for any more. */
  readonly endMs: number
  /** Footage is said to be there and is not given, or nobody knows. */
  readonly isMissing: boolean
  readonly longestStepInMs: number
}

/**
 * Looks for footage behind an instant without any, in growing steps up to the end, and then for its beginning between
 * the last two steps. What is missing is told up to the last instant that is known to be empty.
 */
export class GapSearch {
  readonly #onMissing: (range: FootageRange) => void
  #emptyMs: number | undefined
  #isMissing = false
  #foundMs: number | undefined
  #stepMs: number = firstStepInMs

  constructor(onMissing: (range: FootageRange) => void) {
    this.#onMissing = onMissing
  }

  /** The last instant that is known to be empty; undefined outside of a gap. */
  get emptyMs(): number | undefined {
    return this.#emptyMs
  }

  /** Nothing is given of this instant: where to look next. */
  after(emptyMs: number, { endMs, isMissing, longestStepInMs }: EmptyInstant): number {
    this.#report(emptyMs)
    this.#emptyMs = emptyMs
    this.#isMissing = isMissing
    if (this.#foundMs !== undefined && this.#foundMs > emptyMs) return between(emptyMs, this.#foundMs)
    // What was found there has gone meanwhile.
    this.#foundMs = undefined
    const nextMs = Math.min(
      emptyMs + this.#stepMs,
      Math.max(emptyMs, endMs - 2 * firstStepInMs) + firstStepInMs,
      endMs,
    )
    this.#stepMs = Math.min(this.#stepMs * 2, longestStepInMs)
    if (nextMs === endMs) this.end(endMs)
    return nextMs
  }

  /** Footage goes on at this instant: where to look for its beginning, or undefined where that is known. */
  before(foundMs: number): number | undefined {
    if (this.#emptyMs === undefined || foundMs - this.#emptyMs <= firstStepInMs) return undefined
    this.#foundMs = foundMs
    return between(this.#emptyMs, foundMs)
  }

  /** The gap ends here. */
  end(untilMs: number): void {
    this.#report(untilMs)
    this.#emptyMs = undefined
    this.#foundMs = undefined
    this.#stepMs = firstStepInMs
  }

  #report(untilMs: number): void {
    if (!this.#isMissing || this.#emptyMs === undefined || untilMs <= this.#emptyMs) return
    this.#onMissing({ startMs: this.#emptyMs, endMs: untilMs })
  }
}

function between(emptyMs: number, foundMs: number): number {
  return foundMs - emptyMs > firstStepInMs ? (emptyMs + foundMs) / 2 : foundMs
}
