import { describe, expect, it } from 'vitest'
import type { EventCondition } from '#contract/platform/events.ts'
import { type AskedEvents, resolveQuestion } from '#site/events/search/resolve-question.ts'
import type { NumberedTag } from '#site/events/tags/event-tag.ts'
import { where } from './where.ts'

/** A name that both have is a number in one and a text in the other. */
const tags: readonly NumberedTag[] = [
  {
    number: 1,
    id: 'sale',
    orgId: 'shop',
    name: 'Sale',
    fields: [
      { number: 11, name: 'amount', type: 'decimal' },
      { number: 12, name: 'items', type: 'integer' },
      { number: 13, name: 'card', type: 'boolean' },
    ],
  },
  {
    number: 2,
    id: 'door',
    orgId: 'shop',
    name: 'Door',
    fields: [
      { number: 21, name: 'amount', type: 'text' },
      { number: 22, name: 'badge', type: 'text' },
    ],
  },
]
const ask = (asked: Partial<AskedEvents>) =>
  resolveQuestion({ orgId: 'shop', start: 1_000, end: 2_000, ...asked }, 'shop', tags)
const matching = (...match: EventCondition[]) => ask({ match })
const between = (value: number, value2?: number | string) => where('amount', 'between', value, value2)
type Operator = EventCondition['operator']
const number = (field: number, operator: Operator, value: number, isBoolean = false) => ({
  field,
  kind: 'number',
  operator,
  value,
  isBoolean,
})
const text = (field: number, operator: Operator, value: string) => ({ field, kind: 'text', operator, value })
const ofBoth = 'decimal knows eq, ne, lt, lte, gt, gte, between; text knows eq, ne, contains, startsWith.'

describe('a question', () => {
  it('is of all tags where none is named, and of those that are', () => {
    expect(ask({ cameraIds: ['cam-1'] })).toEqual({
      ok: true,
      value: {
        orgId: 'shop',
        tags: [
          { tag: 1, tagId: 'sale', conditions: [] },
          { tag: 2, tagId: 'door', conditions: [] },
        ],
        cameraIds: ['cam-1'],
        startMs: 1_000,
        endMs: 2_000,
      },
    })
    expect(ask({ eventTypeIds: ['door'] })).toMatchObject({ value: { tags: [{ tag: 2, conditions: [] }] } })
  })

  it.each<[string, EventCondition, number, object]>([
    ['a number', where('items', 'gt', 2), 1, number(12, 'gt', 2)],
    ['a range', between(1, 1), 1, { field: 11, kind: 'number', operator: 'between', value: 1, value2: 1 }],
    ['yes', where('card', 'is', true), 1, number(13, 'eq', 1, true)],
    ['no', where('card', 'is', false), 1, number(13, 'eq', 0, true)],
    ['a text, folded', where('badge', 'contains', 'Émil'), 2, text(22, 'contains', 'emil')],
    ['no text', where('badge', 'eq', ''), 2, text(22, 'eq', '')],
    ['a number where another tag has a text', where('amount', 'eq', 7), 1, number(11, 'eq', 7)],
    ['a text where another tag has a number', where('amount', 'eq', '7'), 2, text(21, 'eq', '7')],
  ])('that asks for %s is about the tag whose field that suits', (_what, condition, tag, resolved) => {
    expect(matching(condition)).toMatchObject({ value: { tags: [{ tag, conditions: [resolved] }] } })
    expect(matching(condition)).toHaveProperty('value.tags.length', 1)
  })

  it('has all of its conditions, in their order', () => {
    const asked = matching(between(1, 5), where('items', 'ne', 2))
    expect(asked).toMatchObject({ value: { tags: [{ conditions: [{ field: 11 }, { field: 12 }] }] } })
  })

  it.each<[string, Partial<AskedEvents>, string, string, string]>([
    ['another organization', { orgId: 'other' }, 'other_organization', 'orgId', 'not the organization'],
    ['an empty range', { end: 1_000 }, 'range_invalid', 'end', 'has to end after it begins'],
    ['an unknown tag', { eventTypeIds: ['door', 'scale'] }, 'invalid_value', 'eventTypeIds.1', 'no such'],
  ])('with %s is refused in words', (_what, asked, code, field, words) => {
    expect(ask(asked)).toEqual({
      ok: false,
      error: { code, field, message: expect.stringContaining(words) },
    })
  })

  it.each<[string, EventCondition[], string, string]>([
    ['an unknown field', [between(1, 2), where('colour', 'eq', 1)], '1.field', 'such a field'],
    ['a field of a tag that is out', [between(1, 2), where('badge', 'eq', 'x')], '1.field', 'such a field'],
    ['an operator of another type', [where('amount', 'is', true)], '0.operator', ofBoth],
    ['a value of another type', [where('items', 'eq', '2')], '0.value', ': has to be a number.'],
    ['one of no type that has the operator', [where('amount', 'eq', true)], '0.value', 'number or a string.'],
    ['a between of one value', [between(1)], '0.value2', 'belongs to between, and to no other operator'],
    ['two values of another operator', [where('amount', 'lt', 1, 2)], '0.value2', 'belongs to between'],
    ['a between up to a text', [between(1, '2')], '0.value2', 'has to be a number'],
    ['a between that ends before it begins', [between(2, 1)], '0.value2', 'no less than value'],
    ['half of a character', [where('badge', 'eq', '\ud800')], '0.value', 'lone surrogate'],
    ['an accent alone', [where('badge', 'contains', '\u0301')], '0.value', 'no character to look for'],
    ['a beginning of nothing', [where('badge', 'startsWith', '')], '0.value', 'no character to look for'],
  ])('with %s as a condition is refused in words', (_what, match, member, words) => {
    expect(ask({ match })).toEqual({
      ok: false,
      error: { code: 'invalid_value', field: `match.${member}`, message: expect.stringContaining(words) },
    })
  })
})
