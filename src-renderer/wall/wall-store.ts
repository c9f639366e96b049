import type { WallCamera } from '#contract/wall/camera.ts'
import type { TileContent, TileReceipt, WallDocument } from '#contract/wall/document.ts'
import { type Layout, type LayoutName, layoutOf } from '#contract/wall/layout.ts'
import type { Salvo, SalvoScope, SalvoWall } from '#contract/wall/salvo.ts'
import { createStore } from 'zustand/vanilla'
import type { Direction } from './commands.ts'
import { UNDO_STEPS } from './defaults.ts'
import { type GridEdit, type GridFault, withGridEdit } from './grid.ts'
import { newlySelected, withFollowed, withHotspots } from './hotspots.ts'
import { neighbour } from './layout.ts'
import type { PictureZoom } from './picture-zoom.ts'
import { afterSelection, stepSequence, toggleSequence, withSequencesSetUp } from './sequences.ts'
import {
  backToEarlier,
  backToPrevious,
  cameraIdOf,
  fillByNumber,
  isBlank,
  isHotspot,
  isSequence,
  placeAfter,
  putCamera,
  putContent,
  stepCamera,
  withContentOf,
  withLarge,
  withLayout,
  withReceipt,
  withSalvo,
  withSelection,
} from './wall-document.ts'

export interface WallState extends UndoStep {
  /** Sorted by number. */
  readonly cameras: readonly WallCamera[]
  readonly cameraById: ReadonlyMap<string, WallCamera>
  readonly cameraByNumber: ReadonlyMap<number, WallCamera>
  /** Before the last changes of content or layout, oldest first. */
  readonly past: readonly UndoStep[]
  readonly future: readonly UndoStep[]
  /** By tile; tiles that show all of their picture are not in it. Not kept: who comes next sees all. */
  readonly zooms: ReadonlyMap<number, PictureZoom>
  /** The one tile whose sound plays, whatever it shows. Not kept: a wall begins silent. */
  readonly audibleTile: number | undefined
  /** Monitor that the last entry was for, until this wall changes: undo would take back something else. */
  readonly enteredOn: number | undefined
}

/** What undo and redo go to. */
export interface UndoStep {
  readonly document: WallDocument
  /** Salvos that were recalled and not gone back from, last one last. */
  readonly recalled: readonly RecalledSalvo[]
}

interface RecalledSalvo {
  readonly number: number
  readonly scope: SalvoScope
  readonly before: WallDocument
}
export type WallStore = ReturnType<typeof createWallStore>

/** Whether something was changed, and not undone, while the salvo that would be gone back from was the last one. */
export function isSalvoChanged({ past, ...now }: WallState): boolean {
  const last = now.recalled.at(-1)
  const steps: readonly UndoStep[] = [...past, now]
  const isUnder = (step: UndoStep | undefined) => step?.recalled.at(-1) === last
  return last !== undefined && past.some((step, at) => isUnder(step) && isUnder(steps[at + 1]))
}

/** With sequences and hotspots as the selection has them after the change. */
function settled(now: UndoStep, before: UndoStep, isMeant = false): UndoStep {
  const document = afterSelection(now.document, before.document.selected, isMeant)
  return { ...now, document: withHotspots({ ...now, document }, before) }
}

/** A change of content or layout, which can be taken back. */
function undoable(
  before: WallState,
  document: WallDocument,
  recalled: UndoStep['recalled'] = before.recalled,
): Partial<WallState> {
  if (document === before.document) return { recalled }
  const past = [...before.past, undoStepOf(before)].slice(-UNDO_STEPS)
  return { ...settled({ document, recalled }, before), past, future: [], enteredOn: undefined }
}

const undoStepOf = ({ document, recalled }: UndoStep): UndoStep => ({ document, recalled })

/**
 * The wall as the operator wants it. What is seen of it belongs to the live engine. `tilesBefore` are on monitors
 * with lower numbers, whose cameras a wall that is filled by number leaves to them.
 */
