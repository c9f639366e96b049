import { z } from 'zod'
import { monitorNumberSchema } from '#contract/wall/monitors.ts'

const boundsSchema = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })

/** A display that was seen once, and the number that its wall has for ever: plugged in again, it gets it back. */
export const rememberedDisplaySchema = z.object({
  monitor: monitorNumberSchema,
  /** The system's own; another one after some restarts and other sockets, so label and size count too. */
  id: z.string().max(60),
  label: z.string().max(120),
  /** When it was last seen, in the system's own (device-independent) pixels. */
  bounds: boundsSchema,
})
export type RememberedDisplay = z.infer<typeof rememberedDisplaySchema>

/** What is kept about displays and windows between two runs. */
export const storedScreensSchema = z.object({
  displays: z.array(rememberedDisplaySchema).max(99).default([]),
  /** Of the operator's window, as it is when it is not maximized. */
  operatorBounds: boundsSchema.extend({ isMaximized: z.boolean() }).optional(),
})
export type StoredScreens = z.infer<typeof storedScreensSchema>
