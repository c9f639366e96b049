import { z } from 'zod'

/** A camera as the wall knows it. `number` is what operators type; unique on this wall. */
export const wallCameraSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  number: z.int().positive(),
  group: z.string(),
  /** Milliseconds that the clock of its recorder is ahead, as the operators list it; absent: not known to be. */
  clockOffsetMs: z.int().optional(),
  /**
   * Since when neither the platform nor the operators list it, epoch milliseconds. Its number and its last name are
   * remembered for the tiles and the fingers that know it. Absent: it is listed.
   */
  unlistedSinceMs: z.int().nonnegative().optional(),
})
export type WallCamera = z.infer<typeof wallCameraSchema>
