import { z } from 'zod'
import { wallErrorSchema } from '../errors.ts'
import {
  MAX_EVENT_BUCKETS,
  MAX_EVENT_CAMERAS,
  MAX_EVENT_CONDITIONS,
  MAX_EVENTS_A_PAGE,
} from '../platform/limits.ts'
import { platformIdSchema } from './connection.ts'
import { eventConditionSchema } from './event-query.ts'
import { idSchema, instantMs } from './kinds.ts'

const fieldNameSchema = z.string().min(1).max(200)
const fieldValueSchema = z.union([z.string().max(10_000), z.number(), z.boolean()])
/** Empty: all. */
const ids = z.array(idSchema).max(MAX_EVENT_CAMERAS)

/** Typed in or imported. */
export const MAX_EVENT_TAGS = 100
export const wallEventTagSchema = z.object({
  id: idSchema,
  name: z.string().min(1).max(200),
  fields: z
    .array(
      z.object({
        name: fieldNameSchema,
        type: z.enum(['integer', 'decimal', 'text', 'boolean']),
        unit: z.string().max(40).optional(),
      }),
    )
    .max(100),
})
export type WallEventTag = z.infer<typeof wallEventTagSchema>

/** Shown with cents, also when they are zero. The unit is an ISO code or a currency sign. */
export function isMoney({
  type,
  unit,
}: {
  readonly type?: string | undefined
  readonly unit?: string | undefined
}): boolean {
  return type === 'decimal' && unit !== undefined && /^(?:[A-Z]{3}|\p{Sc})$/u.test(unit)
}

/** `settings`: this platform does not list its tags; these were typed in or imported. */
export const eventTagsSchema = z.object({
  tags: z.array(wallEventTagSchema),
  source: z.enum(['platform', 'settings']),
})
export type EventTags = z.infer<typeof eventTagsSchema>

export const wallEventSchema = z.object({
  id: z.string(),
  cameraId: z.string(),
  eventTypeId: z.string(),
  fields: z.record(z.string(), fieldValueSchema),
  timestampMs: instantMs,
  /** When the platform got it; where it says so. */
  receivedAtMs: instantMs.optional(),
})
export type WallEvent = z.infer<typeof wallEventSchema>

/** The events of one tag before one camera come from one clock. */
export type EventSource = Pick<WallEvent, 'eventTypeId' | 'cameraId'>

/** A source as `eventClockOffsetsMs` of the settings knows it. */
export function eventSourceKey({ eventTypeId, cameraId }: EventSource): string {
  return `${eventTypeId} ${cameraId}`
}

/**
 * How far the clock of a source is ahead of its camera's recorder, milliseconds. That of a source which is not configured
 * is taken for right, so it is behind a recorder whose own is ahead.
 */
export function sourceOffsetMs(
  source: EventSource,
  clockOffsetsMs: Readonly<Record<string, number>>,
  recorderAheadMs = 0,
): number {
  return clockOffsetsMs[eventSourceKey(source)] ?? 0 - recorderAheadMs
}

/** A query resolved to ids and instants, `[startMs, endMs)`. All conditions hold together. */
export const resolvedEventQuerySchema = z.object({
  cameraIds: ids,
  eventTypeIds: ids,
  startMs: instantMs,
  endMs: instantMs,
  match: z.array(eventConditionSchema).max(MAX_EVENT_CONDITIONS),
})
export type ResolvedEventQuery = z.infer<typeof resolvedEventQuerySchema>

/** Opaque; goes on where a page of the same query ended. */
const cursorSchema = z.string().min(1).max(4_000)

export const searchEventsSchema = resolvedEventQuerySchema.extend({
  order: z.enum(['asc', 'desc']),
  limit: z.int().min(1).max(MAX_EVENTS_A_PAGE),
  cursor: cursorSchema.optional(),
})
export const foundEventsSchema = z.object({
  events: z.array(wallEventSchema),
  /** Absent on the last page. */
  nextCursor: cursorSchema.optional(),
  /** Of the whole query, where the platform says so. */
  total: z.int().nonnegative().optional(),
  /** There are more, and the platform leads to none of them. */
  isCutOff: z.literal(true).optional(),
  /** So many more were given that cannot be read. */
  unread: z.int().positive().optional(),
})
export type FoundEvents = z.infer<typeof foundEventsSchema>

export const eventHistogramSchema = z.object({
  bucketMs: z.int().positive(),
  /** Ascending; empty ones are left out. `byType` is keyed by the tag's id. */
  buckets: z
    .array(
      z.object({
        startMs: z.int(),
        count: z.int().nonnegative(),
        byType: z.record(z.string(), z.int().nonnegative()),
      }),
    )
    .max(MAX_EVENT_BUCKETS),
  /** Where this platform does not count, the wall does, newest first and no further than this instant. */
  countedFromMs: instantMs.optional(),
})
export type EventHistogram = z.infer<typeof eventHistogramSchema>
export const askHistogramSchema = resolvedEventQuerySchema.extend({ bucketMs: z.int().positive() })

