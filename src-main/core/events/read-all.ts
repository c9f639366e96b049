import { wallError } from '#contract/errors.ts'
import { MAX_EVENTS_A_PAGE } from '#contract/platform/assumptions.ts'
import { fail } from '#contract/result.ts'
import type { WallEvent, ResolvedEventQuery } from '#contract/wall/events.ts'
import type { EventCalls } from '../platform/event-calls.ts'
import type { Answered } from '../platform/failure.ts'

const turningInCircles =
  'The platform gives the same page of this search again and again: what comes after it cannot be read.'

export interface ReadAllOptions {
  readonly query: ResolvedEventQuery
  readonly order: 'asc' | 'desc'
  readonly signal?: AbortSignal | undefined
}

/**
 * The events of a query page by page, one page in the memory at a time. A failure is the last that comes; a platform
 * that leads back to the page it has just given would otherwise be asked for ever.
 */
export async function* readAll(
  calls: Pick<EventCalls, 'search'>,
  { query, order, signal }: ReadAllOptions,
): AsyncGenerator<Answered<readonly WallEvent[]>> {
  let cursor: string | undefined
  do {
    const found = await calls.search({ ...query, order, limit: MAX_EVENTS_A_PAGE, cursor }, signal)
    if (!found.ok) {
      yield found
      return
    }
    yield { ok: true, value: found.value.events }
    const { nextCursor } = found.value
    if (nextCursor !== undefined && nextCursor === cursor) {
      yield fail({ error: wallError('bad_answer', turningInCircles), maybeCarriedOut: false })
      return
    }
    cursor = nextCursor
  } while (cursor !== undefined)
}
