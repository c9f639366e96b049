import { foldText } from '#contract/platform/fold-text.ts'
import type { EventCondition, EventQuery } from '#contract/wall/event-query.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { never } from '#contract/result.ts'
import type { Zone } from '../../timeline/axis/zone.ts'
import { spanOf } from './time-span.ts'

/** Whether an event belongs to a search, by the same rules by which the platform finds it (assumption 21). */
export function matches(query: EventQuery, event: WallEvent, zone: Zone, nowMs: number): boolean {
  const { startMs, endMs } = spanOf(query.time, zone, nowMs)
  return (
    (query.tags.length === 0 || query.tags.includes(event.eventTypeId)) &&
    (query.cameras.length === 0 || query.cameras.includes(event.cameraId)) &&
    event.timestampMs >= startMs &&
    (endMs === undefined || event.timestampMs < endMs) &&
    query.conditions.every((condition) => fulfils(event.fields, condition))
  )
}

function fulfils(fields: WallEvent['fields'], condition: EventCondition): boolean {
  const found = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined
  switch (condition.operator) {
    case 'is':
      return found === condition.value
    case 'between':
      return typeof found === 'number' && found >= condition.value && found <= condition.value2
    case 'contains':
      return typeof found === 'string' && foldText(found).includes(foldText(condition.value))
    case 'startsWith':
      return typeof found === 'string' && foldText(found).startsWith(foldText(condition.value))
    case 'eq':
      return typeof found === typeof condition.value && comparable(found) === comparable(condition.value)
    case 'ne':
      return typeof found === typeof condition.value && comparable(found) !== comparable(condition.value)
    case 'lt':
      return typeof found === 'number' && found < condition.value
    case 'lte':
      return typeof found === 'number' && found <= condition.value
    case 'gt':
      return typeof found === 'number' && found > condition.value
    case 'gte':
      return typeof found === 'number' && found >= condition.value
    default:
      return never(condition)
  }
}

function comparable(value: string | number | boolean | undefined) {
  return typeof value === 'string' ? foldText(value) : value
}
