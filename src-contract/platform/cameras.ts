import { z } from 'zod'
import { answeredId, text } from './kinds.ts'

/** A camera as the platform lists it (assumption 24). `number` is a proposal: operators assign their own. */
export const cameraSchema = z.object({
  id: answeredId,
  name: text,
  number: z.int().positive(),
  group: z.string().trim(),
  /** IANA zone. */
  timezone: z.string(),
})
export type PlatformCamera = z.infer<typeof cameraSchema>

/** 200 of `GET /v1/cameras`. */
export const camerasResponse = z.object({ items: z.array(cameraSchema) })
