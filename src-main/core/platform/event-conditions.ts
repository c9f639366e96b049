import { foldText } from '#contract/fold-text.ts'
import type { EventCondition, EventOperator } from '#contract/platform/events.ts'

type Fields = Readonly<Record<string, number | string | boolean>>

/** Of a decimal that a platform keeps in fewer digits than it was asked with. */
const PRECISION = 1e-6

/** Whether the fields of an event fulfil a condition (assumption 21); also true of what cannot be told. */
export function meets({ field, operator, value, value2 }: EventCondition, fields?: Fields): boolean {
  // Of a platform that gives none, or in a form that is not read.
  if (fields === undefined) return true
  const given = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (given === undefined) return false
  if (typeof value === 'string') return meetsText(operator, foldText(String(given)), foldText(value))
  if (typeof value === 'boolean') return typeof given !== 'boolean' || given === value
  // Money is often written as text.
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof number !== 'number' || Number.isNaN(number)) return true
  return meetsNumber(operator, number, [value, typeof value2 === 'number' ? value2 : value])
}

function meetsText(operator: EventOperator, given: string, wanted: string): boolean {
  if (operator === 'contains') return given.includes(wanted)
  if (operator === 'startsWith') return given.startsWith(wanted)
  return operator === 'ne' ? given !== wanted : given === wanted
}

function meetsNumber(
  operator: EventOperator,
  given: number,
  [least, most]: readonly [number, number],
): boolean {
  const slack = PRECISION * Math.max(1, Math.abs(least), Math.abs(most))
  if (operator === 'ne') return given !== least
  if (operator === 'lt' || operator === 'lte') return given <= least + slack
  if (operator === 'gt' || operator === 'gte') return given >= least - slack
  return given >= least - slack && given <= most + slack
}
