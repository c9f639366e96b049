import { describe, expect, it } from 'vitest'
import { eventLab } from './event-lab.ts'

const withText = (text: string, atMs: number) => ({ tag: 0, camera: 1, atMs, fields: { text } })
/** So many that a word in one of them is looked up by its trigrams. */
const breads = (count: number, fromMs: number) =>
  Array.from({ length: count }, (_, at) => withText('bread', fromMs + at))

function lab() {
  const opened = eventLab({ probed: 5, fewTexts: 100 }, 20)
  const question = opened.resolve({
    start: 0,
    end: 10_000,
    match: [{ field: 'text', operator: 'contains', value: 'wine' }],
  })
  return {
    opened,
    found: () => opened.page(question, 'asc', 10).events.map(({ timestamp }) => timestamp),
    end: () => opened.readable.prepare('select event from event_trigram_end').pluck().get(),
    indexed: () => opened.readable.prepare('select count(*) from event_trigram').pluck().get(),
  }
}

describe('the trigrams of texts', () => {
  it('are written for many events at once, and what has none yet is found, too', () => {
    const { opened, found, end, indexed } = lab()
    opened.insert([withText('red wine', 1), ...breads(18, 100)])
    expect([found(), end(), indexed()]).toEqual([[1], 0, 0])
    opened.insert([withText('white wine', 2), ...breads(9, 200)])
    expect([found(), end(), indexed()]).toEqual([[1, 2], 29, 29])
    opened.insert([withText('sparkling wine', 3), ...breads(9, 300)])
    expect([found(), end(), indexed()]).toEqual([[1, 2, 3], 29, 29])
  })

  it('are those of what is stored, after a group that was not', () => {
    const { opened, found, end, indexed } = lab()
    opened.insert([withText('red wine', 1), ...breads(9, 100)])
    const broken = { tag: 0, camera: 1, atMs: 1.5, fields: {} }
    expect(() => opened.insert([withText('no wine', 2), ...breads(15, 200), broken])).toThrow()
    expect([found(), end()]).toEqual([[1], 0])
    opened.insert([withText('white wine', 3), ...breads(9, 300)])
    expect([found(), end(), indexed()]).toEqual([[1, 3], 20, 20])
  })
})

describe('the beginnings of texts', () => {
  const long = 'Ab'.repeat(16)

  it.each([
    ['eq', long, [1]],
    ['eq', `${long}c`, [2]],
    ['startsWith', long, [1, 2, 3]],
    ['startsWith', `${long}c`, [2, 3]],
    ['startsWith', long.slice(1), []],
    // Behind which there is no text, a gap of the characters, or another length.
    ['startsWith', '\u{10ffff}', [7]],
    ['startsWith', '\ud7ff', [5]],
    ['startsWith', 'a\u{10ffff}', [8]],
    ['startsWith', 'a', [1, 2, 3, 8]],
  ] as const)('find what %s %s, and nothing else', (operator, value, expected) => {
    const opened = eventLab({ probed: 1, fewEvents: 10 })
    opened.insert(
      [long, `${long}c`, `${long}cd`, 'bread', '\ud7ffa', '\ue000', '\u{10ffff}b', 'a\u{10ffff}', 'b'].map(
        (text, at) => withText(text, at + 1),
      ),
    )
    const match = [{ field: 'text', operator, value }]
    const question = opened.resolve({ start: 0, end: 10_000, match })
    expect(opened.page(question, 'asc', 10).events.map(({ timestamp }) => timestamp)).toEqual(expected)
  })
})
