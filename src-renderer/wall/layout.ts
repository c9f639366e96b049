import { type Cell, type Layout, layoutNameOf, layoutOf } from '#contract/wall/layout.ts'
import type { Direction } from './commands.ts'
import { t } from '../language/language.ts'

const whole = layoutOf(1)

/** The whole grid for a tile that it does not have. */
export function cellOf(layout: Layout, tile: number): Cell {
  return layout.cells[tile] ?? { column: 0, row: 0, columns: layout.columns, rows: layout.rows }
}

/** As the CSS properties of a grid and of a cell in it. */
export function templateOf({ columns, rows }: Layout) {
  return {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
  }
}

export function areaOf({ column, row, columns, rows }: Cell): string {
  return `${row + 1} / ${column + 1} / span ${rows} / span ${columns}`
}

/** Pixels of a tile of a wall of this size, before anybody has measured it. A tile shown large has all of them. */
export function shareOf(
  document: { readonly layout: Layout; readonly large: number | null },
  tile: number,
  wall: { readonly widthPx: number; readonly heightPx: number },
): { widthPx: number; heightPx: number } {
  const layout = document.large === null ? document.layout : whole
  const cell = cellOf(layout, tile)
  return {
    widthPx: Math.floor((wall.widthPx * cell.columns) / layout.columns),
    heightPx: Math.floor((wall.heightPx * cell.rows) / layout.rows),
  }
}

/** `9 tiles`, `1+5 tiles` */
export function layoutWords(layout: Layout): string {
  const { length } = layout.cells
  return length === 1 ? t('layout.oneTile') : t('layout.namedTiles', { name: layoutNameOf(layout) ?? length })
}

/** The tile beside this one; the same tile at the edge of the wall. Beside a large tile it is the first of several. */
export function neighbour(layout: Layout, tile: number, direction: Direction): number {
  const from = ahead(cellOf(layout, tile), direction)
  const found = layout.cells
    .map((cell, at) => ({ at, ...ahead(cell, direction) }))
    .filter((to) => to.begins >= from.ends && to.sideBegins < from.sideEnds && from.sideBegins < to.sideEnds)
    .sort((a, b) => a.begins - b.begins || a.sideBegins - b.sideBegins)
  return found[0]?.at ?? tile
}

/** Where a cell begins and ends in the direction, and across it. */
function ahead({ column, row, columns, rows }: Cell, direction: Direction) {
  const [along, length, across, width] =
    direction === 'left' || direction === 'right'
      ? [column, columns, row, rows]
      : [row, rows, column, columns]
  const isForward = direction === 'right' || direction === 'down'
  return {
    begins: isForward ? along : -along - length,
    ends: isForward ? along + length : -along,
    sideBegins: across,
    sideEnds: across + width,
  }
}
