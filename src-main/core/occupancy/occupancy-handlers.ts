import type { WallError } from '#contract/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import type { CallName } from '#contract/wall/calls.ts'
import type { CallHandlers, Page } from '../wall-main.ts'
import type { OccupancyWatchers } from './occupancy-watchers.ts'
import type { PlatformOccupancy } from './platform-occupancy.ts'

type OccupancyCall = Extract<CallName, `occupancy.${string}`>

/** Makes a handler of what needs a platform. */
export type WithOccupancy = <Input, Value>(
  handler: (occupancy: PlatformOccupancy, input: Input) => Promise<Result<Value, WallError>>,
) => (input: Input, page: Page) => Promise<Result<Value, WallError>>

/** The calls of occupancy. */
export function createOccupancyHandlers(
  withOccupancy: WithOccupancy,
  watchers: OccupancyWatchers,
): Pick<CallHandlers, OccupancyCall> {
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
  }
}
