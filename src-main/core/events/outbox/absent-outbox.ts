import type { WallError } from '#contract/errors.ts'
import { fail } from '#contract/result.ts'
import type { EventOutbox } from './event-outbox.ts'

/** Where events cannot be kept: says so to whoever asks, and the wall goes on. */
export function absentOutbox(unavailable: WallError): EventOutbox {
  const refuse = async () => fail(unavailable)
  return {
    accept: refuse,
    positionOf: refuse,
    complete: refuse,
    retry: refuse,
    discard: refuse,
    status: async () => ({ depth: 0, held: 0, deadLetters: [], deadLetterCount: 0, unavailable }),
    wake: () => undefined,
    onChange: () => () => undefined,
    dispose: async () => undefined,
  }
}
