import { z } from 'zod'
import { type AliasName, members, paths } from './calls.ts'
import { weekdays } from '../time/weekdays.ts'

export interface Assumption {
  readonly number: number
  /** What stands in a request or an answer. */
  readonly answer?: string
  /** The interface document has nothing of the kind. */
  readonly isExtension?: true
}

/**
 * Every gap of the interface document and our answer to it (numbers as in the project's assumptions table, docs/assumptions.md).
 * The site writes exactly the default; the wall sends the default, reads the aliases too, and settings override paths and units.
 * A guess never hides: the connection page lists which of these a platform has confirmed by a call that succeeded. What is left
 * open, and what of our answer is words, it has in its own language (`platform.gap.NAME`, `platform.gapNote.NAME`).
 */
export const assumptions = {
  occupancyReport: { number: 1, answer: 'POST /v1/occupancy/flex-report' },
  occupancyRange: { number: 2, answer: '{ start, end }' },
  occupancyTimezone: { number: 3, answer: 'timezone' },
  occupancyObjects: { number: 4, answer: 'PEOPLE' },
  occupancyResets: { number: 5, answer: 'DAY WEEK, SUNDAY … SATURDAY' },
  occupancyAnswer: { number: 6, answer: '{ average, maximum, maximumAt, buckets, resets, unit }' },
  dictionaries: { number: 7, answer: '{ items: [{ id, name }] }' },
  keyExpiryUnit: { number: 8 },
  keyResponse: { number: 9, answer: '201 { id, name, key, orgId, createdAt, expiresAt }' },
  ticketExpiryUnit: { number: 10 },
  ticketResponse: { number: 11, answer: '201 { token, url, expiresAt }' },
  localLive: {
    number: 12,
    answer: 'GET /v1/live-view/local?cameraId → { cameraId, url }',
    isExtension: true,
  },
  playbackTime: { number: 13 },
  playbackRange: { number: 14 },
  playbackGaps: { number: 15, answer: 'EXT-X-DISCONTINUITY, EXT-X-PROGRAM-DATE-TIME' },
  playbackStop: { number: 16, answer: 'POST /v1/playback/stop { sessionId, cameraId } → { success: true }' },
  playbackCap: { number: 17, answer: '429 too_many_sessions' },
  playbackReuse: { number: 18, answer: 'sessionId' },
  smartStorage: { number: 19, answer: 'true' },
  eventSearch: {
    number: 20,
    answer:
      'POST /v1/events-tag/search { orgId, cameraIds?, eventTypeIds?, start, end, match?, order, limit, cursor? }',
  },
  eventOperators: { number: 21, answer: 'eq ne lt lte gt gte between · eq ne contains startsWith · is' },
  eventHistogram: { number: 22, answer: 'POST /v1/events-tag/histogram', isExtension: true },
  eventTags: { number: 23, answer: 'GET, POST /v1/events-tag/types · DELETE /v1/events-tag/types/{id}' },
  cameraList: { number: 24, answer: 'GET /v1/cameras', isExtension: true },
  coverage: {
    number: 25,
    answer: 'GET /v1/playback/coverage?cameraId&start&end → { ranges: [[start, end]] }',
    isExtension: true,
  },
  errorBody: { number: 26, answer: '{ error: { code, message, field? } }' },
  errorStatuses: { number: 27, answer: '400 401 403 404 409 429 500' },
  rateLimits: { number: 28 },
  retention: { number: 29 },
  eventStream: { number: 30, answer: 'GET /v1/events-tag/stream', isExtension: true },
  occupancyCredential: { number: 32 },
  eventIdempotency: { number: 33, answer: 'Idempotency-Key', isExtension: true },
  eventBatch: { number: 34, answer: 'POST /v1/events-tag/insert-batch { events }', isExtension: true },
  occupancyEvents: { number: 35, answer: 'POST /v1/occupancy/events { events }', isExtension: true },
  apiKeys: {
    number: 36,
    answer: 'GET /v1/api-keys · PATCH { name }, DELETE /v1/api-keys/{id}',
    isExtension: true,
  },
  eventRemoval: { number: 37, answer: 'DELETE /v1/events-tag/events/{id}', isExtension: true },
  wallSalvos: {
    number: 38,
    answer: 'GET /v1/wall/salvos · GET, PUT, DELETE /v1/wall/salvos/{number}',
    isExtension: true,
  },
} as const satisfies Readonly<Record<string, Assumption>>
export type AssumptionName = keyof typeof assumptions
export const assumptionNames = namesOf(assumptions)

