import { z } from 'zod'
import { exactSchema, noticeSchema } from '../exact-words.ts'
import { MAX_EVENT_CONDITIONS } from '../platform/limits.ts'
import { weekdays } from '../time/weekdays.ts'
import { platformIdSchema } from './connection.ts'
import { eventConditionSchema } from './event-query.ts'
import { wallEventSchema } from './events.ts'
import { idSchema, instantMs } from './kinds.ts'
import { monitorNumberSchema } from './monitors.ts'
import { salvoNumberSchema } from './salvo.ts'
import { MAX_SEARCH_NAME_CHARS, MAX_SEARCH_TEXT_CHARS } from './saved-search.ts'

const secondsSchema = z.int().min(1).max(86_400)

export const MAX_ALARM_RULES = 60
export const MAX_ALARM_TITLE_CHARS = 80
export const MAX_ALARM_INSTRUCTION_CHARS = 1_000
export const MAX_ALARM_REASON_CHARS = 300
export const MAX_ALARM_CAMERAS = 100
/** Waiting for somebody at once. */
export const MAX_OPEN_ALARMS = 200

/** 1 is the most urgent. */
export const alarmPrioritySchema = z.int().min(1).max(4)
export const alarmPriorities = [1, 2, 3, 4] as const

const ids = z.array(idSchema).max(MAX_ALARM_CAMERAS)

/** A saved search as a page has read it: main knows ids and conditions. Its time does not count, what arrives is new. */
const watchedSearchSchema = z.object({
  name: z.string().min(1).max(MAX_SEARCH_NAME_CHARS),
  /** What it was read from. */
  text: z.string().max(MAX_SEARCH_TEXT_CHARS),
  /** Empty: all. */
  cameraIds: ids,
  eventTypeIds: ids,
  match: z.array(eventConditionSchema).max(MAX_EVENT_CONDITIONS),
})
export type WatchedSearch = z.infer<typeof watchedSearchSchema>

export const alarmConditionSchema = z.discriminatedUnion('kind', [
  /** A saved search has a new hit. */
  z.object({ kind: z.literal('event'), search: watchedSearchSchema }),
  /**
   * A camera that a wall shows has no live picture for longer than this. `STALE`: whatever the reason; `OFFLINE`: that
   * state alone. No cameras: all.
   */
  z.object({
    kind: z.literal('camera'),
    state: z.enum(['STALE', 'OFFLINE']),
    longerThanS: secondsSchema,
    cameraIds: ids,
  }),
  /** The number of people by a saved report reaches this one. */
  z.object({
    kind: z.literal('occupancy'),
    reportId: z.string().min(1).max(100),
    threshold: z.number().nonnegative().max(1_000_000_000),
  }),
])
export type AlarmCondition = z.infer<typeof alarmConditionSchema>

const minuteOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** In the wall's zone. An end that is not after the beginning lies on the next day. */
export const alarmScheduleSchema = z.object({
  days: z.array(z.enum(weekdays)).min(1).max(7),
  from: minuteOfDay,
  until: minuteOfDay,
})
export type AlarmSchedule = z.infer<typeof alarmScheduleSchema>

/** What a rule does. */
const ruleActionsSchema = z
  .object({
    alarm: z.boolean().default(true),
    /** Its priority's, on monitor 1. */
    sound: z.boolean().default(true),
    /** Recalled on its monitors. */
    salvo: salvoNumberSchema.optional(),
    /** Its camera is shown in the hotspots of all monitors. */
    hotspot: z.boolean().default(false),
  })
  .refine(
    ({ alarm, sound, salvo, hotspot }) => alarm || sound || hotspot || salvo !== undefined,
    'this rule does nothing',
  )

export const alarmRuleSchema = z.object({
  /** Stays the same when the rule is changed. */
  id: z.string().regex(/^\S{1,100}$/),
  isOn: z.boolean().default(true),
  title: z.string().trim().min(1).max(MAX_ALARM_TITLE_CHARS),
  instruction: z.string().trim().max(MAX_ALARM_INSTRUCTION_CHARS).default(''),
  priority: alarmPrioritySchema,
  when: alarmConditionSchema,
  does: ruleActionsSchema.prefault({}),
  /** Shown with the alarm; empty: the one that it is about. */
  cameraIds: ids.default([]),
  coolDownS: secondsSchema.default(60),
  coolDownPer: z.enum(['camera', 'rule']).default('camera'),
  /** Absent: always. */
  schedule: alarmScheduleSchema.optional(),
  /** Not acknowledged for so long: one priority higher, and told again. Absent: it stays as it is. */
  escalateAfterS: secondsSchema.optional(),
  needsReason: z.boolean().default(false),
})
export type AlarmRule = z.infer<typeof alarmRuleSchema>

