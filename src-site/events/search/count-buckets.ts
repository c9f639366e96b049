import type { DensityQuestion } from './event-question.ts'
import type { EventSource } from './event-source.ts'
import type { StatementCache } from './statement-cache.ts'

/** By the tag's number: how many events each bucket has. */
export type BucketCounts = ReadonlyMap<number, Uint32Array>

/**
 * Counts bucket by bucket along an index, stepping over empty ones: that neither sorts nor groups a million events, which
 * takes SQLite several times as long.
 */
export function countBuckets(
  sources: readonly EventSource[],
  density: DensityQuestion,
  statements: StatementCache,
): BucketCounts {
  const { startMs, endMs, bucketMs } = density
  const counts = new Map<number, Uint32Array>()
  for (const source of sources) {
    const counted = counts.get(source.tag) ?? new Uint32Array(Math.ceil((endMs - startMs) / bucketMs))
    counts.set(source.tag, counted)
    if (source.isInOrder) countAlong(source, density, statements, counted)
    else countFew(source, density, statements, counted)
  }
  return counts
}

function countAlong(
  { from, where, at }: EventSource,
  { startMs, endMs, bucketMs }: DensityQuestion,
  statements: StatementCache,
  counted: Uint32Array,
): void {
  // The number of the bucket that the first event from an instant on belongs to; null when there is none.
  const firstFrom = (instant: string) =>
    `(select cast((${at} - ?) / ? as integer) from ${from}
      where ${where.text} and ${at} >= ${instant} and ${at} < ? order by ${at} limit 1)`
  // One statement: thousands of them take longer than what they count.
  const sql = `with recursive bucket (number) as (
      select ${firstFrom('?')}
      union all
      select ${firstFrom('? + (bucket.number + 1) * ?')} from bucket where bucket.number is not null
    )
    select bucket.number, (
      select count(*) from ${from}
      where ${where.text} and ${at} >= ? + bucket.number * ? and ${at} < min(? + (bucket.number + 1) * ?, ?)
    ) from bucket where bucket.number is not null`
  const values = [
    [startMs, bucketMs, ...where.values, startMs, endMs],
    [startMs, bucketMs, ...where.values, startMs, bucketMs, endMs],
    [...where.values, startMs, bucketMs, startMs, bucketMs, endMs],
  ].flat()
  for (const [bucket, count] of statements.rows(sql, values)) {
    counted[Number(bucket)] = (counted[Number(bucket)] ?? 0) + Number(count)
  }
}

function countFew(
  { from, where, at }: EventSource,
  { startMs, endMs, bucketMs }: DensityQuestion,
  statements: StatementCache,
  counted: Uint32Array,
): void {
  const sql = `select ${at} from ${from} where ${where.text} and ${at} >= ? and ${at} < ?`
  for (const [atMs] of statements.rows(sql, [...where.values, startMs, endMs])) {
    const bucket = Math.floor((Number(atMs) - startMs) / bucketMs)
    counted[bucket] = (counted[bucket] ?? 0) + 1
  }
}

/** The interface's answer. */
export function histogramJson(counts: BucketCounts, { tags, startMs, bucketMs }: DensityQuestion): string {
  const columns = tags.flatMap(({ tag, tagId }) => {
    const counted = counts.get(tag)
    return counted ? [{ counted, name: JSON.stringify(tagId) }] : []
  })
  const length = columns[0]?.counted.length ?? 0
  const buckets: string[] = []
  for (let bucket = 0; bucket < length; bucket += 1) {
    let sum = 0
    let byType = ''
    for (const { counted, name } of columns) {
      const count = counted[bucket] ?? 0
      if (count === 0) continue
      sum += count
      byType += `${byType === '' ? '' : ','}${name}:${count}`
    }
    if (sum > 0) buckets.push(`{"start":${startMs + bucket * bucketMs},"count":${sum},"byType":{${byType}}}`)
  }
  return `{"buckets":[${buckets.join(',')}]}`
}
