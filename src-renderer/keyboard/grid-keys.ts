import type { PlainKey } from '../language/language.ts'
import type { Direction } from '../wall/commands.ts'
import type { GridLine } from '../wall/grid.ts'

/** What a key does in the grid editor, to the selected tile. */
export type GridDeed =
  | { readonly kind: 'choose'; readonly side: Direction }
  | { readonly kind: 'swap-beside'; readonly side: Direction }
  | { readonly kind: 'edge'; readonly side: Direction; readonly by: 1 | -1 }
  | { readonly kind: 'split'; readonly into: GridLine }
  | { readonly kind: 'add' | 'remove'; readonly line: GridLine }
  | { readonly kind: 'empty' }
  | { readonly kind: 'name' }

export interface GridKey {
  /** As the help shows them. */
  readonly keys: readonly string[]
  readonly label: PlainKey
  readonly deeds: Readonly<Record<string, GridDeed>>
}

const sides = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const

function eachArrow(held: string, deed: (side: Direction) => GridDeed): Record<string, GridDeed> {
  return Object.fromEntries(Object.entries(sides).map(([arrow, side]) => [held + arrow, deed(side)]))
}

const arrows = '← → ↑ ↓'

/** The keys of the grid editor. While it is open, of the wall's own keys only undo and redo work. */
export const gridKeys: readonly GridKey[] = [
  { keys: [arrows], label: 'grid.key.choose', deeds: eachArrow('', (side) => ({ kind: 'choose', side })) },
  {
    keys: ['Shift', arrows],
    label: 'grid.key.grow',
    deeds: eachArrow('Shift+', (side) => ({ kind: 'edge', side, by: 1 })),
  },
  {
    keys: ['Ctrl', 'Shift', arrows],
    label: 'grid.key.shrink',
    deeds: eachArrow('Ctrl+Shift+', (side) => ({ kind: 'edge', side, by: -1 })),
  },
  {
    keys: ['Ctrl', arrows],
    label: 'grid.key.swap',
    deeds: eachArrow('Ctrl+', (side) => ({ kind: 'swap-beside', side })),
  },
  { keys: ['/'], label: 'grid.key.splitColumn', deeds: { '/': { kind: 'split', into: 'column' } } },
  { keys: ['-'], label: 'grid.key.splitRow', deeds: { '-': { kind: 'split', into: 'row' } } },
  { keys: ['Delete'], label: 'grid.key.empty', deeds: { Delete: { kind: 'empty' } } },
  {
    keys: ['C'],
    label: 'grid.key.addColumn',
    deeds: { C: { kind: 'add', line: 'column' } },
  },
  { keys: ['R'], label: 'grid.key.addRow', deeds: { R: { kind: 'add', line: 'row' } } },
  {
    keys: ['Shift', 'C'],
    label: 'grid.key.removeColumn',
    deeds: { 'Shift+C': { kind: 'remove', line: 'column' } },
  },
  {
    keys: ['Shift', 'R'],
    label: 'grid.key.removeRow',
    deeds: { 'Shift+R': { kind: 'remove', line: 'row' } },
  },
  { keys: ['S'], label: 'grid.key.name', deeds: { S: { kind: 'name' } } },
  { keys: ['Enter', 'Esc'], label: 'grid.key.done', deeds: {} },
]

export const gridDeedByChord: ReadonlyMap<string, GridDeed> = new Map(
  gridKeys.flatMap(({ deeds }) => Object.entries(deeds)),
)
