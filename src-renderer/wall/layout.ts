import type { LayoutSize } from '#contract/wall/document.ts'
import type { Direction } from './commands.ts'

export interface Layout {
  readonly columns: number
  readonly rows: number
}

export const layoutTable: Readonly<Record<LayoutSize, Layout>> = {
  1: { columns: 1, rows: 1 },
  4: { columns: 2, rows: 2 },
  9: { columns: 3, rows: 3 },
  16: { columns: 4, rows: 4 },
  25: { columns: 5, rows: 5 },
  36: { columns: 6, rows: 6 },
}

export interface Cell {
  readonly column: number
  readonly row: number
}

export function cellOf(size: LayoutSize, tile: number): Cell {
  const { columns } = layoutTable[size]
  return { column: tile % columns, row: Math.floor(tile / columns) }
}

const steps: Readonly<Record<Direction, Cell>> = {
  left: { column: -1, row: 0 },
  right: { column: 1, row: 0 },
  up: { column: 0, row: -1 },
  down: { column: 0, row: 1 },
}

/** The tile beside this one; the same tile at the edge of the wall. */
export function neighbour(size: LayoutSize, tile: number, direction: Direction): number {
  const { columns, rows } = layoutTable[size]
  const cell = cellOf(size, tile)
  const column = cell.column + steps[direction].column
  const row = cell.row + steps[direction].row
  const isOnWall = column >= 0 && column < columns && row >= 0 && row < rows
  return isOnWall ? row * columns + column : tile
}
