import { byIndex, predicate, tableOf, trigramQuery } from './condition-sql.ts'
import type { EventQuestion, FieldCondition, TagQuestion } from './event-question.ts'
import {
  allOfCamera,
  allOfTag,
  byTime,
  byValue,
  type EventSource,
  ofCandidates,
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
  /** Values that are read to tell whether a condition is a frequent one. */
  readonly probed: number
}

/** A page of 200 then reads 20 000 values, which takes some 2 ms. */
const FREQUENT_IS_ONE_OF = 100

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
  { question, cameras, statements, limits: { fewEvents, fewTexts, probed } }: Choice,
): EventSource {
  const restOf = (driver: FieldCondition): Rest => ({
    cameras,
    conditions: conditions.filter((one) => one !== driver),
  })
  const exact = conditions.find((one) => one.operator === 'eq' && !(one.kind === 'number' && one.isBoolean))
  if (exact) return byValue(tag, exact, restOf(exact))

  const [first] = conditions
  if (!first) throw new Error('a tag without conditions has no driver')
  if (first.operator !== 'eq') {
    const { count, fulfilling } = probe(first, question, statements, probed)
    // Counting all that fulfil a condition, and looking texts up most of all, takes longer than many a page itself.
    const isFrequent = conditions.length === 1 && fulfilling * FREQUENT_IS_ONE_OF >= probed
    if (count < probed || isFrequent) return byTime(tag, first, restOf(first))
  }

  let best: Rare | undefined
  for (const one of conditions) {
    const few = Math.min(one.operator === 'contains' ? fewTexts : fewEvents, best?.count ?? Infinity)
    best = rareSource(tag, one, restOf(one), statements, few) ?? best
  }
  if (best && countInTime(first, question, statements, best.count) >= best.count) return best.source
  return !best && first.operator === 'eq'
    ? byValue(tag, first, restOf(first))
    : byTime(tag, first, restOf(first))
}

/** Of the newest values of the range, whatever their cameras: how many there are up to a limit, and how many fulfil the condition. */
function probe(
  condition: FieldCondition,
  { startMs, endMs }: EventQuestion,
  statements: StatementCache,
  limit: number,
): { count: number; fulfilling: number } {
  const { text, values } = predicate(condition, 'value')
  const [[count, fulfilling] = []] = statements.rows(
    `select count(*), total(${text}) from (
      select value from ${tableOf(condition)} where field = ? and at_ms >= ? and at_ms < ? order by at_ms desc limit ?
    )`,
    [...values, condition.field, startMs, endMs, limit],
  )
  return { count: Number(count), fulfilling: Number(fulfilling) }
}

function countInTime(
  condition: FieldCondition,
  { startMs, endMs }: EventQuestion,
  statements: StatementCache,
  limit: number,
): number {
  return statements.number(
    `select count(*) from (select 1 from ${tableOf(condition)} where field = ? and at_ms >= ? and at_ms < ? limit ?)`,
    [condition.field, startMs, endMs, limit],
  )
}

interface Rare {
  readonly source: EventSource
  readonly count: number
}

/** The events that fulfil a condition, at all times and cameras, when there are fewer than `few`. */
function rareSource(
  tag: number,
  condition: FieldCondition,
  rest: Rest,
  statements: StatementCache,
  few: number,
): Rare | undefined {
  const { operator } = condition
  if (operator === 'ne' || operator === 'eq') return undefined
  if (operator === 'contains') {
    const query = trigramQuery(condition.value)
    if (query === undefined) return undefined
    const ids = candidates(query, condition, statements, few)
    return ids.length < few
      ? { source: ofCandidates(tag, condition, rest, ids), count: ids.length }
      : undefined
  }
  const count = countFulfilling(condition, statements, few)
  return count < few ? { source: byValue(tag, condition, rest), count } : undefined
}

/**
 * Ids of events that have the trigrams, or are too new to have any and have the text; no more than the limit.
 * The answer is made of them, so that the index is asked once.
 */
function candidates(
  query: string,
  { field, value }: Pick<FieldCondition, 'field' | 'value'>,
  statements: StatementCache,
  limit: number,
): number[] {
  return statements
    .rows(
      `select rowid from event_trigram where event_trigram match ?
      union all
      select e.id from event e cross join event_text t on t.field = ? and t.at_ms = e.at_ms and t.event = e.id
      where e.id > (select event from event_trigram_end) and instr(t.value, ?) > 0
      limit ?`,
      [query, field, value, limit],
    )
    .map(([id]) => Number(id))
}

/** No further than the limit. */
function countFulfilling(condition: FieldCondition, statements: StatementCache, limit: number): number {
  const { index, text, values } = byIndex(condition, 'value')
  return statements.number(
    `select count(*) from (
      select 1 from ${tableOf(condition)} indexed by ${index} where field = ? and ${text} limit ?
    )`,
    [condition.field, ...values, limit],
  )
}
