import { ok } from '#contract/result.ts'
import type { CallGuards } from '../wall/call-guards.ts'
import type { CallHandlers } from '../wall-main.ts'
import type { OccupancyWatchers } from './occupancy-watchers.ts'

/** The calls of occupancy. */
export function createOccupancyHandlers({ withLink }: CallGuards, watchers: OccupancyWatchers) {
  return {
    'occupancy.dictionaries': withLink(({ occupancy }) => occupancy.dictionaries()),
    'occupancy.report': withLink(({ occupancy }, { definition, range }) =>
      occupancy.report(definition, range),
    ),
    'occupancy.credential': withLink(async ({ occupancy: { credential } }) =>
      ok({ isSet: credential.isSet }),
    ),
    'occupancy.setCredential': withLink(async ({ occupancy: { credential } }, input) => {
      const set = await credential.set(input.credential)
      return set.ok ? ok({ isSet: credential.isSet }) : set
    }),
    'occupancy.clearCredential': withLink(async ({ occupancy: { credential } }) => {
      const cleared = await credential.clear()
      return cleared.ok ? ok({ isSet: credential.isSet }) : cleared
    }),
    'occupancy.watch': async ({ watches, isVisible }, page) => {
      watchers.watch(page, watches, isVisible)
      return ok(undefined)
    },
  } satisfies Partial<CallHandlers>
}
