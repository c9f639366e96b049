import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interleave, OpenPages } from '../../../../../src-main/core/wall/open-pages.ts'

function open() {
  const wanted: (readonly string[])[] = []
  const pages = new OpenPages((cameraIds) => wanted.push(cameraIds))
  return { pages, wanted }
}
const ignore = () => undefined
const [a, b] = [
  { id: 'a', monitor: 1 },
  { id: 'b', monitor: 1 },
]

describe('what all pages want', () => {
  it('is theirs together, the most urgent of each first', () => {
    const { pages, wanted } = open()
    pages.open(a, ignore)
    pages.open(b, ignore)
    pages.want(a, ['1', '2', '3'])
    pages.want(b, ['9', '2'])
    expect(wanted.at(-1)).toEqual(['1', '9', '2', '3'])
  })

  it('changes for one page alone, and ends with it', () => {
    const { pages, wanted } = open()
    const close = pages.open(a, ignore)
    pages.open(b, ignore)
    pages.want(a, ['1', '2'])
    pages.want(b, ['9'])
    pages.want(a, ['2'])
    expect(pages.wanted).toEqual(['2', '9'])
    close()
    expect(wanted.at(-1)).toEqual(['9'])
    expect(pages.wanted).toEqual(['9'])
  })

  it('hears nothing of a page that has gone', () => {
    const { pages, wanted } = open()
    pages.open(a, ignore)()
    const told = wanted.length
    pages.want(a, ['1'])
    expect(wanted).toHaveLength(told)
    expect(pages.wanted).toEqual([])
  })
})

describe('interleaving', () => {
  const anyLists = fc.array(fc.array(fc.constantFrom(...'abcdefgh')), { maxLength: 5 })

  it('loses nothing, repeats nothing, and keeps the most urgent in front', () => {
    fc.assert(
      fc.property(anyLists, (lists) => {
        const all = interleave(lists)
        expect(new Set(all)).toEqual(new Set(lists.flat()))
        expect(new Set(all).size).toBe(all.length)
        for (const list of lists) {
          // Before the nth wish of any page come at most n of each page.
          for (const [at, value] of list.entries()) {
            expect(all.indexOf(value)).toBeLessThan((at + 1) * lists.length)
          }
        }
      }),
    )
  })
})
