import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TILE_MEMORY, wallDocumentSchema } from '#contract/wall/document.ts'
import { type LayoutName, layoutNames, layoutOf, MAX_TILES } from '#contract/wall/layout.ts'
import {
  backToEarlier,
  backToPrevious,
  cameraIdOf,
  emptyDocument,
  fillByNumber,
  isFeed,
  isBlank,
  putCamera,
  putContent,
  receiptOf,
  reportIdOf,
  restoreDocument,
  stepCamera,
  tileOf,
  visibleTiles,
  withLarge,
  withLayout as withGrid,
  withReceipt,
  withSelection,
} from '#renderer/wall/wall-document.ts'
import { camerasUpTo } from '../fake-shell.ts'

const cameras = camerasUpTo(16)
const wall = fillByNumber(emptyDocument(9), cameras)
const withLayout = (document: typeof wall, name: LayoutName) => withGrid(document, layoutOf(name))
const camera = (number: number) => ({ kind: 'camera', cameraId: `camera-${number}` })
const bigSales = { kind: 'feed', search: 'Big sales' } as const
const report = (reportId: string) => ({ kind: 'occupancy', reportId }) as const
const contentOf = (document: typeof wall) => tileOf(document, 4).content
const numberIn = (document: typeof wall, tile: number) =>
  cameras.find((camera) => camera.id === cameraIdOf(document, tile))?.number

describe('a camera put into a tile', () => {
  it('remembers the one before it', () => {
    const next = putCamera(wall, 4, 'camera-12')
    expect(cameraIdOf(next, 4)).toBe('camera-12')
    expect(tileOf(next, 4).memory).toEqual([camera(5)])
  })

  it('changes nothing when it is there already, or the tile is not on the wall', () => {
    expect(putCamera(wall, 4, 'camera-5')).toBe(wall)
    expect(putCamera(wall, 9, 'camera-5')).toBe(wall)
    expect(putCamera(wall, -1, 'camera-5')).toBe(wall)
  })

  it('remembers eight, each once, newest first', () => {
    const put = (document: typeof wall, number: number) => putCamera(document, 0, `camera-${number}`)
    const { memory } = tileOf([2, 3, 4, 5, 6, 7, 8, 9, 10, 3].reduce(put, wall), 0)
    expect(memory).toHaveLength(TILE_MEMORY)
    expect(memory.slice(0, 3)).toEqual([10, 9, 8].map(camera))
    expect(memory).not.toContainEqual(camera(3))
  })
})

describe('a feed put into a tile', () => {
  it('remembers the camera that it took the place of', () => {
    const next = putContent(wall, 4, bigSales)
    expect([isFeed(next, 4), cameraIdOf(next, 4)]).toEqual([true, undefined])
    expect(numberIn(backToPrevious(next, 4), 4)).toBe(5)
    expect(putContent(next, 4, bigSales)).toBe(next)
    expect(tileOf(putContent(next, 4, { kind: 'feed' }), 4).memory).toEqual([
      { kind: 'feed', search: 'Big sales' },
      camera(5),
    ])
  })

  it('alone is a wall that somebody has arranged, also where a smaller layout hides it', () => {
    expect(isBlank(emptyDocument(9))).toBe(true)
    expect(isBlank(withLayout(putContent(emptyDocument(9), 8, { kind: 'feed' }), 1))).toBe(false)
  })
})

describe('occupancy put into a tile', () => {
  it('remembers the camera that it took the place of', () => {
    const next = putContent(wall, 4, report('hall'))
    expect([reportIdOf(next, 4), cameraIdOf(next, 4), isFeed(next, 4)]).toEqual(['hall', undefined, false])
    expect(putContent(next, 4, report('hall'))).toBe(next)
    expect(putContent(next, 9, report('hall'))).toBe(next)
    expect(numberIn(backToPrevious(putContent(next, 4, report('shop')), 4), 4)).toBe(5)
  })

  it('is there after a restart', () => {
    const next = putContent(wall, 4, report('hall'))
    expect(reportIdOf(restoreDocument(JSON.parse(JSON.stringify(next))) ?? wall, 4)).toBe('hall')
  })
})

describe('the receipts of a tile', () => {
  it('stay with it whatever it shows', () => {
    const shown = withReceipt(wall, 4, { isShown: true, corner: 'top-left' })
    const later = putCamera(putContent(shown, 4, { kind: 'feed' }), 4, 'camera-12')
    expect(receiptOf(later, 4)).toMatchObject({ isShown: true, corner: 'top-left' })
    expect(receiptOf(later, 3).isShown).toBe(false)
    expect(withReceipt(later, 4, { isShown: true })).toBe(later)
  })
})

