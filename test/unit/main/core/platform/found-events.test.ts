import { expect, test } from 'vitest'
import type { EventCondition } from '#contract/platform/events.ts'
import type { EventCondition as WallCondition } from '#contract/wall/event-query.ts'
import { meets } from '#main/core/platform/found-events.ts'

const fields = {
  amount: 12.5,
  kept: 0.1 + 0.2,
  text: 'Łódź, Straße',
  money: '12.50',
  word: 'many',
  blank: ' ',
  isVoid: false,
}

test.each<[string, EventCondition['operator'], EventCondition['value'], boolean, EventCondition['value2']?]>([
  ['amount', 'eq', 12.5, true],
  ['amount', 'eq', 12, false],
  ['kept', 'eq', 0.3, true],
  ['amount', 'ne', 12.5, false],
  ['amount', 'ne', 1, true],
  ['amount', 'gt', 12, true],
  ['amount', 'gt', 1_000, false],
  ['amount', 'gte', 13, false],
  ['amount', 'lt', 12, false],
  ['amount', 'lte', 12.5, true],
  ['amount', 'between', 12, true, 13],
  ['amount', 'between', 13, false, 14],
  ['money', 'eq', 12.5, true],
  ['money', 'gt', 13, false],
  // What it is cannot be told.
  ['word', 'gt', 13, true],
  ['blank', 'gt', 13, true],
  ['isVoid', 'is', false, true],
  ['isVoid', 'is', true, false],
  ['text', 'contains', 'LODZ', true],
  ['text', 'contains', 'Berlin', false],
  ['text', 'startsWith', 'lód', true],
  ['text', 'startsWith', 'Stra', false],
  ['text', 'eq', 'lodz, strasse', true],
  ['text', 'eq', 'lodz', false],
  ['text', 'ne', 'lodz, strasse', false],
  // Of an event without the field no condition holds.
  ['other', 'ne', 1, false],
  ['toString', 'contains', '', false],
])('%s %s %j: %s', (field, operator, value, isMet, value2) => {
  expect(meets({ field, operator, value, value2 } as WallCondition, fields)).toBe(isMet)
})

test.each([
  ['without fields meets none', {}, false],
  ['whose fields are not told may meet any', undefined, true],
])('an event %s', (_what, given, isMet) => {
  expect(meets({ field: 'amount', operator: 'eq', value: 1 }, given)).toBe(isMet)
})
