import { describe, expect, it } from 'vitest'
import type { EventCondition } from '#contract/platform/events.ts'
import { type AskedEvents, resolveQuestion } from '#site/events/search/resolve-question.ts'
import type { NumberedTag } from '#site/events/tags/event-tag.ts'

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
const between = (value: EventCondition['value'], value2?: EventCondition['value']): EventCondition => ({
  field: 'amount',
  operator: 'between',
  value,
  ...(value2 === undefined ? {} : { value2 }),
})

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
    [
      'a number',
      { field: 'items', operator: 'gt', value: 2 },
      1,
      { field: 12, kind: 'number', operator: 'gt', value: 2, isBoolean: false },
    ],
    ['a range', between(1, 1), 1, { field: 11, kind: 'number', operator: 'between', value: 1, value2: 1 }],
    [
      'yes',
      { field: 'card', operator: 'is', value: true },
      1,
      { field: 13, kind: 'number', operator: 'eq', value: 1, isBoolean: true },
    ],
    [
      'no',
      { field: 'card', operator: 'is', value: false },
      1,
      { field: 13, kind: 'number', operator: 'eq', value: 0, isBoolean: true },
    ],
    [
      'a text, folded',
      { field: 'badge', operator: 'contains', value: 'Émil' },
      2,
      { field: 22, kind: 'text', operator: 'contains', value: 'emil' },
    ],
    [
      'no text',
      { field: 'badge', operator: 'eq', value: '' },
      2,
      { field: 22, kind: 'text', operator: 'eq', value: '' },
    ],
    [
      'a number where another tag has a text',
      { field: 'amount', operator: 'eq', value: 7 },
      1,
      { field: 11, kind: 'number', operator: 'eq', value: 7, isBoolean: false },
    ],
    [
      'a text where another tag has a number',
      { field: 'amount', operator: 'eq', value: '7' },
      2,
      { field: 21, kind: 'text', operator: 'eq', value: '7' },
    ],
  ])('that asks for %s is about the tag whose field that suits', (_what, condition, tag, resolved) => {
    expect(matching(condition)).toMatchObject({
      ok: true,
      value: { tags: [{ tag, conditions: [resolved] }] },
    })
    expect(matching(condition)).toHaveProperty('value.tags.length', 1)
  })

  it('has all of its conditions, in their order', () => {
    const asked = matching(between(1, 5), { field: 'items', operator: 'ne', value: 2 })
    expect(asked).toMatchObject({ value: { tags: [{ conditions: [{ field: 11 }, { field: 12 }] }] } })
  })

  it.each<[string, Partial<AskedEvents>, string, string, string]>([
    ['another organization', { orgId: 'other' }, 'other_organization', 'orgId', 'not the organization'],
    ['an empty range', { end: 1_000 }, 'range_invalid', 'end', 'has to end after it begins'],
    [
      'an unknown tag',
      { eventTypeIds: ['door', 'scale'] },
      'invalid_value',
      'eventTypeIds.1',
      'no such event tag',
    ],
    [
      'an unknown field',
      { match: [between(1, 2), { field: 'colour', operator: 'eq', value: 1 }] },
      'invalid_value',
      'match.1.field',
      'has such a field',
    ],
    [
      'a field of a tag that is out',
      { match: [between(1, 2), { field: 'badge', operator: 'eq', value: 'x' }] },
      'invalid_value',
      'match.1.field',
      'has such a field',
    ],
    [
      'an operator of another type',
      { match: [{ field: 'amount', operator: 'is', value: true }] },
      'invalid_value',
      'match.0.operator',
      'decimal knows eq, ne, lt, lte, gt, gte, between; text knows eq, ne, contains, startsWith.',
    ],
    [
      'a value of another type',
      { match: [{ field: 'items', operator: 'eq', value: '2' }] },
      'invalid_value',
      'match.0.value',
      ': has to be a number.',
    ],
    [
      'a value of no type that has the operator',
      { match: [{ field: 'amount', operator: 'eq', value: true }] },
      'invalid_value',
      'match.0.value',
      'has to be a number or a string.',
    ],
    [
      'a between of one value',
      { match: [between(1)] },
      'invalid_value',
      'match.0.value2',
      'belongs to between, and to no other operator',
    ],
    [
      'two values of another operator',
      { match: [{ ...between(1, 2), operator: 'lt' }] },
      'invalid_value',
      'match.0.value2',
      'belongs to between',
    ],
    [
      'a between up to a text',
      { match: [between(1, '2')] },
      'invalid_value',
      'match.0.value2',
      'has to be a number',
    ],
    [
      'a between that ends before it begins',
      { match: [between(2, 1)] },
      'invalid_value',
      'match.0.value2',
      'no less than value',
    ],
    [
      'half of a character',
      { match: [{ field: 'badge', operator: 'eq', value: '\ud800' }] },
      'invalid_value',
      'match.0.value',
      'lone surrogate',
    ],
    [
      'a part that is an accent alone',
      { match: [{ field: 'badge', operator: 'contains', value: '\u0301' }] },
      'invalid_value',
      'match.0.value',
      'no character to look for',
    ],
    [
      'a beginning of nothing',
      { match: [{ field: 'badge', operator: 'startsWith', value: '' }] },
      'invalid_value',
      'match.0.value',
      'no character to look for',
    ],
  ])('with %s is refused in words', (_what, asked, code, field, words) => {
    expect(ask(asked)).toEqual({
      ok: false,
      error: { code, field, message: expect.stringContaining(words) },
    })
  })
})
