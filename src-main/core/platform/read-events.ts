import { aliases, type Spellings } from '#contract/platform/assumptions.ts'
import type { FoundEvents, WallEvent, WallEventTag } from '#contract/wall/events.ts'
import { isObject, parseJson } from '../json.ts'
import { MAX_EVENT_FIELD_CHARS } from './defaults.ts'
import { envelopes, firstText, firstValue, instantOf } from './read-answer.ts'

/** Reads what platforms answer to calls of events (assumptions 20, 22, 23, 30). Undefined: unreadable. */

type Members = Readonly<Record<string, unknown>>

const fieldTypes = ['integer', 'decimal', 'text', 'boolean'] as const

/** Entries that are no events are left out; a list of nothing else is unreadable. */
export function readFoundEvents(text: string, names: Spellings = aliases): FoundEvents | undefined {
  const levels = envelopes(text, names)
  const list = listOf(text, names, 'events')
  if (list === undefined) return undefined
  const events = list.map((entry) => readEvent(entry, names)).filter((event) => event !== undefined)
  if (list.length > 0 && events.length === 0) return undefined
  const nextCursor = firstText(levels, names.nextCursor)
  const total = firstValue(levels, ['total'])
  return {
    events,
    ...(nextCursor === undefined ? {} : { nextCursor }),
    ...(isCount(total) ? { total } : {}),
  }
}

export function readEvent(entry: unknown, names: Spellings = aliases): WallEvent | undefined {
  if (!isObject(entry)) return undefined
  const id = idOf(entry, names.eventId)
  const cameraId = idOf(entry, ['cameraId', 'camera_id'])
  const eventTypeId = idOf(entry, names.eventTypeId)
  const timestampMs = instantOf(entry['timestamp'])
  const receivedAtMs = instantOf(entry['receivedAt'] ?? entry['received_at'])
  if (id === undefined || cameraId === undefined || eventTypeId === undefined || timestampMs === undefined)
    return undefined
  return {
    id,
    cameraId,
    eventTypeId,
    fields: readFields(entry['fields']),
    timestampMs: Math.round(timestampMs),
    ...(receivedAtMs === undefined ? {} : { receivedAtMs: Math.round(receivedAtMs) }),
  }
}

export function readEventTags(text: string, names: Spellings = aliases): readonly WallEventTag[] | undefined {
  const list = listOf(text, names, 'eventTags')
  if (list === undefined) return undefined
  const tags = list.map((entry) => readEventTag(entry, names)).filter((tag) => tag !== undefined)
  return list.length > 0 && tags.length === 0 ? undefined : tags
}

/** The answer to the creation of a tag, which may be wrapped. */
export function readCreatedTag(text: string, names: Spellings = aliases): WallEventTag | undefined {
  return envelopes(text, names)
    .map((level) => readEventTag(level, names))
    .find((tag) => tag !== undefined)
}

export interface ReadBucket {
  readonly startMs: number
  readonly count: number
  readonly byType: Readonly<Record<string, number>>
}

/** @param startMs where the first bucket that was asked for begins */
export function readBuckets(
  text: string,
  startMs: number,
  bucketMs: number,
  names: Spellings = aliases,
): readonly ReadBucket[] | undefined {
  const list = listOf(text, names, 'buckets')
  if (list === undefined) return undefined
  const buckets = list
    .map((entry) => readBucket(entry, (ms) => ms >= startMs && (ms - startMs) % bucketMs === 0))
    .filter((bucket) => bucket !== undefined)
  if (list.length > 0 && buckets.length === 0) return undefined
  return buckets.filter(({ count }) => count > 0).toSorted((a, b) => a.startMs - b.startMs)
}

/** Where a number is the beginning of a bucket it is no count of seconds, however few milliseconds after 1970 that is. */
function readBucket(entry: unknown, isBeginning: (ms: number) => boolean): ReadBucket | undefined {
  if (!isObject(entry)) return undefined
  const start = entry['start'] ?? entry['startMs']
  const asMs = typeof start === 'string' ? Date.parse(start) : start
  const startMs = typeof asMs === 'number' && isBeginning(asMs) ? asMs : instantOf(start)
  const { count, byType } = entry
  if (startMs === undefined || !isCount(count)) return undefined
  const counts = Object.entries(isObject(byType) ? byType : {})
  return {
    startMs: Math.round(startMs),
    count,
    byType: Object.fromEntries(counts.filter((pair): pair is [string, number] => isCount(pair[1]))),
  }
}

function readEventTag(entry: unknown, names: Spellings): WallEventTag | undefined {
  if (!isObject(entry)) return undefined
  const id = idOf(entry, names.eventTagId)
  const { name, fields } = entry
  if (id === undefined) return undefined
  const read = (Array.isArray(fields) ? fields : []).map(readTagField).filter((field) => field !== undefined)
  return { id, name: typeof name === 'string' && name.trim() !== '' ? name.trim() : id, fields: read }
}

function readTagField(entry: unknown): WallEventTag['fields'][number] | undefined {
  if (!isObject(entry)) return undefined
  const { name, type, unit } = entry
  const known = fieldTypes.find((one) => one === type)
  if (typeof name !== 'string' || name === '' || known === undefined) return undefined
  return { name, type: known, ...(typeof unit === 'string' && unit !== '' ? { unit } : {}) }
}

/** Thousands of events wait for a page: what is beyond the limit of one is cut off. */
function readFields(value: unknown): WallEvent['fields'] {
  const fields: WallEvent['fields'] = {}
  let room = MAX_EVENT_FIELD_CHARS
  for (const [name, one] of Object.entries(isObject(value) ? value : {})) {
    room -= name.length
    if (room <= 0) break
    if (typeof one === 'string') {
      fields[name] = one.slice(0, room)
      room -= one.length
    } else if (typeof one === 'number' || typeof one === 'boolean') fields[name] = one
  }
  return fields
}

function listOf(
  text: string,
  names: Spellings,
  list: 'events' | 'eventTags' | 'buckets',
): readonly unknown[] | undefined {
  const json = parseJson(text)
  const found = Array.isArray(json) ? json : firstValue(envelopes(text, names), names[list])
  return Array.isArray(found) ? found : undefined
}

function idOf(entry: Members, names: readonly string[]): string | undefined {
  const value = names
    .map((name) => entry[name])
    .find((one) => typeof one === 'string' || typeof one === 'number')
  const text = value === undefined ? '' : String(value).trim()
  return text === '' || text.length > 200 ? undefined : text
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
