import { predicate, tableOf, trigramQuery } from './condition-sql.ts'
import type { EventQuestion, FieldCondition, TagQuestion } from './event-question.ts'
import {
  allOfCamera,
  allOfTag,
  byTime,
  byTrigrams,
  byValue,
  type EventSource,
  type Rest,
} from './event-source.ts'
import type { StatementCache } from './statement-cache.ts'

export interface SourceLimits {
  /** Streams, one a tag and camera, that are merged rather than filtered out of the tag's. */
  readonly maxMerged: number
  /** Events that are rather sorted than looked for along the time. */
  readonly fewEvents: number
  /** As `fewEvents`, of texts that contain another: each of them has to be looked up and read. */
  readonly fewTexts: number
}

/**
 * How to find what is asked: one source for each tag, or for each tag and camera. It counts a little to decide, because an
 * index by value is as good for a rare value as it is bad for a frequent one.
 */
export function chooseSources(
  question: EventQuestion,
  cameras: readonly number[] | undefined,
  statements: StatementCache,
  limits: SourceLimits,
): EventSource[] {
  const isMerged = (cameras?.length ?? Infinity) * question.tags.length <= limits.maxMerged
  return question.tags.flatMap(({ tag, conditions }) => {
    if (conditions.length > 0) {
      return [chooseDriver({ tag, conditions }, { cameras, question, statements, limits })]
    }
    if (cameras && isMerged) return cameras.map((camera) => allOfCamera(tag, camera))
    return [allOfTag(tag, cameras)]
  })
}

interface Choice {
  readonly question: EventQuestion
  readonly cameras: readonly number[] | undefined
  readonly statements: StatementCache
  readonly limits: SourceLimits
}

/** The condition that finds the events; the others are then looked up for each. */
function chooseDriver(
  { tag, conditions }: Pick<TagQuestion, 'tag' | 'conditions'>,
  { question, cameras, statements, limits: { fewEvents, fewTexts } }: Choice,
): EventSource {
  const restOf = (driver: FieldCondition): Rest => ({
    cameras,
    conditions: conditions.filter((one) => one !== driver),
  })
  const exact = conditions.find((one) => one.operator === 'eq' && !(one.kind === 'number' && one.isBoolean))
  if (exact) return byValue(tag, exact, restOf(exact))

  const [first] = conditions
  if (!first) throw new Error('a tag without conditions has no driver')
  const inTime = statements.number(
    `select count(*) from (select 1 from ${tableOf(first)} where field = ? and at_ms >= ? and at_ms < ? limit ?)`,
    [first.field, question.startMs, question.endMs, fewEvents],
  )
  if (inTime < fewEvents) return byTime(tag, first, restOf(first))

  let best: { source: EventSource; count: number } | undefined
  for (const one of conditions) {
    const source =
      one.operator === 'contains' ? byTrigrams(tag, one, restOf(one)) : byRange(tag, one, restOf(one))
    if (!source) continue
    const few = one.operator === 'contains' ? fewTexts : fewEvents
    const count = countFulfilling(one, statements, few)
    if (count < Math.min(few, best?.count ?? few)) best = { source, count }
  }
  if (best) return best.source
  return first.operator === 'eq' ? byValue(tag, first, restOf(first)) : byTime(tag, first, restOf(first))
}

function byRange(tag: number, condition: FieldCondition, rest: Rest): EventSource | undefined {
  const { operator } = condition
  return operator === 'ne' || operator === 'eq' ? undefined : byValue(tag, condition, rest)
}

/** Of all times and cameras; no further than the limit. */
function countFulfilling(condition: FieldCondition, statements: StatementCache, limit: number): number {
  if (condition.operator === 'contains') {
    return statements.number(
      'select count(*) from (select 1 from event_trigram where event_trigram match ? limit ?)',
      [trigramQuery(condition.value) ?? '', limit],
    )
  }
  const table = tableOf(condition)
  const { text, values } = predicate(condition, 'value')
  return statements.number(
    `select count(*) from (
      select 1 from ${table} indexed by ${table}_by_value where field = ? and ${text} limit ?
    )`,
    [condition.field, ...values, limit],
  )
}
