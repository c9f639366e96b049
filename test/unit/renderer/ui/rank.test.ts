import { defaultFilter } from 'cmdk'
import { expect, test, vi } from 'vitest'
import { rank } from '#renderer/ui/rank.ts'

vi.mock('cmdk', async (original) => {
  const cmdk = await original<typeof import('cmdk')>()
  return { ...cmdk, defaultFilter: vi.fn(cmdk.defaultFilter) }
})

const cameras = Array.from({ length: 5_000 }, (_, at) => ({
  number: at + 1,
  words: `Aisle ${at + 1} north`,
  detail: `Hall ${Math.ceil(at / 50)}`,
}))
const found = (query: string) => rank(cameras, query, 40).map(({ number }) => number)

test.each([
  ['5000', 5_000],
  ['aisle 4711', 4_711],
  ['aisle 4711 n', 4_711],
  ['asle4711', 4_711],
  ['ailse 4711', 4_711],
  ['aissle 4711', 4_711],
  ['AISLE 4711', 4_711],
])('“%s” finds its camera first among thousands', (query, number) => {
  expect(found(query)[0]).toBe(number)
})

test.each([
  ['Zürich', 'Zürich'.normalize('NFD')],
  ['ışık', 'Işık'],
  ['ISIK', 'Işık'],
  ['lobby n', 'Lobby-North'],
  ['lobby-n', 'Lobby North'],
  ['سلم', '12 \u2068سلم\u2069'],
  // Without their vowels.
  ['prmtr', 'Perimeter fence'],
  ['wrhse', 'Warehouse aisle'],
  ['elvtr', 'Elevator B2'],
  ['ldgdck', 'Loading dock'],
  ['tmlne', 'Timeline'],
])('“%s” finds “%s”, alone and among thousands', (query, words) => {
  const own = { number: 7_000, words }
  expect(rank([own], query, 40)).toEqual([own])
  expect(rank([...cameras, own], query, 40)[0]).toBe(own)
})

test.each([
  ['north car', 'Car-park, North side'],
  ['dock load', '12 Loading dock'],
])('“%s”, its words in another order, finds “%s”', (query, words) => {
  const own = { number: 7_000, words }
  expect(rank([...cameras, own], query, 40)).toEqual([own])
  expect(rank([...cameras, own], `${query} west`, 40)).toEqual([])
})

test('letters that all have begin with the first ones', () => {
  expect(found('aisle').slice(0, 3)).toEqual([1, 2, 3])
})

test('letters that none has find nothing', () => {
  expect(found('zebra')).toEqual([])
})

test('letters that are only scattered over a long sentence do not find it', () => {
  const entries = [
    { words: 'Support bundle: versions, settings, log and figures in one file, without secrets' },
    { words: 'Car park north' },
  ]
  expect(rank(entries, 'refresh', 40)).toEqual([])
  expect(rank(entries, 'suport', 40)).toEqual([entries[0]])
  expect(rank(entries, 'crprk', 40)).toEqual([entries[1]])
})

test.each(['a', 'aisle', 'aisle 5', 'north'])('“%s” scores some of thousands, not all', (query) => {
  vi.mocked(defaultFilter).mockClear()
  expect(found(query)).toHaveLength(40)
  expect(vi.mocked(defaultFilter).mock.calls.length).toBeLessThanOrEqual(200)
})

test('a document that was pasted is looked for by its beginning', () => {
  const long = { words: 'dock '.repeat(50) }
  expect(rank([long], 'dock '.repeat(20_000), 40)).toEqual([long])
})
