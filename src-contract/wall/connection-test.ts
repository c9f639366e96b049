import { z } from 'zod'
import { wallErrorSchema } from '../errors.ts'

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

const count = z.int().nonnegative()
const camera = z.string()

/** What a call has shown, by its code; the page has the sentences (`platform.found.CODE`). */
const testFindingSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('answers'), status: z.int() }),
  z.object({ code: z.literal('key-accepted') }),
  z.object({ code: z.literal('key-not-shown') }),
  z.object({ code: z.literal('not-tried') }),
  z.object({ code: z.literal('cameras'), count }),
  z.object({ code: z.literal('no-camera') }),
  z.object({ code: z.literal('ticket'), camera, host: z.string() }),
  z.object({ code: z.literal('playback'), camera }),
  z.object({ code: z.literal('playback-not-recorded'), camera }),
  z.object({ code: z.literal('playback-without-session'), camera }),
  z.object({ code: z.literal('playback-not-stopped'), camera }),
  z.object({ code: z.literal('event-tags'), count }),
  z.object({ code: z.literal('events') }),
  z.object({ code: z.literal('no-events') }),
  z.object({ code: z.literal('empty-event-refused') }),
  z.object({ code: z.literal('empty-event-taken') }),
  z.object({ code: z.literal('no-dictionaries') }),
  z.object({ code: z.literal('no-sources') }),
  z.object({ code: z.literal('occupancy'), maximum: z.number() }),
  z.object({ code: z.literal('dictionaries'), entrances: count, zones: count, schedules: count }),
])
export type TestFinding = z.infer<typeof testFindingSchema>

/** What to do where the words of a failure do not say it (`platform.advice.CODE`). */
export const testAdvices = [
  'check-address',
  'test-again',
  'wait',
  'check-path',
  'check-members',
  'check-names',
  'other-path',
  'import-cameras',
  'enter-tags',
] as const
export type TestAdvice = (typeof testAdvices)[number]

export const testLineSchema = z.object({
  name: z.enum(testedFunctions),
  /** `absent`: the platform offers no such thing, and the wall does without; `skipped`: it was not asked. */
  outcome: z.enum(['ok', 'failed', 'absent', 'skipped']),
  found: testFindingSchema.optional(),
  /** Why it has failed; beside what was found, what went wrong afterwards. */
  error: wallErrorSchema.optional(),
  advice: z.enum(testAdvices).optional(),
  tookMs: z.number(),
})
export type TestLine = z.infer<typeof testLineSchema>
