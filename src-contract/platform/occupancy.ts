import { z } from 'zod'
import { isKnownZone } from '../time/zone-clock.ts'
import { amount, epochMs, level, text } from './kinds.ts'
import {
  MAX_BATCH_EVENTS,
  MAX_OCCUPANCY_LEAD_IN_MS,
  MAX_OCCUPANCY_RANGE_IN_MS,
  MAX_OCCUPANCY_SOURCES,
} from './limits.ts'
import { weekdays } from '../time/weekdays.ts'

/** Section 4.1 with assumptions 1 to 6. */
export const occupancyObjectTypes = ['PEOPLE'] as const
export const resetIntervals = ['DAY', 'WEEK'] as const
export const resetDays = weekdays
export const resetModes = ['TIME', 'SCHEDULE'] as const
export const resetValueModes = ['FIXED', 'BY_ZONE_COUNTING'] as const
/** `00` to `23`. */
export const resetTimes: readonly string[] = Array.from({ length: 24 }, (_, hour) =>
  String(hour).padStart(2, '0'),
)

/** A member of a request and the rule that it breaks: `${member}: ${rule}.` is the sentence of a refusal. */
export interface OccupancyFault {
  readonly path: readonly (string | number)[]
  readonly rule: string
}

/** The rules in words, for the site's refusals and the wall's editor alike. */
export const occupancyRules = {
  required: 'is required',
  source: 'has to be the id of an entrance or exit, or of a counting zone',
  entrance: 'has to be the id of an entrance or exit',
  sources: `has to be a list of 1 to ${MAX_OCCUPANCY_SOURCES} ids`,
  objectType: `has to be ${occupancyObjectTypes.join(' or ')}`,
  timeRange: 'has to be an object with start and end in epoch milliseconds',
  instant: 'has to be a whole number of milliseconds since 1970',
  order: 'has to be after timeRange.start',
  tooLong: 'lies more than 366 days after timeRange.start',
  future: 'lies in the future',
  timezone: 'has to be the IANA name of a time zone, such as Europe/Berlin',
  resetInterval: `has to be ${resetIntervals.join(' or ')}`,
  resetTime: 'has to be an hour from "00" to "23"',
  resetDay: `has to be one of ${resetDays.join(', ')}`,
  resetMode: `has to be ${resetModes.join(' or ')}`,
  scheduleId: 'has to be the id of a saved schedule',
  scheduleRequired: 'is required when resetMode is SCHEDULE',
  scheduleRejected: 'is allowed only when resetMode is SCHEDULE',
  resetValueMode: `has to be ${resetValueModes.join(' or ')}`,
  resetToValue: 'has to be a number from 0 to 1000000000',
  zones: `has to be a list of 1 to ${MAX_OCCUPANCY_SOURCES} ids`,
  zone: 'has to be the id of a counting zone',
  again: 'is to say how many passed: this line, direction and instant stand in this request already',
  zonesRequired: 'is required when resetValueMode is BY_ZONE_COUNTING',
} as const

/** Unknown members of an object keep zod's own issue, which names them. */
const worded = (rule: string) => ({
  error: ({ code, input }: { code?: string; input?: unknown }) =>
    code === 'unrecognized_keys' ? undefined : input === undefined ? occupancyRules.required : rule,
})
const id = (rule: string) => z.string(worded(rule)).min(1, rule).max(200, rule)
/** Any instant of a JavaScript date from 1970 on. */
const instantMs = z
  .int(worded(occupancyRules.instant))
  .nonnegative(occupancyRules.instant)
  .max(8_640_000_000_000_000, occupancyRules.instant)

