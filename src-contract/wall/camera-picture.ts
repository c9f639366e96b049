import { z } from 'zod'
import { idSchema } from './kinds.ts'

/** How a picture lies in a tile of another shape: whole, cut so that it fills the tile, or stretched. */
export const pictureFits = ['whole', 'fill', 'stretch'] as const
export type PictureFit = (typeof pictureFits)[number]

export const MAX_MASKS = 16
export const MAX_MASK_CORNERS = 12

/** Parts of the picture's width and height. */
const maskPointSchema = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
export type MaskPoint = z.infer<typeof maskPointSchema>

const maskSchema = z.array(maskPointSchema).min(3).max(MAX_MASK_CORNERS)
export type Mask = z.infer<typeof maskSchema>

/** How the pictures of one camera are shown on this workstation, live and recorded. */
export const cameraPictureSchema = z.object({
  fit: z.enum(pictureFits).default('whole'),
  masks: z.array(maskSchema).max(MAX_MASKS).default([]),
  /** Width by height of the picture that the masks were drawn on: they are placed before another one has come. */
  aspect: z
    .number()
    .min(0.1)
    .max(10)
    .default(16 / 9),
})
export type CameraPicture = z.infer<typeof cameraPictureSchema>

/** By camera id; a camera that is not listed is shown whole and without masks. */
export const cameraPicturesSchema = z.record(idSchema, cameraPictureSchema)
export type CameraPictures = z.infer<typeof cameraPicturesSchema>
