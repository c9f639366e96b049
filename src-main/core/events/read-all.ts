import { wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { MAX_EVENTS_A_PAGE } from '#contract/platform/limits.ts'
import { fail, ok } from '#contract/result.ts'
import type { ResolvedEventQuery, WallEvent } from '#contract/wall/events.ts'
import type { EventCalls } from '../platform/event-calls.ts'
import type { PlatformFailure, PlatformResult } from '../platform/failure.ts'
import { eventDefaults } from './defaults.ts'

const { read: limits } = eventDefaults

export interface ReadAllOptions {
  readonly query: ResolvedEventQuery
  readonly order: 'asc' | 'desc'
  readonly signal?: AbortSignal | undefined
}

/**
 * The events of a query page by page, one page in the memory at a time. A failure is the last that comes: also where
 * a platform leads back to pages that it has given, on and on to pages without events, or to none of the other events.
 */
export async function* readAll(
  calls: Pick<EventCalls, 'search'>,
  { query, order, signal }: ReadAllOptions,
): AsyncGenerator<PlatformResult<readonly WallEvent[]>> {
  let cursor: string | undefined
  /** The cursor of an earlier page, replaced at twice the distance each time: a loop of cursors reaches it again. */
  let landmark: string | undefined
  let emptyPages = 0
  let limit: number = MAX_EVENTS_A_PAGE
  let eventsRead = 0
  /** Events that arrive or are removed meanwhile count in no more than some of the pages. */
  let leastTotal = Number.POSITIVE_INFINITY
  for (let pages = 1; ; pages += 1) {
    const found = await calls.search({ ...query, order, limit, cursor }, signal)
    const smaller = smallerLimit(found, limit)
    if (smaller !== undefined) {
      limit = smaller
      continue
    }
    if (!found.ok) {
      yield found
      return
    }
    const { events, nextCursor, total = 0, isCutOff = false } = found.value
    yield ok(events)
    eventsRead += events.length
    leastTotal = Math.min(leastTotal, total)
    if (nextCursor === undefined) {
      if (isCutOff || leastTotal > eventsRead) yield fail(cutOff(eventsRead))
      return
    }
    emptyPages = events.length === 0 ? emptyPages + 1 : 0
    const fault =
      nextCursor === cursor || nextCursor === landmark
        ? 'search_in_circles'
        : emptyPages >= limits.emptyPages || pages >= limits.pages
          ? 'search_without_end'
          : undefined
    if (fault !== undefined) {
      yield fail({ error: wallError('bad_answer', exactMessage(fault)), maybeCarriedOut: false })
      return
    }
    if (Number.isInteger(Math.log2(pages))) landmark = nextCursor
    cursor = nextCursor
  }
}

function cutOff(read: number): PlatformFailure {
  const error = wallError('bad_answer', exactMessage('search_cut_off', { read }))
  return { error, maybeCarriedOut: false, isCutOff: true }
}

/** What to ask for instead, where so many events are more than an answer may hold: nothing bounds a page in bytes. */
export function smallerLimit(found: PlatformResult<unknown>, limit: number): number | undefined {
  return !found.ok && found.error.isTooLarge === true && limit > 1 ? Math.ceil(limit / 2) : undefined
}
