import { z } from 'zod'

/** Columns of the finest grid, and its rows. */
export const MAX_LINES = 12

const place = z
  .int()
  .min(0)
  .max(MAX_LINES - 1)
const lines = z.int().min(1).max(MAX_LINES)
/** A place in the grid, counted from 0, and how many columns and rows it takes. */
const cellSchema = z.object({ column: place, row: place, columns: lines, rows: lines })
export type Cell = z.infer<typeof cellSchema>

/** Tiles of the largest layout. */
export const MAX_TILES = 36

/** A grid and the places of the tiles in it: tile 1 is the first cell. No two cells overlap; a place may be left out. */
export const layoutSchema = z
  .object({
    columns: lines,
    rows: lines,
    cells: z.array(cellSchema).min(1).max(MAX_TILES),
  })
  .refine(
    ({ columns, rows, cells }) =>
      cells.every((cell) => cell.column + cell.columns <= columns && cell.row + cell.rows <= rows),
    'a tile is not inside the grid',
  )
  .refine(
    ({ cells }) => cells.every((cell, at) => !cells.slice(at + 1).some((other) => overlap(cell, other))),
    'two tiles overlap',
  )
export type Layout = z.infer<typeof layoutSchema>

/** Whether two tiles would lie on the same place. */
export function overlap(a: Cell, b: Cell): boolean {
  return (
    a.column < b.column + b.columns &&
    b.column < a.column + a.columns &&
    a.row < b.row + b.rows &&
    b.row < a.row + a.rows
  )
}

/** Layouts that have a name, as it is typed on a command line: how many tiles, or how many large and small ones. */
export const layoutNames = [1, 4, 9, 16, 25, 36, '1+5', '1+7', '1+12', '2+8'] as const
export type LayoutName = (typeof layoutNames)[number]
export const layoutNameSchema = z.literal(layoutNames)
/** Of a wall that has none yet. */
export const FIRST_LAYOUT: LayoutName = 9

const table: Readonly<Record<LayoutName, Layout>> = {
  1: grid(1),
  4: grid(2),
  9: grid(3),
  16: grid(4),
  25: grid(5),
  36: grid(6),
  '1+5': grid(3, { column: 0, row: 0, columns: 2, rows: 2 }),
  '1+7': grid(4, { column: 0, row: 0, columns: 3, rows: 3 }),
  '1+12': grid(4, { column: 0, row: 0, columns: 2, rows: 2 }),
  '2+8': grid(4, { column: 0, row: 0, columns: 2, rows: 2 }, { column: 2, row: 0, columns: 2, rows: 2 }),
}

/** The large ones first, then the rest of the grid as one reads. */
function grid(side: number, ...large: readonly Cell[]): Layout {
  const small = Array.from({ length: side * side }, (_, at): Cell => {
    return { column: at % side, row: Math.floor(at / side), columns: 1, rows: 1 }
  })
  const rest = small.filter((cell) => !large.some((one) => overlap(cell, one)))
  return { columns: side, rows: side, cells: [...large, ...rest] }
}

export function layoutOf(name: LayoutName): Layout {
  return table[name]
}

/** Undefined for a layout that somebody has made. */
export function layoutNameOf(layout: Layout): LayoutName | undefined {
  const text = JSON.stringify(layout)
  return layoutNames.find((name) => JSON.stringify(table[name]) === text)
}

/** As one reads; the order of tiles, so that a number says where its tile is. */
export function readingOrder(a: Cell, b: Cell): number {
  return a.row - b.row || a.column - b.column
}

export const MAX_SAVED_LAYOUTS = 100
export const MAX_LAYOUT_NAME_CHARS = 60

const savedLayoutSchema = z.object({
  version: z.literal(1),
  name: z.string().trim().min(1).max(MAX_LAYOUT_NAME_CHARS),
  layout: layoutSchema.transform((layout) => ({ ...layout, cells: layout.cells.toSorted(readingOrder) })),
})
/** A grid that somebody has made and given a name. */
export type SavedLayout = z.infer<typeof savedLayoutSchema>

export const savedLayoutsSchema = z
  .array(savedLayoutSchema)
  .max(MAX_SAVED_LAYOUTS)
  .refine(
    (layouts) => new Set(layouts.map(({ name }) => name)).size === layouts.length,
    'two layouts have the same name',
  )

export const LAYOUTS_FORMAT = 'tessera-layouts'
/** One file for other workstations. */
export const layoutsFileSchema = z.object({
  format: z.literal(LAYOUTS_FORMAT),
  version: z.literal(1),
  layouts: savedLayoutsSchema,
})