export function createWallStore(
  document: WallDocument,
  cameras: readonly WallCamera[] = [],
  tilesBefore = 0,
) {
  const store = createStore<WallState>(() => ({
    document,
    ...camerasState([]),
    past: [],
    future: [],
    recalled: [],
    zooms: new Map(),
    audibleTile: undefined,
    enteredOn: undefined,
  }))
  // Another camera in the tile is seen whole.
  store.subscribe(({ document: now, zooms }, { document: before }) => {
    if (zooms.size === 0 || (now.tiles === before.tiles && now.layout === before.layout)) return
    const kept = [...zooms].filter(
      ([tile]) => now.layout === before.layout && cameraIdOf(now, tile) === cameraIdOf(before, tile),
    )
    if (kept.length < zooms.size) store.setState({ zooms: new Map(kept) })
  })

  // Sound stays with a tile that gets another number by a change of the grid.
  store.subscribe(({ document: now, audibleTile }, { document: before }) => {
    if (audibleTile === undefined || now.layout === before.layout) return
    if (cameraIdOf(before, audibleTile) === undefined) return
    const place = placeAfter(now, before, audibleTile)
    if (place !== audibleTile) store.setState({ audibleTile: place })
  })

  /** By document of an undo step: the camera selected since. */
  const selectedSince = new WeakMap<WallDocument, string>()
  let lastSelectedId: string | undefined
  function noteSelection(cameraId: string): void {
    lastSelectedId = cameraId
    const now = store.getState()
    for (const { document, recalled } of [...now.past, ...now.future, now]) {
      selectedSince.set(document, cameraId)
      for (const { before } of recalled) selectedSince.set(before, cameraId)
    }
  }
  store.subscribe((now, before) => {
    const cameraId = newlySelected(now, before)
    if (cameraId !== undefined) noteSelection(cameraId)
  })
  /** Where undo and redo go: sequences in tiles that they do not change go on, hotspots follow the last selection. */
  function goneBackTo(left: WallDocument, now: WallDocument): WallDocument {
    const cameraId = selectedSince.get(left)
    const setUp = withContentOf(now, withSequencesSetUp(left, now))
    return cameraId === undefined ? setUp : withFollowed(setUp, cameraId, ['all'])
  }

  /** Content and layout come from the other document; the selection stays where the operator has it, if it still can. */
  function travel(from: 'past' | 'future', to: 'past' | 'future'): void {
    store.setState((state) => {
      const target = state[from].at(-1)
      if (target === undefined) return state
      return {
        ...settled({ ...target, document: goneBackTo(target.document, state.document) }, state),
        [from]: state[from].slice(0, -1),
        [to]: [...state[to], undoStepOf(state)],
        enteredOn: undefined,
      }
    })
  }

  /** Changes of content and layout can be taken back; moving about cannot. */
  function change(next: (document: WallDocument) => WallDocument): void {
    store.setState((state) => undoable(state, next(state.document)))
  }
  function move(next: (document: WallDocument) => WallDocument): void {
    store.setState((state) => {
      const moved = next(state.document)
      return moved === state.document
        ? state
        : settled({ ...undoStepOf(state), document: moved }, state, true)
    })
  }

  /** Changes of one kind in a row, and the undo steps after the first of them. */
  let row: { readonly of: 'steps' | 'rules'; readonly past: WallState['past'] } | undefined
  store.subscribe(({ document: now }, { document: before }) => {
    if (row?.of === 'steps' && now.selected !== before.selected) row = undefined
  })
  /** They are one undo step: a held key, or a flood of alarms, would fill the list. */
  function inRow(of: 'steps' | 'rules', make: () => void): void {
    const { past } = store.getState()
    make()
    const now = store.getState()
    if (now.past === past) return
    if (row?.of === of && row.past === past) store.setState({ past })
    else row = { of, past: now.past }
  }
  // Only once: tiles that an operator has emptied by undo stay empty.
  let hasFilled = false

  const actions = {
    /**
     * The platform's cameras and those that have left its list, in any order. Tiles keep what they have; only a wall
     * whose tiles are all empty is filled by number, once, and that can be undone.
     */
    setCameras: (cameras: readonly WallCamera[]) =>
      // With the list in one step, so that nobody sees a wall that lacks what belongs to it.
      store.setState((state) => {
        const next = camerasState(cameras)
        if (hasFilled || !isBlank(state.document)) return next
        const filled = fillByNumber(state.document, next.cameras, tilesBefore)
        hasFilled = filled !== state.document
        return { ...next, ...undoable(state, filled) }
      }),
    showCamera: (tile: number, cameraId: string) => change((document) => putCamera(document, tile, cameraId)),
    setReceipt: (tile: number, receipt: Partial<TileReceipt>) =>
      change((document) => withReceipt(document, tile, receipt)),
    show: (tile: number, content: TileContent) => change((document) => putContent(document, tile, content)),
    /** What the tile showed before, round through all that it remembers. */
    earlierContent: (tile: number) => change((document) => backToEarlier(document, tile)),
    stepSequence: (tile: number, by: 1 | -1) => move((document) => stepSequence(document, tile, by)),
    /** Holds it, or lets it go on. */
    toggleSequence: (tile: number) => move((document) => toggleSequence(document, tile)),
    /** Another monitor has selected this camera. */
    followSelection: (cameraId: string) => {
      noteSelection(cameraId)
      store.setState((state) => ({ document: withFollowed(state.document, cameraId, ['all']) }))
    },
    /** In the hotspots that follow all monitors, whatever is selected. */
    showInHotspots: (cameraId: string) => change((document) => withFollowed(document, cameraId, ['all'])),
    lastCamera: (tile: number) => change((document) => backToPrevious(document, tile)),
    /** In the selected tile. */
    stepCamera: (by: 1 | -1): void => {
      const { cameras, document: shown } = store.getState()
      // A step would only end the hotspot.
      if (isHotspot(shown, shown.selected)) return
      if (isSequence(shown, shown.selected)) return actions.stepSequence(shown.selected, by)
      inRow('steps', () => change((document) => stepCamera(document, document.selected, cameras, by)))
    },
    setLayout: (layout: LayoutName | Layout) =>
      change((document) => withLayout(document, typeof layout === 'object' ? layout : layoutOf(layout))),
    /** Why it was refused, if it was. */
    editGrid: (edit: GridEdit): GridFault | undefined => {
      const edited = withGridEdit(store.getState().document, edit)
      if (!edited.ok) return edited.error
      change(() => edited.value)
      return undefined
    },
    recallSalvo: ({ number, scope }: Pick<Salvo, 'number' | 'scope'>, part: SalvoWall) =>
      store.setState((state) => {
        const before = state.document
        const recalled = [...state.recalled, { number, scope, before }].slice(-UNDO_STEPS)
        const brought = withSalvo(before, part)
        // What it brings is selected by nobody: its hotspots begin with what somebody has selected.
        const begun = lastSelectedId === undefined ? brought : withFollowed(brought, lastSelectedId, [])
        return undoable(state, begun, recalled)
      }),
    /** What was there before the last recall, which is the answer. */
    leaveSalvo: (): RecalledSalvo | undefined => {
      const state = store.getState()
      const last = state.recalled.at(-1)
      if (last === undefined) return undefined
      store.setState(undoable(state, goneBackTo(last.before, state.document), state.recalled.slice(0, -1)))
      return last
    },
    select: (tile: number) => move((document) => withSelection(document, tile)),
    moveSelection: (direction: Direction) =>
      move((document) => withSelection(document, neighbour(document.layout, document.selected, direction))),
    cycleSelection: (by: 1 | -1) =>
      move((document) => {
        const { layout, selected } = document
        const count = layout.cells.length
        return withSelection(document, (selected + by + count) % count)
      }),
    setZoom: (tile: number, zoom: PictureZoom) =>
      store.setState(({ zooms }) => {
        const next = new Map(zooms)
        if (zoom.scale > 1) next.set(tile, zoom)
        else next.delete(tile)
        return { zooms: next }
      }),
    /** Plays the sound of the selected tile, or of none. */
    toggleSound: () =>
      store.setState(({ audibleTile, document: { selected } }) => ({
        audibleTile: audibleTile === selected ? undefined : selected,
      })),
    silence: () => store.setState({ audibleTile: undefined }),
    toggleLarge: () => move((document) => withLarge(document, document.large === null)),
    leaveLarge: () => move((document) => withLarge(document, false)),
    /** Changes within it are taken back together. */
    asOneChange: (make: () => void) => {
      const before = store.getState()
      make()
      if (store.getState().past === before.past) return
      store.setState({ past: [...before.past, undoStepOf(before)].slice(-UNDO_STEPS) })
    },
    /** What rules change in a row, until the operator changes something, is taken back together. */
    asRuleChange: (make: () => void) => inRow('rules', () => actions.asOneChange(make)),
    endRow: () => {
      row = undefined
    },
    enteredOn: (monitor: number) => store.setState({ enteredOn: monitor }),
    undo: () => travel('past', 'future'),
    redo: () => travel('future', 'past'),
  }
  if (cameras.length > 0) actions.setCameras(cameras)
  return Object.assign(store, { actions })
}

function camerasState(cameras: readonly WallCamera[]) {
  const sorted = [...cameras].sort((a, b) => a.number - b.number)
  return {
    cameras: sorted,
    cameraById: new Map(sorted.map((camera) => [camera.id, camera])),
    cameraByNumber: new Map(sorted.map((camera) => [camera.number, camera])),
  }
}
