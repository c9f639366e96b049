import { foldText } from '../fold-text.ts'
import { never } from '../result.ts'
import type { EventCondition } from './event-query.ts'
import type { WallEvent } from './events.ts'

/** Whether the fields of an event are as a condition wants them, by the rules of the platform (assumption 21). */
export function fulfils(fields: WallEvent['fields'], condition: EventCondition): boolean {
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
