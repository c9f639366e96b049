import { z } from 'zod'
import { type AliasName, members, paths } from './calls.ts'
import { weekdays } from './weekdays.ts'

/**
 * Every gap of the interface document and our answer to it (numbers as in the project's assumptions table, docs/assumptions.md).
 * The site writes exactly the default; the wall sends the default, reads the aliases too, and settings override paths and units.
 * A guess never hides: the connection page lists which of these a platform has confirmed by a call that succeeded.
 */
export const assumptions = {
  occupancyReport: {
    number: 1,
    gap: 'method and path of the occupancy report',
    answer: 'POST /v1/occupancy/flex-report',
  },
  occupancyRange: { number: 2, gap: 'members of timeRange', answer: '{ start, end } in epoch milliseconds' },
  occupancyTimezone: { number: 3, gap: 'name of the time zone’s member', answer: 'timezone' },
  occupancyObjects: { number: 4, gap: 'values of objectType', answer: 'PEOPLE alone' },
  occupancyResets: {
    number: 5,
    gap: 'values of resetInterval and resetDay',
    answer: 'DAY, WEEK; SUNDAY to SATURDAY',
  },
  occupancyAnswer: {
    number: 6,
    gap: 'answer of the occupancy report',
    answer: '{ average, maximum, maximumAt, buckets, resets, unit }',
  },
  dictionaries: {
    number: 7,
    gap: 'parameters and answers of the dictionaries',
    answer: 'no parameters; { items: [{ id, name }] }',
  },
  keyExpiryUnit: { number: 8, gap: 'unit of expiresIn when a key is created', answer: 'seconds' },
  keyResponse: {
    number: 9,
    gap: 'answer of POST /v1/api-key',
    answer: '201 { id, name, key, orgId, createdAt, expiresAt }',
  },
  ticketExpiryUnit: {
    number: 10,
    gap: 'unit of expiresIn of a live view token',
    answer: 'seconds; the wall sends 180',
  },
  ticketResponse: {
    number: 11,
    gap: 'answer of POST /v1/live-view/participants',
    answer: '201 { token, url, expiresAt }',
  },
  localLive: {
    number: 12,
    gap: 'endpoint of local HLS streaming',
    answer: 'GET /v1/live-view/local?cameraId → { cameraId, url }, a signed manifest URL (extension)',
  },
  playbackTime: { number: 13, gap: 'format of start and end', answer: 'epoch milliseconds' },
  playbackRange: { number: 14, gap: 'longest range of one start', answer: 'one hour' },
  playbackGaps: {
    number: 15,
    gap: 'how a manifest shows that nothing was recorded',
    answer: 'EXT-X-DISCONTINUITY, and EXT-X-PROGRAM-DATE-TIME on every segment; no recording at all: 404',
  },
  playbackStop: {
    number: 16,
    gap: 'endpoint that stops a session',
    answer: 'POST /v1/playback/stop { sessionId, cameraId } → { success: true }',
  },
  playbackCap: {
    number: 17,
    gap: 'sessions at once',
    answer: '10 an organization, then 429 too_many_sessions with Retry-After',
  },
  playbackReuse: {
    number: 18,
    gap: 'how a start request reuses a session',
    answer: 'query parameter sessionId, same camera',
  },
  smartStorage: { number: 19, gap: 'meaning of smartStorage', answer: 'true asks for the reduced rendition' },
  eventSearch: {
    number: 20,
    gap: 'how events are searched',
    answer:
      'POST /v1/events-tag/search { orgId, cameraIds?, eventTypeIds?, start, end, match?, order, limit, cursor? }',
  },
  eventOperators: {
    number: 21,
    gap: 'matching types of a field',
    answer:
      'numbers: eq ne lt lte gt gte between; text: eq ne contains startsWith, without case and accents; boolean: is',
  },
  eventHistogram: {
    number: 22,
    gap: 'no endpoint counts events',
    answer: 'POST /v1/events-tag/histogram (extension)',
  },
  eventTags: {
    number: 23,
    gap: 'no endpoint lists, creates or removes event tags',
    answer: 'GET and POST /v1/events-tag/types, DELETE of /v1/events-tag/types/{id}',
  },
  cameraList: { number: 24, gap: 'no endpoint lists the cameras', answer: 'GET /v1/cameras (extension)' },
  coverage: {
    number: 25,
    gap: 'no endpoint says what is recorded',
    answer: 'GET /v1/playback/coverage?cameraId&start&end → { ranges: [[start, end]] } (extension)',
  },
  errorBody: { number: 26, gap: 'shape of an error body', answer: '{ error: { code, message, field? } }' },
  errorStatuses: {
    number: 27,
    gap: 'errors of key, live and playback calls',
    answer: '400 401 403 404 409 429 500',
  },
  rateLimits: {
    number: 28,
    gap: 'rate limits',
    answer: '50 requests a second a key, burst 200; Retry-After is honoured',
  },
  retention: { number: 29, gap: 'how long footage and events are kept', answer: '30 days' },
  eventStream: {
    number: 30,
    gap: 'nothing is sent when an event arrives',
    answer:
      'GET /v1/events-tag/stream, server-sent events with Last-Event-ID (extension); else the search is asked again',
  },
  occupancyCredential: {
    number: 32,
    gap: 'whether the occupancy report takes the API key, or a JWT',
    answer: 'the API key; another credential for this call can be kept',
  },
  eventIdempotency: {
    number: 33,
    gap: 'what happens to an event that is sent twice',
    answer:
      'header Idempotency-Key: same key and event = same answer, stored once; another event = 422 (extension)',
  },
  eventBatch: {
    number: 34,
    gap: 'no endpoint takes several events',
    answer: 'POST /v1/events-tag/insert-batch { events } → a result for each (extension)',
  },
  occupancyEvents: {
    number: 35,
    gap: 'no endpoint takes entrances, exits and counts',
    answer: 'POST /v1/occupancy/events { events } → a result for each (extension; the wall sends none)',
  },
  apiKeys: {
    number: 36,
    gap: 'no endpoint lists, renames or revokes keys',
    answer: 'GET /v1/api-keys; PATCH { name } and DELETE of /v1/api-keys/{id} (extension)',
  },
  eventRemoval: {
    number: 37,
    gap: 'no endpoint removes or corrects an event',
    answer: 'DELETE of /v1/events-tag/events/{id} (extension)',
  },
  wallSalvos: {
    number: 38,
    gap: 'no endpoint keeps what walls share',
    answer: 'GET /v1/wall/salvos; GET, PUT and DELETE of /v1/wall/salvos/{number} (extension)',
  },
} as const
export type AssumptionName = keyof typeof assumptions
export const assumptionNames = namesOf(assumptions)

