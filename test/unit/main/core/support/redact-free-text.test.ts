import { expect, it } from 'vitest'
import { z } from 'zod'
import { redactFreeText } from '#main/core/support/support-bundle.ts'

const schema = z.object({
  mode: z.enum(['a', 'b']),
  kind: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('camera'), id: z.string() }),
    z.object({ kind: z.literal('empty') }),
  ]),
  count: z.number().default(3),
  isOn: z.boolean(),
  name: z.string().optional(),
  either: z.union([z.literal('off'), z.string()]),
  byName: z.record(z.string(), z.object({ note: z.string(), ms: z.int() })),
  byMode: z.partialRecord(z.enum(['a', 'b']), z.string()),
  list: z.array(z.string()),
  nothing: z.string().nullable(),
})

it('keeps numbers, switches and choices, and of texts how long they are', () => {
  const value = {
    mode: 'b',
    kind: { kind: 'camera', id: 'door' },
    count: 7,
    isOn: true,
    name: 'secret',
    either: 'off',
    byName: { secret: { note: 'secret', ms: 5 } },
    byMode: { b: 'secret' },
    list: ['secret', 'ab'],
    nothing: null,
  }
  expect(redactFreeText(schema.parse(value), schema)).toEqual({
    mode: 'b',
    kind: { kind: 'camera', id: '(text, 4)' },
    count: 7,
    isOn: true,
    name: '(text, 6)',
    either: 'off',
    byName: { 1: { note: '(text, 6)', ms: 5 } },
    byMode: { b: '(text, 6)' },
    list: ['(text, 6)', '(text, 2)'],
    nothing: null,
  })
})

it('keeps nothing in words of what the schema does not know', () => {
  expect(redactFreeText({ more: 'secret', mode: 'secret' }, schema)).toEqual({
    1: '(text, 6)',
    mode: '(text, 6)',
  })
})
