import { type WallError, wallError } from '#contract/errors.ts'
import { type EventFieldType, eventOperators } from '#contract/platform/events.ts'
import type { ResolvedEventQuery, WallEventTag } from '#contract/wall/events.ts'

/** What is wrong with a question, said before it is asked; platforms say it less well. No tags known: nothing. */
export function queryProblem(
  { eventTypeIds, match }: Pick<ResolvedEventQuery, 'eventTypeIds' | 'match'>,
  tags: readonly WallEventTag[],
): WallError | undefined {
  if (tags.length === 0) return undefined
  const unknown = eventTypeIds.find((id) => !tags.some((tag) => tag.id === id))
  if (unknown !== undefined)
    return wallError('unknown_event_tag', `The platform has no event tag ${unknown}. Choose another one.`)
  const asked = eventTypeIds.length === 0 ? tags : tags.filter(({ id }) => eventTypeIds.includes(id))
  for (const { field, operator } of match) {
    const types = asked
      .flatMap(({ fields }) => fields.filter(({ name }) => name === field))
      .map(({ type }) => type)
    if (types.length === 0) {
      const names = asked.map(({ name }) => name).join(', ')
      return wallError('unknown_event_tag', `There is no field “${field}” in ${names}. Choose another field.`)
    }
    if (!types.some((type) => hasOperator(type, operator))) return operatorProblem(field, types[0] ?? 'text')
  }
  return undefined
}

function hasOperator(type: EventFieldType, operator: string): boolean {
  return eventOperators[type].some((known) => known === operator)
}

function operatorProblem(field: string, type: EventFieldType): WallError {
  return wallError(
    'operator_refused',
    `“${field}” is of the type ${type}, which knows ${eventOperators[type].join(', ')} only. Choose one of these.`,
  )
}