/** Each overridable. */
export const defaultPaths = mapped(paths, ([path]) => path)
export const aliases = mapped(members, ([, , spellings]) => spellings)

/** How many units of the wire one second is. */
export const expiryUnits = { seconds: 1, milliseconds: 1_000, days: 1 / 86_400 } as const
export const expiryUnitSchema = z.enum(['seconds', 'milliseconds', 'days'])

/** How instants of playback are written on the wire (assumption 13). */
export const playbackTimeFormatSchema = z.enum(['milliseconds', 'seconds', 'iso8601'])

/** How long a range one start asks for (assumption 14): an hour, or less where a platform refuses that. */
export const playbackRangeMinutesSchema = z.enum(['60', '30', '15', '5'])

/** How a session is stopped (assumption 16): but for POST its members are in the query. */
export const playbackStopMethodSchema = z.enum(['POST', 'DELETE', 'GET'])

export type Spellings = Readonly<Record<AliasName, readonly string[]>>

const pathSchema = z
  .string()
  .regex(/^\/[\w\-./{}]*$/, 'a path begins with / and has no query')
  .refine((path) => !/\/\.{1,2}(\/|$)/.test(path), 'a path has no . or .. between its slashes')
  .max(200)

/** Names of members that the document does not show. */
const memberSchema = z
  .string()
  .regex(/^[A-Za-z_][\w-]{0,63}$/, 'a member is a name of letters, digits, _ and -')

/** Values that the document does not list. */
const valueSchema = z.string().regex(/^[\w-]{1,40}$/, 'a value is a word of letters, digits, _ and -')
const weekdayValuesSchema = z
  .string()
  .regex(/^[\w-]{1,40}(?:\s*,\s*[\w-]{1,40}){6}$/, 'seven words with commas between, Sunday first')

/** What an operator may override for a platform whose answers differ from ours. */
export const platformOverridesSchema = z.object({
  paths: z.partialRecord(z.enum(namesOf(paths)), pathSchema).default({}),
  keyExpiryUnit: expiryUnitSchema.default('seconds'),
  ticketExpiryUnit: expiryUnitSchema.default('seconds'),
  playbackTimeFormat: playbackTimeFormatSchema.default('milliseconds'),
  playbackRangeMinutes: playbackRangeMinutesSchema.default('60'),
  playbackStopMethod: playbackStopMethodSchema.default('POST'),
  rangeStartMember: memberSchema.default('start'),
  rangeEndMember: memberSchema.default('end'),
  timezoneMember: memberSchema.default('timezone'),
  /** Assumptions 4 and 5. */
  peopleValue: valueSchema.default('PEOPLE'),
  dayValue: valueSchema.default('DAY'),
  weekValue: valueSchema.default('WEEK'),
  /** In the order of `weekdays`. */
  weekdayValues: weekdayValuesSchema.default(weekdays.join(',')),
  /** What a platform calls a member of its answers, where it is none of the `aliases`. */
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
