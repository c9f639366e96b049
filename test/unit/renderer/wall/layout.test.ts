import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { layoutSizes } from '#contract/wall/document.ts'
import { cellOf, layoutTable, neighbour } from '#renderer/wall/layout.ts'

describe('layouts', () => {
  it('have as many cells as tiles', () => {
    for (const size of layoutSizes) {
      expect(layoutTable[size].columns * layoutTable[size].rows).toBe(size)
    }
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
  ] as const)('of %i tiles: from tile %i to the %s is tile %i', ([size, tile, direction, expected]) => {
    expect(neighbour(size, tile, direction)).toBe(expected)
  })

  it('lead back where they do not end', () => {
    const opposite = { left: 'right', right: 'left', up: 'down', down: 'up' } as const
    const directions = fc.constantFrom('left', 'right', 'up', 'down')
    fc.assert(
      fc.property(fc.constantFrom(...layoutSizes), fc.nat(35), directions, (size, at, direction) => {
        const tile = at % size
        const next = neighbour(size, tile, direction)
        expect(cellOf(size, next).row).toBeLessThan(layoutTable[size].rows)
        if (next !== tile) expect(neighbour(size, next, opposite[direction])).toBe(tile)
      }),
    )
  })
})
