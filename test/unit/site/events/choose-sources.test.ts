import { describe, expect, it } from 'vitest'
import type { EventCondition } from '#contract/platform/events.ts'
import { chooseSources, type SourceLimits } from '#site/events/search/choose-sources.ts'
import { trigramQuery } from '#site/events/search/condition-sql.ts'
import { StatementCache } from '#site/events/search/statement-cache.ts'
import { eventLab, type LabEvent } from './event-lab.ts'

/** At each second instant from 1000 on a sale of as much as it is later; two thirds by one camera. */
const events: LabEvent[] = Array.from({ length: 200 }, (_, at) => ({
  tag: 0,
  camera: at % 3 ? 1 : 2,
  atMs: 1_000 + 2 * at,
  fields: { amount: 2 * at, items: at % 4, card: at % 4 === 0, text: at === 100 ? 'a rare wine' : 'bread' },
}))

const ways = [
  ['along time', /^event_(?:number|text) v not indexed$/],
  ['by value', /^event_(?:number|text) v indexed by /],
  ['by trigrams', /^event e not indexed$/],
  ['by tag', /^event indexed by event_by_tag$/],
  ['by camera', /^event indexed by event_by_camera$/],
] as const

interface Asked {
  readonly match?: readonly EventCondition[]
  readonly end?: number
  readonly cameras?: readonly number[]
  readonly limits?: Partial<SourceLimits>
}

/** How events are found, and by which field where that is a condition. */
function wayOf({ match = [], end = 1_390, cameras, limits }: Asked): string[] {
  const lab = eventLab()
  lab.insert(events)
  const [sale] = lab.tags
  const eventTypeIds = match.length > 0 ? [sale?.id ?? ''] : undefined
  const question = lab.resolve({ eventTypeIds, start: 1_000, end, match })
  const sources = chooseSources(question, cameras, new StatementCache(lab.readable, 10), {
    maxMerged: 4,
    fewEvents: 20,
    fewTexts: 20,
    probed: 10,
    ...limits,
  })
  return sources.map(({ from, where }) => {
    const [way = from] = ways.find(([, pattern]) => pattern.test(from)) ?? []
    const field = sale?.fields.find(
      ({ number }) => where.text.startsWith('v.field') && number === where.values[0],
    )
    return field ? `${way}: ${field.name}` : way
  })
}

const amount = (value: number, value2: number): EventCondition => ({
  field: 'amount',
  operator: 'between',
  value,
  value2,
})
const above: EventCondition = { field: 'amount', operator: 'gt', value: 10 }
const card: EventCondition = { field: 'card', operator: 'is', value: true }
const items = (operator: EventCondition['operator'], value = 2): EventCondition => ({
  field: 'items',
  operator,
  value,
})
const text = (value: string): EventCondition => ({ field: 'text', operator: 'contains', value })

describe('events are looked for', () => {
  it.each<[string, Asked, string[]]>([
    ['by tag where all cameras are asked', {}, ['by tag', 'by tag']],
    [
      'by camera where these are few',
      { cameras: [1, 2] },
      ['by camera', 'by camera', 'by camera', 'by camera'],
    ],
    ['by tag where these are many', { cameras: [1, 2, 3] }, ['by tag', 'by tag']],
    ['by an exact value, wherever it stands', { match: [above, items('eq')] }, ['by value: items']],
    ['by an exact value rather than by yes or no', { match: [card, items('eq')] }, ['by value: items']],
    ['by yes or no where nothing else is asked', { match: [card] }, ['by value: card']],
    ['by yes or no where nothing else is rare', { match: [card, items('ne')] }, ['by value: card']],
    ['by what is rare rather than by yes or no', { match: [card, amount(100, 105)] }, ['by value: amount']],
    ['along time for what the newest fulfil', { match: [above] }, ['along time: amount']],
    ['along time for anything but a value', { match: [items('ne')] }, ['along time: items']],
    [
      'along time for that, too, where yes or no comes second',
      { match: [items('ne'), card] },
      ['along time: items'],
    ],
    ['by value for what the newest do not fulfil', { match: [amount(100, 105)] }, ['by value: amount']],
    ['by value for as many as are few', { match: [amount(100, 136)] }, ['by value: amount']],
    ['along time for more than are few', { match: [amount(100, 138)] }, ['along time: amount']],
    [
      'along time in a range with fewer than are probed',
      { match: [amount(100, 105)], end: 1_018 },
      ['along time: amount'],
    ],
    ['by value in one with as many', { match: [amount(100, 105)], end: 1_019 }, ['by value: amount']],
    [
      'by value for no more than the range has',
      { match: [amount(100, 122)], end: 1_023 },
      ['by value: amount'],
    ],
    [
      'along time for more than the range has',
      { match: [amount(100, 124)], end: 1_023 },
      ['along time: amount'],
    ],
    [
      'by value where one in many fulfils it',
      { match: [amount(388, 400)], limits: { probed: 101 } },
      ['by value: amount'],
    ],
    [
      'along time where one in a hundred does',
      { match: [amount(388, 400)], limits: { probed: 100 } },
      ['along time: amount'],
    ],
    ['by trigrams for a text that is rare', { match: [text('WINE')] }, ['by trigrams']],
    ['along time for one that is too short for any', { match: [text('wi')] }, ['along time: text']],
    [
      'by trigrams for as many texts as are few',
      { match: [text('wine')], limits: { fewTexts: 2 } },
      ['by trigrams'],
    ],
    ['along time for more', { match: [text('wine')], limits: { fewTexts: 1 } }, ['along time: text']],
    [
      'by value for as many values as are few',
      { match: [amount(100, 105)], limits: { fewEvents: 4, fewTexts: 1 } },
      ['by value: amount'],
    ],
    [
      'along time for more values',
      { match: [amount(100, 105)], limits: { fewEvents: 3 } },
      ['along time: amount'],
    ],
    ['by the rarer of two, the second', { match: [amount(100, 105), text('wine')] }, ['by trigrams']],
    ['by the rarer of two, the first', { match: [text('wine'), amount(100, 105)] }, ['by trigrams']],
    ['by the first of two as rare', { match: [amount(200, 201), text('wine')] }, ['by value: amount']],
    [
      'by the one that is rare, behind one that is frequent',
      { match: [above, text('wine')] },
      ['by trigrams'],
    ],
    ['along time by the first where none is rare', { match: [text('wi'), above] }, ['along time: text']],
  ])('%s', (_what, asked, expected) => {
    expect(wayOf(asked)).toEqual(expected)
  })
})

describe('the trigrams of a text that is looked for', () => {
  it.each([
    ['ab', undefined],
    ['abc', '"abc"'],
    ['abcd', '"abc" AND "bcd"'],
    ['abcdef', '"abc" AND "def"'],
    ['abcdefg', '"abc" AND "def" AND "efg"'],
    ['a"b"c', '"a""b" AND "b""c"'],
    ['aaaa', '"aaa"'],
    ['😀ä日x', '"😀ä日" AND "ä日x"'],
  ])('of %s', (piece, query) => {
    expect(trigramQuery(piece)).toBe(query)
  })

  it('are nine at most, its last among them', () => {
    const letters = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x100 + at)).join('')
    const terms = trigramQuery(letters)?.split(' AND ') ?? []
    expect(terms).toHaveLength(9)
    expect(terms.at(-1)).toBe(`"${letters.slice(-3)}"`)
  })
})
