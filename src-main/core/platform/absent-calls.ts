import type { WallErrorCode } from '#contract/errors.ts'
import type { Clock } from '../time.ts'
import { ABSENT_FOR_MS, type PlatformCall } from './defaults.ts'
import type { Answered, PlatformFailure } from './failure.ts'

/**
 * Calls that the document does not have, and how many answers in a row that there is no such thing show that a platform
 * has no such call. More than one where the thing may be what the call names: a camera, a session.
 */
const answersThatShow: Partial<Record<PlatformCall, number>> = {
  eventTags: 1,
  searchEvents: 1,
  eventHistogram: 1,
  eventStream: 1,
  coverage: 3,
  localLive: 3,
  stopPlayback: 3,
}
const noSuchThing: ReadonlySet<WallErrorCode> = new Set(['not_found', 'events_unavailable'])

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
  readonly #seen = new Map<PlatformCall, Seen>()
  readonly #there = new Set<PlatformCall>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** What the platform has answered to a call that it does not have; undefined: it is worth asking. */
  failureOf(call: PlatformCall): PlatformFailure | undefined {
    const seen = this.#seen.get(call)
    if (seen === undefined || seen.answers < (answersThatShow[call] ?? Number.POSITIVE_INFINITY))
      return undefined
    return this.#clock.monotonicMs() - seen.atMs < ABSENT_FOR_MS ? seen.failure : undefined
  }

  note(call: PlatformCall, outcome: Answered<unknown>): void {
    if (outcome.ok) this.#there.add(call)
    if (outcome.ok || this.#there.has(call) || !saysAbsent(outcome.error)) {
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

/** A platform with our codes says what it is that is not there. */
function saysAbsent({ error, says }: PlatformFailure): boolean {
  const isOfPath = says === undefined || says === 'unknown_path' || says === 'method_not_allowed'
  return noSuchThing.has(error.code) && isOfPath
}
