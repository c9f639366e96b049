import {
  BetweenHorizontalStart,
  BetweenVerticalStart,
  Columns2,
  Eraser,
  FoldHorizontal,
  FoldVertical,
  Rows2,
} from 'lucide-react'
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Cell, Layout } from '#contract/wall/layout.ts'
import { MAX_LAYOUT_NAME_CHARS, MAX_LINES, MAX_TILES } from '#contract/wall/layout.ts'
import { type GridDeed, gridDeedByChord, gridKeys } from '../keyboard/grid-keys.ts'
import { t } from '../language/language.ts'
import type { Direction } from '../wall/commands.ts'
import { type GridEdit, withEdgeAt } from '../wall/grid.ts'
import { areaOf, cellOf, neighbour, templateOf } from '../wall/layout.ts'
import { cameraIdOf, tileOf } from '../wall/wall-document.ts'
import { Chord } from './rich-text.tsx'
import { Button, Form } from './form-parts.tsx'
import { chordOfPress } from './keyboard-driver.ts'
import { useServices, useSession, useWall } from './services.ts'

/** Over the wall itself, whose pictures run on: each change is made at once, and can be undone. */
export function GridEditor({ onClose }: { readonly onClose: () => void }) {
  const { wall, run, keymap } = useServices()
  const dialog = useRef<HTMLDialogElement>(null)
  const [message, setMessage] = useState<string>()
  useLayoutEffect(() => {
    wall.actions.leaveLarge()
    const element = dialog.current
    element?.showModal()
    focusTile(element)
    return () => element?.close()
  }, [wall])

  function edit(change: GridEdit): void {
    const fault = wall.actions.editGrid(change)
    setMessage(fault && t(`grid.fault.${fault}`, { max: fault === 'too_many_tiles' ? MAX_TILES : MAX_LINES }))
    focusTile(dialog.current)
  }
  function carryOut(deed: GridDeed): void {
    const { layout, selected: tile } = wall.getState().document
    setMessage(undefined)
    if (deed.kind === 'name') return dialog.current?.querySelector('input')?.select()
    if (deed.kind === 'empty') return run({ kind: 'show-content', content: { kind: 'empty' } })
    if (deed.kind !== 'choose') return edit({ ...deed, tile })
    wall.actions.select(neighbour(layout, tile, deed.side))
    focusTile(dialog.current)
  }
  function onKeyDown(event: React.KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement) {
      if (event.key !== 'Escape') return
      focusTile(dialog.current)
      return event.preventDefault()
    }
    const chord = chordOfPress(event) ?? ''
    const deed = gridDeedByChord.get(chord)
    const action = keymap().actionByChord.get(chord)
    if (deed !== undefined) carryOut(deed)
    else if (action === 'undo' || action === 'redo') {
      setMessage(undefined)
      run({ kind: action })
      focusTile(dialog.current)
    } else if (action === 'gridEditor') onClose()
    else return
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its tiles and buttons share their keys
    <dialog
      ref={dialog}
      className="grid-editor"
      aria-label={t('grid.editor')}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <GridTiles onEdit={edit} onDone={onClose} />
      <div className="grid-bar row wrap">
        <GridWords message={message} />
        <div className="grid-tools row">
          {tools.map(({ chord, word, Icon }) => (
            <button
              key={chord}
              type="button"
              className="grid-tool row dim rounded small nowrap"
              data-steps
              title={titleOf(chord)}
              onClick={() => {
                const deed = gridDeedByChord.get(chord)
                if (deed !== undefined) carryOut(deed)
              }}
            >
              <Icon aria-hidden size="1.25em" /> {t(word)} <Chord chord={chord} />
            </button>
          ))}
        </div>
        <NameGrid onMessage={setMessage} />
        <Button look="main" onClick={onClose}>
          {t('grid.done')}
        </Button>
      </div>
    </dialog>
  )
}

const tools = [
  { chord: '/', word: 'grid.split', Icon: Columns2 },
  { chord: '-', word: 'grid.split', Icon: Rows2 },
  { chord: 'C', word: 'grid.addColumn', Icon: BetweenVerticalStart },
  { chord: 'Shift+C', word: 'grid.removeColumn', Icon: FoldHorizontal },
  { chord: 'R', word: 'grid.addRow', Icon: BetweenHorizontalStart },
  { chord: 'Shift+R', word: 'grid.removeRow', Icon: FoldVertical },
  { chord: 'Delete', word: 'grid.empty', Icon: Eraser },
] as const

function titleOf(chord: string): string | undefined {
  const key = gridKeys.find(({ deeds }) => chord in deeds)
  return key && t(key.label)
}

function focusTile(editor: HTMLElement | null): void {
  // After React has drawn the change.
  queueMicrotask(() => editor?.querySelector<HTMLElement>('[data-place][tabindex="0"]')?.focus())
}

function GridWords({ message }: { readonly message: string | undefined }) {
  const { columns, rows, cells } = useWall(({ document }) => document.layout)
  return (
    <p className="grid-words grow" role="status">
      <b>{t('grid.size', { columns, rows, count: cells.length })}</b>
      <span className="small-note">{message ?? t('grid.hint')}</span>
    </p>
  )
}

