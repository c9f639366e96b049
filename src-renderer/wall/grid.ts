import { never, fail, ok, type Result } from '#contract/result.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import { type Cell, type Layout, MAX_LINES, MAX_TILES, overlap, readingOrder } from '#contract/wall/layout.ts'
import type { Direction } from './commands.ts'
import { neighbour } from './layout.ts'
import { tileOf } from './wall-document.ts'

/** A change of the grid. Tiles are indexes from 0. */
export type GridEdit =
  /** The tile takes these cells, over whatever lies there. */
  | { readonly kind: 'span'; readonly tile: number; readonly cell: Cell }
  /** One edge of the tile by one line: 1 outwards, over its neighbours, -1 inwards. */
  | { readonly kind: 'edge'; readonly tile: number; readonly side: Direction; readonly by: 1 | -1 }
  /** Side by side, or one above the other. */
  | { readonly kind: 'split'; readonly tile: number; readonly into: GridLine }
  | { readonly kind: 'swap'; readonly tile: number; readonly other: number }
  | { readonly kind: 'swap-beside'; readonly tile: number; readonly side: Direction }
  /** Behind the tile, and the last one that the tile lies on. */
  | { readonly kind: 'add' | 'remove'; readonly tile: number; readonly line: GridLine }

export type GridLine = 'column' | 'row'

/** Why a change of the grid is refused. */
export type GridFault = 'at_edge' | 'smallest' | 'too_many_tiles' | 'too_many_lines' | 'last_line'

/** A cell, and the tile that was there before; a new one has none. */
interface Place {
  readonly cell: Cell
  readonly was?: number
}
type Grid = Pick<Layout, 'columns' | 'rows'> & { readonly places: readonly Place[] }

/**
 * The wall with another grid. Tiles keep their contents and are numbered as one reads. What is covered goes before
 * what the layout hides already, and the next new tile shows the first of that: nothing is lost.
 */
export function withGridEdit(document: WallDocument, edit: GridEdit): Result<WallDocument, GridFault> {
  const { columns, rows, cells } = document.layout
  const edited = gridAfter({ columns, rows, places: cells.map((cell, was) => ({ cell, was })) }, edit)
  if (!edited.ok) return edited
  const grid = edited.value
  if (grid.places.length > MAX_TILES) return fail('too_many_tiles')
  const places = grid.places.toSorted((a, b) => readingOrder(a.cell, b.cell))
  const kept = new Set(places.map(({ was }) => was))
  const behind = document.tiles.filter((_, tile) => !kept.has(tile))
  const shown = places.map(({ was }) => (was === undefined ? behind.shift() : tileOf(document, was)))
  const placeOf = (tile: number) => places.findIndex(({ was }) => was === tile)
  const selected = [placeOf(document.selected), placeOf(edit.tile)].find((at) => at >= 0)
  return ok({
    ...document,
    layout: { columns: grid.columns, rows: grid.rows, cells: places.map(({ cell }) => cell) },
    tiles: [...shown.filter((tile) => tile !== undefined), ...behind],
    selected: selected ?? Math.min(document.selected, places.length - 1),
    large: null,
  })
}

/** The cell with one of its edges on another line of the grid, as near as it can be. */
export function withEdgeAt(cell: Cell, side: Direction, line: number): Cell {
  const [from, length] = isUpright(side) ? (['row', 'rows'] as const) : (['column', 'columns'] as const)
  const end = cell[from] + cell[length]
  if (side === 'right' || side === 'down') return { ...cell, [length]: Math.max(1, line - cell[from]) }
  const begin = Math.min(end - 1, line)
  return { ...cell, [from]: begin, [length]: end - begin }
}

function gridAfter(grid: Grid, edit: GridEdit): Result<Grid, GridFault> {
  const cell = grid.places[edit.tile]?.cell
  if (cell === undefined) return fail('at_edge')
  switch (edit.kind) {
    case 'span':
      return spanned(grid, edit.tile, edit.cell)
    case 'edge':
      return spanned(grid, edit.tile, withEdgeBy(cell, edit.side, edit.by))
    case 'split':
      return alongColumns(grid, edit.into, (columns) => splitInTwo(columns, edit.tile))
    case 'swap':
      return swapped(grid, edit.tile, edit.other)
    case 'swap-beside': {
      const layout = { ...grid, cells: grid.places.map((place) => place.cell) }
      return swapped(grid, edit.tile, neighbour(layout, edit.tile, edit.side))
    }
    case 'add':
      return alongColumns(grid, edit.line, (columns) => withColumn(columns, edit.tile))
    case 'remove':
      return alongColumns(grid, edit.line, (columns) => withoutColumn(columns, edit.tile))
    default:
      return never(edit)
  }
}

const isUpright = (side: Direction): boolean => side === 'up' || side === 'down'

function withEdgeBy(cell: Cell, side: Direction, by: 1 | -1): Cell {
  const [from, length] = isUpright(side) ? (['row', 'rows'] as const) : (['column', 'columns'] as const)
  const isFar = side === 'right' || side === 'down'
  return { ...cell, [from]: cell[from] - (isFar ? 0 : by), [length]: cell[length] + by }
}

