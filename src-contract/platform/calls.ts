import { z } from 'zod'
import type { WallErrorCode } from '../errors.ts'
import { type ExactMessage, exactMessage } from '../exact-words.ts'
import type { TestAdvice, TestedFunction } from '../wall/connection-test.ts'
import { occupancyAnswerSchema } from '../wall/occupancy.ts'
import * as keys from './api-key.ts'
import type { AssumptionName } from './assumptions.ts'
import * as cameras from './cameras.ts'
import * as dictionaries from './dictionaries.ts'
import type { PlatformErrorCode } from './errors.ts'
import * as events from './events.ts'
import { address, answeredCursor, answeredId, epochMs, success, text } from './kinds.ts'
import { MAX_CAMERAS } from './limits.ts'
import * as liveView from './live-view.ts'
import * as occupancy from './occupancy.ts'
import * as playback from './playback.ts'
import * as salvos from './wall-salvos.ts'

/**
 * The calls between wall and platform, a row each: the wall asks and reads by it, the local site answers by it. A new
 * call is a row here, a handler in the site and its use in the wall.
 */

/** Where calls are, unless an operator says otherwise: section 4 of the document and the assumption of each. */
export const paths = {
  apiKey: ['/v1/api-key', 'keyResponse'],
  apiKeys: ['/v1/api-keys', 'apiKeys'],
  participants: ['/v1/live-view/participants', 'ticketResponse'],
  cameras: ['/v1/cameras', 'cameraList'],
  playbackStart: ['/v1/playback/start', 'playbackTime'],
  playbackStop: ['/v1/playback/stop', 'playbackStop'],
  playbackCoverage: ['/v1/playback/coverage', 'coverage'],
  localLive: ['/v1/live-view/local', 'localLive'],
  eventTags: ['/v1/events-tag/types', 'eventTags'],
  eventInsert: ['/v1/events-tag/insert', 'eventIdempotency'],
  eventInsertBatch: ['/v1/events-tag/insert-batch', 'eventBatch'],
  eventSearch: ['/v1/events-tag/search', 'eventSearch'],
  eventHistogram: ['/v1/events-tag/histogram', 'eventHistogram'],
  events: ['/v1/events-tag/events', 'eventRemoval'],
  eventStream: ['/v1/events-tag/stream', 'eventStream'],
  occupancyReport: ['/v1/occupancy/flex-report', 'occupancyReport'],
  occupancyEvents: ['/v1/occupancy/events', 'occupancyEvents'],
  wallSalvos: ['/v1/wall/salvos', 'wallSalvos'],
  dictionaryEntrances: ['/v1/dictionary/entrances', 'dictionaries'],
  dictionaryZones: ['/v1/dictionary/zones', 'dictionaries'],
  dictionarySchedules: ['/v1/dictionary/schedules', 'dictionaries'],
} as const satisfies Record<string, readonly [path: string, assumption: AssumptionName]>
export type PathName = keyof typeof paths