const members = {
  /** Ids of entrances and of counting zones, in any mix. One that is named twice counts once. */
  entrancesAndExits: z
    .array(id(occupancyRules.source), worded(occupancyRules.sources))
    .min(1, occupancyRules.sources)
    .max(MAX_OCCUPANCY_SOURCES, occupancyRules.sources),
  objectType: z.enum(occupancyObjectTypes, worded(occupancyRules.objectType)).default('PEOPLE'),
  /** `[start, end)` in epoch milliseconds; what lies ahead of now is left out. */
  timeRange: z.strictObject({ start: instantMs, end: instantMs }, worded(occupancyRules.timeRange)),
  timezone: z
    .string(worded(occupancyRules.timezone))
    .refine(isTimeZone, occupancyRules.timezone)
    .default('UTC'),
  resetInterval: z.enum(resetIntervals, worded(occupancyRules.resetInterval)).default('DAY'),
  resetTime: z
    .string(worded(occupancyRules.resetTime))
    .regex(/^(?:[01]\d|2[0-3])$/, occupancyRules.resetTime)
    .default('00'),
  /** Of `WEEK`; ignored for `DAY`. */
  resetDay: z.enum(resetDays, worded(occupancyRules.resetDay)).default('SUNDAY'),
  resetMode: z.enum(resetModes, worded(occupancyRules.resetMode)).default('TIME'),
  resetScheduleId: id(occupancyRules.scheduleId).optional(),
  resetValueMode: z.enum(resetValueModes, worded(occupancyRules.resetValueMode)).default('FIXED'),
  /** Of `FIXED`; ignored otherwise. */
  resetToValue: z
    .number(worded(occupancyRules.resetToValue))
    .min(0, occupancyRules.resetToValue)
    .max(1_000_000_000, occupancyRules.resetToValue)
    .default(0),
  /** Of `BY_ZONE_COUNTING`; ignored otherwise. */
  resetZoneIds: z
    .array(id(occupancyRules.zone), worded(occupancyRules.zones))
    .max(MAX_OCCUPANCY_SOURCES, occupancyRules.zones)
    .optional(),
}

/** `POST /v1/occupancy/flex-report`. Unknown members are refused (assumption 31). */
export const occupancyReportRequest = z.strictObject(members).superRefine((request, context) => {
  for (const { path, rule } of conditionFaults(request)) {
    context.addIssue({ code: 'custom', path: [...path], message: rule })
  }
})
/** With every default filled in. */
export type OccupancyReportRequest = z.infer<typeof occupancyReportRequest>
/** As it is sent: defaults may be left out. */
export type OccupancyReportWish = z.input<typeof occupancyReportRequest>

/** The conditions between members; those that are not there yet break none. */
export function conditionFaults(draft: Partial<OccupancyReportRequest>): OccupancyFault[] {
  const { timeRange, resetScheduleId, resetZoneIds } = draft
  const faults: OccupancyFault[] = []
  const add = (rule: string, ...path: string[]) => faults.push({ path, rule })
  if (timeRange && timeRange.end <= timeRange.start) add(occupancyRules.order, 'timeRange', 'end')
  if (timeRange && timeRange.end - timeRange.start > MAX_OCCUPANCY_RANGE_IN_MS) {
    add(occupancyRules.tooLong, 'timeRange', 'end')
  }
  const isScheduled = draft.resetMode === 'SCHEDULE'
  if (isScheduled && resetScheduleId === undefined) add(occupancyRules.scheduleRequired, 'resetScheduleId')
  if (!isScheduled && resetScheduleId !== undefined) add(occupancyRules.scheduleRejected, 'resetScheduleId')
  if (draft.resetValueMode === 'BY_ZONE_COUNTING' && (resetZoneIds ?? []).length === 0) {
    add(occupancyRules.zonesRequired, 'resetZoneIds')
  }
  return faults
}

/** What holds only for a while: a range that lies ahead can be asked for later. */
export function futureFaults(
  { timeRange }: Pick<OccupancyReportRequest, 'timeRange'>,
  nowMs: number,
): OccupancyFault[] {
  const isAhead = timeRange.start > nowMs + MAX_OCCUPANCY_LEAD_IN_MS
  return isAhead ? [{ path: ['timeRange', 'start'], rule: occupancyRules.future }] : []
}

