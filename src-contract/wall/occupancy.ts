import { z } from 'zod'
import { wallErrorSchema } from '../errors.ts'
import { scheduleRuleSchema } from '../platform/dictionaries.ts'
import { amount, epochMs, level, text } from '../platform/kinds.ts'
import { occupancyReportRequest } from '../platform/occupancy.ts'
import { eventTimeSchema } from './event-query.ts'
import { idSchema, instantMs } from './kinds.ts'

const nameSchema = z.string().min(1).max(200)
const cameraIds = z.array(idSchema).max(100)

/** An entrance or exit, or a counting zone. */
const sourceSchema = z.object({ id: idSchema, name: nameSchema, cameraIds })

/** Where the platform says no more of a schedule than its name, there is neither zone nor rule. */
const scheduleSchema = z.object({
  id: idSchema,
  name: nameSchema,
  timezone: z.string().optional(),
  rules: z.array(scheduleRuleSchema),
})
export type OccupancySchedule = z.infer<typeof scheduleSchema>

/** What a report can be made of. A list that the platform does not tell is absent: ids of it have to be typed in. */
export const occupancyDictionariesSchema = z.object({
  entrances: z.array(sourceSchema).optional(),
  zones: z.array(sourceSchema.extend({ capacity: z.int().positive().optional() })).optional(),
  schedules: z.array(scheduleSchema).optional(),
})
export type OccupancyDictionaries = z.infer<typeof occupancyDictionariesSchema>

const { timeRange: _ofEachQuestion, ...definitionMembers } = occupancyReportRequest.shape
/**
 * What is counted and how it resets: the members of the request without its range, each within its own rule. The
 * conditions between them are `conditionFaults`; main sends only those that count.
 */
export const occupancyDefinitionSchema = z.object(definitionMembers)
export type OccupancyDefinition = z.infer<typeof occupancyDefinitionSchema>

/** `[startMs, endMs)` */
export const occupancyRangeSchema = z.object({ startMs: instantMs, endMs: instantMs })
export type OccupancyRange = z.infer<typeof occupancyRangeSchema>

export const askOccupancySchema = z.object({
  definition: occupancyDefinitionSchema,
  range: occupancyRangeSchema,
})

/** What a platform answers; where it says less than the average and the maximum, the rest is absent. */
export const occupancyAnswerSchema = z.object({
  /** Weighted by time. */
  average: level,
  maximum: level,
  /** The first instant at which it was reached. */
  maximumAtMs: epochMs.optional(),
  /** Ascending. */
  buckets: z
    .array(
      z.object({
        startMs: epochMs,
        endMs: epochMs,
        average: level,
        maximum: level,
        entrances: amount.optional(),
        exits: amount.optional(),
      }),
    )
    .optional(),
  /** Ascending. `value`: what the counter took. `rule`: what made it, such as `DAY 04:00`. */
  resets: z.array(z.object({ atMs: epochMs, value: amount.optional(), rule: text.optional() })).optional(),
})
export type OccupancyAnswer = z.infer<typeof occupancyAnswerSchema>

export const MAX_SAVED_REPORTS = 200
export const MAX_REPORT_NAME_CHARS = 80

export const savedReportSchema = z.object({
  /** Stays the same under another name: tiles know a report by it. */
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(MAX_REPORT_NAME_CHARS),
  definition: occupancyDefinitionSchema,
  /** In the zone of the definition. Words stay words: `today` means another day tomorrow. */
  window: eventTimeSchema.refine(
    ({ kind }) => kind !== 'all' && kind !== 'until',
    'a report needs a time that begins',
  ),
  /** How many there may be at once. */
  capacity: z.int().positive().max(1_000_000_000).optional(),
  /** Shown at the maximum; empty: those of the sources, as the platform lists them. */
  cameraIds: cameraIds.default([]),
})
export type SavedReport = z.infer<typeof savedReportSchema>

/** In the order in which the operator keeps them. */
export const savedReportsSchema = z
  .array(savedReportSchema)
  .max(MAX_SAVED_REPORTS)
  .refine(
    (reports) => new Set(reports.map(({ id }) => id)).size === reports.length,
    'two saved reports have the same id',
  )

/** The time of a followed report: a length that ends now, or a fixed range, which without `endMs` ends now. */
export const occupancyWindowSchema = z.union([
  z.object({ lengthMs: z.int().positive() }),
  z.object({ startMs: instantMs, endMs: instantMs.optional() }),
])
export type OccupancyWindow = z.infer<typeof occupancyWindowSchema>

/** What a page shows: the whole list, on every change. */
export const watchOccupancySchema = z.object({
  watches: z
    .array(
      z.object({ reportId: idSchema, definition: occupancyDefinitionSchema, window: occupancyWindowSchema }),
    )
    .max(36),
  isVisible: z.boolean(),
})
export type OccupancyWatch = z.infer<typeof watchOccupancySchema>['watches'][number]

/** What is known of a report that a page watches. All values are of one round of questions, or absent. */
export const occupancyReadingSchema = z.object({
  reportId: idSchema,
  /** When the platform was asked for these values; absent before its first answer. */
  askedAtMs: instantMs.optional(),
  /** So long the platform took for all of them. */
  tookMs: z.number().nonnegative().optional(),
  /** How many there were in that second. */
  now: z.number().optional(),
  /** Of the window, without its buckets. */
  answer: occupancyAnswerSchema.omit({ buckets: true }).optional(),
  /** Up to the last hour, ascending: the platform's, or where it has no curve what was seen here. */
  trend: z.array(z.object({ atMs: instantMs, value: z.number() })),
  /** Why the last round failed; the values are those of the one before. */
  error: wallErrorSchema.optional(),
})
export type OccupancyReading = z.infer<typeof occupancyReadingSchema>
