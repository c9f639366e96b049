import type { OccupancyAnswer } from '#contract/wall/occupancy.ts'

/** Steps as a plot takes them: each value holds until the next instant. */
export interface Curve {
  /** Epoch milliseconds, ascending; one more than there are pieces. */
  readonly atMs: readonly number[]
  readonly maximum: readonly (number | null)[]
  readonly average: readonly (number | null)[]
}

type Buckets = NonNullable<OccupancyAnswer['buckets']>

/** Where a platform leaves out pieces of the range, the curve has a gap. */
export function curveOf(buckets: Buckets): Curve {
  const atMs: number[] = []
  const maximum: (number | null)[] = []
  const average: (number | null)[] = []
  function add(ms: number, bucket: Buckets[number] | undefined): void {
    atMs.push(ms)
    maximum.push(bucket?.maximum ?? null)
    average.push(bucket?.average ?? null)
  }
  for (const [at, bucket] of buckets.entries()) {
    add(bucket.startMs, bucket)
    const next = buckets[at + 1]
    if (next !== undefined && next.startMs > bucket.endMs) add(bucket.endMs, undefined)
  }
  const last = buckets.at(-1)
  if (last !== undefined) add(last.endMs, last)
  return { atMs, maximum, average }
}

/** The bucket that an instant lies in, or the nearest; -1 when there is none. */
export function bucketAt(buckets: Buckets, ms: number): number {
  const after = buckets.findIndex(({ endMs }) => endMs > ms)
  return after < 0 ? buckets.length - 1 : after
}
