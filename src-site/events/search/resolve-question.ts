import { type EventCondition, type EventFieldType, eventOperators } from '#contract/platform/events.ts'
import { foldText } from '#contract/fold-text.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Refusal } from '../../api/refusal.ts'
import { invalid, otherOrganization } from '../event-fault.ts'
import { textFault } from '../insert/check-value.ts'
import type { NumberedField, NumberedTag } from '../tags/event-tag.ts'
import type { EventQuestion, FieldCondition } from './event-question.ts'

/** The part of a request that search and histogram share. */
export interface AskedEvents {
  readonly orgId: string
  readonly cameraIds?: readonly string[] | undefined
  readonly eventTypeIds?: readonly string[] | undefined
  readonly start: number
  readonly end: number
  readonly match?: readonly EventCondition[] | undefined
}

/** Translates a request into numbers of tags and fields, for the organization that the API key is bound to. */
export function resolveQuestion(
  asked: AskedEvents,
  orgId: string,
  tags: readonly NumberedTag[],
): Result<EventQuestion, Refusal> {
  const { cameraIds, eventTypeIds, start, end, match = [] } = asked
  if (asked.orgId !== orgId) return fail(otherOrganization)
  if (start >= end) {
    return fail({ code: 'range_invalid', message: 'The range has to end after it begins.', field: 'end' })
  }
  const unknown = eventTypeIds?.findIndex((id) => !tags.some((tag) => tag.id === id)) ?? -1
  if (unknown !== -1)
    return fail(invalid(`eventTypeIds.${unknown}`, 'the organization has no such event tag'))
  let asking = tags
    .filter(({ id }) => eventTypeIds?.includes(id) ?? true)
    .map((tag) => ({ tag, conditions: [] as readonly FieldCondition[] }))
  for (const [index, condition] of match.entries()) {
    const fields = fieldsMeant(
      condition,
      asking.map(({ tag }) => tag),
      `match.${index}`,
    )
    if (!fields.ok) return fields
    // A tag without such a field has no event that fulfils the condition.
    asking = asking.flatMap(({ tag, conditions }) => {
      const field = fields.value.find(({ number }) => tag.fields.some((one) => one.number === number))
      return field ? [{ tag, conditions: [...conditions, conditionOn(field, condition)] }] : []
    })
  }
  return ok({
    orgId,
    tags: asking.map(({ tag, conditions }) => ({ tag: tag.number, tagId: tag.id, conditions })),
    cameraIds,
    startMs: start,
    endMs: end,
  })
}

/** The tags' fields that a condition is about: those of its name whose type knows its operator and its value. */
function fieldsMeant(
  condition: EventCondition,
  tags: readonly NumberedTag[],
  path: string,
): Result<NumberedField[], Refusal> {
  const { field, operator, value, value2 } = condition
  const named = tags.flatMap(({ fields }) => fields.filter(({ name }) => name === field))
  if (named.length === 0) {
    return fail(invalid(`${path}.field`, 'none of the event tags that are asked has such a field'))
  }
  const operable = named.filter(({ type }) => operatorsOf(type).includes(operator))
  if (operable.length === 0) {
    const known = [...new Set(named.map(({ type }) => `${type} knows ${operatorsOf(type).join(', ')}`))]
    return fail(invalid(`${path}.operator`, known.join('; ')))
  }
  const meant = operable.filter(({ type }) => typeof value === valueTypes[type])
  if (meant.length === 0) {
    const types = [...new Set(operable.map(({ type }) => valueTypes[type]))]
    return fail(invalid(`${path}.value`, `has to be a ${types.join(' or a ')}`))
  }
  if ((operator === 'between') !== (value2 !== undefined)) {
    return fail(invalid(`${path}.value2`, 'belongs to between, and to no other operator'))
  }
  if (value2 !== undefined && typeof value2 !== 'number') {
    return fail(invalid(`${path}.value2`, 'has to be a number'))
  }
  if (value2 !== undefined && Number(value) > value2) {
    return fail(invalid(`${path}.value2`, 'has to be no less than value'))
  }
  if (typeof value === 'string') {
    const wrong = textFault(value)
    if (wrong !== undefined) return fail(invalid(`${path}.value`, wrong))
    const isPart = operator === 'contains' || operator === 'startsWith'
    if (isPart && foldText(value) === '')
      return fail(invalid(`${path}.value`, 'has no character to look for'))
  }
  return ok(meant)
}

const valueTypes = {
  integer: 'number',
  decimal: 'number',
  text: 'string',
  boolean: 'boolean',
} as const satisfies Record<EventFieldType, string>

function operatorsOf(type: EventFieldType): readonly string[] {
  return eventOperators[type]
}

function conditionOn(field: NumberedField, condition: EventCondition): FieldCondition {
  const { operator, value, value2 } = condition
  if (typeof value === 'string') {
    // `fieldsMeant` has seen to it that the operator is one of text, and below one of numbers.
    return { field: field.number, kind: 'text', operator: operator as 'eq', value: foldText(value) }
  }
  if (operator === 'between') {
    return { field: field.number, kind: 'number', operator, value: Number(value), value2: Number(value2) }
  }
  return {
    field: field.number,
    kind: 'number',
    operator: operator === 'is' ? 'eq' : (operator as 'eq'),
    value: Number(value),
    isBoolean: operator === 'is',
  }
}
