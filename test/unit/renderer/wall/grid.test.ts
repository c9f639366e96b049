import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  type Cell,
  type Layout,
  layoutNameOf,
  type LayoutName,
  layoutOf,
  layoutSchema,
  readingOrder,
  type SavedLayout,
} from '#contract/wall/layout.ts'
import { salvoWallSchema } from '#contract/wall/salvo.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { type GridEdit, withEdgeAt } from '#renderer/wall/grid.ts'
import { createPlaybackStore } from '#renderer/wall/playback-store.ts'
import { readLayoutsFile, savedLayoutsOf } from '#renderer/wall/saved-layouts.ts'
import { salvoWallOf } from '#renderer/wall/salvos.ts'
import { createSessionStore } from '#renderer/wall/session-store.ts'
import { cameraIdOf, emptyDocument } from '#renderer/wall/wall-document.ts'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { camerasUpTo, FakeShell } from '../fake-shell.ts'

const cell = (column: number, row: number, columns = 1, rows = 1): Cell => ({ column, row, columns, rows })
const directions = ['left', 'right', 'up', 'down'] as const

function open(layout: LayoutName | Layout = 4) {
  const wall = createWallStore(emptyDocument(4), camerasUpTo(36))
  wall.actions.setLayout(layout)
  const editGrid = (edit: GridEdit) => wall.actions.editGrid(edit)
  const document = () => wall.getState().document
  /** Camera numbers of the tiles, and their cells. */
  const seen = () =>
    document().layout.cells.map(({ column, row, columns, rows }, tile) => {
      const number = cameraIdOf(document(), tile)?.replace('camera-', '')
      return `${number}: ${column},${row} ${columns}×${rows}`
    })
  return { wall, editGrid, document, seen }
}

