import { z } from 'zod'

/** Layouts of this version, by number of tiles. */
export const layoutSizes = [1, 4, 9, 16, 25, 36] as const
export type LayoutSize = (typeof layoutSizes)[number]
/** Of a wall that has none yet. */
export const FIRST_LAYOUT: LayoutSize = 9
export const layoutSchema = z.union(layoutSizes.map((size) => z.literal(size)))

/** What a tile shows. A new kind is a new member of this union and of the renderer's content table, nothing else. */
export const tileContentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('empty') }),
  z.object({ kind: z.literal('camera'), cameraId: z.string().min(1).max(200) }),
])

/** Cameras that a tile showed before, newest first. */
export const TILE_MEMORY = 8

export const tileDocumentSchema = z.object({
  content: tileContentSchema,
  memory: z.array(z.string()).max(TILE_MEMORY).default([]),
})
export type TileDocument = z.infer<typeof tileDocumentSchema>

export const WALL_DOCUMENT_VERSION = 1

/**
 * A whole wall as it is kept and restored. `tiles` may be longer than the layout shows: what a smaller
 * layout hides comes back with the larger one.
 */
export const wallDocumentSchema = z.object({
  version: z.literal(WALL_DOCUMENT_VERSION),
  layout: layoutSchema,
  tiles: z.array(tileDocumentSchema).max(36),
  /** Index into `tiles`. */
  selected: z.int().min(0).max(35),
  /** Tile shown large, or null. */
  large: z.int().min(0).max(35).nullable(),
})
export type WallDocument = z.infer<typeof wallDocumentSchema>