/** What members of answers are called: ours first, then other platforms' names. The first that can be read counts. */
export const members = {
  envelope: ['keyResponse', ['data', 'result']],
  key: ['keyResponse', ['key', 'apiKey', 'token', 'value']],
  keyId: ['keyResponse', ['id', '_id', 'keyId']],
  expiresAt: ['keyResponse', ['expiresAt', 'expires_at', 'expiration', 'expirationDate']],
  list: ['cameraList', ['items', 'data', 'results', 'cameras']],
  id: ['cameraList', ['id', '_id', 'cameraId']],
  ticket: ['ticketResponse', ['token', 'accessToken', 'participantToken', 'jwt']],
  ticketUrl: ['ticketResponse', ['url', 'liveViewUrl', 'serverUrl', 'wsUrl']],
  playbackUrl: ['playbackTime', ['url', 'manifestUrl', 'hlsUrl', 'manifest']],
  sessionId: ['playbackReuse', ['sessionId', 'session_id', 'id']],
  currentSessions: ['playbackCap', ['currentSessions', 'current_sessions', 'sessions']],
  ranges: ['coverage', ['ranges', 'items', 'data', 'coverage']],
  events: ['eventSearch', ['events', 'items', 'data', 'results']],
  eventId: ['eventSearch', ['id', '_id', 'eventId']],
  eventTypeId: ['eventSearch', ['eventTypeId', 'event_type_id', 'typeId']],
  nextCursor: ['eventSearch', ['nextCursor', 'next_cursor', 'cursor']],
  eventTags: ['eventTags', ['items', 'data', 'results', 'types', 'eventTypes']],
  eventTagId: ['eventTags', ['id', '_id', 'eventTypeId']],
  buckets: ['eventHistogram', ['buckets', 'items', 'data']],
  average: ['occupancyAnswer', ['average', 'avg', 'averageOccupancy', 'average_occupancy', 'avgOccupancy']],
  maximum: ['occupancyAnswer', ['maximum', 'max', 'maxOccupancy', 'maximumOccupancy', 'max_occupancy']],
  maximumAt: ['occupancyAnswer', ['maximumAt', 'maxAt', 'maximum_at']],
  reportBuckets: ['occupancyAnswer', ['buckets']],
  bucketStart: ['occupancyAnswer', ['start']],
  bucketEnd: ['occupancyAnswer', ['end']],
  bucketEntrances: ['occupancyAnswer', ['entrances']],
  bucketExits: ['occupancyAnswer', ['exits']],
  resets: ['occupancyAnswer', ['resets']],
  resetAt: ['occupancyAnswer', ['at']],
  resetValue: ['occupancyAnswer', ['value']],
  resetRule: ['occupancyAnswer', ['rule']],
  entrances: ['dictionaries', ['items', 'data', 'results', 'entrances']],
  zones: ['dictionaries', ['items', 'data', 'results', 'zones']],
  schedules: ['dictionaries', ['items', 'data', 'results', 'schedules']],
  dictionaryId: ['dictionaries', ['id', '_id']],
  dictionaryName: ['dictionaries', ['name']],
  dictionaryCameras: ['dictionaries', ['cameraIds', 'cameraId']],
  zoneCapacity: ['dictionaries', ['capacity']],
  scheduleTimezone: ['dictionaries', ['timezone', 'timeZone']],
  scheduleRules: ['dictionaries', ['rules']],
} as const satisfies Record<string, readonly [assumption: AssumptionName, spellings: readonly string[]]>
export type AliasName = keyof typeof members

/** How a member of an answer is spelt, at whatever depth it stands: by an alias, or by names that nobody overrides. */
export type Spelt = Readonly<Record<string, AliasName | readonly string[]>>

/** What it means that a platform does not have the call. */
export interface Absence {
  readonly code: WallErrorCode
  readonly sentence: ExactMessage
  /** What that shows. */
  readonly finding?: AssumptionName
  /** How many such answers in a row count as absence; the call is then not made for a while. More than one where the call names a thing. */
  readonly shownBy?: number
  /** Absent: 404, 405, 501, and without a code of assumption 26 403 and, of a key that is accepted elsewhere, 401. */
  readonly statuses?: readonly number[]
}

/** How long and how often the wall tries a call. */
export interface Patience {
  /** From the first byte sent to the last one received: a body that drips must not hold a call open. */
  readonly timeoutInMs: number
  /** The first one included. */
  readonly maxAttempts: number
  /** A `Retry-After` above it ends the attempts: it is passed on to the caller. */
  readonly maxRetryAfterInMs: number
  /** `unless-carried-out`: only failures after which the platform cannot have acted on the request. */
  readonly repeats: 'always' | 'unless-carried-out'
}

