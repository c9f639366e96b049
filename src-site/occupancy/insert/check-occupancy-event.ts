import { occupancyRules, type OccupancyEvent } from '#contract/platform/occupancy.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { type EventFault, invalid } from '../../events/event-fault.ts'
import { timeFault } from '../../events/insert/check-event.ts'
import type { NumberedSource } from '../dictionaries/dictionary-table.ts'
import type { NewCount } from './new-count.ts'

export interface OccupancyEventRules {
  /** The organization's, by id. */
  readonly sources: ReadonlyMap<string, NumberedSource>
  readonly nowMs: number
  readonly retentionDays: number
}

export function checkOccupancyEvent(
  event: OccupancyEvent,
  rules: OccupancyEventRules,
): Result<NewCount, EventFault> {
  const source = rules.sources.get(event.id)
  const isCount = event.type === 'COUNT'
  if (source?.kind !== (isCount ? 'zone' : 'entrance')) {
    return fail(invalid('id', isCount ? occupancyRules.zone : occupancyRules.entrance))
  }
  const fault = timeFault(event.timestamp, rules)
  if (fault) return fail(fault)
  const { number } = source
  return ok(
    isCount
      ? { table: 'zone_count', source: number, atMs: event.timestamp, count: event.count }
      : { table: 'passage', source: number, moment: event.timestamp * 2 + (event.type === 'EXIT' ? 1 : 0) },
  )
}
