import { type CallName, rowOf } from '#contract/platform/calls.ts'
import type { Clock } from '../time.ts'
import { ABSENT_FOR_MS } from './defaults.ts'
import type { PlatformResult, PlatformFailure } from './failure.ts'

interface Seen {
  readonly answers: number
  readonly failure: PlatformFailure
  /** Monotonic. */
  readonly atMs: number
}

/**
 * Remembers which calls a platform does not have, so that it is not asked for them with each pan of a timeline. One that
 * has succeeded is there, whatever it answers later.
 */
export class AbsentCalls {
  readonly #clock: Clock
  readonly #seen = new Map<CallName, Seen>()
  readonly #there = new Set<CallName>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** What the platform has answered to a call that it does not have; undefined: it is worth asking. */
  failureOf(call: CallName): PlatformFailure | undefined {
    const seen = this.#seen.get(call)
    if (seen === undefined || seen.answers < (rowOf(call).absence?.shownBy ?? Number.POSITIVE_INFINITY))
      return undefined
    return this.#clock.monotonicMs() - seen.atMs < ABSENT_FOR_MS ? seen.failure : undefined
  }

  note(call: CallName, outcome: PlatformResult<unknown>): void {
    if (outcome.ok) this.#there.add(call)
    if (outcome.ok || this.#there.has(call) || !indicatesAbsence(call, outcome.error)) {
      this.#seen.delete(call)
      return
    }
    const answers = (this.#seen.get(call)?.answers ?? 0) + 1
    this.#seen.set(call, { answers, failure: outcome.error, atMs: this.#clock.monotonicMs() })
  }

  /** Somebody wants to know: everything is asked again. */
  forget(): void {
    this.#seen.clear()
  }
}

/** A platform with our error codes distinguishes a missing path from a missing item. */
function indicatesAbsence(call: CallName, { error, platformCode }: PlatformFailure): boolean {
  const isOfPath =
    platformCode === undefined || platformCode === 'unknown_path' || platformCode === 'method_not_allowed'
  return error.code === rowOf(call).absence?.code && isOfPath
}
