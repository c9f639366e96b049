import { z } from 'zod'
import { readyFileSchema } from './support.ts'

const cameraId = z.string().min(1).max(200)
/** Epoch milliseconds. */
const instantMs = z.int().nonnegative().max(8_640_000_000_000_000)
const sizePx = z.int().positive().max(16_384)

/** A part of a picture as base64; a call has 1 MiB. */
export const PICTURE_PART_CHARS = 600_000
export const picturePartSchema = z.object({
  base64: z.base64().max(PICTURE_PART_CHARS),
  /** Begins a new picture. */
  isFirst: z.boolean(),
})

/** What is known of a picture whose PNG the page has sent in parts. */
export const snapshotSchema = z.object({
  cameraId,
  /** From 1, as operators count. */
  tile: z.int().positive().max(36),
  /** When the picture was filmed. */
  atMs: instantMs,
  mode: z.enum(['live', 'playback']),
  /** Of the tile when the picture was taken. */
  state: z.enum(['LIVE', 'LATE', 'PLAYING', 'PAUSED']),
  /** How the picture reached the tile, and whether the camera has a sharper one. */
  rendition: z.enum(['webrtc', 'hls-live', 'recording', 'recording-reduced']),
  widthPx: sizePx,
  heightPx: sizePx,
  /** Another picture of the same key press follows: a browser gets them in one file. */
  hasMore: z.boolean(),
})
export type Snapshot = z.infer<typeof snapshotSchema>

/** `folder` where the file lies on this machine; `download` where the page has to fetch it. Neither: more follows. */
export const savedSnapshotSchema = z.object({
  fileName: z.string(),
  folder: z.string().optional(),
  download: readyFileSchema.optional(),
})
