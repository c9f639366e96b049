import { wallError, type WallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { eventOperators } from '#contract/platform/events.ts'
import { MAX_EVENT_BUCKETS } from '#contract/platform/limits.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type {
  EventColumns,
  EventHistogram,
  EventTags,
  FoundEvents,
  ResolvedEventQuery,
  WallEvent,
  WallEventTag,
} from '#contract/wall/events.ts'
import type { EventCalls, EventSearch } from '../platform/event-calls.ts'
import type { PlatformResult } from '../platform/failure.ts'
import { eventDefaults } from './defaults.ts'
import { EventColumnsWriter } from './event-columns.ts'
import { readAll, smallerLimit } from './read-all.ts'

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

  /** As it was last listed; undefined where nobody has asked for the tags yet. */
  tag(eventTypeId: string): WallEventTag | undefined {
    const tags = this.#listed.length > 0 ? this.#listed : this.#options.typedTags()
    return tags.find(({ id }) => id === eventTypeId)
  }

  async search(search: EventSearch): Promise<Result<FoundEvents, WallError>> {
    const problem = await this.#problemOf(search)
    if (problem !== undefined) return fail(problem)
    const found = await this.#options.calls.search(search)
    const limit = smallerLimit(found, search.limit)
    return limit === undefined ? asWallResult(found) : this.search({ ...search, limit })
  }

  async histogram(query: ResolvedEventQuery, bucketMs: number): Promise<Result<EventHistogram, WallError>> {
    const problem = bucketsProblem(query, bucketMs) ?? (await this.#problemOf(query))
    return problem === undefined ? asWallResult(await this.#histogram(query, bucketMs)) : fail(problem)
  }

  /** Every single event as long as there are not more than `maxEvents`, else how many there are when. */
  async columns(query: ResolvedEventQuery, maxEvents: number): Promise<Result<EventColumns, WallError>> {
    const problem = bucketsProblem(query, query.endMs - query.startMs) ?? (await this.#problemOf(query))
    if (problem !== undefined) return fail(problem)
    const counted = await this.#options.calls.histogram(query, query.endMs - query.startMs)
    if (counted.ok) {
      const count = counted.value.reduce((sum, bucket) => sum + bucket.count, 0)
      if (count > maxEvents) return this.#density(query)
    } else if (counted.error.error.code !== 'events_unavailable') return asWallResult(counted)
    const writer = new EventColumnsWriter()
    for await (const page of readAll(this.#options.calls, { query, order: 'asc' })) {
      if (!page.ok) return page.error.isCutOff === true ? this.#density(query) : asWallResult(page)
      for (const event of page.value) writer.add(event)
      if (writer.count > maxEvents) return this.#density(query)
    }
    return ok(writer.finish())
  }

  async #density(query: ResolvedEventQuery): Promise<Result<EventColumns, WallError>> {
    const bucketMs = Math.ceil((query.endMs - query.startMs) / eventDefaults.densityBuckets)
    const histogram = asWallResult(await this.#histogram(query, bucketMs))
    return histogram.ok ? ok({ kind: 'density', histogram: histogram.value }) : histogram
  }

  async #histogram(query: ResolvedEventQuery, bucketMs: number): Promise<PlatformResult<EventHistogram>> {
    const { calls } = this.#options
    const answer = await calls.histogram(query, bucketMs)
    if (answer.ok) return ok({ bucketMs, buckets: answer.value })
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
  if (startMs >= endMs) return wallError('bad_request', exactMessage('time_backwards'))
  if ((endMs - startMs) / bucketMs <= MAX_EVENT_BUCKETS) return undefined
  return wallError('bad_request', exactMessage('steps_too_many', { most: MAX_EVENT_BUCKETS }))
}

function asWallResult<Value>(answer: PlatformResult<Value>): Result<Value, WallError> {
  return answer.ok ? answer : fail(answer.error.error)
}

/** Checks a query before it is sent, because platforms describe faults less well. Without known tags nothing is checked. */
function queryProblem(
  { eventTypeIds, match }: Pick<ResolvedEventQuery, 'eventTypeIds' | 'match'>,
  tags: readonly WallEventTag[],
): WallError | undefined {
  if (tags.length === 0) return undefined
  const unknown = eventTypeIds.find((id) => !tags.some((tag) => tag.id === id))
  if (unknown !== undefined)
    return wallError('unknown_event_tag', exactMessage('event_tag_unknown', { tag: unknown }))
  const asked = eventTypeIds.length === 0 ? tags : tags.filter(({ id }) => eventTypeIds.includes(id))
  for (const { field, operator } of match) {
    const types = asked
      .flatMap(({ fields }) => fields.filter(({ name }) => name === field))
      .map(({ type }) => type)
    if (types.length === 0) {
      const names = asked.map(({ name }) => name).join(', ')
      return wallError('unknown_event_tag', exactMessage('event_field_unknown', { field, tags: names }))
    }
    if (types.some((type) => eventOperators[type].some((known) => known === operator))) continue
    const type = types[0] ?? 'text'
    const operators = eventOperators[type].join(', ')
    return wallError('operator_refused', exactMessage('event_operator_unknown', { field, type, operators }))
  }
  return undefined
}

interface Bucket {
  count: number
  readonly byType: Record<string, number>
}

/** For a platform that does not count: newest first, at most so many events, and saying how far it came. */
async function countEvents(
  calls: Pick<EventCalls, 'search'>,
  query: ResolvedEventQuery,
  bucketMs: number,
  atMost: number,
): Promise<PlatformResult<EventHistogram>> {
  const buckets = new Map<number, Bucket>()
  let counted = 0
  let lastMs: number | undefined
  let countedFromMs: number | undefined
  for await (const page of readAll(calls, { query, order: 'desc' })) {
    if (!page.ok && page.error.isCutOff !== true) return page
    const events = page.ok ? page.value : []
    for (const event of events) count(buckets, event, query.startMs, bucketMs)
    counted += events.length
    lastMs = events.at(-1)?.timestampMs ?? lastMs
    if (counted >= atMost || !page.ok) {
      countedFromMs = lastMs
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
  const before = Object.hasOwn(bucket.byType, eventTypeId) ? bucket.byType[eventTypeId] : 0
  bucket.byType[eventTypeId] = (before ?? 0) + 1
}
