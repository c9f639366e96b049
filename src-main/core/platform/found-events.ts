import { foldText } from '#contract/fold-text.ts'
import type { AnswerOf } from '#contract/platform/calls.ts'
import type { EventCondition, EventOperator, SearchEvents } from '#contract/platform/events.ts'
import type { FoundEvents, ResolvedEventQuery, WallEvent } from '#contract/wall/events.ts'
import { MAX_EVENT_FIELD_CHARS } from './defaults.ts'

type ReadEvent = AnswerOf<'eventStream'>

/** Some platforms count in whole seconds. */
const SECOND_MS = 1_000

/**
 * What an answer to a search holds of what was asked: a platform that leaves out what it does not know of a question
 * answers another one.
 */
export function judgeSearch(
  { events, listed = events, nextCursor, total, hasMore = false }: AnswerOf<'searchEvents'>,
  { match, cursor, ...question }: ResolvedEventQuery & Pick<SearchEvents, 'cursor'>,
) {
  const isAsked = askedBy(question)
  const hits = events
    .filter((event) => isAsked(event))
    .map((event) => ({ event, unmet: match.filter((condition) => !meets(condition, event.fields)) }))
  // What a text matches, a platform may know better than we do.
  const kept = hits.filter(({ unmet }) => unmet.every(({ value }) => typeof value === 'string'))
  const unread = listed.length - events.length
  const isCutOff = hasMore && nextCursor === undefined
  const isMoreCounted = cursor === undefined && nextCursor === undefined && (total ?? 0) > listed.length
  const isOther = events.some((event) => !isAsked(event, SECOND_MS))
  const found: FoundEvents = {
    events: kept.map(({ event }) => eventOf(event)),
    ...(nextCursor === undefined ? {} : { nextCursor }),
    ...(total === undefined || kept.length < listed.length ? {} : { total }),
    ...(isCutOff ? { isCutOff } : {}),
    ...(unread > 0 ? { unread } : {}),
  }
  return {
    found,
    /** Not all is there, or another question was answered. */
    isDoubtful: isCutOff || isMoreCounted || isOther || unread > 0,
    /** By all hits; undefined where nothing shows it. */
    areConditionsMet:
      match.length === 0 || hits.length === 0 ? undefined : hits.every(({ unmet }) => unmet.length === 0),
  }
}

function askedBy({ cameraIds, eventTypeIds, startMs, endMs }: Omit<ResolvedEventQuery, 'match'>) {
  const isOfCameras = isOneOf(cameraIds)
  const isOfTags = isOneOf(eventTypeIds)
  return ({ cameraId, eventTypeId, timestamp }: ReadEvent, toleranceMs = 0) =>
    isOfCameras(cameraId) &&
    isOfTags(eventTypeId) &&
    timestamp >= startMs - toleranceMs &&
    timestamp < endMs + toleranceMs
}

/** UUIDs are written in either case, also by one platform. */
function isOneOf(ids: readonly string[]): (id: string) => boolean {
  const known = new Set(ids.map((id) => id.toLowerCase()))
  return (id) => known.size === 0 || known.has(id.toLowerCase())
}

export function eventOf(event: ReadEvent): WallEvent {
  const { id, cameraId, eventTypeId, fields = {}, timestamp, receivedAt } = event
  return {
    id,
    cameraId,
    eventTypeId,
    fields: bounded(fields),
    timestampMs: timestamp,
    ...(receivedAt === undefined ? {} : { receivedAtMs: receivedAt }),
  }
}

/** Thousands of events wait for a page: what is beyond the limit of one is cut off. */
function bounded(fields: WallEvent['fields']): WallEvent['fields'] {
  const kept: WallEvent['fields'] = {}
  let room = MAX_EVENT_FIELD_CHARS
  for (const [name, value] of Object.entries(fields)) {
    room -= name.length
    if (room <= 0) break
    kept[name] = typeof value === 'string' ? value.slice(0, room) : value
    if (typeof value === 'string') room -= value.length
  }
  return kept
}

/** Of a decimal that a platform keeps in fewer digits than it was asked with. */
const PRECISION = 1e-6

/** Whether fields may fulfil a condition (assumption 21): also true of what cannot be told. The contract's `fulfils` is exact. */
export function meets(
  { field, operator, value, value2 }: EventCondition,
  fields?: WallEvent['fields'],
): boolean {
  // Of a platform that gives none, or in a form that is not read.
  if (fields === undefined) return true
  const given = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (given === undefined) return false
  if (typeof value === 'string') return meetsText(operator, foldText(String(given)), foldText(value))
  if (typeof value === 'boolean') return typeof given !== 'boolean' || given === value
  // Money is often written as text.
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof number !== 'number' || Number.isNaN(number)) return true
  return meetsNumber(operator, number, value, typeof value2 === 'number' ? value2 : value)
}

function meetsText(operator: EventOperator, given: string, wanted: string): boolean {
  if (operator === 'contains') return given.includes(wanted)
  if (operator === 'startsWith') return given.startsWith(wanted)
  return operator === 'ne' ? given !== wanted : given === wanted
}

function meetsNumber(operator: EventOperator, given: number, least: number, most: number): boolean {
  const slack = PRECISION * Math.max(1, Math.abs(least), Math.abs(most))
  if (operator === 'ne') return given !== least
  if (operator === 'lt' || operator === 'lte') return given <= least + slack
  if (operator === 'gt' || operator === 'gte') return given >= least - slack
  return given >= least - slack && given <= most + slack
}
