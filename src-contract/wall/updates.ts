import { z } from 'zod'
import { wallErrorSchema } from '../errors.ts'

/**
 * When a newer version may replace the running one. `ask` loads it and waits for somebody; `at-hour` also installs
 * it by itself, but only while the clock of this computer reads that hour and nobody touches keyboard or pointer.
 */
export const updateSettingsSchema = z.object({
  mode: z.enum(['off', 'ask', 'at-hour']).default('ask'),
  /** Of the day, in the zone of this computer. */
  hour: z.int().min(0).max(23).default(4),
})
export type UpdateSettings = z.infer<typeof updateSettingsSchema>

/** Who updates an installation that does not update itself. */
export const updatedElsewhereSchema = z.enum(['package-manager', 'source', 'no-address'])
export type UpdatedElsewhere = z.infer<typeof updatedElsewhereSchema>

export const updateStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('elsewhere'), by: updatedElsewhereSchema }),
  /** Nothing to install, as far as is known. */
  z.object({
    state: z.literal('none'),
    /** Epoch milliseconds of the last answer of the update server. */
    checkedAtMs: z.number().optional(),
    failure: wallErrorSchema.optional(),
  }),
  z.object({ state: z.literal('loading'), version: z.string() }),
  /** Loaded and verified. */
  z.object({ state: z.literal('ready'), version: z.string() }),
  z.object({ state: z.literal('installing'), version: z.string() }),
])
export type UpdateState = z.infer<typeof updateStateSchema>
