import { wallError } from '#contract/errors.ts'
import { fail } from '#contract/result.ts'
import type { EventOutbox } from '#main/core/events/outbox/durable-outbox.ts'

const unavailable = wallError('outbox_unavailable')
const refuse = async () => fail(unavailable)

/** Keeps nothing, and says so. */
export const absentOutbox: EventOutbox = {
  accept: refuse,
  positionOf: refuse,
  complete: refuse,
  retry: refuse,
  discard: refuse,
  status: async () => ({ depth: 0, held: 0, deadLetters: [], deadLetterCount: 0, unavailable }),
  wake: () => undefined,
  resume: () => undefined,
  onChange: () => () => undefined,
  dispose: async () => undefined,
}