/** More cannot be told apart on a screen. */
export const MAX_COLUMN_EVENTS = 250_000
export const askColumnsSchema = resolvedEventQuerySchema.extend({
  maxEvents: z.int().min(1).max(MAX_COLUMN_EVENTS),
})
/** Events for the timeline, one typed array a field; `density` when there are more than were asked for. */
export const eventColumnsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('events'),
    count: z.int().nonnegative(),
    /** Base64 of little-endian numbers, the same index in each, ascending in time. */
    columns: z.object({
      /** Float64, epoch milliseconds. */
      timestampMs: z.base64(),
      /** Uint16, index into `cameraIds`. */
      camera: z.base64(),
      /** Uint16, index into `eventTypeIds`. */
      eventType: z.base64(),
    }),
    cameraIds: z.array(z.string()),
    eventTypeIds: z.array(z.string()),
    /** Of the events, separated by line feeds, the same order. */
    ids: z.string(),
  }),
  z.object({ kind: z.literal('density'), histogram: eventHistogramSchema }),
])
export type EventColumns = z.infer<typeof eventColumnsSchema>

/** What a page wants to hear of new events: the whole list, on every change. Empty ids: of all. */
export const watchEventsSchema = z.object({
  watches: z.array(z.object({ cameraIds: ids, eventTypeIds: ids })).max(36),
  isVisible: z.boolean(),
})
export const arrivedEventsSchema = z.object({
  /** To be told by `events.taken` once it has been dealt with: the next ones wait for that. */
  chunk: z.int().positive(),
  /** In the order of their arrival at the platform. Conditions of fields are the page's to check. */
  events: z.array(wallEventSchema),
  /** Events before these that were left out, because the page did not keep up. */
  skipped: z.int().nonnegative(),
})
export type ArrivedEvents = z.infer<typeof arrivedEventsSchema>
/** How new events come: `unavailable` where the platform has neither a stream nor a search. */
export const eventFeedStateSchema = z.object({
  state: z.enum(['off', 'connecting', 'stream', 'polling', 'waiting', 'unavailable']),
  error: wallErrorSchema.optional(),
})
export type EventFeedState = z.infer<typeof eventFeedStateSchema>

export const MAX_MARK_NOTE_CHARS = 1_000
export const markSchema = z.object({
  cameraId: idSchema,
  atMs: instantMs,
  note: z.string().max(MAX_MARK_NOTE_CHARS),
})
/** The mark is kept, whatever happens to this program. `waitsFor`: why it cannot be sent yet. */
export const markedSchema = z.object({ markId: z.string(), waitsFor: wallErrorSchema.optional() })

/** Why the platform will not have an event. */
export const deadReasonSchema = z.object({
  error: wallErrorSchema,
  /** So many tries failed while other events were taken; absent where it was refused for good. */
  tries: z.int().optional(),
})
export type DeadReason = z.infer<typeof deadReasonSchema>

/** What waits for the platform on this machine. */
export const eventOutboxSchema = z.object({
  depth: z.int().nonnegative(),
  /** When the oldest of them was accepted. */
  oldestAtMs: instantMs.optional(),
  /** Marks among them that cannot be sent before the platform has a tag for them. */
  held: z.int().nonnegative(),
  /** Refused for good, or set aside after many tries; they stay until somebody retries or discards them. The oldest ones; `deadLetterCount` is all. */
  deadLetters: z.array(
    z.object({
      id: z.string(),
      cameraId: z.string(),
      eventTypeId: z.string(),
      timestampMs: instantMs,
      /** Long texts are cut. */
      fields: z.record(z.string(), fieldValueSchema),
      why: deadReasonSchema,
    }),
  ),
  deadLetterCount: z.int().nonnegative(),
  /** What waits for platforms that are not shown, by their id in the list of platforms. */
  elsewhere: z.array(z.object({ platform: z.string(), depth: z.int().positive() })).optional(),
  /** Why the last try did not succeed; of marks that lack their tag, why that was not found. */
  waitsFor: wallErrorSchema.optional(),
  /** Why nothing can be kept on this machine. */
  unavailable: wallErrorSchema.optional(),
})
export type EventOutboxState = z.infer<typeof eventOutboxSchema>
/** Of dead letters. */
export const selectDeadLettersSchema = z.union([
  z.object({ ids: z.array(idSchema).max(1_000) }),
  /** `count`: the oldest of them, which somebody has seen. */
  z.object({ all: z.literal(true), count: z.int().positive().optional() }),
])
/** Dead letters, or all that waits for a platform that is not listed. */
export const discardEventsSchema = z.union([
  ...selectDeadLettersSchema.options,
  z.object({ platform: platformIdSchema }),
])

/** An export that is longer ends there and says so. */
export const MAX_EXPORT_EVENTS = 1_000_000
export const exportEventsSchema = z.object({
  query: resolvedEventQuerySchema,
  format: z.enum(['csv', 'ndjson']),
  /** IANA zone in which times are written. */
  timeZone: z.string().min(1).max(100),
})
export type ExportEvents = z.infer<typeof exportEventsSchema>
export const startedExportSchema = z.object({
  exportId: z.string(),
  fileName: z.string(),
  /** Address below the page's own origin, to be opened once, as a download: only then anything is read. */
  address: z.string().startsWith('/exports/'),
})
export const exportStateSchema = z.object({
  exportId: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** Events. */
  written: z.int().nonnegative(),
  total: z.int().nonnegative().optional(),
  /** It ended at `MAX_EXPORT_EVENTS`, and there are more. */
  isCutOff: z.boolean(),
  /** So many more were given and cannot be read. */
  unread: z.int().positive().optional(),
  error: wallErrorSchema.optional(),
})
export type EventExportState = z.infer<typeof exportStateSchema>
