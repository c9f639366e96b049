import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { MAX_EVENT_BUCKETS } from '#contract/platform/limits.ts'
import type {
  EventColumns,
  EventHistogram,
  EventTags,
  FoundEvents,
  ResolvedEventQuery,
  WallEventTag,
} from '#contract/wall/events.ts'
import type { EventCalls, EventSearch } from '../platform/event-calls.ts'
import type { Answered } from '../platform/failure.ts'
import { countEvents } from './count-events.ts'
import { eventDefaults } from './defaults.ts'
import { EventColumnsWriter } from './event-columns.ts'
import { queryProblem } from './query-problem.ts'
import { readAll } from './read-all.ts'

export interface EventServiceOptions {
  readonly calls: Pick<EventCalls, 'tags' | 'search' | 'histogram'>
  /** From the settings, for a platform that does not list its tags. */
  readonly typedTags: () => readonly WallEventTag[]
}

/** What a page asks about events of one platform. */
export class EventService {
  readonly #options: EventServiceOptions
  /** As the platform last listed them. */
  #listed: readonly WallEventTag[] = []

  constructor(options: EventServiceOptions) {
    this.#options = options
  }

  async tags(): Promise<Result<EventTags, WallError>> {
    const answer = await this.#options.calls.tags()
    if (answer.ok) {
      this.#listed = answer.value
      return ok({ tags: [...answer.value], source: 'platform' })
    }
    const { error } = answer.error
    if (error.code !== 'events_unavailable') return fail(error)
    return ok({ tags: [...this.#options.typedTags()], source: 'settings' })
  }

  /** As they are listed; while they cannot be asked for, as they last were. */
  async lastTags(): Promise<Result<readonly WallEventTag[], WallError>> {
    const tags = await this.tags()
    if (tags.ok) return ok(tags.value.tags)
    return this.#listed.length > 0 ? ok(this.#listed) : tags
  }

  async search(search: EventSearch): Promise<Result<FoundEvents, WallError>> {
    const problem = await this.#problemOf(search)
    return problem === undefined ? told(await this.#options.calls.search(search)) : fail(problem)
  }

  async histogram(query: ResolvedEventQuery, bucketMs: number): Promise<Result<EventHistogram, WallError>> {
    const problem = bucketsProblem(query, bucketMs) ?? (await this.#problemOf(query))
    return problem === undefined ? told(await this.#histogram(query, bucketMs)) : fail(problem)
  }

  /** Every single event as long as there are not more than `maxEvents`, else how many there are when. */
  async columns(query: ResolvedEventQuery, maxEvents: number): Promise<Result<EventColumns, WallError>> {
    const problem = bucketsProblem(query, query.endMs - query.startMs) ?? (await this.#problemOf(query))
    if (problem !== undefined) return fail(problem)
    const counted = await this.#options.calls.histogram(query, query.endMs - query.startMs)
    if (counted.ok) {
      const count = counted.value.reduce((sum, bucket) => sum + bucket.count, 0)
      if (count > maxEvents) return this.#density(query)
    } else if (counted.error.error.code !== 'events_unavailable') return told(counted)
    const writer = new EventColumnsWriter()
    for await (const page of readAll(this.#options.calls, { query, order: 'asc' })) {
      if (!page.ok) return told(page)
      for (const event of page.value) writer.add(event)
      if (writer.count > maxEvents) return this.#density(query)
    }
    return ok(writer.finish())
  }

  async #density(query: ResolvedEventQuery): Promise<Result<EventColumns, WallError>> {
    const bucketMs = Math.ceil((query.endMs - query.startMs) / eventDefaults.densityBuckets)
    const histogram = told(await this.#histogram(query, bucketMs))
    return histogram.ok ? ok({ kind: 'density', histogram: histogram.value }) : histogram
  }

  async #histogram(query: ResolvedEventQuery, bucketMs: number): Promise<Answered<EventHistogram>> {
    const { calls } = this.#options
    const answer = await calls.histogram(query, bucketMs)
    if (answer.ok) {
      return ok({
        bucketMs,
        buckets: answer.value.map((bucket) => ({ ...bucket, byType: { ...bucket.byType } })),
      })
    }
    if (answer.error.error.code !== 'events_unavailable') return answer
    return countEvents(calls, query, bucketMs, eventDefaults.countedEvents)
  }

  /** A tag that is not known may be a new one: the platform is asked again before it is refused. */
  async #problemOf(query: ResolvedEventQuery): Promise<WallError | undefined> {
    const known = this.#listed.length > 0 ? this.#listed : this.#options.typedTags()
    const problem = queryProblem(query, known)
    if (problem === undefined) return undefined
    const anew = await this.tags()
    return anew.ok ? queryProblem(query, anew.value.tags) : problem
  }
}

function bucketsProblem({ startMs, endMs }: ResolvedEventQuery, bucketMs: number): WallError | undefined {
  if (startMs >= endMs) return wallError('bad_request', 'The time that is asked for ends before it begins.')
  if ((endMs - startMs) / bucketMs <= MAX_EVENT_BUCKETS) return undefined
  return wallError(
    'bad_request',
    `Events are counted in ${MAX_EVENT_BUCKETS} steps at most: ask for longer ones.`,
  )
}

function told<Value>(answer: Answered<Value>): Result<Value, WallError> {
  return answer.ok ? answer : fail(answer.error.error)
}
