import { z } from 'zod'
import { MAX_MASKS } from './camera-picture.ts'
import { wallErrorSchema } from '../errors.ts'
import { noticeSchema } from '../exact-words.ts'
import { idSchema as cameraId, instantMs } from './kinds.ts'
import { languageSchema } from './language.ts'
import { readyFileSchema } from './support.ts'

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
  /** Privacy masks of the camera, which are drawn into the picture. */
  masks: z.int().nonnegative().max(MAX_MASKS).default(0),
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

/** Longer ranges are several exports. */
export const MAX_EXPORT_RANGE_IN_MS = 31 * 86_400_000
export const MAX_EXPORT_CAMERAS = 36

export const exportFootageSchema = z.object({
  cameraIds: z.array(cameraId).min(1).max(MAX_EXPORT_CAMERAS),
  startMs: instantMs,
  endMs: instantMs,
  /** IANA zone in which times are written for people. */
  timeZone: z.string().min(1).max(100),
  /** Of the page in the export, and of the remarks. */
  language: languageSchema.default('en'),
})
export type ExportFootage = z.infer<typeof exportFootageSchema>

export const footageExportIdSchema = z.object({ exportId: z.string().min(1).max(100) })

/**
 * `reading`: footage arrives; `writing`: files are made of it; `failed` and `cancelled` keep what has arrived, and go
 * on by `evidence.resume`; `done`: the folder has its name and its signature.
 */
export const footageExportSchema = z.object({
  exportId: z.string(),
  state: z.enum(['reading', 'writing', 'failed', 'cancelled', 'done']),
  /** Name of its folder below that of all exports, or below the one that was theirs when it was begun. */
  name: z.string(),
  /** The folder of all exports when it was begun, where that is another one now. */
  folder: z.string().optional(),
  startMs: instantMs,
  endMs: instantMs,
  cameraIds: exportFootageSchema.shape.cameraIds,
  /** Of the footage that was asked for, 0 to 1. */
  progress: z.number().min(0).max(1),
  gaps: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Why it has failed; while it reads, why it waits. */
  error: wallErrorSchema.optional(),
  /** What stands in the manifest and a reader should know. */
  remarks: z.array(noticeSchema).max(20),
})
export type FootageExport = z.infer<typeof footageExportSchema>

const evidenceFolderSchema = z.object({
  /** Where files go on this machine. */
  folder: z.string(),
  /** Who has named it: the command line, the operator, or nobody. */
  folderBy: z.enum(['start', 'operator', 'usual']),
  /** Whether this shell can ask for another one. */
  canChoose: z.boolean(),
  /** Why nothing can be written there now. */
  problem: wallErrorSchema.optional(),
})
export type EvidenceFolderState = z.infer<typeof evidenceFolderSchema>

/** `window`: the system's window asks for it; `usual`: the folder where nobody has chosen one. */
export const chooseFolderSchema = z.object({ how: z.enum(['window', 'usual']) })

export const evidenceStateSchema = evidenceFolderSchema.extend({
  /** SHA-256 of the public key with which this workstation signs; none before its first export. */
  fingerprint: z.string().max(64).optional(),
  /** The newest first; those that an earlier run left unfinished are among them. */
  exports: z.array(footageExportSchema).max(50),
})
export type EvidenceState = z.infer<typeof evidenceStateSchema>
