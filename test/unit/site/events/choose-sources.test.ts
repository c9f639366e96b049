import { describe, expect, it } from 'vitest'
import type { EventCondition } from '#contract/platform/events.ts'
import { chooseSources, type SourceLimits } from '#site/events/search/choose-sources.ts'
import { trigramQuery } from '#site/events/search/condition-sql.ts'
import { StatementCache } from '#site/events/search/statement-cache.ts'
import { eventLab, type LabEvent } from './event-lab.ts'
import { where } from './where.ts'

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
function wayOf({ match = [], end = 1_390, cameras, limits }: Asked): string {
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
  const found = sources.map(({ from, where: { text, values } }) => {
    const [way = from] = ways.find(([, pattern]) => pattern.test(from)) ?? []
    const field = sale?.fields.find(({ number }) => text.startsWith('v.field') && number === values[0])
    return field ? `${way}: ${field.name}` : way
  })
  return found.join(', ')
}

const byAmount = 'by value: amount'
const alongAmount = 'along time: amount'

const amount = (value: number, value2: number) => where('amount', 'between', value, value2)
const rare = amount(100, 105)
const late = amount(388, 400)
const above = where('amount', 'gt', 10)
const card = where('card', 'is', true)
const oneOfItems = where('items', 'eq', 2)
const otherItems = where('items', 'ne', 2)
const texts = (value: string) => where('text', 'contains', value)
const wine = texts('wine')

describe('events are looked for', () => {
  it.each<[string, Asked, string]>([
    ['by tag where all cameras are asked', {}, 'by tag, by tag'],
    ['by camera where these are few', { cameras: [1, 2] }, 'by camera, by camera, by camera, by camera'],
    ['by tag where these are many', { cameras: [1, 2, 3] }, 'by tag, by tag'],
    ['by an exact value, wherever it stands', { match: [above, oneOfItems] }, 'by value: items'],
    ['by an exact value rather than by yes or no', { match: [card, oneOfItems] }, 'by value: items'],
    ['by yes or no where nothing else is asked', { match: [card] }, 'by value: card'],
    ['by yes or no where nothing else is rare', { match: [card, otherItems] }, 'by value: card'],
    ['by what is rare rather than by yes or no', { match: [card, rare] }, byAmount],
    ['along time for what the newest fulfil', { match: [above] }, alongAmount],
    ['along time for anything but a value', { match: [otherItems] }, 'along time: items'],
    ['along time for that, too, with yes or no behind', { match: [otherItems, card] }, 'along time: items'],
    ['by value for what the newest do not fulfil', { match: [rare] }, byAmount],
    ['by value for as many as are few', { match: [amount(100, 136)] }, byAmount],
    ['along time for more than are few', { match: [amount(100, 138)] }, alongAmount],
    ['along time in a range with fewer than are probed', { match: [rare], end: 1_018 }, alongAmount],
    ['by value in one with as many', { match: [rare], end: 1_019 }, byAmount],
    ['by value for no more than the range has', { match: [amount(100, 122)], end: 1_023 }, byAmount],
    ['along time for more than the range has', { match: [amount(100, 124)], end: 1_023 }, alongAmount],
    ['by value where one in many fulfils it', { match: [late], limits: { probed: 101 } }, byAmount],
    ['along time where one in a hundred does', { match: [late], limits: { probed: 100 } }, alongAmount],
    ['by trigrams for a text that is rare', { match: [texts('WINE')] }, 'by trigrams'],
    ['along time for one that is too short for any', { match: [texts('wi')] }, 'along time: text'],
    ['by trigrams for as many texts as are few', { match: [wine], limits: { fewTexts: 2 } }, 'by trigrams'],
    ['along time for more', { match: [wine], limits: { fewTexts: 1 } }, 'along time: text'],
    [
      'by value for as many values as are few',
      { match: [rare], limits: { fewEvents: 4, fewTexts: 1 } },
      byAmount,
    ],
    ['along time for more values', { match: [rare], limits: { fewEvents: 3 } }, alongAmount],
    ['by the rarer of two, the second', { match: [rare, wine] }, 'by trigrams'],
    ['by the rarer of two, the first', { match: [wine, rare] }, 'by trigrams'],
    ['by the first of two as rare', { match: [amount(200, 201), wine] }, byAmount],
    ['by the one that is rare, behind one that is frequent', { match: [above, wine] }, 'by trigrams'],
    ['along time by the first where none is rare', { match: [texts('wi'), above] }, 'along time: text'],
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
