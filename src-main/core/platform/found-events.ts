import type { AnswerOf } from '#contract/platform/calls.ts'
import type { SearchEvents } from '#contract/platform/events.ts'
import { fulfils } from '#contract/wall/event-conditions.ts'
import type { EventCondition } from '#contract/wall/event-query.ts'
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

/** Whether fields may fulfil a condition (assumption 21): also true of what cannot be told, where `fulfils` is exact. */
export function meets(condition: EventCondition, fields?: WallEvent['fields']): boolean {
  // Of a platform that gives none, or in a form that is not read.
  if (fields === undefined) return true
  const { field, value } = condition
  const given = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (given === undefined) return false
  const typed = inTypeOf(value, given)
  return typed === undefined || fulfils({ [field]: typed }, condition) || isAlmost(condition, typed)
}

/** Undefined: what it would be there cannot be told. */
function inTypeOf(value: EventCondition['value'], given: WallEvent['fields'][string]) {
  if (typeof value === 'string') return String(given)
  // Money is often written as text.
  const isNumber = typeof value === 'number' && typeof given === 'string' && given.trim() !== ''
  const typed = isNumber ? Number(given) : given
  return typeof typed === typeof value && !Number.isNaN(typed) ? typed : undefined
}

/** Of a decimal that a platform keeps in fewer digits than it was asked with. */
const PRECISION = 1e-6

function isAlmost(condition: EventCondition, given: unknown): boolean {
  const { value } = condition
  if (condition.operator === 'ne' || typeof value !== 'number' || typeof given !== 'number') return false
  const bounds = condition.operator === 'between' ? [value, condition.value2] : [value]
  const slack = PRECISION * Math.max(1, ...bounds.map(Math.abs))
  return bounds.some((bound) => Math.abs(given - bound) <= slack)
}