/** What it leaves becomes a tile of its own; neighbours keep the largest part of theirs, the rest of it becomes tiles. */
function spanned(grid: Grid, tile: number, cell: Cell): Result<Grid, GridFault> {
  const { column, row, columns, rows } = cell
  if (columns < 1 || rows < 1) return fail('smallest')
  if (column < 0 || row < 0 || column + columns > grid.columns || row + rows > grid.rows)
    return fail('at_edge')
  const places = grid.places.flatMap((place): Place[] => {
    const parts = without(place.cell, cell).toSorted((a, b) => b.columns * b.rows - a.columns * a.rows)
    if (place.was === tile) return [{ ...place, cell }, ...parts.map(newTile)]
    const [largest, ...rest] = parts
    return largest === undefined ? [] : [{ ...place, cell: largest }, ...rest.map(newTile)]
  })
  return ok({ ...grid, places })
}

const newTile = (cell: Cell): Place => ({ cell })

/** What is left of a cell beside another one: up to four cells. */
function without(cell: Cell, other: Cell): Cell[] {
  if (!overlap(cell, other)) return [cell]
  const right = cell.column + cell.columns
  const bottom = cell.row + cell.rows
  const otherRight = other.column + other.columns
  const otherBottom = other.row + other.rows
  const column = Math.max(cell.column, other.column)
  const columns = Math.min(right, otherRight) - column
  return [
    { ...cell, columns: other.column - cell.column },
    { ...cell, column: otherRight, columns: right - otherRight },
    { ...cell, column, columns, rows: other.row - cell.row },
    { column, row: otherBottom, columns, rows: bottom - otherBottom },
  ].filter((part) => part.columns > 0 && part.rows > 0)
}

function swapped(grid: Grid, tile: number, other: number): Result<Grid, GridFault> {
  if (tile === other || grid.places[other] === undefined) return fail('at_edge')
  const was = new Map([
    [tile, other],
    [other, tile],
  ])
  return ok({ ...grid, places: grid.places.map(({ cell }, at) => ({ cell, was: was.get(at) ?? at })) })
}

/** Rows are columns of the grid laid on its side. */
function alongColumns(
  grid: Grid,
  line: GridLine,
  change: (grid: Grid) => Result<Grid, GridFault>,
): Result<Grid, GridFault> {
  if (line === 'column') return change(grid)
  const changed = change(onItsSide(grid))
  return changed.ok ? ok(onItsSide(changed.value)) : changed
}

function onItsSide({ columns, rows, places }: Grid): Grid {
  return {
    columns: rows,
    rows: columns,
    places: places.map(({ cell, ...place }) => ({
      ...place,
      cell: { column: cell.row, row: cell.column, columns: cell.rows, rows: cell.columns },
    })),
  }
}

/** A tile of an odd number of columns gets a grid that is twice as fine; where there is none, unequal halves. */
function splitInTwo(grid: Grid, tile: number): Result<Grid, GridFault> {
  const isOdd = (grid.places[tile]?.cell.columns ?? 0) % 2 === 1
  const fine = isOdd && 2 * grid.columns <= MAX_LINES ? twiceAsFine(grid) : grid
  const cell = fine.places[tile]?.cell
  if (cell === undefined || cell.columns === 1) return fail('too_many_lines')
  const columns = Math.ceil(cell.columns / 2)
  const rest = { ...cell, column: cell.column + columns, columns: cell.columns - columns }
  const places = fine.places.map((place, at) =>
    at === tile ? { ...place, cell: { ...cell, columns } } : place,
  )
  return ok({ ...fine, places: [...places, newTile(rest)] })
}

function twiceAsFine({ columns, rows, places }: Grid): Grid {
  return {
    columns: 2 * columns,
    rows,
    places: places.map(({ cell, ...place }) => ({
      ...place,
      cell: { ...cell, column: 2 * cell.column, columns: 2 * cell.columns },
    })),
  }
}

/** Behind the tile: tiles across that line grow, beside each that ends there a new one begins. */
function withColumn(grid: Grid, tile: number): Result<Grid, GridFault> {
  if (grid.columns === MAX_LINES) return fail('too_many_lines')
  const at = endOf(grid.places[tile]?.cell)
  const places = grid.places.flatMap(({ cell, ...place }): Place[] => {
    if (cell.column >= at) return [{ ...place, cell: { ...cell, column: cell.column + 1 } }]
    if (endOf(cell) > at) return [{ ...place, cell: { ...cell, columns: cell.columns + 1 } }]
    const beside = endOf(cell) === at ? [newTile({ ...cell, column: at, columns: 1 })] : []
    return [{ ...place, cell }, ...beside]
  })
  return ok({ ...grid, columns: grid.columns + 1, places })
}

/** The last one of the tile: tiles on it shrink, those of one column go. */
function withoutColumn(grid: Grid, tile: number): Result<Grid, GridFault> {
  const at = endOf(grid.places[tile]?.cell) - 1
  const places = grid.places.flatMap(({ cell, ...place }): Place[] => {
    if (cell.column > at) return [{ ...place, cell: { ...cell, column: cell.column - 1 } }]
    if (endOf(cell) <= at) return [{ ...place, cell }]
    return cell.columns === 1 ? [] : [{ ...place, cell: { ...cell, columns: cell.columns - 1 } }]
  })
  return places.length === 0 ? fail('last_line') : ok({ ...grid, columns: grid.columns - 1, places })
}

const endOf = (cell: Cell | undefined): number => (cell === undefined ? 0 : cell.column + cell.columns)
