import type { ListedPlatform } from '#contract/wall/connection.ts'
import type { EventOutboxState } from '#contract/wall/events.ts'
import { platformName } from '../platform-words.ts'
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

/** What waits for platforms that the wall does not show; undefined while nothing does. */
export function elsewhereWords(
  { elsewhere = [] }: EventOutboxState,
  platforms: readonly ListedPlatform[],
): string | undefined {
  if (elsewhere.length === 0) return undefined
  return elsewhere
    .map(({ platform, depth }) => {
      const listed = platforms.find(({ id }) => id === platform)
      const waits = `${events(depth)} ${depth === 1 ? 'waits' : 'wait'} here for`
      if (listed === undefined) return `${waits} a platform that is not listed any more.`
      return `${waits} ${platformName(listed)}. Show it to send ${depth === 1 ? 'it' : 'them'}.`
    })
    .join(' ')
}

/** What the platform refused, or failed to take again and again; undefined while there is nothing of that. */
export function refusedWords({ deadLetterCount }: EventOutboxState): string | undefined {
  if (deadLetterCount === 0) return undefined
  return `The platform did not take ${events(deadLetterCount)}.`
}
