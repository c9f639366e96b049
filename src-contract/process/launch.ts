import { z } from 'zod'

/**
 * What the launcher and its children (local site, shell) tell each other over Node's IPC channel.
 * The account's password travels here and nowhere else: never in an argument, the environment or a file.
 */
export const embeddedSiteSchema = z.object({
  type: z.literal('embedded-site'),
  baseUrl: z.url(),
  /** Empty for a site without a media server. */
  liveViewUrl: z.url().or(z.literal('')),
  account: z.object({ email: z.string(), password: z.string(), orgId: z.string() }),
})
export type EmbeddedSite = z.infer<typeof embeddedSiteSchema>

export type FromSite =
  | { type: 'progress'; part: string; text: string }
  | {
      type: 'ready'
      baseUrl: string
      liveViewUrl: string
      account: EmbeddedSite['account']
      cameras: number
      partsMs: Record<string, number>
    }
  | { type: 'failed'; sentence: string; exitCode: number }
  | TestDone

/** Answer to a test's command: `problem` is a sentence when it could not be done. */
export type TestDone = { type: 'test-done'; id: number; problem?: string; media?: MediaServerSight }

/** What a test may know about the media server. `pid` is absent while none runs. */
export interface MediaServerSight {
  state: 'up' | 'starting' | 'down' | 'absent'
  pid?: number
  publishing: number
}

/** What cameras do that are not kind. Left out: this one is. */
export const cameraHabitsSchema = z.object({
  /** Requests for a key frame are not answered: viewers wait for the next group. */
  ignoresPli: z.boolean().optional(),
  /** Of each group so many pictures come, then none until the next one: 1 is one picture a group. */
  picturesOfGroup: z.int().positive().optional(),
  /** Its smallest encoding comes in place of every other: another resolution within the same stream. */
  isSmall: z.boolean().optional(),
  /** Its sound stops; its track stays. */
  isSilent: z.boolean().optional(),
  /** Its clock is ahead; what changes this makes its time stamps jump. */
  clockAheadMs: z.int().optional(),
})
export type CameraHabits = z.infer<typeof cameraHabitsSchema>

const ofCamera = { id: z.int(), cameraId: z.string() }

/**
 * Faults that a test asks of a running site: over this channel only, so that nobody on the network can.
 * Each is answered by `test-done` with the same id.
 */
export const toSiteSchema = z.discriminatedUnion('type', [
  /** The camera stays connected but sends no further picture. */
  z.object({ type: z.literal('test-freeze'), ...ofCamera }),
  /** Ends a freeze or a stop. */
  z.object({ type: z.literal('test-resume'), ...ofCamera }),
  /** The camera leaves its room. */
  z.object({ type: z.literal('test-stop'), ...ofCamera }),
  /** In place of the habits before. */
  z.object({ type: z.literal('test-habits'), ...ofCamera, habits: cameraHabitsSchema }),
  /** SIGKILL; the site's supervisor starts it again as after any crash. */
  z.object({ type: z.literal('test-kill-media-server'), id: z.int() }),
  z.object({ type: z.literal('test-media'), id: z.int() }),
])
export type ToSite = z.infer<typeof toSiteSchema>

export type FromShell =
  | { type: 'ready'; url?: string }
  | { type: 'tiles'; wanted: number; live: number; states: Record<string, number> }
  | { type: 'connected' }
  | { type: 'closed' }
  /** Something that whoever made this start should know; the wall goes on. */
  | { type: 'notice'; sentence: string }
  | { type: 'failed'; sentence: string; exitCode: number }
