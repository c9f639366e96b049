import type { EventOutboxState } from '#contract/wall/events.ts'
import { span } from '../words.ts'

const events = (count: number) => `${count} ${count === 1 ? 'event' : 'events'}`

/** What waits, since when and why; undefined while nothing does. */
export function waitingWords(outbox: EventOutboxState, nowMs: number): string | undefined {
  const { depth, held, oldestAtMs, waitsFor } = outbox
  if (depth === 0) return undefined
  const verb = depth === 1 ? 'waits' : 'wait'
  const age = oldestAtMs === undefined ? '' : `, the oldest for ${span(nowMs - oldestAtMs)}`
  const why =
    waitsFor?.message ?? (held === depth ? 'The platform has no event tag for marks yet.' : undefined)
  return `${events(depth)} ${verb} here for the platform${age}.${why === undefined ? '' : ` ${why}`}`
}

/** What the platform refused, or failed to take again and again; undefined while there is nothing of that. */
export function refusedWords({ deadLetterCount }: EventOutboxState): string | undefined {
  if (deadLetterCount === 0) return undefined
  return `The platform did not take ${events(deadLetterCount)}.`
}
