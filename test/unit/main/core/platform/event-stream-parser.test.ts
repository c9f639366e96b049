import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '#test/stand/run-seed.ts'
import { EventStreamParser } from '#main/core/platform/event-stream-parser.ts'
import { anyCodePoint } from '#test/unit/any-code-point.ts'

function readWhole(text: string): string[] {
  return new EventStreamParser().push(text)
}

test('reads messages of any type, and what is after their id', () => {
  const parser = new EventStreamParser()
  expect(parser.push(': beat\n\nid: 7\nevent: note\ndata: one\ndata:two\n\ndata: three\n\n')).toEqual([
    'one\ntwo',
    'three',
  ])
  expect(parser.lastEventId).toBe('7')
})

test('an id without data counts, once its message has ended', () => {
  const parser = new EventStreamParser()
  expect(parser.push('retry: 2000\nid: 41\n')).toEqual([])
  expect(parser.lastEventId).toBeUndefined()
  parser.push('\n')
  expect(parser.lastEventId).toBe('41')
})

test('a message of which only the beginning has come is asked for again', () => {
  const parser = new EventStreamParser()
  parser.push('id: 1\ndata: a\n\nid: 2\ndata: b\n')
  expect(parser.lastEventId).toBe('1')
})

test('an empty id takes the last one back; one with a NUL is none', () => {
  const parser = new EventStreamParser()
  parser.push('id: 1\n\nid: a\0b\n\n')
  expect(parser.lastEventId).toBe('1')
  parser.push('id\n\n')
  expect(parser.lastEventId).toBeUndefined()
})

test('a line beyond all measure ends the stream', () => {
  const parser = new EventStreamParser()
  expect(() => {
    for (let pieces = 0; pieces < 100; pieces += 1) parser.push('x'.repeat(64 * 1_024))
  }).toThrow('too long')
})

test('lines without an end of their message end the stream, whatever they are', () => {
  for (const endless of ['data: x\n', 'event: x\n', 'id: x\n', 'unknown\n', 'data: x\n: comment\n']) {
    const parser = new EventStreamParser()
    expect(() => {
      for (let pieces = 0; pieces < 100; pieces += 1) parser.push(endless.repeat(4_096))
    }).toThrow('too long')
  }
})

test('comments and messages without end are no message without end', () => {
  const parser = new EventStreamParser()
  for (let pieces = 0; pieces < 100; pieces += 1) {
    parser.push(`: alive\n`.repeat(4_096))
    expect(parser.push('data: x\n\n'.repeat(4_096))).toHaveLength(4_096)
  }
})

const line = fc.oneof(
  fc.constantFrom('', 'data', 'data:', 'event: e', ': comment', 'id: 5', 'unknown: x', '\uFEFFdata: x'),
  fc.string({ maxLength: 8 }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
)

test('whatever comes, it reads messages of it, and no more than has come', () => {
  const scrap = fc.oneof(
    fc.string({ unit: anyCodePoint, maxLength: 40 }),
    fc.constantFrom(
      ...Array.from(':\n\r\0\uFEFF'),
      'data',
      'data:',
      'id:',
      'event:',
      'retry: 1',
      '\r\n',
      '\n\n',
    ),
  )
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 60 }), (pieces) => {
      const parser = new EventStreamParser()
      const read = pieces.flatMap((piece) => parser.push(piece))
      const chars = read.reduce((sum, data) => sum + data.length, 0)
      expect(chars).toBeLessThanOrEqual(pieces.join('').length)
      expect(parser.lastEventId ?? '-').not.toMatch(/[\r\n\0]/)
    }),
    fuzzRuns,
  )
})

test('whatever the pieces in which it comes, it reads the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 20 }),
      (lines, sizes) => {
        // Ends with lines that no later piece can change.
        const text = `${lines.map(([words, end]) => words + end).join('')}\n\n`
        const parser = new EventStreamParser()
        const read: string[] = []
        for (let at = 0, turn = 0; at < text.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1
          read.push(...parser.push(text.slice(at, at + size)))
          at += size
        }
        expect(read).toEqual(readWhole(text))
      },
    ),
  )
})
