import type { WallEvent } from '#contract/wall/events.ts'

/** Newest first; of the same instant in the order in which they came. */
export function newestFirst(one: WallEvent, other: WallEvent): number {
  return other.timestampMs - one.timestampMs
}

/** A page behind the rows that are there, without what has come in another way already. */
export function withPage(rows: readonly WallEvent[], page: readonly WallEvent[]): WallEvent[] {
  const known = new Set(rows.map(({ id }) => id))
  const added = page.filter(({ id }) => !known.has(id))
  const last = rows.at(-1)
  const joined = [...rows, ...added]
  const isInOrder = last === undefined || added.every((event) => event.timestampMs <= last.timestampMs)
  return isInOrder ? joined : joined.toSorted(newestFirst)
}

/**
 * Rows with what has arrived meanwhile. What is older than the last row of a list that goes on is left to its next pages.
 * @param hasMore whether there are pages that have not been asked for
 */
export function withArrivals(
  rows: readonly WallEvent[],
  arrivals: readonly WallEvent[],
  hasMore: boolean,
): WallEvent[] {
  const known = new Set(rows.map(({ id }) => id))
  const last = rows.at(-1)
  const oldestMs = hasMore && last !== undefined ? last.timestampMs : Number.NEGATIVE_INFINITY
  const added = arrivals.filter(({ id, timestampMs }) => !known.has(id) && timestampMs > oldestMs)
  return [...added, ...rows].toSorted(newestFirst)
}