/** Keeps the grid under a name. One of the same name is replaced, and the button says so. */
function NameGrid({ onMessage }: { readonly onMessage: (message: string) => void }) {
  const { wall, savedLayouts } = useServices()
  const saved = useSession(({ settings }) => settings.layouts)
  const layout = useWall(({ document }) => document.layout)
  const [typed, setTyped] = useState<string>()
  const name = typed ?? saved.find((one) => isSame(one.layout, layout))?.name ?? ''
  const isThere = saved.some((one) => one.name === name.trim())
  async function keep(): Promise<void> {
    const refused = await savedLayouts.keep(name, wall.getState().document.layout)
    onMessage(refused ?? t('grid.saved', { name: name.trim() }))
    if (refused === undefined) setTyped(undefined)
  }
  return (
    <Form
      className="grid-name row"
      onSend={(_data, form) => {
        focusTile(form.closest('dialog'))
        void keep()
      }}
    >
      <input
        aria-label={t('grid.name')}
        placeholder={t('grid.nameHint')}
        maxLength={MAX_LAYOUT_NAME_CHARS}
        spellCheck={false}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit">
        {t(isThere ? 'form.replace' : 'form.save')} <Chord chord="S" />
      </Button>
    </Form>
  )
}

export const isSame = (a: Layout, b: Layout): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What the pointer holds: an edge, or a tile that is carried over another one. */
type Hand =
  | { readonly kind: 'edge'; readonly tile: number; readonly side: Direction; readonly cell: Cell }
  | { readonly kind: 'tile'; readonly tile: number; readonly over: number }

const sides = ['left', 'right', 'up', 'down'] as const

/** A copy of the tiles over those of the wall: edges can be dragged, and tiles onto others. */
function GridTiles(props: { readonly onEdit: (edit: GridEdit) => void; readonly onDone: () => void }) {
  const { onEdit, onDone } = props
  const { wall } = useServices()
  const document = useWall((state) => state.document)
  const cameraById = useWall((state) => state.cameraById)
  const { layout, selected } = document
  const place = useRef<HTMLDivElement>(null)
  const [hand, setHand] = useState<Hand>()
  useEffect(() => followGrid(place.current), [])

  function onDown(event: PointerEvent<HTMLElement>): void {
    const at = event.target instanceof HTMLElement ? event.target : undefined
    const tile = Number(at?.closest<HTMLElement>('[data-place]')?.dataset['place'] ?? Number.NaN)
    if (event.button !== 0 || Number.isNaN(tile)) return
    const side = sides.find((one) => one === at?.dataset['side'])
    event.currentTarget.setPointerCapture(event.pointerId)
    wall.actions.select(tile)
    if (side === undefined) setHand({ kind: 'tile', tile, over: tile })
    else setHand({ kind: 'edge', tile, side, cell: cellOf(layout, tile) })
  }
  function onMove(event: PointerEvent<HTMLElement>): void {
    if (hand === undefined) return
    const { x, y, width, height } = event.currentTarget.getBoundingClientRect()
    const column = ((event.clientX - x) / width) * layout.columns
    const row = ((event.clientY - y) / height) * layout.rows
    if (hand.kind === 'tile') {
      const over = layout.cells.findIndex((cell) => isIn(cell, column, row))
      return setHand({ ...hand, over: over < 0 ? hand.tile : over })
    }
    const isUpright = hand.side === 'up' || hand.side === 'down'
    const line = isUpright ? within(Math.round(row), layout.rows) : within(Math.round(column), layout.columns)
    setHand({ ...hand, cell: withEdgeAt(cellOf(layout, hand.tile), hand.side, line) })
  }
  function onUp(): void {
    if (hand === undefined) return
    setHand(undefined)
    const { tile } = hand
    if (hand.kind === 'tile' && hand.over !== tile) onEdit({ kind: 'swap', tile, other: hand.over })
    if (hand.kind === 'edge' && JSON.stringify(hand.cell) !== JSON.stringify(cellOf(layout, tile)))
      onEdit({ kind: 'span', tile, cell: hand.cell })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its tiles are buttons with keys
    <div
      ref={place}
      className="grid-tiles stack"
      role="group"
      aria-label={t('grid.tiles')}
      data-hand={hand?.kind}
      style={templateOf(layout)}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => setHand(undefined)}
    >
      {layout.cells.map((cell, tile) => {
        const camera = cameraById.get(cameraIdOf(document, tile) ?? '')
        const { kind } = tileOf(document, tile).content
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its number
            key={tile}
            type="button"
            className="grid-tile slim low"
            data-place={tile}
            data-over={(hand?.kind === 'tile' && hand.over === tile && hand.tile !== tile) || undefined}
            data-held={(hand?.kind === 'tile' && hand.tile === tile) || undefined}
            tabIndex={tile === selected ? 0 : -1}
            aria-pressed={tile === selected}
            aria-label={t('grid.tile', {
              tile: tile + 1,
              kind: camera === undefined ? kind : 'camera',
              camera: camera?.number ?? '',
              columns: cell.columns,
              rows: cell.rows,
            })}
            style={{ gridArea: areaOf(cell) }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              onDone()
            }}
          >
            <b>{tile + 1}</b>
            {sides.map((side) => (
              <i key={side} data-side={side} />
            ))}
          </button>
        )
      })}
      {hand?.kind === 'edge' && <span className="grid-outline" style={{ gridArea: areaOf(hand.cell) }} />}
    </div>
  )
}

/** Stays over the wall's own grid when that changes its size. */
function followGrid(element: HTMLElement | null): (() => void) | undefined {
  const grid = window.document.querySelector('.wall > .grid')
  if (element === null || grid === null) return undefined
  const follow = () => {
    const { left, top, width, height } = grid.getBoundingClientRect()
    Object.assign(element.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    })
  }
  const observer = new ResizeObserver(follow)
  observer.observe(grid)
  follow()
  return () => observer.disconnect()
}

function isIn(cell: Cell, column: number, row: number): boolean {
  return (
    column >= cell.column &&
    column < cell.column + cell.columns &&
    row >= cell.row &&
    row < cell.row + cell.rows
  )
}

const within = (line: number, lines: number): number => Math.min(lines, Math.max(0, line))