export const ALARM_RULES_VERSION = 1
export const alarmSettingsSchema = z.object({
  version: z.literal(ALARM_RULES_VERSION).default(ALARM_RULES_VERSION),
  rules: z
    .array(alarmRuleSchema)
    .max(MAX_ALARM_RULES)
    .refine(
      (rules) => new Set(rules.map(({ id }) => id)).size === rules.length,
      'two alarm rules have the same id',
    )
    .default([]),
  /** Titles of rules that could not be read at a start and were left out, until somebody has seen it. */
  damagedRules: z.array(z.string().max(MAX_ALARM_TITLE_CHARS)).max(MAX_ALARM_RULES).default([]),
})

/** What waits for somebody. */
export const alarmSchema = z.object({
  id: idSchema,
  ruleId: z.string().max(100),
  /** Whose cameras it names; absent where an earlier version has raised it. */
  platform: platformIdSchema.optional(),
  title: z.string(),
  instruction: z.string(),
  /** As it is now; escalation lowers the number. */
  priority: alarmPrioritySchema,
  /** What has happened, in words. */
  cause: z.string().max(400),
  /**
   * What the page makes the cause of in its language; absent where it is names and values alone, and where another
   * version has kept the alarm with a code that this one does not know.
   */
  exactCause: exactSchema.optional().catch(undefined),
  /** Where decimal points stand in the cause, which a page writes as its language does. */
  decimalsAt: z.array(z.int().nonnegative()).optional(),
  cameraIds: ids,
  /** Of the camera or the report that it is about. */
  subject: z.string().max(200),
  /** Of the matter itself. */
  happenedAtMs: instantMs,
  raisedAtMs: instantMs,
  /** When it was last raised, escalated, woken from a snooze or repeated by one without room. The name is that of alarm logs on disk. */
  toldAtMs: instantMs,
  snoozedUntilMs: instantMs.optional(),
  escalateAfterS: secondsSchema.optional(),
  needsReason: z.boolean(),
  isSilent: z.literal(true).optional(),
  /** Matters of the same kind that came since, and during the cool-down before. */
  more: z.int().nonnegative(),
  /** What it was raised by. */
  event: wallEventSchema.pick({ id: true, cameraId: true, eventTypeId: true, timestampMs: true }).optional(),
})
export type Alarm = z.infer<typeof alarmSchema>

export const alarmsStateSchema = z.object({
  /** Most urgent first, then oldest first; what is snoozed last. */
  alarms: z.array(alarmSchema).max(MAX_OPEN_ALARMS),
  /** Who is signed on. */
  operator: z.string().optional(),
  /** Those that have a PIN here. */
  operators: z.array(z.string()),
  /** What the log says while nobody is signed on. */
  workstation: z.string(),
  /** Why the log is not what it should be. */
  logProblem: noticeSchema.optional(),
})
export type AlarmsState = z.infer<typeof alarmsStateSchema>
export const noAlarms: AlarmsState = { alarms: [], operators: [], workstation: '' }

export const snoozeMinutes = [5, 15, 60] as const

const alarmIdSchema = z.object({ id: idSchema })
export const acknowledgeAlarmSchema = alarmIdSchema.extend({
  reason: z.string().trim().max(MAX_ALARM_REASON_CHARS).default(''),
})
export const snoozeAlarmSchema = alarmIdSchema.extend({ minutes: z.literal(snoozeMinutes) })
/** `entry` as typed on that monitor: `3.12`. */
export const forwardAlarmSchema = alarmIdSchema.extend({
  monitor: monitorNumberSchema,
  entry: z.string().min(1).max(20),
})

export const MAX_OPERATORS = 100
export const MIN_PIN_CHARS = 4
const operatorNameSchema = z.string().trim().min(1).max(60)
export const signOnSchema = z.object({
  name: operatorNameSchema,
  pin: z.string().min(MIN_PIN_CHARS).max(64),
  /** The name is new: it gets this PIN. */
  isNew: z.boolean().default(false),
})

export const exportAlarmsSchema = z.object({ format: z.enum(['csv', 'ndjson']) })
/** What reading the whole log has shown. */
export const alarmLogReadingSchema = z.object({
  files: z.int().nonnegative(),
  entries: z.int().nonnegative(),
  /** Of the first entry; absent where there is none. */
  firstAtMs: instantMs.optional(),
  /** Empty: every entry follows from the one before. */
  problems: z.array(noticeSchema),
})

/** By priority, then by age. */
export function byUrgency(one: Alarm, other: Alarm): number {
  const isAside = (alarm: Alarm) => (alarm.snoozedUntilMs === undefined ? 0 : 1)
  return (
    isAside(one) - isAside(other) ||
    one.priority - other.priority ||
    one.raisedAtMs - other.raisedAtMs ||
    (one.id < other.id ? -1 : 1)
  )
}
