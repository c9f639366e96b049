import type { EventHistogram, ResolvedEventQuery, WallEvent } from '#contract/wall/events.ts'
import { eventDefaults } from '../defaults.ts'
import type { CountedMark, MarkRun } from './mark-columns.ts'

/** Counts of one camera's events by bucket and tag, where they are too many for single marks. */
export class CountedLane {
  readonly #cameraId: string
  readonly #match: ResolvedEventQuery['match']
  readonly #bucketMs: number
  /** Where some bucket begins. */
  readonly #gridMs: number
  /** By the bucket's number on the grid, then by tag. */
  readonly #buckets = new Map<number, Map<string, CountedMark>>()
  readonly #tagIds = new Set<string>()

  /** @param match what was asked of the events that were counted */
  constructor(cameraId: string, { buckets, bucketMs }: EventHistogram, match: ResolvedEventQuery['match']) {
    this.#cameraId = cameraId
    this.#match = match
    this.#bucketMs = bucketMs
    this.#gridMs = buckets[0]?.startMs ?? 0
    for (const { startMs, byType } of buckets) {
      for (const [eventTypeId, count] of Object.entries(byType)) this.#count(startMs, eventTypeId, count)
    }
  }

  /** One mark for each counted event, spread evenly over its bucket, up to `perBucket`. */
  runs(): MarkRun[] {
    const byType = Map.groupBy(
      [...this.#buckets.values()].flatMap((bucket) => [...bucket.values()]),
      ({ eventTypeId }) => eventTypeId,
    )
    return [...byType].map(([eventTypeId, counted]) => {
      const drawn = counted.map((mark) => ({
        mark,
        times: Math.min(mark.count, eventDefaults.marks.perBucket),
      }))
      return {
        cameraId: this.#cameraId,
        eventTypeId,
        startMs: Float64Array.from(
          drawn.flatMap(({ mark, times }) =>
            Array.from({ length: times }, (_, at) => mark.startMs + ((at + 0.5) * this.#bucketMs) / times),
          ),
        ),
        marks: drawn.flatMap(({ mark, times }) => Array.from({ length: times }, () => mark)),
      }
    })
  }

  /** One that has come since, drawn at its own instant. */
  add({ eventTypeId, timestampMs }: WallEvent): MarkRun {
    const mark = this.#count(timestampMs, eventTypeId, 1)
    return { cameraId: this.#cameraId, eventTypeId, startMs: Float64Array.of(timestampMs), marks: [mark] }
  }

  /**
   * Counts by tag in the buckets that a stretch of the camera's time touches.
   * @param offsetMsOf how far the clock of a tag is ahead of the camera's, milliseconds
   */
  countsIn(fromMs: number, untilMs: number, offsetMsOf: (tagId: string) => number): Map<string, number> {
    const counts = new Map<string, number>()
    for (const eventTypeId of this.#tagIds) {
      const offsetMs = offsetMsOf(eventTypeId)
      const last = this.#bucketOf(untilMs + offsetMs)
      for (let bucket = this.#bucketOf(fromMs + offsetMs); bucket <= last; bucket += 1) {
        const count = this.#buckets.get(bucket)?.get(eventTypeId)?.count
        if (count !== undefined) counts.set(eventTypeId, (counts.get(eventTypeId) ?? 0) + count)
      }
    }
    return counts
  }

  #bucketOf(atMs: number): number {
    return Math.floor((atMs - this.#gridMs) / this.#bucketMs)
  }

  #count(atMs: number, eventTypeId: string, more: number): CountedMark {
    const number = this.#bucketOf(atMs)
    this.#tagIds.add(eventTypeId)
    const bucket = this.#buckets.get(number) ?? new Map<string, CountedMark>()
    this.#buckets.set(number, bucket)
    const startMs = this.#gridMs + number * this.#bucketMs
    const mark: CountedMark = bucket.get(eventTypeId) ?? {
      kind: 'counted',
      cameraId: this.#cameraId,
      eventTypeId,
      startMs,
      endMs: startMs + this.#bucketMs,
      match: this.#match,
      count: 0,
    }
    bucket.set(eventTypeId, mark)
    mark.count += more
    return mark
  }
}
