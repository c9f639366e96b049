import { describe, expect, it, test } from 'vitest'
import {
  keepSearch,
  MAX_SAVED_SEARCHES,
  MAX_SEARCH_NAME_CHARS,
  MAX_SEARCH_TEXT_CHARS,
  removeSearch,
  type SavedSearch,
  savedSearchesSchema,
} from '#contract/wall/saved-search.ts'

const beer: SavedSearch = { name: 'Beer', text: 'item~beer today' }
const voids: SavedSearch = { name: 'Voids', text: 'void is true' }

function error(search: SavedSearch): string | undefined {
  const result = keepSearch([], search)
  return result.ok ? undefined : result.error.why
}

describe('saved searches', () => {
  it('are kept in the order in which they came', () => {
    expect(keepSearch([beer], { name: '  Voids ', text: voids.text })).toEqual({
      ok: true,
      value: [beer, voids],
    })
  })

  it('keep their place when they are changed or renamed', () => {
    const wine = { name: 'Wine', text: 'item~wine' }
    expect(keepSearch([beer, voids], wine, 'beer')).toEqual({ ok: true, value: [wine, voids] })
    expect(keepSearch([beer, voids], { ...beer, text: 'sale' }, 'Beer')).toMatchObject({ ok: true })
    expect(keepSearch([beer, voids], { ...beer, name: 'VOIDS' }, 'Beer')).toEqual({
      ok: false,
      error: { why: 'taken', name: 'Voids' },
    })
  })

  test.for(['beer', ' BEER ', 'Ｂｅｅｒ'])(
    'have names that people tell apart, so not Beer and %s',
    (name) => {
      expect(keepSearch([beer], { name, text: '' }).ok).toBe(false)
      expect(savedSearchesSchema.safeParse([beer, { name, text: '' }]).success).toBe(false)
    },
  )

  it('are refused, and why', () => {
    expect(error({ name: ' ', text: '' })).toBe('unnamed')
    expect(error({ name: 'x'.repeat(MAX_SEARCH_NAME_CHARS + 1), text: '' })).toBe('nameTooLong')
    expect(error({ name: 'x', text: 'x'.repeat(MAX_SEARCH_TEXT_CHARS + 1) })).toBe('textTooLong')
    const full = Array.from({ length: MAX_SAVED_SEARCHES }, (_, at) => ({ name: `${at}`, text: '' }))
    expect(keepSearch(full, beer)).toMatchObject({ error: { why: 'full', most: MAX_SAVED_SEARCHES } })
    expect(keepSearch(full, beer, '7').ok).toBe(true)
  })

  it('are removed by name', () => {
    expect(removeSearch([beer, voids], 'beer ')).toEqual([voids])
    expect(removeSearch([beer], 'wine')).toEqual([beer])
  })
})
