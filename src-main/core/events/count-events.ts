import type { EventHistogram, ResolvedEventQuery, WallEvent } from '#contract/wall/events.ts'
import { ok } from '#contract/result.ts'
import type { EventCalls } from '../platform/event-calls.ts'
import type { Answered } from '../platform/failure.ts'
import { readAll } from './read-all.ts'

interface Bucket {
  count: number
  readonly byType: Record<string, number>
}

/** For a platform that does not count: newest first, at most so many events, and saying how far it came. */
export async function countEvents(
  calls: Pick<EventCalls, 'search'>,
  query: ResolvedEventQuery,
  bucketMs: number,
  atMost: number,
): Promise<Answered<EventHistogram>> {
  const buckets = new Map<number, Bucket>()
  let counted = 0
  let countedFromMs: number | undefined
  for await (const page of readAll(calls, { query, order: 'desc' })) {
    if (!page.ok) return page
    for (const event of page.value) count(buckets, event, query.startMs, bucketMs)
    counted += page.value.length
    const last = page.value.at(-1)
    if (counted >= atMost && last !== undefined) {
      countedFromMs = last.timestampMs
      break
    }
  }
  const ascending = [...buckets].toSorted(([one], [other]) => one - other)
  return ok({
    bucketMs,
    buckets: ascending.map(([index, bucket]) => ({ startMs: query.startMs + index * bucketMs, ...bucket })),
    ...(countedFromMs === undefined ? {} : { countedFromMs }),
  })
}

function count(
  buckets: Map<number, Bucket>,
  { timestampMs, eventTypeId }: WallEvent,
  startMs: number,
  bucketMs: number,
): void {
  const index = Math.floor((timestampMs - startMs) / bucketMs)
  const bucket = buckets.get(index) ?? { count: 0, byType: {} }
  buckets.set(index, bucket)
  bucket.count += 1
  bucket.byType[eventTypeId] = (bucket.byType[eventTypeId] ?? 0) + 1
}
