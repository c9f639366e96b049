import { z } from 'zod'

/** For paths without query parameters: a parameter that does nothing is a mistake that should not go unnoticed. */
export const noQuery = z.strictObject({})

export const idParams = z.strictObject({ id: z.string() })
