import { ok } from '#contract/result.ts'
import type { CallHandlers, HandlerOf } from '../wall-main.ts'
import type { OccupancyWatchers } from './occupancy-watchers.ts'
import type { PlatformOccupancy } from './platform-occupancy.ts'

/** The calls of occupancy. */
export function createOccupancyHandlers(
  withOccupancy: HandlerOf<PlatformOccupancy>,
  watchers: OccupancyWatchers,
) {
  return {
    'occupancy.dictionaries': withOccupancy((occupancy) => occupancy.dictionaries()),
    'occupancy.report': withOccupancy((occupancy, { definition, range }) =>
      occupancy.report(definition, range),
    ),
    'occupancy.credential': withOccupancy(async ({ credential }) => ok({ isSet: credential.isSet })),
    'occupancy.setCredential': withOccupancy(async ({ credential }, input) => {
      const set = await credential.set(input.credential)
      return set.ok ? ok({ isSet: credential.isSet }) : set
    }),
    'occupancy.clearCredential': withOccupancy(async ({ credential }) => {
      const cleared = await credential.clear()
      return cleared.ok ? ok({ isSet: credential.isSet }) : cleared
    }),
    'occupancy.watch': async ({ watches, isVisible }, page) => {
      watchers.watch(page, watches, isVisible)
      return ok(undefined)
    },
  } satisfies Partial<CallHandlers>
}
