import { z } from 'zod'
import { MAX_EVENT_CAMERAS, MAX_EVENT_CONDITIONS, MAX_EVENT_TEXT_CHARS } from '../platform/limits.ts'
import { eventOperators } from '../platform/events.ts'
import { foldText } from '../fold-text.ts'
import { idSchema } from './kinds.ts'

const fieldSchema = z.string().min(1).max(200)
const numberSchema = z.number()
/** What a text of an event can be. */
const textSchema = z
  .string()
  .max(MAX_EVENT_TEXT_CHARS)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'has a character that no event has')
const partSchema = textSchema.refine((text) => foldText(text) !== '', 'has no character to look for')

/**
 * What a field has to be. The value's own type says which fields are meant where tags use one name for several types;
 * an event without such a field never fulfils a condition, `ne` neither.
 */
export const eventConditionSchema = z.union([
  z.object({
    field: fieldSchema,
    operator: z.enum(eventOperators.decimal).exclude(['between']),
    value: numberSchema,
  }),
  z.object({ field: fieldSchema, operator: z.literal('between'), value: numberSchema, value2: numberSchema }),
  z.object({ field: fieldSchema, operator: z.enum(['eq', 'ne']), value: textSchema }),
  z.object({ field: fieldSchema, operator: z.enum(['contains', 'startsWith']), value: partSchema }),
  z.object({ field: fieldSchema, operator: z.literal('is'), value: z.boolean() }),
])
export type EventCondition = z.infer<typeof eventConditionSchema>

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
/** A weekday is the last one of that name, today included. */
export const dayWords = ['today', 'yesterday', ...weekdays] as const

/** A day and a time of the wall's clocks. */
export const momentSchema = z.object({
  day: z.union([z.enum(dayWords), z.iso.date()]),
  /**
   * `14:00`, `14:00:30`, `14:00:30.500`; in an hour that the clocks repeat, with the offset that tells which: `02:30+02:00`.
   * Without: the whole day.
   */
  clock: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{3})?)?([+-](0\d|1[0-4]):[0-5]\d)?$/)
    .optional(),
})
export type Moment = z.infer<typeof momentSchema>

/** Minutes and hours are lengths; days and weeks follow the wall's clocks through a change of theirs. */
export const durationUnits = ['m', 'h', 'd', 'w'] as const
export type DurationUnit = (typeof durationUnits)[number]

/** Words stay words: a saved search of `today` means another day tomorrow. */
export const eventTimeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({
    kind: z.literal('last'),
    amount: z.int().min(1).max(100_000),
    unit: z.enum(durationUnits),
  }),
  z.object({ kind: z.literal('since'), from: momentSchema }),
  z.object({ kind: z.literal('until'), until: momentSchema }),
  /** `until` is not included, unless it is a whole day. */
  z.object({ kind: z.literal('between'), from: momentSchema, until: momentSchema }),
])
export type EventTime = z.infer<typeof eventTimeSchema>

/** What an operator looks for, in the one form that text, form, saved search and feed pass on. All of it holds together. */
export const eventQuerySchema = z.object({
  /** Ids of event tags; empty: all. */
  tags: z.array(idSchema).max(MAX_EVENT_CAMERAS),
  /** Ids of cameras; empty: all. */
  cameras: z.array(idSchema).max(MAX_EVENT_CAMERAS),
  time: eventTimeSchema,
  conditions: z.array(eventConditionSchema).max(MAX_EVENT_CONDITIONS),
})
export type EventQuery = z.infer<typeof eventQuerySchema>
