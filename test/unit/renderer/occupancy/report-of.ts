import type { z } from 'zod'
import { type SavedReport, savedReportSchema } from '#contract/wall/occupancy.ts'

/** A door over the last day, but for what is named. */
export const reportOf = (id: string, named: Partial<z.input<typeof savedReportSchema>> = {}): SavedReport =>
  savedReportSchema.parse({
    id,
    name: id,
    definition: { entrancesAndExits: ['door'], timezone: 'UTC' },
    window: { kind: 'last', amount: 24, unit: 'h' },
    ...named,
  })
