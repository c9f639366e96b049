import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WALL_DOCUMENT_VERSION, wallDocumentSchema } from '#contract/wall/document.ts'
import { WANTED_AFTER_PAGE_IN_MS } from '#main/core/wall/defaults.ts'
import { interleave, WantedCameras } from '#main/core/wall/wanted-cameras.ts'
import { FakeTime } from '../support/fake-time.ts'

const [a, b, c] = [
  { id: 'a', monitor: 1 },
  { id: 'b', monitor: 2 },
  { id: 'c', monitor: 1 },
]

function open() {
  const time = new FakeTime()
  const published: (readonly string[])[] = []
  const wanted = new WantedCameras({ timers: time, onChange: (cameraIds) => published.push(cameraIds) })
  return { time, published, wanted }
}

describe('what all pages want', () => {
  it('is theirs together, the most urgent of each first', () => {
    const { wanted, published } = open()
    wanted.join(a)
    wanted.join(b)
    wanted.want(a, ['1', '2', '3'])
    wanted.want(b, ['9', '2'])
    expect(published.at(-1)).toEqual(['1', '9', '2', '3'])
    wanted.want(a, ['2'])
    expect(published.at(-1)).toEqual(['2', '9'])
  })

  it('ends with the page, a while after it', async () => {
    const { wanted, published, time } = open()
    const leave = wanted.join(a)
    wanted.join(b)
    wanted.want(a, ['1'])
    wanted.want(b, ['9'])
    leave()
    await time.advance(WANTED_AFTER_PAGE_IN_MS - 1)
    expect(new Set(wanted.all)).toEqual(new Set(['1', '9']))
    await time.advance(1)
    expect(published.at(-1)).toEqual(['9'])
    expect(time.pending).toBe(0)
  })

  it('does not change while a page is loaded anew, until the new one says so', async () => {
    const { wanted, published, time } = open()
    const leave = wanted.join(a)
    wanted.want(a, ['1', '2'])
    leave()
    wanted.join(c)
    expect(published).toEqual([['1', '2']])
    wanted.want(c, ['3'])
    expect(published.at(-1)).toEqual(['3'])
    await time.advance(WANTED_AFTER_PAGE_IN_MS)
    expect(wanted.all).toEqual(['3'])
  })

  it('is what a kept wall shows before its page has been loaded, the selected tile first', async () => {
    const { wanted, published, time } = open()
    const document = wallDocumentSchema.parse({
      version: WALL_DOCUMENT_VERSION,
      layout: 4,
      tiles: [
        { content: { kind: 'camera', cameraId: '1' } },
        {
          content: {
            kind: 'sequence',
            steps: ['7', '8'].map((cameraId) => ({ cameraId, dwellInMs: 5_000 })),
          },
        },
        { content: { kind: 'camera', cameraId: '3' } },
        { content: { kind: 'empty' } },
        { content: { kind: 'camera', cameraId: 'hidden' } },
      ],
      selected: 2,
      large: null,
    })
    wanted.expect(1, document)
    expect(published).toEqual([['3', '1', '7']])
    wanted.join(a)
    wanted.want(a, ['1'])
    expect(published.at(-1)).toEqual(['1'])
    wanted.expect(2, document)
    await time.advance(WANTED_AFTER_PAGE_IN_MS)
    expect(published.at(-1)).toEqual(['1'])
    expect(time.pending).toBe(0)
  })

  it('hears nothing of a page that has gone', () => {
    const { wanted, published, time } = open()
    wanted.join(a)()
    wanted.want(a, ['1'])
    expect(published).toEqual([])
    wanted.dispose()
    expect(time.pending).toBe(0)
  })
})

describe('interleaving', () => {
  const anyLists = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')), { maxLength: 5 })

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
