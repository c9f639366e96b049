import { z } from 'zod'
import { epochMs } from './kinds.ts'

const cameraId = z.string().min(1).max(200)

/** Largest instant of a JavaScript date. */
const lastInstantMs = 8_640_000_000_000_000

/** An instant of a query: epoch milliseconds, or ISO 8601 with an offset (assumption 13). Parsed to epoch milliseconds. */
const instant = z
  .union([
    z.string().regex(/^\d{1,16}$/),
    z.iso.datetime({ offset: true }),
    z.iso.datetime({ offset: true, precision: -1 }),
  ])
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : Date.parse(text)))
  .refine((ms) => Number.isFinite(ms) && ms <= lastInstantMs, 'is no instant')

const range = { cameraId, start: instant, end: instant }

/** Section 4.6: query of `GET /v1/playback/start`; `[start, end)`. Unknown parameters are refused (assumption 31). */
export const startPlaybackQuery = z.strictObject({
  ...range,
  /** `true` asks for the reduced rendition alone (assumption 19). */
  smartStorage: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  /** A session to go on with (assumption 18). */
  sessionId: z.uuid().optional(),
})

/** 200 of section 4.6. `url`: `{playback_host}/session/<session_id>/camera/<camera_id>/manifest.m3u8`. */
export const startPlaybackResponse = z.object({
  cameraId: z.string(),
  sessionId: z.uuid(),
  url: z.url(),
  /** Of the organization, this one included. */
  currentSessions: z.int().nonnegative(),
})

/** `POST /v1/playback/stop` (assumption 16). */
export const stopPlaybackRequest = z.strictObject({ sessionId: z.uuid(), cameraId })

/** Query of `GET /v1/playback/coverage` (assumption 25); `[start, end)`, any length. */
export const coverageQuery = z.strictObject(range)

/** What is recorded within the range: `[start, end)` in epoch milliseconds, ascending, apart from each other. */
export const coverageResponse = z.object({ ranges: z.array(z.tuple([epochMs, epochMs])) })

/** Query of `GET /v1/live-view/local` (assumption 12). */
export const localLiveQuery = z.strictObject({ cameraId })
export const localLiveResponse = z.object({ cameraId: z.string(), url: z.url() })
