import { z } from 'zod'

/** What a wall uses of a platform, in the order in which one depends on the other. */
export const testedFunctions = [
  'reach',
  'key',
  'cameras',
  'live-view',
  'playback',
  'event-tags',
  'event-search',
  'event-insert',
  'occupancy',
  'dictionaries',
] as const
export type TestedFunction = (typeof testedFunctions)[number]

export const testLineSchema = z.object({
  name: z.enum(testedFunctions),
  /** `absent`: the platform offers no such thing, and the wall does without; `skipped`: it was not asked. */
  outcome: z.enum(['ok', 'failed', 'absent', 'skipped']),
  /** What was seen, a sentence. */
  message: z.string(),
  /** What to do about it, a sentence; absent where nothing is to be done. */
  advice: z.string().optional(),
  tookMs: z.number(),
})
export type TestLine = z.infer<typeof testLineSchema>
