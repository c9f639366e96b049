import { z } from 'zod'
import { answeredId, text } from './kinds.ts'
import { weekdays } from '../time/weekdays.ts'

/** Assumption 7. `cameraIds`: the cameras that see it, the best one first (extension). */
const item = { id: answeredId, name: text, cameraIds: z.array(answeredId).default([]) }

/** A counting line at a door: each of its events is one person's entrance or exit. */
export const dictionaryEntranceSchema = z.object(item)
export type DictionaryEntrance = z.infer<typeof dictionaryEntranceSchema>

/** A zone that says how many are in it. */
export const dictionaryZoneSchema = z.object({
  ...item,
  /** How many it may hold (extension). */
  capacity: z.int().positive().optional(),
})
export type DictionaryZone = z.infer<typeof dictionaryZoneSchema>

/** `HH:MM` of a wall clock, from `from` until `until`, or until `until` of the next day where that is no later. */
const hours = {
  from: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'has to be a time from 00:00 to 23:59'),
  until: z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'has to be a time from 00:00 to 24:00'),
}

/**
 * Weekly hours, and the hours of a date, which replace the weekly ones of that day: several rules of one date add up,
 * and one without hours closes it.
 */
export const scheduleRuleSchema = z.union([
  z.object({ days: z.array(z.enum(weekdays)).min(1), ...hours }),
  z.object({ date: z.iso.date(), ...hours }),
  z.object({ date: z.iso.date(), closed: z.literal(true) }),
])
export type ScheduleRule = z.infer<typeof scheduleRuleSchema>

/**
 * A saved schedule. As a reset schedule it resets at every boundary of its hours: where some begin and where some end.
 * Its clock is that of its own zone, whatever zone a report is asked for in.
 */
export const dictionaryScheduleSchema = z.object({
  id: answeredId,
  name: text,
  /** IANA name. */
  timezone: z.string(),
  rules: z.array(scheduleRuleSchema),
})
export type DictionarySchedule = z.infer<typeof dictionaryScheduleSchema>

/** 200 of `GET /v1/dictionary/entrances`, `…/zones` and `…/schedules` (section 4.2, assumption 7), by name. */
export const entrancesResponse = z.object({ items: z.array(dictionaryEntranceSchema) })
export const zonesResponse = z.object({ items: z.array(dictionaryZoneSchema) })
export const schedulesResponse = z.object({ items: z.array(dictionaryScheduleSchema) })
