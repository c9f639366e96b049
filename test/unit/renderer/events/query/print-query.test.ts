import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { eventQuerySchema } from '#contract/wall/event-query.ts'
import { printQuery } from '#renderer/events/query/printing/print-query.ts'
import { spanOf } from '#renderer/events/query/time-span.ts'
import { query } from './arbitraries.ts'
import { berlin, catalogue, nowMs, read } from './catalogue-of-tests.ts'

describe('a printed search', () => {
  it('reads as itself', () => {
    fc.assert(
      fc.property(query, (asked) => {
        const { startMs, endMs = Number.POSITIVE_INFINITY } = spanOf(asked.time, berlin, nowMs)
        fc.pre(asked.time.kind !== 'between' || startMs < endMs)
        expect(eventQuerySchema.parse(asked)).toEqual(asked)
        const text = printQuery(asked, catalogue)
        expect([text, read(text)]).toEqual([text, { query: asked, problems: [] }])
      }),
      { numRuns: 1_000 },
    )
  })

  test.for([
    [
      'last:24h camera:7,6,5,3 void=yes amount = 1,5..2 SALE',
      'sale void is true amount=1.5..2 camera:7,6,5,3 last:24h',
    ],
    ['camera:3-7 camera:1', 'camera:3-7,1'],
    ['camera:1,2', 'camera:1,2'],
    ['"dock scale" "NET weight">3', '"Dock scale" "net weight">3'],
    ['item~beer item="a \\"b\\""', 'item~beer item="a \\"b\\""'],
    ['2026-1-5 9:30..24:00', '2026-01-05 09:30..24:00'],
    ['14:00..15:30', 'today 14:00..15:30'],
    ['YESTERDAY', 'yesterday'],
    ['friday..monday', 'friday..monday'],
    ['since:9:00', 'since:today 09:00'],
  ])('of %s', ([text, printed]) => {
    expect(printQuery(read(text ?? '').query, catalogue)).toBe(printed)
  })
})
