/** Numbers of the interface: those of its section 8, and those that the assumptions settle. */

/** Section 3 and 8 of the document: a ticket starts a stream within 3 minutes of its creation. */
export const TICKET_LIFE_IN_MS = 180_000
/** Of an id that a platform gives, an organization's too. */
export const MAX_ID_CHARS = 200
/** Of what a key is called. */
export const MAX_KEY_NAME_CHARS = 100
/** Section 8. */
export const MAX_KEYS_PER_ORGANIZATION = 10
/** Assumption 28. */
export const RATE_LIMIT = { requestsPerSecond: 50, burst: 200 } as const
/** Section 3 and 8: a session ends after this long without a request for its manifests or segments. */
export const PLAYBACK_IDLE_LIMIT_IN_MS = 90_000
/** Assumption 14. */
export const MAX_PLAYBACK_RANGE_IN_MS = 3_600_000
/** Assumption 17. */
export const MAX_PLAYBACK_SESSIONS = 10
/** Assumption 29. */
export const RETENTION_IN_DAYS = 30
/** Section 8. */
export const MAX_EVENT_TAGS = 10
/** Section 8. */
export const MAX_EVENT_FIELDS = 10
/** Of a text value, in UTF-16 code units: some lines of a receipt. */
export const MAX_EVENT_TEXT_CHARS = 2_000
/** How far an event may lie ahead of the site's clock: events by a clock of another zone are still accepted. */
export const MAX_EVENT_LEAD_IN_MS = 86_400_000
/** Assumption 34. */
export const MAX_BATCH_EVENTS = 500
/** Assumption 20. */
export const MAX_EVENTS_A_PAGE = 1_000
/** Cameras, and likewise tags, that one question names. */
export const MAX_EVENT_CAMERAS = 1_000
export const MAX_EVENT_CONDITIONS = 20
/** Assumption 22: more than a screen has columns. */
export const MAX_EVENT_BUCKETS = 10_000
/** Assumption 1: a leap year, and the hour that a change of the clock adds. */
export const MAX_OCCUPANCY_RANGE_IN_MS = 366 * 86_400_000 + 3_600_000
/** How far a report may begin ahead of the site's clock, since clients' clocks may be ahead; later is refused. */
export const MAX_OCCUPANCY_LEAD_IN_MS = 60_000
/** Ids of one report. */
export const MAX_OCCUPANCY_SOURCES = 1_000
/** Of a list that the wall takes: more are a fault of the platform. */
export const MAX_CAMERAS = 10_000
