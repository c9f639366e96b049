import { foldText } from '#contract/fold-text.ts'
import type { AnswerOf } from '#contract/platform/calls.ts'
import type { EventCondition, EventOperator, SearchEvents } from '#contract/platform/events.ts'
import type { FoundEvents, ResolvedEventQuery, WallEvent } from '#contract/wall/events.ts'
import { MAX_EVENT_FIELD_CHARS } from './defaults.ts'

type ReadEvent = AnswerOf<'eventStream'>
type Answer = AnswerOf<'searchEvents'>
type Question = Omit<ResolvedEventQuery, 'match'>

/** An event within the cameras, tags and time of a question, with the conditions that it does not meet. */
interface Hit {
  readonly event: ReadEvent
  readonly unmet: readonly EventCondition[]
}

/** A platform that leaves out what it does not know of a question answers another one. */
export function hitsOf({ events }: Answer, { match, ...question }: ResolvedEventQuery): readonly Hit[] {
  return events
    .filter(isAskedBy(question))
    .map((event) => ({ event, unmet: match.filter((condition) => !meets(condition, event.fields)) }))
}

/** Not all is there, or another question was answered. */
export function isDoubtful(answer: Answer, question: Question & Pick<SearchEvents, 'cursor'>): boolean {
  const { events, listed = events, nextCursor, total = 0 } = answer
  const isMoreCounted = question.cursor === undefined && nextCursor === undefined && total > listed.length
  const isOther = !events.every(isAskedBy(question, SECOND_MS))
  return isCutOff(answer) || isMoreCounted || isOther || listed.length > events.length
}

/** By all hits; undefined where nothing shows it. */
export function areConditionsMet(match: readonly unknown[], hits: readonly Hit[]): boolean | undefined {
  return match.length === 0 || hits.length === 0 ? undefined : hits.every(({ unmet }) => unmet.length === 0)
}

/** What is left of an answer. What a text matches, a platform may know better than we do. */
export function foundOf(answer: Answer, hits: readonly Hit[]): FoundEvents {
  const { events, listed = events, nextCursor, total } = answer
  const kept = hits.filter(({ unmet }) => unmet.every(({ value }) => typeof value === 'string'))
  const unread = listed.length - events.length
  return {
    events: kept.map(({ event }) => eventOf(event)),
    ...(nextCursor === undefined ? {} : { nextCursor }),
    ...(total === undefined || kept.length < listed.length ? {} : { total }),
    ...(isCutOff(answer) ? { isCutOff: true as const } : {}),
    ...(unread > 0 ? { unread } : {}),
  }
}

function isCutOff({ hasMore = false, nextCursor }: Answer): boolean {
  return hasMore && nextCursor === undefined
}

/** Some platforms count in whole seconds. */
const SECOND_MS = 1_000

function isAskedBy({ cameraIds, eventTypeIds, startMs, endMs }: Question, toleranceMs = 0) {
  const isOfCameras = isOneOf(cameraIds)
  const isOfTags = isOneOf(eventTypeIds)
  return ({ cameraId, eventTypeId, timestampMs }: ReadEvent) =>
    isOfCameras(cameraId) &&
    isOfTags(eventTypeId) &&
    timestampMs >= startMs - toleranceMs &&
    timestampMs < endMs + toleranceMs
}

/** UUIDs are written in either case, also by one platform. */
function isOneOf(ids: readonly string[]): (id: string) => boolean {
  const known = new Set(ids.map((id) => id.toLowerCase()))
  return (id) => known.size === 0 || known.has(id.toLowerCase())
}

export function eventOf({ fields = {}, ...event }: ReadEvent): WallEvent {
  return { ...event, fields: bounded(fields) }
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
