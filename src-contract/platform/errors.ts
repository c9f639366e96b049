import { z } from 'zod'

/** Closed list of the site's error codes with their status (assumptions 14, 17, 23, 26, 27, 31 to 33, 36 to 38). */
export const platformErrors = {
  malformed: 400,
  unknown_member: 400,
  invalid_value: 400,
  range_invalid: 400,
  range_too_long: 400,
  range_in_future: 400,
  before_retention: 400,
  session_of_other_camera: 400,
  other_organization: 400,
  too_many_buckets: 400,
  invalid_cursor: 400,
  missing_key: 401,
  invalid_key: 401,
  expired_key: 401,
  invalid_credentials: 401,
  invalid_token: 401,
  expired_token: 401,
  organization_not_allowed: 403,
  unknown_camera: 404,
  unknown_session: 404,
  unknown_key: 404,
  unknown_event_tag: 404,
  unknown_event: 404,
  unknown_salvo: 404,
  no_recording: 404,
  unknown_path: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  too_many_keys: 409,
  too_many_event_tags: 409,
  event_tag_in_use: 409,
  name_taken: 409,
  too_many_salvos: 409,
  salvo_changed: 409,
  /** Of other platforms: an event with this `Idempotency-Key` is there (assumption 33). */
  already_stored: 409,
  session_ended: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  idempotency_key_reused: 422,
  rate_limited: 429,
  sign_in_delayed: 429,
  too_many_sessions: 429,
  too_many_streams: 429,
  headers_too_large: 431,
  internal: 500,
  storage_full: 507,
  media_server_down: 503,
  camera_silent: 503,
} as const
export type PlatformErrorCode = keyof typeof platformErrors

/** Assumption 26. `field` is the path of the member at fault, e.g. `timeRange.start`. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(platformErrors) as [PlatformErrorCode, ...PlatformErrorCode[]]),
    message: z.string(),
    field: z.string().optional(),
  }),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
