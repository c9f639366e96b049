import { z } from 'zod'

/** The states of a tile, proven by presented frames and not by sockets. */
export const tileStates = [
  'LIVE',
  'LATE',
  'STALE',
  'CONNECTING',
  'RECONNECTING',
  'OFFLINE',
  'NO ACCESS',
  'NO CAMERA',
] as const
export const tileStateSchema = z.enum(tileStates)
export type TileStateName = z.infer<typeof tileStateSchema>

/** What the page tells its shell about the wall: for the self-test, the log and the support bundle. */
export const tileReportSchema = z.object({
  tiles: z
    .array(
      z.object({
        tile: z.int(),
        cameraId: z.string().optional(),
        /**
         * `PLAYBACK`: shows recorded footage on purpose, whatever the camera does meanwhile. The others: shows no
         * camera but events, how many are there, the time or a text.
         */
        state: z.enum([...tileStates, 'PLAYBACK', 'FEED', 'OCCUPANCY', 'CLOCK', 'TEXT']),
      }),
    )
    .max(36),
})
export type TileReport = z.infer<typeof tileReportSchema>
