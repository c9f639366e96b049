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
  readonly says: PlainKey
  readonly deeds: Readonly<Record<string, GridDeed>>
}

const sides = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const

function eachArrow(held: string, deed: (side: Direction) => GridDeed): Record<string, GridDeed> {
  return Object.fromEntries(Object.entries(sides).map(([arrow, side]) => [held + arrow, deed(side)]))
}

const arrows = '← → ↑ ↓'

/** The keys of the grid editor; those of the wall rest while it is open, but for undo and redo. */
export const gridKeys: readonly GridKey[] = [
  { keys: [arrows], says: 'grid.key.choose', deeds: eachArrow('', (side) => ({ kind: 'choose', side })) },
  {
    keys: ['Shift', arrows],
    says: 'grid.key.grow',
    deeds: eachArrow('Shift+', (side) => ({ kind: 'edge', side, by: 1 })),
  },
  {
    keys: ['Ctrl', 'Shift', arrows],
    says: 'grid.key.shrink',
    deeds: eachArrow('Ctrl+Shift+', (side) => ({ kind: 'edge', side, by: -1 })),
  },
  {
    keys: ['Ctrl', arrows],
    says: 'grid.key.swap',
    deeds: eachArrow('Ctrl+', (side) => ({ kind: 'swap-beside', side })),
  },
  { keys: ['/'], says: 'grid.key.splitColumn', deeds: { '/': { kind: 'split', into: 'column' } } },
  { keys: ['-'], says: 'grid.key.splitRow', deeds: { '-': { kind: 'split', into: 'row' } } },
  { keys: ['Delete'], says: 'grid.key.empty', deeds: { Delete: { kind: 'empty' } } },
  {
    keys: ['C'],
    says: 'grid.key.addColumn',
    deeds: { C: { kind: 'add', line: 'column' } },
  },
  { keys: ['R'], says: 'grid.key.addRow', deeds: { R: { kind: 'add', line: 'row' } } },
  {
    keys: ['Shift', 'C'],
    says: 'grid.key.removeColumn',
    deeds: { 'Shift+C': { kind: 'remove', line: 'column' } },
  },
  {
    keys: ['Shift', 'R'],
    says: 'grid.key.removeRow',
    deeds: { 'Shift+R': { kind: 'remove', line: 'row' } },
  },
  { keys: ['S'], says: 'grid.key.name', deeds: { S: { kind: 'name' } } },
  { keys: ['Enter', 'Esc'], says: 'grid.key.done', deeds: {} },
]

export const gridDeedByChord: ReadonlyMap<string, GridDeed> = new Map(
  gridKeys.flatMap(({ deeds }) => Object.entries(deeds)),
)
