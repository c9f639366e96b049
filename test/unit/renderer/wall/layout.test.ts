import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { layoutNameOf, layoutNames, layoutOf } from '#contract/wall/layout.ts'
import { layoutWords, neighbour, shareOf } from '#renderer/wall/layout.ts'

const tilesOf = (name: string | number) =>
  String(name)
    .split('+')
    .reduce((sum, part) => sum + Number(part), 0)

describe('layouts', () => {
  it('have the tiles of their name, which fill their grid', () => {
    for (const name of layoutNames) {
      const { cells, columns, rows } = layoutOf(name)
      expect(cells).toHaveLength(tilesOf(name))
      expect(cells.reduce((sum, cell) => sum + cell.columns * cell.rows, 0)).toBe(columns * rows)
      expect(layoutNameOf(layoutOf(name))).toBe(name)
    }
    expect([1, 4, '1+5'].map((name) => layoutWords(layoutOf(name as 1)))).toEqual([
      '1 tile',
      '4 tiles',
      '1+5 tiles',
    ])
  })

  test.for([
    [9, 4, 'left', 3],
    [9, 4, 'right', 5],
    [9, 4, 'up', 1],
    [9, 4, 'down', 7],
    [9, 2, 'right', 2],
    [9, 3, 'left', 3],
    [9, 0, 'up', 0],
    [16, 15, 'down', 15],
    [1, 0, 'right', 0],
    // The large one takes columns 1 and 2 of rows 1 and 2; 2 and 3 are beside it, 4 to 6 below.
    ['1+5', 0, 'right', 1],
    ['1+5', 0, 'down', 3],
    ['1+5', 2, 'left', 0],
    ['1+5', 4, 'up', 0],
    ['1+5', 5, 'up', 2],
    ['1+5', 3, 'right', 4],
    ['1+7', 0, 'right', 1],
    ['1+7', 6, 'up', 0],
    ['1+12', 0, 'right', 1],
    ['1+12', 5, 'up', 0],
    ['2+8', 0, 'right', 1],
    ['2+8', 1, 'left', 0],
    ['2+8', 1, 'down', 4],
    ['2+8', 5, 'up', 1],
  ] as const)('of %s tiles: from tile %i to the %s is tile %i', ([name, tile, direction, expected]) => {
    expect(neighbour(layoutOf(name), tile, direction)).toBe(expected)
  })

  it('lead back to where one came from, or beside it where several tiles touch a large one', () => {
    const opposite = { left: 'right', right: 'left', up: 'down', down: 'up' } as const
    const directions = fc.constantFrom('left', 'right', 'up', 'down')
    fc.assert(
      fc.property(fc.constantFrom(...layoutNames), fc.nat(35), directions, (name, at, direction) => {
        const layout = layoutOf(name)
        const tile = at % layout.cells.length
        const next = neighbour(layout, tile, direction)
        if (next === tile) return
        const back = neighbour(layout, next, opposite[direction])
        expect(back).not.toBe(next)
        if (typeof name === 'number') expect(back).toBe(tile)
      }),
    )
  })

  it('reach every tile by arrows', () => {
    for (const name of layoutNames) {
      const layout = layoutOf(name)
      const reached = new Set([0])
      for (const tile of reached) {
        for (const direction of ['left', 'right', 'up', 'down'] as const)
          reached.add(neighbour(layout, tile, direction))
      }
      expect(reached.size).toBe(layout.cells.length)
    }
  })

  it('give a tile its share of the wall until it is measured', () => {
    const wall = { widthPx: 1920, heightPx: 1080 }
    expect(shareOf({ layout: layoutOf('1+5'), large: null }, 0, wall)).toEqual({
      widthPx: 1280,
      heightPx: 720,
    })
    expect(shareOf({ layout: layoutOf('1+5'), large: null }, 3, wall)).toEqual({
      widthPx: 640,
      heightPx: 360,
    })
    expect(shareOf({ layout: layoutOf('1+5'), large: 3 }, 3, wall)).toEqual(wall)
  })
})