export interface PlatformCallRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: PathName
  /** Goes below the path. */
  readonly hasId?: true
  /** Needs no key. */
  readonly isOpen?: true
  /** Takes another credential than the key, too (assumption 32). */
  readonly takesToken?: true
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** What the local site answers, and with which status where that is not 200. */
  readonly answer: z.ZodType
  /** JSON when left out. */
  readonly answerType?: string
  readonly status?: 201
  /** What the wall reads of it, in the wall's own words; without one any success is enough. */
  readonly reads?: z.ZodObject
  /** Those of them that a platform writes otherwise. */
  readonly spelt?: Spelt
  /** Confirmed by a success, contradicted by one that cannot be read. */
  readonly shows?: AssumptionName
  /** Confirmed by a success, too. */
  readonly confirms?: readonly AssumptionName[]
  readonly absence?: Absence
  /** What the platform's own codes mean, where its status says less. */
  readonly meanings?: Partial<Record<PlatformErrorCode, WallErrorCode>>
  /** What a status means without such a code, where it means more than to another call. */
  readonly uncoded?: Readonly<Record<number, WallErrorCode>>
  /** Failures that only concern the caller and do not count against the connection, as that the call is absent. */
  readonly ordinary?: readonly WallErrorCode[] | 'all'
  /** Codes whose own sentence says all: what the platform says beside would only say it again. */
  readonly plain?: readonly WallErrorCode[]
  /** More exact than the code's own. */
  readonly sentences?: Partial<Record<WallErrorCode, ExactMessage>>
  /** Where it is not the usual one. */
  readonly patience?: Partial<Patience>
  /** Its line of the connection test, and what to do without the call where there is another way. */
  readonly test?: { readonly name: TestedFunction; readonly instead?: TestAdvice }
}

const notFound = (sentence: ExactMessage, shows: Pick<Absence, 'finding' | 'shownBy'> = {}) =>
  ({ code: 'not_found', sentence, ...shows }) as const
const eventsUnavailable = (sentence: ExactMessage, finding?: AssumptionName) =>
  ({ code: 'events_unavailable', sentence, ...(finding && { finding, shownBy: 1 }) }) as const
const occupancyUnavailable = (sentence: ExactMessage, finding: AssumptionName) =>
  ({ code: 'occupancy_unavailable', sentence, finding, statuses: [404, 405, 501] }) as const
const refusals = ['refused', 'not_found', 'limit_reached'] as const
/** Of what the path ends with. */
const removal = { method: 'DELETE', hasId: true, answer: success } as const
/** Tried once: shared salvos have their own schedule, and keep what has not arrived. */
const ofSalvos = { path: 'wallSalvos', ordinary: 'all', patience: { maxAttempts: 1 } } as const
const salvoVersion = salvos.wallSalvoSchema.pick({ number: true, version: true })
const insertion = {
  method: 'POST',
  ordinary: refusals,
  sentences: {
    refused: exactMessage('event_refused'),
    limit_reached: exactMessage('event_limit_or_twin'),
    not_found: exactMessage('no_event_call_or_thing'),
  },
  // The outbox has its own schedule, and keeps what has not arrived. Below its lease.
  patience: { maxAttempts: 1 },
} as const

/** A list as it came, with the entries that cannot be read. */
const listed = z.array(z.unknown()).optional()

/** By which a platform says that a list is one page of several. */
const ofPages = {
  listed,
  total: z.int().nonnegative().optional(),
  hasMore: z.boolean().optional(),
  next: answeredCursor.optional(),
}
const spellingsOfPages = {
  total: ['total', 'count', 'totalCount', 'total_count'],
  hasMore: ['hasMore', 'has_more'],
  next: ['next', 'nextCursor', 'next_cursor', 'nextPage', 'next_page'],
} as const

/** Only what cannot be done without is wanted; the rest of an answer may be missing or unreadable. */
const cameraList = {
  method: 'GET',
  path: 'cameras',
  answer: cameras.camerasResponse,
  reads: z.object({
    items: z.array(cameras.cameraSchema.partial().required({ id: true })).max(MAX_CAMERAS),
    ...ofPages,
  }),
  spelt: { items: 'list', listed: 'list', id: 'id', ...spellingsOfPages },
} as const
const ticket = {
  method: 'POST',
  path: 'participants',
  body: liveView.createTicketRequest,
  answer: liveView.createTicketResponse,
  status: 201,
  reads: liveView.createTicketResponse
    .pick({ token: true, url: true })
    .extend({ expiresAtMs: epochMs })
    .partial({ url: true, expiresAtMs: true }),
  spelt: { token: 'ticket', url: 'ticketUrl', expiresAtMs: 'expiresAt' },
  shows: 'ticketResponse',
  // The page treats this like a media server that cannot be reached: it shows the camera over HLS.
  meanings: { media_server_down: 'media_unreachable' },
} as const
const session = {
  reads: playback.startPlaybackResponse
    .extend({ url: address, sessionId: address })
    .omit({ cameraId: true })
    .partial()
    .required({ url: true }),
  spelt: { url: 'playbackUrl', sessionId: 'sessionId', currentSessions: 'currentSessions' },
} as const
const tag = events.eventTagSchema.partial().required({ id: true })
const event = events.storedEventSchema
  .pick({ id: true, cameraId: true, eventTypeId: true, fields: true })
  .extend({ timestampMs: epochMs, receivedAtMs: epochMs })
  .partial({ fields: true, receivedAtMs: true })