describe('a document of version 1', () => {
  it('is read as it was, and kept as one of this version', () => {
    expect(restoreDocument({ ...wall, version: 1, layout: 9 })).toEqual(wall)
  })
})

describe('a document of version 2', () => {
  /** As version 0.6 wrote it. */
  const stored = {
    version: 2,
    layout: 4,
    tiles: [
      {
        content: { kind: 'camera', cameraId: 'camera-7' },
        memory: ['camera-3', 'camera-1'],
        receipt: { isShown: true, corner: 'top-left', size: 'small', tags: ['sale'] },
      },
      { content: { kind: 'feed', search: 'Big sales' }, memory: ['camera-2'] },
      { content: { kind: 'occupancy', reportId: 'hall' }, memory: [] },
      { content: { kind: 'empty' } },
    ],
    selected: 1,
    large: null,
  }

  it('has its layout as a grid, and remembers cameras as contents', () => {
    const read = restoreDocument(stored)
    expect(read).toMatchObject({ version: 3, layout: layoutOf(4), selected: 1, large: null })
    expect(read?.tiles.slice(0, 4)).toEqual([
      { ...stored.tiles[0], memory: [camera(3), camera(1)] },
      { ...stored.tiles[1], memory: [camera(2)] },
      stored.tiles[2],
      { content: { kind: 'empty' }, memory: [] },
    ])
  })

  it('is the same document once it has been kept as one of this version', () => {
    const read = restoreDocument(stored)
    expect(restoreDocument(JSON.parse(JSON.stringify(read)))).toEqual(read)
  })
})

describe('a layout that somebody has made', () => {
  const half = { column: 0, row: 0, columns: 6, rows: 4 }
  const made = { columns: 12, rows: 4, cells: [half, { ...half, column: 6 }] }

  it('is kept as it is', () => {
    expect(restoreDocument(withGrid(wall, made))?.layout).toEqual(made)
  })

  it.each([
    ['tiles that overlap', { ...made, cells: [half, { ...half, column: 5 }] }],
    ['a tile that hangs over the edge', { ...made, cells: [{ ...half, column: 7 }] }],
    ['no tile', { ...made, cells: [] }],
  ])('is no layout with %s', (_, layout) => {
    expect(restoreDocument({ ...wall, layout })).toBeUndefined()
  })
})

describe('the camera before this one', () => {
  it('comes back, and again', () => {
    const there = putCamera(wall, 4, 'camera-12')
    const back = backToPrevious(there, 4)
    expect(numberIn(back, 4)).toBe(5)
    expect(numberIn(backToPrevious(back, 4), 4)).toBe(12)
  })

  it('is nothing where there was none', () => {
    expect(backToPrevious(wall, 4)).toBe(wall)
  })
})

describe('what a tile showed before', () => {
  const feed = { kind: 'feed' as const, search: 'Big sales' }
  const text = { kind: 'text' as const, text: 'Gate 3 is closed' }

  it('comes back one by one, of whatever kind, and round to what is shown now', () => {
    const now = putContent(
      putContent(putContent(wall, 4, feed), 4, { kind: 'hotspot', scope: 'all' }),
      4,
      text,
    )
    const once = backToEarlier(now, 4)
    expect(contentOf(once)).toEqual({ kind: 'hotspot', scope: 'all' })
    const twice = backToEarlier(once, 4)
    expect(contentOf(twice)).toEqual(feed)
    const thrice = backToEarlier(twice, 4)
    expect(numberIn(thrice, 4)).toBe(5)
    expect(backToEarlier(thrice, 4)).toEqual(now)
  })

  it('is not what an empty tile shows, nor what a hotspot or a sequence did at the moment', () => {
    const hotspot = putContent(wall, 4, { kind: 'hotspot', scope: 'monitor', cameraId: 'camera-9' })
    const emptied = putContent(hotspot, 4, { kind: 'empty' })
    expect(tileOf(emptied, 4).memory).toEqual([{ kind: 'hotspot', scope: 'monitor' }, camera(5)])
    expect(tileOf(putContent(emptied, 4, feed), 4).memory).toHaveLength(2)
    expect(putContent(hotspot, 4, { kind: 'hotspot', scope: 'monitor' })).toBe(hotspot)
  })

  it('is nothing where there was none', () => {
    expect(backToEarlier(wall, 4)).toBe(wall)
    expect(backToEarlier(wall, 40)).toBe(wall)
  })
})

