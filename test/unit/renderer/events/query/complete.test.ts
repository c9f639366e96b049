import * as fc from 'fast-check'
import { defaultFilter } from 'cmdk'
import { describe, expect, it, test, vi } from 'vitest'
import { type Completion, complete } from '#renderer/events/query/completion/complete.ts'
import { anyText } from './arbitraries.ts'
import { catalogue, read, reader } from './catalogue-of-tests.ts'

vi.mock('cmdk', async (original) => {
  const cmdk = await original<typeof import('cmdk')>()
  return { ...cmdk, defaultFilter: vi.fn(cmdk.defaultFilter) }
})

const recentValues = new Map<string, (string | number | boolean)[]>([
  ['item', ['Beer', 'Crème brûlée', 'true', '5']],
  ['amount', [12.5, 100]],
])

/** The caret is where the stroke stands. */
function completed(marked: string): Completion & { readonly text: string } {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  return { text, ...complete({ text, terms: reader.terms(text), caret, catalogue, recentValues }) }
}
const inserts = (marked: string) => completed(marked).items.map(({ insert }) => insert)
function fields(marked: string) {
  return completed(marked)
    .items.filter(({ kind }) => kind === 'field')
    .map(({ label }) => label)
}
function chosen(marked: string, at = 0): string {
  const { text, replaceFrom, replaceTo, items } = completed(marked)
  return `${text.slice(0, replaceFrom)}${items[at]?.insert}|${text.slice(replaceTo)}`
}

describe('completion', () => {
  it('begins with tags, fields, filters and times', () => {
    const items = completed('|').items
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['tag', 'field', 'filter', 'time']))
    expect(items[0]).toEqual({
      kind: 'tag',
      label: 'sale',
      detail: 'amount, items, item, card, void, code',
      insert: 'sale',
    })
  })

  test.for<[string, string]>([
    ['sa|', 'sale|'],
    ['dock|', '"Dock scale"|'],
    ['"dock|', '"Dock scale"|'],
    ['tur|', '"Tür \\"Süd\\""|'],
    ['sale am| camera:3', 'sale amount| camera:3'],
    ['yest|', 'yesterday|'],
    ['cam|', 'camera:|'],
    ['camera:|', 'camera:1|'],
    ['camera:yar|', 'camera:40|'],
    ['camera:3,load| last:1h', 'camera:3,2| last:1h'],
    ['camera:4|', 'camera:40|'],
    ['group:sho|', 'group:Shop|'],
    ['tag:dock|', 'tag:"Dock scale"|'],
    ['ta|', 'tag:|'],
    ['since:yes|', 'since:yesterday|'],
    ['last:3|', 'last:3m|'],
    ['am|>3', 'amount|>3'],
    ['amount|', 'amount=|'],
    ['AMOUNT|', 'amount=|'],
    ['void |', 'void is |'],
    ['item=be|', 'item=Beer|'],
    ['item~"be|"', 'item~Beer|'],
    ['item~|', 'item~Beer|'],
    ['item~creme|', 'item~"Crème brûlée"|'],
    ['void is | camera:3', 'void is true| camera:3'],
    ['amount=1..| sale', 'amount=1..12.5| sale'],
  ])('of %s is %s', ([marked, expected]) => {
    expect(chosen(marked)).toBe(expected)
  })

  it('offers the operators of the field that was typed', () => {
    expect(inserts('amount |')).toEqual(['=', '!=', '<', '<=', '>', '>=', '='])
    expect(inserts('sale code |')).toEqual(['=', '!=', '~', '^='])
    expect(inserts('void |')).toEqual(['is '])
  })

  it('offers the fields of the tags that were typed', () => {
    expect(fields('tag:"Dock scale" |')).toEqual(['weight', 'code', 'net weight', 'Plate'])
    expect(fields('"Dock scale" |')).toEqual(['weight', 'code', 'net weight', 'Plate'])
    expect(fields('"Tür ""Dock scale" w|')).toEqual(['weight', 'net weight'])
  })

  it('writes texts that look like something else in quotation marks', () => {
    expect(inserts('item=|')).toEqual(['Beer', '"Crème brûlée"', '"true"', '"5"'])
    expect(inserts('amount>|')).toEqual(['12.5', '100'])
  })

  it('offers nothing where nothing can come', () => {
    for (const marked of ['ca|mera:3', '14:0|0', 'item=nothing|', 'last:soon|', `${'x'.repeat(100)}|`]) {
      expect([marked, inserts(marked)]).toEqual([marked, []])
    }
  })

  it('of thousands of cameras scores some, and finds the one that is meant', () => {
    const [camera] = catalogue.cameras
    const cameras = Array.from({ length: 5_000 }, (_, at) => ({
      ...(camera ?? expect.fail()),
      id: `c${at + 1}`,
      number: at + 1,
      name: `Terminal ${(at % 4) + 1} lane ${at + 1}`,
    }))
    const text = 'camera:"terminal 4 lane 4712'
    const options = { text, terms: reader.terms(text), caret: text.length, recentValues }
    vi.mocked(defaultFilter).mockClear()
    const { items } = complete({ ...options, catalogue: { ...catalogue, cameras } })
    expect(items[0]?.insert).toBe('4712')
    expect(vi.mocked(defaultFilter).mock.calls.length).toBeLessThanOrEqual(200)
  })

  it('of whatever is typed names a place around the caret, and what is chosen there is understood', () => {
    const words = fc.constantFrom(
      'sale',
      'amount',
      'item',
      'void',
      'camera:',
      'since:',
      '>',
      '~',
      '=',
      '"',
      ' ',
      ',',
      '3',
      'is',
    )
    const typed = fc.array(fc.oneof({ weight: 4, arbitrary: words }, anyText), { maxLength: 12 })
    fc.assert(
      fc.property(typed, fc.nat(), (parts, place) => {
        const text = parts.join('')
        const caret = place % (text.length + 1)
        const { replaceFrom, replaceTo, items } = completed(`${text.slice(0, caret)}|${text.slice(caret)}`)
        expect(replaceFrom).toBeLessThanOrEqual(caret)
        expect(replaceTo).toBeGreaterThanOrEqual(replaceFrom)
        for (const { insert } of items) expect(insert).not.toBe('')
      }),
      { numRuns: 500, examples: [[['sale', ' ', ' ', '=', 'sale'], 5]] },
    )
    for (const { insert, kind } of completed('|').items) {
      const wrong = read(insert).problems.filter((problem) => problem.kind === 'wrong')
      expect([kind, insert, wrong]).toEqual([kind, insert, []])
    }
  })
})
