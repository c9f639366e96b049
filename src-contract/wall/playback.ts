import { z } from 'zod'
import { idSchema as cameraId, instantMs } from './kinds.ts'

/** `full`: every rendition that there is, for the player to choose from. `reduced`: the small one alone. */
export const playbackQualitySchema = z.enum(['full', 'reduced'])
export type PlaybackQuality = z.infer<typeof playbackQualitySchema>

/** Names a playback to the shell that opened it. Nobody can guess it: who knows it may read the footage. */
export const playbackIdSchema = z.string().min(20).max(100)

/** Address of a manifest below the page's own origin; stays the same whatever happens to the session behind it. */
const manifestPath = z.string().startsWith('/media/')

/** `fromMs`: the window begins no earlier, also not before a gap. */
export const openPlaybackSchema = z.object({
  cameraId,
  atMs: instantMs,
  quality: playbackQualitySchema,
  fromMs: instantMs.optional(),
})
export type OpenPlayback = z.infer<typeof openPlaybackSchema>

/** A window of at most one hour around the instant, `[startMs, endMs)`, never into the future. */
export const openedPlaybackSchema = z.object({
  playbackId: playbackIdSchema,
  manifest: manifestPath,
  startMs: instantMs,
  endMs: instantMs,
  /** It ends with the newest footage there was, not at the limit of a window. */
  isNewest: z.boolean(),
})
export type OpenedPlayback = z.infer<typeof openedPlaybackSchema>

const playbackIds = z.array(playbackIdSchema).max(128)

/** The whole list, on every change. What is in neither list is stopped and forgotten. */
export const holdPlaybackSchema = z.object({ playing: playbackIds, paused: playbackIds })

export const askCoverageSchema = z.object({ cameraId, startMs: instantMs, endMs: instantMs })
/** What is recorded, `[startMs, endMs)` each, ascending. `unknown`: this platform cannot say. */
export const coverageSchema = z.object({
  ranges: z.array(z.tuple([instantMs, instantMs])),
  source: z.enum(['platform', 'unknown']),
})
export type Coverage = z.infer<typeof coverageSchema>

export const openLocalSchema = z.object({ cameraId })
export const openedLocalSchema = openedPlaybackSchema.pick({ playbackId: true, manifest: true })
export type OpenedLocal = z.infer<typeof openedLocalSchema>

/** Of all pages of this wall, since the platform was chosen. */
export const playbackFiguresSchema = z.object({
  requests: z.int(),
  bytes: z.int(),
  /** Sessions that died under a player and were started again behind the same address. */
  restarts: z.int(),
  /** Sessions of this wall that are alive. */
  sessions: z.int(),
  /** Of the organization at once, as far as the platform has shown. */
  cap: z.int().optional(),
})
export type PlaybackFigures = z.infer<typeof playbackFiguresSchema>

/** Header of every answer of `/media/…` that is no media; its body is a `WallError` as JSON. */
export const MEDIA_PROBLEM_HEADER = 'x-tessera-media'

/** Why `/media/…` answered without media, with the status of the answer. */
export const mediaProblems = {
  /** No such playback of this wall any more: open it anew. */
  'unknown-playback': 404,
  /** The session could not be started again. */
  'session-refused': 503,
  /** The new session names its segments differently or counts time from elsewhere: rebuild the player. */
  'session-changed': 409,
  /** The session lives and has no such file. */
  missing: 404,
  'bad-path': 400,
  /** An address outside of what the platform named. */
  'host-not-allowed': 403,
  'not-media': 502,
  /** Another try would be as long. */
  'manifest-too-large': 413,
  'rate-limited': 429,
  refused: 502,
  'platform-failed': 503,
  unreachable: 502,
  /** The server has one that is not accepted. */
  certificate: 502,
  timeout: 504,
} as const
export type MediaProblem = keyof typeof mediaProblems
