import { z } from 'zod'
import { isoInstant } from './kinds.ts'

export const MAX_WALL_SALVOS = 200
/** Of the arrangement of a hundred monitors with cameras of long names. */
export const MAX_WALL_SALVO_CHARS = 512 * 1_024

/** Assumption 38. `version` grows with each change, and goes on after a removal. */
export const wallSalvoSchema = z.object({
  number: z.int().min(1).max(999_999),
  version: z.int().positive(),
  savedBy: z.string().max(200),
  savedAt: isoInstant,
})
export const wallSalvosResponse = z.object({ items: z.array(wallSalvoSchema).max(MAX_WALL_SALVOS) })
/** `content` is the wall's: a platform keeps it and reads nothing of it. */
export const wallSalvoResponse = wallSalvoSchema.extend({ content: z.string().max(MAX_WALL_SALVO_CHARS) })
export const saveWallSalvoRequest = z.strictObject({
  /** The version that was changed; 0: there was none. 409 `salvo_changed` where the platform has another one. */
  baseVersion: z.int().nonnegative(),
  /** The same change again, because its answer was lost, is carried out once. */
  changeId: z.uuid(),
  savedBy: z.string().max(200),
  content: z.string().min(1).max(MAX_WALL_SALVO_CHARS),
})
export const removeWallSalvoQuery = z.strictObject({
  baseVersion: z.coerce.number<string>().int().nonnegative(),
  changeId: z.uuid(),
})