describe('a grid that is edited', () => {
  it('grows a tile over its neighbour, which comes back first where a new tile is made', () => {
    const { editGrid, seen, document } = open()
    expect(editGrid({ kind: 'edge', tile: 0, side: 'right', by: 1 })).toBeUndefined()
    expect(seen()).toEqual(['1: 0,0 2×1', '3: 0,1 1×1', '4: 1,1 1×1'])
    editGrid({ kind: 'edge', tile: 2, side: 'left', by: 1 })
    expect(seen()).toEqual(['1: 0,0 2×1', '4: 0,1 2×1'])
    expect(document().selected).toBe(0)
    editGrid({ kind: 'edge', tile: 1, side: 'right', by: -1 })
    expect(seen()).toEqual(['1: 0,0 2×1', '4: 0,1 1×1', '3: 1,1 1×1'])
    editGrid({ kind: 'edge', tile: 0, side: 'left', by: -1 })
    expect(seen()).toEqual(['2: 0,0 1×1', '1: 1,0 1×1', '4: 0,1 1×1', '3: 1,1 1×1'])
    expect(document().selected).toBe(1)
  })

  it('cuts what it covers in part: the largest piece keeps its camera', () => {
    const { editGrid, seen } = open('1+5')
    editGrid({ kind: 'edge', tile: 3, side: 'up', by: 1 })
    expect(seen()).toEqual([
      '7: 0,0 1×1',
      '1: 1,0 1×2',
      '2: 2,0 1×1',
      '4: 0,1 1×2',
      '3: 2,1 1×1',
      '5: 1,2 1×1',
      '6: 2,2 1×1',
    ])
  })

  it('splits a tile, with a finer grid where that has no line in the middle', () => {
    const { editGrid, seen, document } = open(1)
    editGrid({ kind: 'split', tile: 0, into: 'column' })
    editGrid({ kind: 'split', tile: 1, into: 'row' })
    expect(seen()).toEqual(['1: 0,0 1×2', '2: 1,0 1×1', '3: 1,1 1×1'])
    editGrid({ kind: 'split', tile: 1, into: 'column' })
    expect(document().layout.columns).toBe(4)
    expect(seen()).toEqual(['1: 0,0 2×2', '2: 2,0 1×1', '4: 3,0 1×1', '3: 2,1 2×1'])
    editGrid({ kind: 'split', tile: 3, into: 'column' })
    expect(document().layout.columns).toBe(4)
  })

  it('swaps two tiles, and the selection goes along', () => {
    const { wall, editGrid, seen, document } = open()
    wall.actions.select(0)
    editGrid({ kind: 'swap-beside', tile: 0, side: 'down' })
    expect(seen()).toEqual(['3: 0,0 1×1', '2: 1,0 1×1', '1: 0,1 1×1', '4: 1,1 1×1'])
    expect(document().selected).toBe(2)
    editGrid({ kind: 'swap', tile: 2, other: 1 })
    expect(seen()).toEqual(['3: 0,0 1×1', '1: 1,0 1×1', '2: 0,1 1×1', '4: 1,1 1×1'])
    expect(editGrid({ kind: 'swap-beside', tile: 0, side: 'up' })).toBe('at_edge')
  })

  it('gets a row or a column behind a tile, and loses the last one that the tile lies on', () => {
    const { editGrid, seen } = open()
    editGrid({ kind: 'edge', tile: 2, side: 'right', by: 1 })
    editGrid({ kind: 'add', tile: 0, line: 'column' })
    expect(seen()).toEqual(['1: 0,0 1×1', '4: 1,0 1×1', '2: 2,0 1×1', '3: 0,1 3×1'])
    editGrid({ kind: 'remove', tile: 1, line: 'column' })
    expect(seen()).toEqual(['1: 0,0 1×1', '2: 1,0 1×1', '3: 0,1 2×1'])
    editGrid({ kind: 'add', tile: 2, line: 'row' })
    expect(seen()).toEqual(['1: 0,0 1×1', '2: 1,0 1×1', '3: 0,1 2×1', '4: 0,2 2×1'])
    editGrid({ kind: 'remove', tile: 0, line: 'row' })
    expect(seen()).toEqual(['3: 0,0 2×1', '4: 0,1 2×1'])
  })

  it('is called by its name where it has one', () => {
    const { editGrid, document } = open(9)
    editGrid({ kind: 'edge', tile: 0, side: 'right', by: 1 })
    editGrid({ kind: 'edge', tile: 0, side: 'down', by: 1 })
    expect(layoutNameOf(document().layout)).toBe('1+5')
    editGrid({ kind: 'edge', tile: 0, side: 'right', by: -1 })
    expect(layoutNameOf(document().layout)).toBeUndefined()
  })

  test.for([
    [1, { kind: 'edge', tile: 0, side: 'left', by: 1 }, 'at_edge'],
    [1, { kind: 'edge', tile: 0, side: 'left', by: -1 }, 'smallest'],
    [4, { kind: 'span', tile: 0, cell: cell(1, 1, 2) }, 'at_edge'],
    [4, { kind: 'swap', tile: 0, other: 4 }, 'at_edge'],
    [4, { kind: 'split', tile: 4, into: 'row' }, 'at_edge'],
    [36, { kind: 'split', tile: 0, into: 'row' }, 'too_many_tiles'],
    [36, { kind: 'add', tile: 0, line: 'row' }, 'too_many_tiles'],
    [1, { kind: 'remove', tile: 0, line: 'column' }, 'last_line'],
  ] as const)('of %s tiles refuses %o: %s', ([layout, edit, fault]) => {
    const { wall, editGrid } = open(layout)
    const before = wall.getState()
    expect(editGrid(edit)).toBe(fault)
    expect(wall.getState()).toBe(before)
  })

  it('has twelve columns at most', () => {
    const { editGrid, document } = open({ columns: 12, rows: 1, cells: [cell(0, 0, 11), cell(11, 0)] })
    expect(editGrid({ kind: 'add', tile: 0, line: 'column' })).toBe('too_many_lines')
    expect(editGrid({ kind: 'split', tile: 1, into: 'column' })).toBe('too_many_lines')
    editGrid({ kind: 'split', tile: 0, into: 'column' })
    expect(document().layout.cells).toEqual([cell(0, 0, 6), cell(6, 0, 5), cell(11, 0)])
  })

  it('is whole after any edits, loses no content, and undo brings back all that was', () => {
    const tile = fc.nat(12)
    const side = fc.constantFrom(...directions)
    const line = fc.constantFrom('column', 'row')
    const by = fc.constantFrom(1 as const, -1 as const)
    const edit: fc.Arbitrary<GridEdit> = fc.oneof(
      fc.record({ kind: fc.constant('edge'), tile, side, by }),
      fc.record({ kind: fc.constant('split'), tile, into: line }),
      fc.record({ kind: fc.constant('swap-beside'), tile, side }),
      fc.record({ kind: fc.constantFrom('add', 'remove'), tile, line }),
      fc.record({ kind: fc.constant('swap'), tile, other: tile }),
      fc
        .tuple(tile, fc.nat(12), fc.nat(12), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
        .map(([at, ...where]) => ({ kind: 'span' as const, tile: at, cell: cell(...where) })),
    )
    const layout = fc.constantFrom(1, 4, 9, '1+5', '2+8', 36)
    fc.assert(
      fc.property(layout, fc.array(edit, { maxLength: 20 }), (name, edits) => {
        const { wall, editGrid, document } = open(name as LayoutName)
        const before = document()
        const { length } = wall.getState().past
        let done = 0
        for (const one of edits) {
          const was = document()
          if (editGrid(one) === undefined) done += 1
          else expect(document()).toBe(was)
          const { layout: now, tiles, selected } = document()
          expect(layoutSchema.safeParse(now).success).toBe(true)
          const covered = now.cells.reduce((sum, { columns, rows }) => sum + columns * rows, 0)
          expect(covered).toBe(now.columns * now.rows)
          expect(now.cells).toEqual(now.cells.toSorted(readingOrder))
          expect(new Set(tiles)).toEqual(new Set(before.tiles))
          expect(tiles).toHaveLength(36)
          expect(selected).toBeLessThan(now.cells.length)
        }
        expect(wall.getState().past).toHaveLength(length + done)
        for (let undone = 0; undone < done; undone += 1) wall.actions.undo()
        expect(document().tiles).toEqual(before.tiles)
        expect(document().layout).toEqual(before.layout)
      }),
    )
  })

  it('keeps a tile in the past that gets another number, also when that is undone', () => {
    const { wall, editGrid, document } = open(9)
    const playback = createPlaybackStore(wall)
    playback.setState({ tiles: [2, 5] })
    editGrid({ kind: 'edge', tile: 0, side: 'right', by: 1 })
    expect(playback.getState().tiles).toEqual([1, 4])
    expect([1, 4].map((tile) => cameraIdOf(document(), tile))).toEqual(['camera-3', 'camera-6'])
    editGrid({ kind: 'swap', tile: 1, other: 7 })
    expect(playback.getState().tiles).toEqual([4, 7])
    wall.actions.undo()
    wall.actions.undo()
    expect(playback.getState().tiles).toEqual([2, 5])
    wall.actions.showCamera(2, 'camera-30')
    expect(playback.getState().tiles).toEqual([2, 5])
  })
})

describe('an edge that is dragged', () => {
  test.for([
    ['right', 5, cell(2, 2, 3, 2)],
    ['right', 1, cell(2, 2, 1, 2)],
    ['left', 0, cell(0, 2, 4, 2)],
    ['left', 9, cell(3, 2, 1, 2)],
    ['down', 6, cell(2, 2, 2, 4)],
    ['up', 1, cell(2, 1, 2, 3)],
  ] as const)('to the %s on line %i ends there, or as near as it can', ([side, line, expected]) => {
    expect(withEdgeAt(cell(2, 2, 2, 2), side, line)).toEqual(expected)
  })
})

describe('a grid with a name', () => {
  const free: Layout = { columns: 3, rows: 1, cells: [cell(0, 0, 2), cell(2, 0)] }
  const named = (name: string, layout = free): SavedLayout => ({ version: 1, name, layout })

  it('is kept in the place of the one with that name, in the order of names, renamed and removed', async () => {
    const { saved, session } = keeping()
    expect(await saved.keep(' Yard ', free)).toBeUndefined()
    await saved.keep('Gate', layoutOf(4))
    await saved.keep('Yard', layoutOf(9))
    expect(session.getState().settings.layouts).toEqual([
      named('Gate', layoutOf(4)),
      named('Yard', layoutOf(9)),
    ])
    expect(await saved.rename('Gate', 'Yard')).toContain('already')
    expect(await saved.rename('Gate', ' ')).toBe('A layout needs a name.')
    expect(await saved.rename('Gate', 'Zoo')).toBeUndefined()
    await saved.remove('Yard')
    expect(session.getState().settings.layouts.map(({ name }) => name)).toEqual(['Zoo'])
  })

  it('is not kept beyond a hundred', async () => {
    const { saved, shell } = keeping(Array.from({ length: 100 }, (_, at) => named(`Grid ${at}`)))
    expect(await saved.keep('One more', free)).toContain('100 fit')
    expect(shell.inputsOf('settings.save')).toEqual([])
  })

  it('is read from a file, its tiles numbered as one reads', () => {
    const read = readLayoutsFile(
      `\uFEFF${fileOf(named('Yard', { ...free, cells: free.cells.toReversed() }))}`,
    )
    expect(read).toEqual({ ok: true, value: [named('Yard')] })
  })

  test.for([
    ['nothing', '', 'bad_request'],
    ['salvos', JSON.stringify({ format: 'tessera-salvos', version: 1, salvos: [] }), 'bad_request'],
    [
      'tiles that overlap',
      fileOf(named('A', { ...free, cells: [cell(0, 0, 2), cell(1, 0)] })),
      'layout_refused',
    ],
    ['a tile outside', fileOf(named('A', { ...free, cells: [cell(2, 0, 2)] })), 'layout_refused'],
    ['no tile', fileOf(named('A', { ...free, cells: [] })), 'layout_refused'],
    ['37 tiles', fileOf(named('A', tilesInRows(4, 37))), 'layout_refused'],
    ['13 columns', fileOf(named('A', { ...free, columns: 13 })), 'layout_refused'],
    ['a name twice', fileOf(named('A'), named('A')), 'layout_refused'],
    ['no name', fileOf(named(' ')), 'layout_refused'],
  ] as const)('is refused from a file with %s', ([, text, code]) => {
    expect(readLayoutsFile(text)).toMatchObject({ ok: false, error: { code } })
  })

  it('is recalled by a salvo, cameras and all', () => {
    const { wall, editGrid, document } = open(9)
    editGrid({ kind: 'edge', tile: 3, side: 'right', by: 1 })
    const { layout } = document()
    const part = salvoWallOf(document(), 1)
    wall.actions.setLayout(4)
    wall.actions.recallSalvo({ number: 5, scope: 'monitor' }, salvoWallSchema.parse(part))
    expect(document().layout).toEqual(layout)
    expect(cameraIdOf(document(), 7)).toBe('camera-9')
    wall.actions.setLayout(4)
    wall.actions.setLayout(layout)
    expect(document().layout).toEqual(layout)
  })
})

function fileOf(...layouts: readonly unknown[]): string {
  return JSON.stringify({ format: 'tessera-layouts', version: 1, layouts })
}

function keeping(layouts: readonly SavedLayout[] = []) {
  const settings = { ...wallSettingsSchema.parse({}), layouts: [...layouts] }
  const session = createSessionStore({ settings, monitor: 1, monitors: [] })
  const shell = new FakeShell()
  return { saved: savedLayoutsOf({ shell, session }), session, shell }
}

function tilesInRows(rows: number, count: number): Layout {
  const cells = Array.from({ length: count }, (_, at) => cell(at % 12, Math.floor(at / 12)))
  return { columns: 12, rows, cells }
}
