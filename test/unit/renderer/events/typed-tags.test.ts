import { expect, test } from 'vitest'
import { readTagFields, tagFieldsText, withTag } from '#renderer/events/typed-tags.ts'

const noteField = { name: 'note', type: 'text' } as const

test.each([
  ['', []],
  ['note text', [noteField]],
  ['note: text', [noteField]],
  ['amount decimal EUR, note text', [{ name: 'amount', type: 'decimal', unit: 'EUR' }, noteField]],
  [
    'goods on hand INTEGER ; paid boolean,',
    [
      { name: 'goods on hand', type: 'integer' },
      { name: 'paid', type: 'boolean' },
    ],
  ],
  ['weight decimal kg per day', [{ name: 'weight', type: 'decimal', unit: 'kg per day' }]],
] as const)('reads %j', (text, fields) => {
  expect(readTagFields(text)).toEqual({ ok: true, value: fields })
})

test('writes what it reads', () => {
  const text = 'amount decimal EUR, note text'
  const read = readTagFields(text)
  expect(read.ok && tagFieldsText(read.value)).toBe(text)
})

test.each([
  ['note', /“note” is not a field/],
  ['note varchar', /“note varchar” is not a field/],
  ['text', /“text” is not a field/],
  ['note text, note integer', /“note” is there twice/],
])('says what is wrong with %j', (text, sentence) => {
  const read = readTagFields(text)
  expect(read.ok ? '' : read.error).toMatch(sentence)
})

const names = (tags: readonly { name: string }[]) => tags.map(({ name }) => name)

test('a tag takes the place of one with its id or its name', () => {
  const before = [
    { id: '1', name: 'Sale', fields: [] },
    { id: '2', name: 'Visit', fields: [] },
  ]
  expect(names(withTag(before, { id: '1', name: 'Receipt', fields: [] }))).toEqual(['Visit', 'Receipt'])
  expect(names(withTag(before, { id: '3', name: 'VISIT', fields: [] }))).toEqual(['Sale', 'VISIT'])
})
