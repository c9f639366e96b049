import { z } from 'zod'
import { wallErrorSchema } from '../errors.ts'
import { tileReportSchema, tileStateSchema } from './tile-report.ts'

const figure = z.number()

/** Of one tile, as the engineer overlay shows them. */
const tileFiguresSchema = z.object({
  receivedFps: figure,
  presentedFps: figure,
  widthPx: figure,
  heightPx: figure,
  layer: z.enum(['low', 'medium', 'high', 'only']),
  lossPercent: figure,
  jitterBufferMs: figure,
  decodeMs: figure,
  bitsPerSecond: figure,
  delayMs: figure.optional(),
  /** Newest last. `why`: an error code, or the phase of the connection. */
  history: z.array(z.object({ atMs: figure, state: tileStateSchema, why: z.string().max(60) })).max(20),
})

/** What a page adds to a support bundle: figures, and nothing that somebody typed. */
export const pageFiguresSchema = z.object({
  userAgent: z.string().max(400),
  widthPx: figure,
  heightPx: figure,
  tiles: z
    .array(
      z.object({
        /** From 1, as operators count. */
        tile: z.int().positive(),
        /** The operator's number: names and ids of cameras may have been typed. */
        camera: z.int().positive().optional(),
        state: tileReportSchema.shape.tiles.element.shape.state,
        error: wallErrorSchema.shape.code.optional(),
        /** Absent where no picture comes in. */
        figures: tileFiguresSchema.optional(),
      }),
    )
    .max(36),
})
export type PageFigures = z.infer<typeof pageFiguresSchema>

/** A file that waits for its download: the address works once, and not for long. */
export const readyFileSchema = z.object({ fileName: z.string(), address: z.string() })
export type ReadyFile = z.infer<typeof readyFileSchema>
