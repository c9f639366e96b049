import { MAX_EVENT_CONDITIONS } from '#contract/platform/limits.ts'
import { never } from '#contract/result.ts'
import { type EventOperator, eventOperators } from '#contract/platform/events.ts'
import type { EventCondition, EventQuery, EventTime } from '#contract/wall/event-query.ts'
import { kindOfValue, kindOfType, type EventCatalogue, tagsOf, type ValueKind } from './catalogue.ts'
import { readNumber, textProblem } from './reading/read-value.ts'
import { t } from '../../language/language.ts'

/** One condition as it is edited: all of it may be missing or nonsense for a while. */
export interface FormRow {
  /** Empty: none chosen yet. */
  readonly field: string
  readonly kind: ValueKind
  readonly operator: EventOperator
  /** As typed; `true` or `false` of a boolean. */
  readonly value: string
  /** Of `between`. */
  readonly value2: string
}

/** A search as a form shows it. Text and form lead to each other over the query: `formOf`, `queryOfForm`. */
export interface QueryForm {
  readonly tags: readonly string[]
  readonly cameras: readonly string[]
  readonly time: EventTime
  readonly rows: readonly FormRow[]
}

/** A field that a row can be about. One name of several types is several choices. */
export interface FieldChoice {
  readonly name: string
  readonly kind: ValueKind
  readonly unit: string | undefined
  /** Names of the tags that have it. */
  readonly tags: readonly string[]
}

export interface FormProblem {
  /** Index into `rows`. */
  readonly row: number
  readonly part: 'field' | 'value' | 'value2'
  readonly message: string
}

export function formOf({ tags, cameras, time, conditions }: EventQuery): QueryForm {
  return { tags, cameras, time, rows: conditions.map(rowOf) }
}

function rowOf(condition: EventCondition): FormRow {
  const { field, operator, value } = condition
  const value2 = condition.operator === 'between' ? String(condition.value2) : ''
  return { field, operator, kind: kindOfValue(value), value: String(value), value2 }
}

/** A new row: the field's first operator, nothing to compare it with. */
export function rowFor({ name, kind }: Pick<FieldChoice, 'name' | 'kind'>): FormRow {
  return {
    field: name,
    kind,
    operator: operatorsOf(kind)[0],
    value: kind === 'boolean' ? 'true' : '',
    value2: '',
  }
}

export function operatorsOf(kind: ValueKind): readonly [EventOperator, ...EventOperator[]] {
  return eventOperators[kind === 'number' ? 'decimal' : kind]
}

/** Fields of the tags that the form asks for, in the order of the tags. */
export function fieldChoices({ tags }: Pick<QueryForm, 'tags'>, catalogue: EventCatalogue): FieldChoice[] {
  const choices = new Map<
    string,
    { name: string; kind: ValueKind; unit: string | undefined; tags: string[] }
  >()
  for (const tag of tagsOf(catalogue, tags)) {
    for (const { name, type, unit } of tag.fields) {
      const kind = kindOfType(type)
      const known = choices.get(`${kind} ${name}`)
      if (known) known.tags.push(tag.name)
      else choices.set(`${kind} ${name}`, { name, kind, unit, tags: [tag.name] })
    }
  }
  return [...choices.values()]
}

/** What of the form is complete, and what is not. Rows without a field are not looked at. */
export function queryOfForm(
  form: QueryForm,
  catalogue: EventCatalogue,
): { readonly query: EventQuery; readonly problems: readonly FormProblem[] } {
  const conditions: EventCondition[] = []
  const problems: FormProblem[] = []
  for (const [row, edited] of form.rows.entries()) {
    if (edited.field === '') continue
    const found = conditionOf(edited, form, catalogue)
    if ('message' in found) problems.push({ row, ...found })
    else if (conditions.length < MAX_EVENT_CONDITIONS) conditions.push(found)
    else
      problems.push({
        row,
        part: 'field',
        message: t('query.mostConditions', { most: MAX_EVENT_CONDITIONS }),
      })
  }
  const query: EventQuery = { tags: [...form.tags], cameras: [...form.cameras], time: form.time, conditions }
  return { query, problems }
}

type Flaw = Omit<FormProblem, 'row'>

function conditionOf(row: FormRow, form: QueryForm, catalogue: EventCatalogue): EventCondition | Flaw {
  const { field, kind, operator } = row
  const types = tagsOf(catalogue, form.tags).flatMap((tag) =>
    tag.fields.filter((one) => one.name === field && kindOfType(one.type) === kind).map(({ type }) => type),
  )
  if (types.length === 0) return { part: 'field', message: t('query.form.noField') }
  switch (operator) {
    case 'is':
      return { field, operator, value: row.value === 'true' }
    case 'contains':
    case 'startsWith':
      return withText({ field, operator, value: row.value })
    case 'eq':
    case 'ne':
      if (kind === 'text') return withText({ field, operator, value: row.value })
      return withNumber(row, types, (value) => ({ field, operator, value }))
    case 'between':
      return withNumber(row, types, (value) => betweenOf(row, types, value))
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return withNumber(row, types, (value) => ({ field, operator, value }))
    default:
      return never(operator)
  }
}

function withText(condition: EventCondition): EventCondition | Flaw {
  const message = textProblem(condition)
  return message === undefined ? condition : { part: 'value', message }
}

function betweenOf(row: FormRow, types: readonly string[], value: number): EventCondition | Flaw {
  const value2 = numberOf(row.value2, row.field, types)
  if (typeof value2 !== 'number') return { part: 'value2', message: value2 }
  if (value2 < value) return { part: 'value2', message: t('query.form.larger') }
  return { field: row.field, operator: 'between', value, value2 }
}

function withNumber(
  row: FormRow,
  types: readonly string[],
  then: (value: number) => EventCondition | Flaw,
): EventCondition | Flaw {
  const value = numberOf(row.value, row.field, types)
  return typeof value === 'number' ? then(value) : { part: 'value', message: value }
}

/** The number, or what is wrong with it. */
function numberOf(typed: string, field: string, types: readonly string[]): number | string {
  const text = typed.trim()
  if (text === '') return t('query.numberMissing')
  const piece = { text, isQuoted: false, isUnclosed: false, start: 0, end: text.length }
  const value = readNumber(piece, field, !types.includes('decimal'))
  return typeof value === 'number' ? value : value.message
}
