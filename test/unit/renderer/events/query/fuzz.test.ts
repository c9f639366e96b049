import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { eventQuerySchema } from '#contract/wall/event-query.ts'
import { printQuery } from '#renderer/events/query/printing/print-query.ts'
import { anyCodePoint } from '#test/unit/any-code-point.ts'
import { anyText } from './arbitraries.ts'
import { catalogue, read } from './catalogue-of-tests.ts'

const words =
  'sale amount items item void code is true today monday 2026-11-20 14:00 24:00 02:30+2 last:24h since: until: camera: group: tag: 3 5-7 1.5 -'
const signs = '" = != < <= > >= ~ ^= .. ... : , . ! ^ \\'
const known = [...words.split(' '), ...signs.split(' '), '"Dock scale"', ' ', '\u00a0', '\ud800']

/** Everything that the grammar knows, in any order, and everything else. */
const anyWords = fc
  .array(fc.oneof(fc.constantFrom(...known), anyText), { maxLength: 30 })
  .map((words) => words.join(''))

describe('whatever is typed', () => {
  it('is read: a valid search, problems within the text, and a print that reads the same', () => {
    fc.assert(
      fc.property(fc.oneof(anyWords, fc.string({ unit: anyCodePoint, maxLength: 60 })), (text) => {
        const { query, problems } = read(text)
        eventQuerySchema.parse(query)
        for (const { start, end, message } of problems) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThanOrEqual(start)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(message).toMatch(/[.?:]$/)
        }
        const printed = printQuery(query, catalogue)
        expect([printed, read(printed)]).toEqual([printed, { query, problems: [] }])
      }),
      { numRuns: 1_000 },
    )
  })

  const longChars = 65_536
  const parts = [
    'a ',
    '"',
    '\\"',
    '"\\"',
    'amount>1 ',
    'amount>',
    '>',
    'camera:1,',
    '1-9,',
    '..',
    '1:',
    'is ',
    '14:00..',
    '9',
    '😀',
  ]
  test.for(parts)('of %j over and over: 64 KB are read to their end', (part) => {
    const text = part.repeat(Math.ceil(longChars / part.length))
    for (const tried of [text, `camera:${text}`]) {
      const { query, problems } = read(`${tried} "" tag:sale`)
      eventQuerySchema.parse(query)
      expect(problems.length).toBeLessThanOrEqual(20)
    }
  })
})
