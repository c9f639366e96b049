import { z } from 'zod'

/**
 * Every gap of the interface document and our answer to it (numbers as in the project's assumptions table, docs/assumptions.md).
 * The site writes exactly the default; the wall sends the default, reads the aliases too, and settings override paths and units.
 * A guess never hides: the connection page lists which of these a platform has confirmed by a call that succeeded.
 */
export const assumptions = {
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
  cameraList: { number: 24, gap: 'no endpoint lists the cameras', answer: 'GET /v1/cameras (extension)' },
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
} as const
export type AssumptionName = keyof typeof assumptions
export const assumptionNames = Object.keys(assumptions) as [AssumptionName, ...AssumptionName[]]

/** Paths of the interface, each overridable: section 4 of the document and assumption 24. */
export const defaultPaths = {
  apiKey: '/v1/api-key',
  participants: '/v1/live-view/participants',
  cameras: '/v1/cameras',
} as const
export type PathName = keyof typeof defaultPaths

/** How many units of the wire one second is. */
export const expiryUnits = { seconds: 1, milliseconds: 1_000, days: 1 / 86_400 } as const
export type ExpiryUnit = keyof typeof expiryUnits
export const expiryUnitSchema = z.enum(['seconds', 'milliseconds', 'days'])

const pathSchema = z
  .string()
  .regex(/^\/[\w\-./{}]*$/, 'a path begins with / and has no query')
  .max(200)

/** What an operator may override for a platform whose answers differ from ours. */
export const platformOverridesSchema = z.object({
  paths: z.partialRecord(z.enum(['apiKey', 'participants', 'cameras']), pathSchema).default({}),
  keyExpiryUnit: expiryUnitSchema.default('seconds'),
  ticketExpiryUnit: expiryUnitSchema.default('seconds'),
})
export type PlatformOverrides = z.infer<typeof platformOverridesSchema>

/** Spellings that the wall accepts when it reads an answer, first match wins (assumptions 7, 9, 11, 24, 26). */
export const aliases = {
  envelope: ['data', 'result'],
  list: ['items', 'data', 'results', 'cameras'],
  id: ['id', '_id', 'cameraId'],
  key: ['key', 'apiKey', 'token', 'value'],
  ticket: ['token', 'accessToken', 'participantToken', 'jwt'],
  ticketUrl: ['url', 'liveViewUrl', 'serverUrl', 'wsUrl'],
  expiresAt: ['expiresAt', 'expires_at', 'expiration', 'expirationDate'],
} as const

/** Section 3 and 8 of the document: a ticket starts a stream within 3 minutes of its creation. */
export const TICKET_LIFE_IN_MS = 180_000
/** Section 8. */
export const MAX_KEYS_PER_ORGANIZATION = 10
/** Assumption 28. */
export const RATE_LIMIT = { requestsPerSecond: 50, burst: 200 } as const