describe('stepping by number', () => {
  const sparse = cameras.filter(({ number }) => number !== 2)
  it.each([
    ['goes on from the last to the first', putCamera(wall, 0, 'camera-16'), cameras, 1, 1],
    ['goes back from the first to the last', wall, cameras, -1, 16],
    ['skips numbers that nobody has', wall, sparse, 1, 3],
    ['begins with the first where the tile shows no known camera', emptyDocument(9), cameras, 1, 1],
    ['begins with the last where it does so backwards', emptyDocument(9), cameras, -1, 16],
  ] as const)('%s', (_how, document, listed, by, number) => {
    expect(numberIn(stepCamera(document, 0, listed, by), 0)).toBe(number)
  })

  it('passes over cameras that have left the list, and goes on from one of them', () => {
    const left = cameras.map((camera) =>
      [2, 3, 16].includes(camera.number) ? { ...camera, unlistedSinceMs: 5 } : camera,
    )
    expect(numberIn(stepCamera(wall, 0, left, 1), 0)).toBe(4)
    expect(numberIn(stepCamera(wall, 2, left, 1), 2)).toBe(4)
    expect(numberIn(stepCamera(wall, 2, left, -1), 2)).toBe(1)
    expect(numberIn(stepCamera(wall, 0, left, -1), 0)).toBe(15)
    const all = cameras.map((camera) => ({ ...camera, unlistedSinceMs: 5 }))
    expect(stepCamera(wall, 0, all, 1)).toBe(wall)
    expect(fillByNumber(emptyDocument(9), all)).toEqual(emptyDocument(9))
  })

  it('does nothing without cameras', () => {
    expect(stepCamera(wall, 0, [], 1)).toBe(wall)
  })
})

describe('a change of layout', () => {
  it('keeps what it hides', () => {
    const small = withLayout(putCamera(wall, 8, 'camera-16'), 4)
    expect(visibleTiles(small)).toEqual([0, 1, 2, 3])
    expect(numberIn(withLayout(small, 9), 8)).toBe(16)
  })

  it('keeps the selection on the wall', () => {
    expect(withLayout(withSelection(wall, 8), 4).selected).toBe(0)
    expect(withLayout(withSelection(wall, 3), 4).selected).toBe(3)
  })

  it('ends the large tile', () => {
    expect(withLayout(withLarge(wall, true), 9).large).toBeNull()
  })
})

describe('the large tile', () => {
  it('is the selected one, and follows the selection', () => {
    const large = withLarge(withSelection(wall, 3), true)
    expect(visibleTiles(large)).toEqual([3])
    expect(visibleTiles(withSelection(large, 4))).toEqual([4])
  })

  it('means nothing on a wall of one tile', () => {
    expect(withLarge(withLayout(wall, 1), true).large).toBeNull()
  })
})

describe('a kept document', () => {
  it('is restored whole', () => {
    const kept: unknown = JSON.parse(JSON.stringify(withLarge(withSelection(wall, 3), true)))
    expect(restoreDocument(kept)).toEqual(withLarge(withSelection(wall, 3), true))
  })

  it('gets the tiles that an older one did not have', () => {
    const short = { ...wall, tiles: wall.tiles.slice(0, 4) }
    expect(restoreDocument(short)?.tiles).toHaveLength(MAX_TILES)
  })

  it('gets a selection and a large tile that are on the wall', () => {
    expect(restoreDocument({ ...wall, layout: 4, selected: 8, large: 7 })).toMatchObject({
      selected: 0,
      large: null,
    })
  })

  it('is refused when it is none, whatever it is', () => {
    expect(restoreDocument(undefined)).toBeUndefined()
    expect(restoreDocument({ ...wall, version: 4 })).toBeUndefined()
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        const document = restoreDocument(anything)
        if (document !== undefined) expect(wallDocumentSchema.safeParse(document).success).toBe(true)
      }),
    )
  })

  it('stays valid over any changes', () => {
    const change = fc.oneof(
      fc.record({ tile: fc.integer({ min: -2, max: 40 }), camera: fc.integer({ min: 1, max: 20 }) }),
      fc.constantFrom(...layoutNames),
      fc.boolean(),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        let document = wall
        for (const next of changes) {
          if (typeof next !== 'object' && typeof next !== 'boolean') document = withLayout(document, next)
          else if (typeof next === 'boolean') document = withLarge(document, next)
          else document = putCamera(withSelection(document, next.tile), next.tile, `camera-${next.camera}`)
          expect(wallDocumentSchema.safeParse(document).success).toBe(true)
          expect(restoreDocument(document)).toEqual(document)
        }
      }),
    )
  })
})
