import { z } from 'zod'

/** A camera as the platform lists it (assumption 24). `number` is a proposal: operators assign their own. */
export const cameraSchema = z.object({
  id: z.string(),
  name: z.string(),
  number: z.int().positive(),
  group: z.string(),
  /** IANA zone. */
  timezone: z.string(),
})
export type PlatformCamera = z.infer<typeof cameraSchema>

/** 200 of `GET /v1/cameras`. */
export const camerasResponse = z.object({ items: z.array(cameraSchema) })
