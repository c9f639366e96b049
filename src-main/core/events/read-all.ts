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
  /** So many events of a page were given and cannot be read. */
  readonly onUnread?: (count: number) => void
}

/**
 * The events of a query page by page, one page in the memory at a time. A failure is the last that comes: also where
 * a platform leads back to pages that it has given, on and on to pages without events, or to none of the other events.
 */
export async function* readAll(
  calls: Pick<EventCalls, 'search'>,
  options: ReadAllOptions,
): AsyncGenerator<PlatformResult<readonly WallEvent[]>> {
  const { query, order, signal } = options
  let cursor: string | undefined
  /** The cursor of an earlier page, replaced at twice the distance each time: a loop of cursors reaches it again. */
  let landmark: string | undefined
  let emptyPages = 0
  let limit: number = MAX_EVENTS_A_PAGE
  let eventsRead = 0
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
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
    const { events, nextCursor, total = 0, isCutOff = false, unread } = found.value
    if (unread !== undefined) options.onUnread?.(unread)
    yield ok(events)
    eventsRead += events.length
    for (const { timestampMs } of events) {
      firstMs = Math.min(firstMs, timestampMs)
      lastMs = Math.max(lastMs, timestampMs)
    }
    leastTotal = Math.min(leastTotal, total)
    if (nextCursor === undefined) {
      const isDoubted = !isCutOff && eventsRead > 0 && leastTotal > eventsRead
      const others = isDoubted ? await hasOthers(calls, options, { firstMs, lastMs, limit }) : ok(isCutOff)
      if (!others.ok) yield others
      else if (others.value) yield fail(cutOff(eventsRead))
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

/**
 * Whether there are events before or after those that were given: a `total` alone may be an estimate, or count what is
 * not of the question.
 */
async function hasOthers(
  calls: Pick<EventCalls, 'search'>,
  { query, signal }: ReadAllOptions,
  { firstMs, lastMs, limit }: { readonly firstMs: number; readonly lastMs: number; readonly limit: number },
): Promise<PlatformResult<boolean>> {
  for (const span of [
    { startMs: query.startMs, endMs: firstMs },
    { startMs: lastMs + 1, endMs: query.endMs },
  ]) {
    if (span.startMs >= span.endMs) continue
    // Not one alone: a platform that counts in seconds, or takes the end with it, gives one that was read.
    const found = await calls.search({ ...query, ...span, order: 'asc', limit }, signal)
    if (!found.ok) return found
    if (found.value.events.length > 0) return ok(true)
  }
  return ok(false)
}

function cutOff(read: number): PlatformFailure {
  const error = wallError('bad_answer', exactMessage('search_cut_off', { read }))
  return { error, maybeCarriedOut: false, isCutOff: true }
}

/** What to ask for instead, where so many events are more than an answer may hold: nothing bounds a page in bytes. */
export function smallerLimit(found: PlatformResult<unknown>, limit: number): number | undefined {
  return !found.ok && found.error.isTooLarge === true && limit > 1 ? Math.ceil(limit / 2) : undefined
}
