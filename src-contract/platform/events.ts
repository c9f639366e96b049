import { z } from 'zod'
import { answeredCursor, answeredId, epochMs, text, success } from './kinds.ts'
import {
  MAX_BATCH_EVENTS,
  MAX_EVENT_BUCKETS,
  MAX_EVENT_CAMERAS,
  MAX_EVENT_CONDITIONS,
  MAX_EVENT_FIELDS,
  MAX_EVENT_TEXT_CHARS,
  MAX_EVENTS_A_PAGE,
} from './limits.ts'

/** Section 2. Whole numbers, and those of `decimal`, are JSON numbers; whole ones within ±(2^53 − 1). */
export const eventFieldTypes = ['integer', 'decimal', 'text', 'boolean'] as const
export type EventFieldType = (typeof eventFieldTypes)[number]
/** The same types as other systems call them, in small letters. */
export const eventFieldTypeAliases: ReadonlyMap<string, EventFieldType> = new Map([
  ['int', 'integer'],
  ['number', 'decimal'],
  ['float', 'decimal'],
  ['double', 'decimal'],
  ['bool', 'boolean'],
])

/** Assumption 21. */
export const eventOperators = {
  integer: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between'],
  decimal: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between'],
  text: ['eq', 'ne', 'contains', 'startsWith'],
  boolean: ['is'],
} as const satisfies Readonly<Record<EventFieldType, readonly string[]>>
export type EventOperator = (typeof eventOperators)[EventFieldType][number]

const id = z.string().min(1).max(200)
/** One line of words, as people see it. The interface document has the pattern, for engines without Unicode's classes. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, 'has to be one line')

/** Epoch milliseconds of a search: any instant of a JavaScript date from 1970 on. */
const instantMs = z.int().nonnegative().max(8_640_000_000_000_000)

const eventFieldSchema = z.strictObject({
  name: name.refine((given) => given !== '__proto__', 'cannot be called so'),
  type: z.enum(eventFieldTypes),
  /** Of the numbers, for people: `EUR`, `kg`. */
  unit: z.string().trim().min(1).max(40).optional(),
})
export type EventField = z.infer<typeof eventFieldSchema>

/** Elsewhere in other letters, or another type, which is shown and sent as text. */
export const answeredFieldType = z.enum(eventFieldTypes)

export const eventTagSchema = z.object({
  id: answeredId,
  name: text,
  fields: z.array(
    z.object({
      name: z.string().min(1),
      type: answeredFieldType,
      unit: z.string().min(1).optional(),
    }),
  ),
})
export type EventTag = z.infer<typeof eventTagSchema>

/** 200 of `GET /v1/events-tag/types` (assumption 23), in the order of their creation. */
export const eventTagsResponse = z.object({ items: z.array(eventTagSchema) })

/**
 * `POST /v1/events-tag/types` (assumption 23), answered with 201 and the tag. Names are unique without regard to case and
 * accents: a tag's within its organization (else 409), a field's within its tag (else 400).
 */
export const createEventTagRequest = z.strictObject({
  name,
  fields: z.array(eventFieldSchema).max(MAX_EVENT_FIELDS),
})
export type CreateEventTag = z.infer<typeof createEventTagRequest>

/** Of a field that the tag defines: which has to be what, and how long a text may be, is judged by the tag. */
const eventFieldValue = z.union([z.number(), z.string(), z.boolean()], {
  error: 'has to be a number, a text, true or false',
})

/** Of `POST /v1/events-tag/insert` and the events of a batch: printable ASCII (RFC 9110 §5.5), e.g. a UUID. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7E]{1,255}$/, 'has to be 1 to 255 visible ASCII characters')

/** Section 4.7: `POST /v1/events-tag/insert`. `timestamp`: epoch milliseconds. Header `Idempotency-Key`: assumption 33. */
export const insertEventRequest = z.strictObject({
  orgId: id,
  cameraId: id,
  eventTypeId: id,
  fields: z.record(z.string(), eventFieldValue),
  timestamp: z.int('has to be a whole number of milliseconds since 1970'),
})
export type InsertEvent = z.infer<typeof insertEventRequest>

/** One event of a batch; refused by itself. */
export const batchEventSchema = insertEventRequest.extend({ idempotencyKey: idempotencyKeySchema.optional() })
/** `POST /v1/events-tag/insert-batch` (assumption 34). The events themselves are judged one by one. */
export const insertBatchRequest = z.strictObject({
  events: z.array(z.unknown()).min(1).max(MAX_BATCH_EVENTS),
})
/** In the order of the request's events. `error` as in the answer that a single insert would have got. */
export const insertBatchResponse = z.object({
  results: z.array(
    z.union([
      success,
      z.object({
        success: z.literal(false),
        error: z.object({ code: z.string(), message: z.string(), field: z.string().optional() }),
      }),
    ]),
  ),
})

/** An event as search and stream show it. */
export const storedEventSchema = z.object({
  /** Ascends with the arrival; a decimal number. */
  id: answeredId,
  orgId: z.string(),
  cameraId: answeredId,
  eventTypeId: answeredId,
  fields: z.record(z.string(), eventFieldValue),
  timestamp: epochMs,
  receivedAt: epochMs,
})
export type StoredEvent = z.infer<typeof storedEventSchema>

const searchValue = z.union([z.number(), z.string().max(MAX_EVENT_TEXT_CHARS), z.boolean()])
/**
 * Holds for events of the tags that have such a field of a type that knows the operator and the value's type; an event
 * without the field never fulfils it, `ne` neither. `between` includes both ends and alone has a `value2`.
 */
export const eventConditionSchema = z.strictObject({
  field: z.string().min(1).max(200),
  operator: z.enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between', 'contains', 'startsWith', 'is']),
  value: searchValue,
  value2: searchValue.optional(),
})
export type EventCondition = z.infer<typeof eventConditionSchema>

/** What search and histogram ask for: `[start, end)`, all conditions together. Absent lists: all. */
const question = {
  orgId: id,
  cameraIds: z.array(id).min(1).max(MAX_EVENT_CAMERAS).optional(),
  eventTypeIds: z.array(id).min(1).max(MAX_EVENT_CAMERAS).optional(),
  start: instantMs,
  end: instantMs,
  match: z.array(eventConditionSchema).max(MAX_EVENT_CONDITIONS).optional(),
}

/** `POST /v1/events-tag/search` (assumption 20). By `timestamp`, then by `id`. */
export const searchEventsRequest = z.strictObject({
  ...question,
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: z.int().min(1).max(MAX_EVENTS_A_PAGE).default(100),
  /** Opaque: `nextCursor` of the page before, of the same question in the same order. */
  cursor: z.string().min(1).max(200).optional(),
})
export type SearchEvents = z.infer<typeof searchEventsRequest>

export const searchEventsResponse = z.object({
  events: z.array(storedEventSchema),
  /** Absent on the last page. */
  nextCursor: answeredCursor.optional(),
})

/** `POST /v1/events-tag/histogram` (assumption 22): at most `MAX_EVENT_BUCKETS` buckets of `bucketMs`, the first at `start`. */
export const eventHistogramRequest = z.strictObject({ ...question, bucketMs: z.int().positive() })
export type EventHistogramRequest = z.infer<typeof eventHistogramRequest>

/** Ascending, without the empty ones. `byType`: by id of the event tag. */
export const eventHistogramResponse = z.object({
  buckets: z
    .array(
      z.object({
        start: epochMs,
        count: z.int().nonnegative(),
        byType: z.record(z.string(), z.int().nonnegative()),
      }),
    )
    .max(MAX_EVENT_BUCKETS),
})