const spellingsOfEvent = {
  id: 'eventId',
  cameraId: ['cameraId', 'camera_id'],
  eventTypeId: 'eventTypeId',
  timestampMs: ['timestamp'],
  receivedAtMs: ['receivedAt', 'received_at'],
} as const

function dictionaryOf<Path extends PathName, Shape extends z.ZodRawShape>(
  path: Path,
  which: 'entrances' | 'zones' | 'schedules',
  what: ExactMessage,
  answer: z.ZodObject<{ items: z.ZodArray<z.ZodObject<Shape>> }>,
) {
  const entry = answer.shape.items.element.partial().extend({ id: answeredId })
  return {
    method: 'GET',
    path,
    answer,
    takesToken: true,
    reads: z.object({ items: z.array(entry), ...ofPages }),
    spelt: {
      ...spellingsOfPages,
      items: which,
      listed: which,
      id: 'dictionaryId',
      name: 'dictionaryName',
      cameraIds: 'dictionaryCameras',
      capacity: 'zoneCapacity',
      timezone: 'scheduleTimezone',
      rules: 'scheduleRules',
    },
    shows: 'dictionaries',
    absence: occupancyUnavailable(exactMessage('no_dictionary', { what: [what] }), 'dictionaries'),
    // Its credential may be another one than the key (assumption 32).
    ordinary: ['key_rejected', 'not_allowed'],
    sentences: {
      key_rejected: exactMessage('dictionary_key_rejected', { what: [what] }),
      not_allowed: exactMessage('dictionary_not_allowed', { what: [what] }),
    },
  } as const
}

