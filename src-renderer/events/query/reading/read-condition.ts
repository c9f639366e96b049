import { never } from '#contract/result.ts'
import type { EventFieldType } from '#contract/platform/events.ts'
import type { EventCondition } from '#contract/wall/event-query.ts'
import { kindOfType } from '../catalogue.ts'
import { wordText } from '../printing/words.ts'
import type { ConditionTerm, Piece, Span } from '../syntax/terms.ts'
import { incomplete, type QueryProblem, quote, unknown, wrong } from './problem.ts'
import { readNumber, readTruth, textProblem } from './read-value.ts'
import type { Reading } from './reading.ts'
import { listText, t } from '#renderer/language/language.ts'

/**
 * Reads one condition. Where tags use one name for several types, the value decides: a number or `true` means itself,
 * quotation marks make a text of it.
 */
export function readCondition(
  term: ConditionTerm,
  tags: readonly string[],
  reading: Reading,
): EventCondition | undefined {
  const field = fieldOf(term.field, tags, reading)
  if (field === undefined) return undefined
  const attempts = typesInOrder(field.types, term).map((type) => attempt(field.name, type, term))
  const condition = attempts.find((one) => 'operator' in one)
  if (condition !== undefined) return condition
  const problems = attempts.filter((one) => 'message' in one)
  return reading.report(
    () => problems.find(({ kind }) => kind === 'incomplete') ?? (problems[0] as QueryProblem),
  )
}

interface Field {
  readonly name: string
  readonly types: ReadonlySet<EventFieldType>
}

function fieldOf(piece: Piece, tags: readonly string[], reading: Reading): Field | undefined {
  const known = reading.fields.called(piece.text)
  const asked = tags.length === 0 ? known : known.filter(({ tag }) => tags.includes(tag.id))
  const names = new Set(asked.map(({ field }) => field.name))
  const [name] = names
  if (name === undefined) return reading.report(() => noField(piece, known[0]?.tag.name, reading))
  if (names.size > 1) {
    const choices = listText(
      [...names].map((one) => quote(one)),
      'disjunction',
    )
    return reading.report(() => wrong(piece, t('query.whichField', { choices })))
  }
  return { name, types: new Set(asked.map(({ field }) => field.type)) }
}

function noField(piece: Piece, elsewhere: string | undefined, reading: Reading): QueryProblem {
  const { text } = piece
  if (elsewhere !== undefined)
    return wrong(piece, t('query.fieldOfOtherTag', { field: quote(text), other: quote(elsewhere) }))
  return unknown(piece, t('query.noField', { field: quote(text) }), reading.fields.nearest(text))
}

function typesInOrder(types: ReadonlySet<EventFieldType>, { value }: ConditionTerm): EventFieldType[] {
  const order: EventFieldType[] = ['decimal', 'integer', 'boolean', 'text']
  return (value?.isQuoted ? order.toReversed() : order).filter((type) => types.has(type))
}

type Attempt = EventCondition | QueryProblem

function attempt(field: string, type: EventFieldType, term: ConditionTerm): Attempt {
  const kind = kindOfType(type)
  switch (kind) {
    case 'number':
      return numberCondition(field, type === 'integer', term)
    case 'text':
      return textCondition(field, term)
    case 'boolean':
      return booleanCondition(field, term)
    default:
      return never(kind)
  }
}

const numberOperators = {
  '=': 'eq',
  is: 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
} as const
const textOperators = { '=': 'eq', is: 'eq', '!=': 'ne', '~': 'contains', '^=': 'startsWith' } as const

function pick<Table extends object>(table: Table, { text }: Piece): Table[keyof Table] | undefined {
  const key = text.toLowerCase()
  return Object.hasOwn(table, key) ? table[key as keyof Table] : undefined
}

function numberCondition(field: string, isWhole: boolean, term: ConditionTerm): Attempt {
  const operator = pick(numberOperators, term.operator)
  if (operator === undefined) {
    const message = t('query.isNumber', {
      field: quote(field),
      operators: '= != < <= > >=',
      example: `${wordText(field)}=1..5`,
    })
    return wrong(term.operator, message, '=')
  }
  if (term.value === undefined) return missingValue(term)
  const value = readNumber(term.value, field, isWhole)
  if (typeof value !== 'number') return value
  if (term.range === undefined) return { field, operator, value }
  if (operator !== 'eq') return wrong(term.operator, t('query.rangeAfterEquals'), '=')
  if (term.value2 === undefined)
    return incomplete({ start: term.range.start, end: term.end }, t('query.largerMissing'))
  const value2 = readNumber(term.value2, field, isWhole)
  if (typeof value2 !== 'number') return value2
  if (value2 < value) {
    const better = `${value2}..${value}`
    const span: Span = { start: term.value.start, end: term.value2.end }
    return wrong(span, t('query.smallerFirst', { better }), better)
  }
  return { field, operator: 'between', value, value2 }
}

function textCondition(field: string, term: ConditionTerm): Attempt {
  const operator = pick(textOperators, term.operator)
  if (operator === undefined) return wrong(term.operator, t('query.isText', { field: quote(field) }), '=')
  if (term.value === undefined) return missingValue(term)
  if (term.range !== undefined)
    return wrong({ start: term.value.start, end: term.end }, t('query.noTextRange'))
  const condition = { field, operator, value: term.value.text }
  const message = textProblem(condition)
  if (message === undefined) return condition
  return term.value.text === '' ? incomplete(term.value, message) : wrong(term.value, message)
}

function booleanCondition(field: string, term: ConditionTerm): Attempt {
  const { operator, value, range } = term
  const example = `${wordText(field)} is true`
  if (!['is', '=', '!='].includes(operator.text.toLowerCase()))
    return wrong(operator, t('query.writeTruth', { field: quote(field), better: example }), ' is ')
  if (value === undefined) return missingValue(term)
  const truth = range === undefined ? readTruth(value) : undefined
  if (truth === undefined)
    return wrong({ start: value.start, end: term.end }, t('query.isTruth', { field: quote(field) }))
  if (operator.text === '!=') {
    const better = `${wordText(field)} is ${!truth}`
    return wrong(term, t('query.writeTruth', { field: quote(field), better }), better)
  }
  return { field, operator: 'is', value: truth }
}

function missingValue({ operator, end }: ConditionTerm): QueryProblem {
  return incomplete(
    { start: operator.start, end },
    t('query.valueMissing', { operator: quote(operator.text) }),
  )
}
