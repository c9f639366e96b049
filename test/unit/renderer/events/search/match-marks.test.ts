import { expect, test } from 'vitest'
import type { EventCondition } from '#contract/wall/event-query.ts'
import { markMatches } from '#renderer/events/search/match-marks.ts'

/** What is marked in brackets. */
const marked = (field: string, words: string, conditions: readonly EventCondition[]) =>
  markMatches(field, words, conditions)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

const contains = (value: string): EventCondition => ({ field: 'text', operator: 'contains', value })

test.for<[string, EventCondition[], string]>([
  ['1 x Beer, 2 x Wheat beer', [contains('beer')], '1 x [Beer], 2 x Wheat [beer]'],
  ['Crème fraîche', [contains('creme'), contains('FRAI')], '[Crème] [fraî]che'],
  ['Straße', [contains('aß')], 'Str[aß]e'],
  ['abcd', [contains('bc'), contains('cd')], 'a[bc][d]'],
  ['beer', [{ field: 'text', operator: 'startsWith', value: 'be' }], '[be]er'],
  ['beer', [{ field: 'text', operator: 'ne', value: 'wine' }], '[beer]'],
  ['beer', [{ field: 'amount', operator: 'gt', value: 5 }], 'beer'],
])('of “%s” %j is %s', ([words, conditions, expected]) => {
  expect(marked('text', words, conditions)).toBe(expected)
})
