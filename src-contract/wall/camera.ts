import { z } from 'zod'

/** A camera as the wall knows it. `number` is what operators type; unique on this wall. */
export const wallCameraSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  number: z.int().positive(),
  group: z.string(),
  /** Milliseconds that the clock of its recorder is ahead, as the operators list it; absent: not known to be. */
  clockOffsetMs: z.int().optional(),
})
export type WallCamera = z.infer<typeof wallCameraSchema>
