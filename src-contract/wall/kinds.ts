import { z } from 'zod'

/** Of a camera, an event, a tag, or whatever else the platform or this workstation has named. */
export const idSchema = z.string().min(1).max(200)
/** Epoch milliseconds. */
export const instantMs = z.int().nonnegative().max(8_640_000_000_000_000)
