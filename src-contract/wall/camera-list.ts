import { z } from 'zod'
import { noticeSchema } from '../exact-words.ts'
import { idSchema } from './kinds.ts'

/** More are a fault of the list. */
export const MAX_LISTED_CAMERAS = 10_000
/** Six digits are an entry. */
export const MAX_CAMERA_NUMBER = 999_999
/** What is shown of a list before it is taken. */
export const SHOWN_OF_LIST = 100

/** A camera as the operators list it. What is absent is as the platform says. */
export const listedCameraSchema = z.object({
  id: idSchema,
  name: z.string().min(1).max(200).optional(),
  number: z.int().positive().max(MAX_CAMERA_NUMBER).optional(),
  group: z.string().max(200).optional(),
  /** IANA name. */
  timeZone: z.string().min(1).max(60).optional(),
  /** Milliseconds that the clock of its recorder is ahead. */
  clockOffsetMs: z.int().min(-86_400_000).max(86_400_000).optional(),
})
export type ListedCamera = z.infer<typeof listedCameraSchema>

/** A list that was read and not yet taken. */
export const cameraListReadingSchema = z.object({
  format: z.enum(['csv', 'json']),
  /** Cameras that can be taken, and the first of them. */
  count: z.int().nonnegative(),
  cameras: z.array(listedCameraSchema),
  /** Why others cannot, and the first of those. `line` counts from 1; of JSON it is the number of the entry. */
  problemCount: z.int().nonnegative(),
  problems: z.array(noticeSchema.extend({ line: z.int().nonnegative() })),
  /** Columns or members that mean nothing here. */
  unknown: z.array(z.string()),
})
export type CameraListReading = z.infer<typeof cameraListReadingSchema>

/** `merge`: beside those that are listed already; `replace`: instead of them. */
export const importCamerasSchema = z.object({ mode: z.enum(['merge', 'replace']) })
export const exportCamerasSchema = z.object({ format: z.enum(['csv', 'json']) })

/** As long as a part may be: each character may be six in JSON, and a call has 1 MiB. */
export const TEXT_PART_CHARS = 40_000
/** One part of a text that is too long for a call; the first one begins a new text. */
export const textPartSchema = z.object({ text: z.string().max(TEXT_PART_CHARS), isFirst: z.boolean() })
