import { z } from 'zod'
import { idSchema } from './kinds.ts'
import { layoutNameSchema, layoutOf, layoutSchema, MAX_TILES } from './layout.ts'
import { MAX_SEARCH_NAME_CHARS } from './saved-search.ts'

/** Shorter, and nobody sees what was shown; each camera has to be connected before its turn. */
export const MIN_DWELL_IN_MS = 2_000
export const MAX_DWELL_IN_MS = 3_600_000
export const MAX_SEQUENCE_STEPS = 100
export const MAX_TILE_TEXT_CHARS = 500

const sequenceStepSchema = z.object({
  cameraId: idSchema,
  dwellInMs: z.int().min(MIN_DWELL_IN_MS).max(MAX_DWELL_IN_MS),
})
export type SequenceStep = z.infer<typeof sequenceStepSchema>

/** What a tile shows. A new kind is a new member of this union and of the renderer's content table, nothing else. */
export const tileContentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('empty') }),
  z.object({ kind: z.literal('camera'), cameraId: idSchema }),
  /** New events as they come; `search` is the name of a saved one that says which, all without. */
  z.object({ kind: z.literal('feed'), search: z.string().min(1).max(MAX_SEARCH_NAME_CHARS).optional() }),
  /** How many are there; `reportId` is that of a saved report. */
  z.object({ kind: z.literal('occupancy'), reportId: z.string().min(1).max(100) }),
  /** The camera of the tile that is selected on this monitor, or on any. */
  z.object({
    kind: z.literal('hotspot'),
    scope: z.enum(['monitor', 'all']),
    /** The one that it follows now. */
    cameraId: idSchema.optional(),
  }),
  /** One camera after the other. */
  z.object({
    kind: z.literal('sequence'),
    steps: z.array(sequenceStepSchema).min(1).max(MAX_SEQUENCE_STEPS),
    /** Which one is shown; the first one without. Neither is kept: a wall that starts again runs its sequences. */
    at: z.int().nonnegative().optional(),
    pausedBy: z.enum(['selection', 'operator']).optional(),
  }),
  /** In a zone by its IANA name; in that of the wall without one. */
  z.object({ kind: z.literal('clock'), timeZone: z.string().min(1).max(60).optional() }),
  z.object({ kind: z.literal('text'), text: z.string().min(1).max(MAX_TILE_TEXT_CHARS) }),
])
export type TileContent = z.infer<typeof tileContentSchema>
export type SequenceContent = TileContent & { readonly kind: 'sequence' }

export const receiptCorners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const
export const receiptSizes = ['small', 'middle', 'large'] as const

/** Fields of events over the picture of their camera. */
export const tileReceiptSchema = z.object({
  isShown: z.boolean(),
  corner: z.enum(receiptCorners),
  size: z.enum(receiptSizes),
  /** Ids of the event tags that are shown; empty: all. */
  tags: z.array(idSchema).max(100),
})
export type TileReceipt = z.infer<typeof tileReceiptSchema>

/** How many contents a tile remembers. */
export const TILE_MEMORY = 8

/** Until version 3 only cameras were remembered, by id. */
const rememberedSchema = z.union([
  idSchema.transform((cameraId): TileContent => ({ kind: 'camera', cameraId })),
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

/** Into `tiles`. */
const tileIndex = z
  .int()
  .min(0)
  .max(MAX_TILES - 1)

/**
 * A whole wall as it is kept and restored. `tiles` may be longer than the layout shows: what a smaller
 * layout hides comes back with the larger one.
 */
export const wallDocumentSchema = z.object({
  version: z.literal([1, 2, WALL_DOCUMENT_VERSION]).transform((): 3 => WALL_DOCUMENT_VERSION),
  layout: z.union([layoutSchema, layoutNameSchema.transform(layoutOf)]),
  tiles: z.array(tileDocumentSchema).max(MAX_TILES),
  selected: tileIndex,
  /** Tile shown large, or null. */
  large: tileIndex.nullable(),
})
export type WallDocument = z.infer<typeof wallDocumentSchema>

/** A step has an id of 200 characters, and names and marks of 40. */
const MAX_SEQUENCE_CHARS = 200 + MAX_SEQUENCE_STEPS * 240
const MAX_RECEIPT_CHARS = 200 + 100 * 210
/** Of a document as text: each tile shows and remembers the longest sequences. */
export const MAX_DOCUMENT_CHARS =
  10_000 + MAX_TILES * ((1 + TILE_MEMORY) * MAX_SEQUENCE_CHARS + MAX_RECEIPT_CHARS)