/** Ids of an organization's dictionaries. Undefined while nobody knows them: any id may be one of theirs. */
export interface KnownSources {
  readonly entrances: ReadonlySet<string> | undefined
  readonly zones: ReadonlySet<string> | undefined
  readonly schedules: ReadonlySet<string> | undefined
}

function mayBe(known: ReadonlySet<string> | undefined, id: string): boolean {
  return known === undefined || known.has(id)
}

/** What only the dictionaries can tell. */
export function dictionaryFaults(
  request: Partial<OccupancyReportRequest>,
  { entrances, zones, schedules }: KnownSources,
): OccupancyFault[] {
  const { entrancesAndExits = [], resetScheduleId, resetZoneIds = [] } = request
  const usedZones = request.resetValueMode === 'BY_ZONE_COUNTING' ? resetZoneIds : []
  return [
    ...entrancesAndExits.flatMap((one, at) =>
      mayBe(entrances, one) || mayBe(zones, one)
        ? []
        : [{ path: ['entrancesAndExits', at], rule: occupancyRules.source }],
    ),
    ...(resetScheduleId === undefined || mayBe(schedules, resetScheduleId)
      ? []
      : [{ path: ['resetScheduleId'], rule: occupancyRules.scheduleId }]),
    ...usedZones.flatMap((one, at) =>
      mayBe(zones, one) ? [] : [{ path: ['resetZoneIds', at], rule: occupancyRules.zone }],
    ),
  ]
}

/**
 * 200 of the report (assumption 6). An instant is in epoch milliseconds. What lies ahead of now is in none of it: how
 * many there are now is what a report of the last second says.
 */
export const occupancyReportResponse = z.object({
  /** Weighted by time, 2 decimals. */
  average: level,
  maximum: level,
  /** The first instant of the range at which it was reached. */
  maximumAt: epochMs,
  /**
   * The range cut into pieces without a gap, up to about 400: of 1, 5 or 15 minutes, 1, 6 or 24 hours, counted from the
   * midnight of each day in the report's zone, so that the first and the last of a range or of a day may be shorter, and
   * one of 24 hours is a whole day over a change of the clock too.
   */
  buckets: z.array(
    z.object({
      start: epochMs,
      end: epochMs,
      /** As of the range. */
      average: level,
      maximum: level,
      /** Events of the entrances and exits, those of zones not. */
      entrances: amount,
      exits: amount,
    }),
  ),
  /** Within the range, ascending. */
  resets: z.array(
    z.object({
      at: epochMs,
      /** What the counter took. Zones among the sources come on top. */
      value: amount,
      /** What made it: `DAY 04:00`, `WEEK MONDAY 04:00`, or the schedule's name: `SCHEDULE Opening hours`. */
      rule: text,
    }),
  ),
  unit: z.enum(occupancyObjectTypes),
})
export type OccupancyReport = z.infer<typeof occupancyReportResponse>

const timestamp = z.int('has to be a whole number of milliseconds since 1970').nonnegative()

const maxPeople = 1_000_000

/**
 * Who passed a counting line, or what a zone counts from an instant on. The same event twice is stored once: for a
 * millisecond a line has one number of entrances and one of exits, a zone one count, each the last that was sent.
 */
export const occupancyEventSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['ENTRANCE', 'EXIT']),
    id: id(occupancyRules.source),
    /** Of people, one when left out: a counter of whole seconds sees several at one instant. */
    count: z.int().positive().max(maxPeople).optional(),
    timestamp,
  }),
  z.strictObject({
    type: z.literal('COUNT'),
    id: id(occupancyRules.zone),
    count: z.int().nonnegative().max(maxPeople),
    timestamp,
  }),
])
export type OccupancyEvent = z.infer<typeof occupancyEventSchema>

/** `POST /v1/occupancy/events` (assumption 35). The events themselves are judged one by one. Answer: `insertBatchResponse`. */
export const occupancyEventsRequest = z.strictObject({
  events: z.array(z.unknown()).min(1).max(MAX_BATCH_EVENTS),
})

/** Whether this machine knows the zone: an IANA name, `UTC`, but no offset such as `+02:00`. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && isKnownZone(name)
}
