import { z } from 'zod'

/** What the program does with the displays of its machine. Only a shell that places windows can do more than `window`. */
export const screensModeSchema = z.enum([
  /** One ordinary window: monitor 1. */
  'window',
  /** The operator's window and a full-screen wall on every other display. */
  'walls',
  /** A full-screen wall on every display, no operator's window, the screens kept awake. */
  'kiosk',
])
export type ScreensMode = z.infer<typeof screensModeSchema>

/** As it is typed before the stroke: `2/3.12` is camera 12 into tile 3 of monitor 2. */
export const monitorNumberSchema = z.int().min(1).max(99)

/** A screen of the wall that is there now: a window of its own, with its own page and its own document. */
export const monitorSchema = z.object({
  number: monitorNumberSchema,
  kind: z.enum(['operator', 'wall']),
  /** The display's own name; empty where nobody knows it. */
  label: z.string().max(120),
})
export type Monitor = z.infer<typeof monitorSchema>
