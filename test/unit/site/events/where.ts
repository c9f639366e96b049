import type { EventCondition } from '#contract/platform/events.ts'

type Value = EventCondition['value']

/** What a field has to fulfil. */
export function where(
  field: string,
  operator: EventCondition['operator'],
  value: Value,
  value2?: Value,
): EventCondition {
  return { field, operator, value, ...(value2 === undefined ? {} : { value2 }) }
}