/** Each overridable. */
export const defaultPaths = mapped(paths, ([path]) => path)
export const aliases = mapped(members, ([, spellings]) => spellings)

/** How many units of the wire one second is. */
export const expiryUnits = { seconds: 1, milliseconds: 1_000, days: 1 / 86_400 } as const
const expiryUnitSchema = z.enum(['seconds', 'milliseconds', 'days']).default('seconds')

export type Spellings = Readonly<Record<AliasName, readonly string[]>>

/** Of what cannot be used the page says why, by these codes (`platform.override.CODE`). */
const pathSchema = z
  .string()
  .regex(/^\/[\w\-./{}]*$/, 'path')
  .refine((path) => !/\/\.{1,2}(\/|$)/.test(path), 'pathDots')
  .max(200)

/** Names of members that the document does not show. */
const memberSchema = z.string().regex(/^[A-Za-z_][\w-]{0,63}$/, 'member')

/** Values that the document does not list. */
const valueSchema = z.string().regex(/^[\w-]{1,40}$/, 'value')
const weekdayValuesSchema = z.string().regex(/^[\w-]{1,40}(?:\s*,\s*[\w-]{1,40}){6}$/, 'weekdays')

/** What an operator may override for a platform whose answers differ from ours. */
export const platformOverridesSchema = z.object({
  paths: z.partialRecord(z.enum(namesOf(paths)), pathSchema).default({}),
  keyExpiryUnit: expiryUnitSchema,
  ticketExpiryUnit: expiryUnitSchema,
  /** How instants of playback are written on the wire (assumption 13). */
  playbackTimeFormat: z.enum(['milliseconds', 'seconds', 'iso8601']).default('milliseconds'),
  /** How long a range one start asks for (assumption 14): an hour, or less where a platform refuses that. */
  playbackRangeMinutes: z.enum(['60', '30', '15', '5']).default('60'),
  /** How a session is stopped (assumption 16). Methods other than POST have the members in the query. */
  playbackStopMethod: z.enum(['POST', 'DELETE', 'GET']).default('POST'),
  rangeStartMember: memberSchema.default('start'),
  rangeEndMember: memberSchema.default('end'),
  timezoneMember: memberSchema.default('timezone'),
  /** Assumptions 4 and 5. */
  peopleValue: valueSchema.default('PEOPLE'),
  dayValue: valueSchema.default('DAY'),
  weekValue: valueSchema.default('WEEK'),
  /** In the order of `weekdays`. */
  weekdayValues: weekdayValuesSchema.default(weekdays.join(',')),
  /** The platform's own name of a member of its answers, where `aliases` does not list it. */
  members: z.partialRecord(z.enum(namesOf(members)), memberSchema).default({}),
})
export type PlatformOverrides = z.infer<typeof platformOverridesSchema>

/** As a platform is read: by its own name of a member before the usual ones. */
export function spellingsOf({ members }: Pick<PlatformOverrides, 'members'>): Spellings {
  const own = Object.entries(members).map(([name, member]) => [name, [member, ...aliases[name as AliasName]]])
  return { ...aliases, ...Object.fromEntries(own) }
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): [Name, ...Name[]] {
  return Object.keys(table) as [Name, ...Name[]]
}

function mapped<Name extends string, Row, Value>(
  table: Readonly<Record<Name, Row>>,
  column: (row: Row) => Value,
): Readonly<Record<Name, Value>> {
  const entries = namesOf(table).map((name) => [name, column(table[name])] as const)
  return Object.fromEntries(entries) as Record<Name, Value>
}
