import { z } from 'zod'

/** The states of a tile (product §1), proven by presented frames and not by sockets. */
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
         * `PLAYBACK`: shows recorded footage on purpose, whatever the camera does meanwhile. `FEED` and
         * `OCCUPANCY`: shows no camera but events, or how many are there.
         */
        state: z.enum([...tileStates, 'PLAYBACK', 'FEED', 'OCCUPANCY']),
      }),
    )
    .max(36),
})
export type TileReport = z.infer<typeof tileReportSchema>
