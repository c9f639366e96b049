import { z } from 'zod'
import { layoutNameSchema, layoutOf, layoutSchema, MAX_TILES } from './layout.ts'
import { MAX_SEARCH_NAME_CHARS } from './saved-search.ts'

/** What a tile shows. A new kind is a new member of this union and of the renderer's content table, nothing else. */
export const tileContentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('empty') }),
  z.object({ kind: z.literal('camera'), cameraId: z.string().min(1).max(200) }),
  /** New events as they come; `search` is the name of a saved one that says which, all without. */
  z.object({ kind: z.literal('feed'), search: z.string().min(1).max(MAX_SEARCH_NAME_CHARS).optional() }),
  /** How many are there; `reportId` is that of a saved report. */
  z.object({ kind: z.literal('occupancy'), reportId: z.string().min(1).max(100) }),
])
export type TileContent = z.infer<typeof tileContentSchema>

export const receiptCorners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const
export const receiptSizes = ['small', 'middle', 'large'] as const

/** Fields of events over the picture of their camera. */
export const tileReceiptSchema = z.object({
  isShown: z.boolean(),
  corner: z.enum(receiptCorners),
  size: z.enum(receiptSizes),
  /** Ids of the event tags that are shown; empty: all. */
  tags: z.array(z.string().min(1).max(200)).max(100),
})
export type TileReceipt = z.infer<typeof tileReceiptSchema>

/** How many contents a tile remembers. */
export const TILE_MEMORY = 8

/** Until version 3 only cameras were remembered, by id. */
const rememberedSchema = z.union([
  z
    .string()
    .min(1)
    .max(200)
    .transform((cameraId): TileContent => ({ kind: 'camera', cameraId })),
  tileContentSchema,
])

export const tileDocumentSchema = z.object({
  content: tileContentSchema,
  /** What it showed before, newest first. */
  memory: z.array(rememberedSchema).max(TILE_MEMORY).default([]),
  /** Of a tile that never had any: none are shown. */
  receipt: tileReceiptSchema.optional(),
})
export type TileDocument = z.infer<typeof tileDocumentSchema>

/** Version 1 knew cameras only, version 2 only layouts of equal tiles, by their number. */
export const WALL_DOCUMENT_VERSION = 3

/**
 * A whole wall as it is kept and restored. `tiles` may be longer than the layout shows: what a smaller
 * layout hides comes back with the larger one.
 */
export const wallDocumentSchema = z.object({
  version: z.literal([1, 2, WALL_DOCUMENT_VERSION]).transform((): 3 => WALL_DOCUMENT_VERSION),
  layout: z.union([layoutSchema, layoutNameSchema.transform(layoutOf)]),
  tiles: z.array(tileDocumentSchema).max(MAX_TILES),
  /** Index into `tiles`. */
  selected: z
    .int()
    .min(0)
    .max(MAX_TILES - 1),
  /** Tile shown large, or null. */
  large: z
    .int()
    .min(0)
    .max(MAX_TILES - 1)
    .nullable(),
})
export type WallDocument = z.infer<typeof wallDocumentSchema>