export const calls = {
  /** Section 4.3, assumptions 8 and 9. */
  createApiKey: {
    method: 'POST',
    path: 'apiKey',
    isOpen: true,
    body: keys.createApiKeyRequest,
    answer: keys.createApiKeyResponse,
    status: 201,
    reads: keys.createApiKeyResponse
      .omit({ createdAt: true, expiresAt: true })
      .extend({ expiresAtMs: epochMs })
      .partial()
      .required({ key: true }),
    spelt: { id: 'keyId', key: 'key', expiresAtMs: 'expiresAt' },
    shows: 'keyResponse',
    sentences: {
      key_rejected: exactMessage('sign_in_rejected'),
      not_allowed: exactMessage('sign_in_not_allowed'),
      not_found: exactMessage('no_key_making'),
      limit_reached: exactMessage('keys_full'),
      rate_limited: exactMessage('sign_in_pause'),
    },
    // Not repeated: it would use up one of ten keys (section 8). Slow on purpose on the platform's side, where passwords
    // are hashed. A pause after wrong ones is told at once.
    patience: { timeoutInMs: 15_000, repeats: 'unless-carried-out', maxRetryAfterInMs: 500 },
  },
  /** Assumption 36, as the two after it. What is learnt of keys is told to whoever replaces one. */
  listKeys: {
    method: 'GET',
    path: 'apiKeys',
    answer: keys.apiKeysResponse,
    reads: z.object({
      items: z.array(z.object({ isOwn: z.boolean(), name: text, expiresAtMs: epochMs }).partial()),
    }),
    spelt: { items: 'list', expiresAtMs: 'expiresAt' },
    shows: 'apiKeys',
    absence: notFound(exactMessage('no_key_list'), { finding: 'apiKeys' }),
    ordinary: 'all',
    patience: { maxAttempts: 2 },
  },
  renameKey: {
    method: 'PATCH',
    path: 'apiKeys',
    hasId: true,
    body: keys.renameApiKeyRequest,
    answer: keys.apiKeyRecordSchema,
  },
  revokeKey: {
    ...removal,
    path: 'apiKeys',
    shows: 'apiKeys',
    absence: notFound(exactMessage('no_such_key')),
    ordinary: 'all',
    patience: { timeoutInMs: 5_000, maxAttempts: 3 },
  },
  /** Assumption 24. */
  listCameras: {
    ...cameraList,
    shows: 'cameraList',
    absence: notFound(exactMessage('no_camera_list'), { finding: 'cameraList' }),
    test: { name: 'cameras', instead: 'import-cameras' },
  },
  /** Whether a key that is not in use opens the cameras of the wall: their list, and where there is none a ticket. */
  tryKey: {
    ...cameraList,
    absence: notFound(exactMessage('new_key_without_cameras')),
    ordinary: 'all',
    sentences: {
      key_rejected: exactMessage('new_key_rejected'),
      not_allowed: exactMessage('new_key_not_allowed'),
    },
    // An operator waits for it.
    patience: { maxAttempts: 2 },
  },
  tryTicket: { ...ticket, ordinary: 'all', patience: { maxAttempts: 2 } },
  /** Section 4.4, assumptions 10 and 11. The token broker has its own schedule, which knows about all cameras together. */
  createTicket: {
    ...ticket,
    patience: { timeoutInMs: 5_000, maxAttempts: 1 },
    test: { name: 'live-view' },
  },
  /** Assumption 12. */
  localLive: {
    ...session,
    method: 'GET',
    path: 'localLive',
    query: playback.localLiveQuery,
    answer: playback.localLiveResponse,
    shows: 'localLive',
    absence: notFound(exactMessage('no_local_live'), { finding: 'localLive', shownBy: 3 }),
    meanings: { too_many_sessions: 'too_many_sessions' },
    ordinary: ['too_many_sessions'],
    // The camera's first segments are waited for.
    patience: { timeoutInMs: 15_000, maxAttempts: 2 },
  },
  /** Section 4.6, assumptions 13 to 19. */
  startPlayback: {
    ...session,
    method: 'GET',
    path: 'playbackStart',
    query: playback.startPlaybackQuery,
    answer: playback.startPlaybackResponse,
    confirms: ['playbackTime'],
    meanings: {
      no_recording: 'no_recording',
      range_invalid: 'range_refused',
      range_too_long: 'range_refused',
      range_in_future: 'range_refused',
      before_retention: 'range_refused',
      too_many_sessions: 'too_many_sessions',
    },
    uncoded: { 429: 'too_many_sessions' },
    ordinary: ['no_recording', 'range_refused', 'too_many_sessions'],
    plain: ['no_recording'],
    sentences: { not_found: exactMessage('no_camera_or_recording') },
    // Not repeated: it has begun a session, one of ten, that lives for 90 seconds and whose id nobody knows. Players and
    // exports ask again by themselves.
    patience: { timeoutInMs: 15_000, repeats: 'unless-carried-out' },
    test: { name: 'playback' },
  },
  /** Assumption 16. */
  stopPlayback: {
    method: 'POST',
    path: 'playbackStop',
    body: playback.stopPlaybackRequest,
    answer: success,
    shows: 'playbackStop',
    absence: notFound(exactMessage('no_such_session'), { shownBy: 3 }),
    // A session that is not stopped ends by itself within 90 seconds.
    patience: { timeoutInMs: 3_000, maxAttempts: 2 },
  },
  /** Assumption 25. */
  coverage: {
    method: 'GET',
    path: 'playbackCoverage',
    query: playback.coverageQuery,
    answer: playback.coverageResponse,
    reads: playback.coverageResponse,
    spelt: { ranges: 'ranges', 0: ['0', 'start', 'startMs', 'from'], 1: ['1', 'end', 'endMs', 'to'] },
    shows: 'coverage',
    absence: notFound(exactMessage('no_coverage'), { finding: 'coverage', shownBy: 3 }),
  },
  /** Assumption 23. */
  eventTags: {
    method: 'GET',
    path: 'eventTags',
    answer: events.eventTagsResponse,
    reads: z.object({ items: z.array(tag) }),
    spelt: { items: 'eventTags', id: 'eventTagId' },
    shows: 'eventTags',
    absence: eventsUnavailable(exactMessage('no_event_tags'), 'eventTags'),
    test: { name: 'event-tags', instead: 'enter-tags' },
  },
  createEventTag: {
    method: 'POST',
    path: 'eventTags',
    body: events.createEventTagRequest,
    answer: events.eventTagSchema,
    status: 201,
    reads: tag,
    spelt: { id: 'eventTagId' },
    absence: eventsUnavailable(exactMessage('no_event_tag_making')),
    ordinary: refusals,
    sentences: { limit_reached: exactMessage('event_tags_full') },
    // Not repeated: its name would be taken.
    patience: { repeats: 'unless-carried-out' },
  },
  /** The wall removes none. */
  removeEventTag: { ...removal, path: 'eventTags' },
  /** Section 4.7, assumption 33. */
  insertEvent: {
    ...insertion,
    path: 'eventInsert',
    body: events.insertEventRequest,
    answer: success,
    test: { name: 'event-insert' },
  },
  /** Assumption 34. */
  insertEvents: {
    ...insertion,
    path: 'eventInsertBatch',
    body: events.insertBatchRequest,
    answer: events.insertBatchResponse,
    reads: events.insertBatchResponse,
    shows: 'eventBatch',
    absence: notFound(exactMessage('no_event_call_or_thing'), { finding: 'eventBatch' }),
    patience: { timeoutInMs: 15_000, maxAttempts: 1 },
  },
  /** Assumption 37. The wall removes none. */
  removeEvent: { ...removal, path: 'events' },
  /** Assumptions 20 and 21. */
  searchEvents: {
    method: 'POST',
    path: 'eventSearch',
    body: events.searchEventsRequest,
    answer: events.searchEventsResponse,
    reads: events.searchEventsResponse.extend({
      events: z.array(event),
      listed,
      /** Of the whole question, where a platform says so. */
      total: z.int().nonnegative().optional(),
      hasMore: z.boolean().optional(),
    }),
    spelt: {
      ...spellingsOfEvent,
      events: 'events',
      listed: 'events',
      nextCursor: 'nextCursor',
      hasMore: ['hasMore', 'has_more'],
    },
    shows: 'eventSearch',
    absence: eventsUnavailable(exactMessage('no_event_search'), 'eventSearch'),
    meanings: { invalid_cursor: 'cursor_refused' },
    ordinary: [...refusals, 'cursor_refused'],
    // An operator waits for it; a platform may have to read a month of events.
    patience: { timeoutInMs: 20_000, maxAttempts: 3 },
    test: { name: 'event-search' },
  },
  /** Assumption 22. */
  eventHistogram: {
    method: 'POST',
    path: 'eventHistogram',
    body: events.eventHistogramRequest,
    answer: events.eventHistogramResponse,
    reads: z.object({
      buckets: z.array(
        events.eventHistogramResponse.shape.buckets.element
          .omit({ start: true })
          .extend({ startMs: epochMs })
          .partial({ byType: true }),
      ),
    }),
    spelt: { buckets: 'buckets', startMs: ['start', 'startMs'] },
    shows: 'eventHistogram',
    absence: eventsUnavailable(exactMessage('no_event_count'), 'eventHistogram'),
    ordinary: refusals,
    patience: { timeoutInMs: 20_000, maxAttempts: 3 },
  },
  /** Assumption 30: server-sent events. What is read is one of them. */
  eventStream: {
    method: 'GET',
    path: 'eventStream',
    answer: z.string(),
    answerType: 'text/event-stream',
    reads: event,
    spelt: spellingsOfEvent,
    shows: 'eventStream',
    absence: eventsUnavailable(exactMessage('no_event_stream'), 'eventStream'),
    // Until it is open. The feed has its own schedule.
    patience: { maxAttempts: 1 },
  },
  /** Section 4.1, assumptions 1 to 6. */
  occupancyReport: {
    method: 'POST',
    path: 'occupancyReport',
    takesToken: true,
    body: occupancy.occupancyReportRequest,
    answer: occupancy.occupancyReportResponse,
    reads: occupancyAnswerSchema,
    spelt: {
      average: 'average',
      maximum: 'maximum',
      maximumAtMs: 'maximumAt',
      buckets: 'reportBuckets',
      startMs: 'bucketStart',
      endMs: 'bucketEnd',
      entrances: 'bucketEntrances',
      exits: 'bucketExits',
      resets: 'resets',
      atMs: 'resetAt',
      value: 'resetValue',
      rule: 'resetRule',
    },
    shows: 'occupancyAnswer',
    confirms: ['occupancyReport', 'occupancyRange', 'occupancyTimezone', 'occupancyObjects'],
    absence: occupancyUnavailable(exactMessage('no_occupancy_report'), 'occupancyReport'),
    ordinary: ['refused', 'key_rejected', 'not_allowed'],
    sentences: {
      refused: exactMessage('report_refused'),
      key_rejected: exactMessage('report_key_rejected'),
      not_allowed: exactMessage('report_not_allowed'),
    },
    // A platform may have to read a year; tiles ask again by themselves.
    patience: { timeoutInMs: 20_000, maxAttempts: 2 },
    test: { name: 'occupancy' },
  },
  /** Assumption 35. The wall sends none. */
  occupancyEvents: {
    method: 'POST',
    path: 'occupancyEvents',
    body: occupancy.occupancyEventsRequest,
    answer: events.insertBatchResponse,
  },
  /** Assumption 38, as the three after it. A wall without them keeps its salvos itself. */
  listWallSalvos: {
    ...ofSalvos,
    method: 'GET',
    answer: salvos.wallSalvosResponse,
    reads: z.object({ items: z.array(salvoVersion).max(salvos.MAX_WALL_SALVOS) }),
    shows: 'wallSalvos',
    absence: {
      code: 'salvos_unavailable',
      sentence: exactMessage('no_shared_salvos'),
      finding: 'wallSalvos',
      shownBy: 1,
    },
  },
  wallSalvo: {
    ...ofSalvos,
    method: 'GET',
    hasId: true,
    answer: salvos.wallSalvoResponse,
    reads: salvos.wallSalvoResponse
      .pick({ version: true, savedBy: true, content: true })
      .extend({ savedAtMs: epochMs }),
    spelt: { savedAtMs: ['savedAt'] },
    patience: { maxAttempts: 2 },
  },
  saveWallSalvo: {
    ...ofSalvos,
    method: 'PUT',
    hasId: true,
    body: salvos.saveWallSalvoRequest,
    answer: salvos.wallSalvoSchema,
    reads: salvoVersion,
    meanings: { salvo_changed: 'salvo_changed' },
    sentences: { limit_reached: exactMessage('platform_salvos_full') },
  },
  removeWallSalvo: {
    ...ofSalvos,
    ...removal,
    query: salvos.removeWallSalvoQuery,
    meanings: { salvo_changed: 'salvo_changed' },
  },
  /** Section 4.2, assumption 7. */
  dictionaryEntrances: {
    ...dictionaryOf(
      'dictionaryEntrances',
      'entrances',
      exactMessage('part_entrances'),
      dictionaries.entrancesResponse,
    ),
    // The three lists are one line.
    test: { name: 'dictionaries' },
  },
  dictionaryZones: dictionaryOf(
    'dictionaryZones',
    'zones',
    exactMessage('part_zones'),
    dictionaries.zonesResponse,
  ),
  dictionarySchedules: dictionaryOf(
    'dictionarySchedules',
    'schedules',
    exactMessage('part_schedules'),
    dictionaries.schedulesResponse,
  ),
} as const satisfies Record<string, PlatformCallRow>
export type CallName = keyof typeof calls
/** For whoever does not know which call it is. */
export function rowOf(call: CallName): PlatformCallRow {
  return calls[call]
}
/** Those that the connection test calls. */
export type TestedCall = {
  [Name in CallName]: (typeof calls)[Name] extends { test: object } ? Name : never
}[CallName]

/** What the wall has of an answer. */
export type AnswerOf<Name extends CallName> = (typeof calls)[Name] extends { readonly reads: infer Schema }
  ? z.infer<Schema>
  : Readonly<Record<string, never>>
