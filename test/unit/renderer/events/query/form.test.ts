import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventQuery } from '#contract/wall/event-query.ts'
import {
  type FormRow,
  fieldChoices,
  formOf,
  operatorsOf,
  queryOfForm,
  rowFor,
} from '#renderer/events/query/form.ts'
import { printQuery } from '#renderer/events/query/printing/print-query.ts'
import { query } from './arbitraries.ts'
import { catalogue, read } from './catalogue-of-tests.ts'

const empty = formOf({ tags: [], cameras: [], time: { kind: 'all' }, conditions: [] })
const withRow = (row: Partial<FormRow>) =>
  queryOfForm(
    { ...empty, rows: [{ field: 'amount', kind: 'number', operator: 'gt', value: '1', value2: '', ...row }] },
    catalogue,
  )

describe('a search as a form', () => {
  it('loses nothing on the way there and back', () => {
    fc.assert(
      fc.property(query, (asked) => {
        expect(queryOfForm(formOf(asked), catalogue)).toEqual({ query: asked, problems: [] })
      }),
      { numRuns: 500 },
    )
  })

  it('comes from text and goes back to it', () => {
    const text = 'sale amount=1.5..2 void is true item~"5" camera:1-3 yesterday 14:00..15:30'
    const form = formOf(read(text).query)
    expect(form.rows).toEqual([
      { field: 'amount', kind: 'number', operator: 'between', value: '1.5', value2: '2' },
      { field: 'void', kind: 'boolean', operator: 'is', value: 'true', value2: '' },
      { field: 'item', kind: 'text', operator: 'contains', value: '5', value2: '' },
    ])
    expect(printQuery(queryOfForm(form, catalogue).query, catalogue)).toBe(text)
  })

  it('offers the fields of its tags, each name once for every kind of value', () => {
    expect(fieldChoices({ tags: ['tag-door'] }, catalogue)).toEqual([
      { name: 'öffnung', kind: 'boolean', unit: undefined, tags: ['Tür "Süd"'] },
    ])
    const choices = fieldChoices({ tags: [] }, catalogue)
    expect(choices.filter(({ name }) => name === 'code').map(({ kind, tags }) => [kind, tags])).toEqual([
      ['text', ['sale']],
      ['number', ['Dock scale']],
      ['boolean', ['today']],
    ])
    expect(choices[0]).toEqual({ name: 'amount', kind: 'number', unit: 'EUR', tags: ['sale'] })
  })

  it('offers the operators of the field alone', () => {
    expect(operatorsOf('number')).toEqual(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between'])
    expect(operatorsOf('text')).toEqual(['eq', 'ne', 'contains', 'startsWith'])
    expect(operatorsOf('boolean')).toEqual(['is'])
    expect(rowFor({ name: 'void', kind: 'boolean' })).toMatchObject({ operator: 'is', value: 'true' })
  })

  it('says of each row what is missing, and asks for the others', () => {
    expect(withRow({ value: ' ' }).problems).toEqual([
      { row: 0, part: 'value', message: 'A number is missing.' },
    ])
    expect(withRow({ operator: 'between', value2: '0' }).problems).toEqual([
      { row: 0, part: 'value2', message: 'This has to be the larger number.' },
    ])
    expect(withRow({ field: 'items', value: '1.5' }).problems).toEqual([
      { row: 0, part: 'value', message: '“items” is a whole number.' },
    ])
    expect(withRow({ field: 'gone' }).problems).toEqual([
      { row: 0, part: 'field', message: 'None of the event tags asked for has this field.' },
    ])
    expect(withRow({ field: '' })).toMatchObject({ query: { conditions: [] }, problems: [] })
    const two: EventQuery['conditions'] = [{ field: 'amount', operator: 'gt', value: 1 }]
    expect(withRow({ value: '1' }).query.conditions).toEqual(two)
  })
})
