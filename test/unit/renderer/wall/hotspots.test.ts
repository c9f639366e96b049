import { describe, expect, it } from 'vitest'
import type { TileContent } from '#contract/wall/document.ts'
import { layoutOf } from '#contract/wall/layout.ts'
import { publishSelection } from '#renderer/wall/hotspots.ts'
import { salvoWallOf } from '#renderer/wall/salvos.ts'
import { cameraIdOf, emptyDocument } from '#renderer/wall/wall-document.ts'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { camerasUpTo, FakeShell } from '../fake-shell.ts'

/** Nine tiles with cameras 1 … 9, tile 1 selected, a hotspot in tile 9. */
function open(scope: 'monitor' | 'all' = 'monitor') {
  const wall = createWallStore(emptyDocument(9), camerasUpTo(16))
  wall.actions.show(8, { kind: 'hotspot', scope })
  const shown = () => Number(cameraIdOf(wall.getState().document, 8)?.replace('camera-', ''))
  return { wall, shown, actions: wall.actions }
}

describe('a hotspot', () => {
  it('shows the camera of the selected tile, also when that changes', () => {
    const { shown, actions } = open()
    expect(shown()).toBe(1)
    actions.select(4)
    expect(shown()).toBe(5)
    actions.showCamera(4, 'camera-12')
    expect(shown()).toBe(12)
    actions.undo()
    expect(shown()).toBe(5)
  })

  it('does not follow itself, nor another hotspot, nor a tile without a camera', () => {
    const { shown, actions } = open()
    actions.select(4)
    actions.show(7, { kind: 'hotspot', scope: 'monitor' })
    actions.show(6, { kind: 'text', text: 'Gate 3' })
    for (const tile of [8, 7, 6]) {
      actions.select(tile)
      expect(shown()).toBe(5)
    }
    actions.select(8)
    actions.stepCamera(1)
    expect(shown()).toBe(5)
  })

  it('follows a sequence from camera to camera', () => {
    const { shown, actions } = open()
    const steps = [11, 12].map((number) => ({ cameraId: `camera-${number}`, dwellInMs: 5_000 }))
    actions.show(0, { kind: 'sequence', steps })
    expect(shown()).toBe(11)
    actions.stepSequence(0, 1)
    expect(shown()).toBe(12)
  })

  it('of all monitors follows whoever selected last', () => {
    const { shown, actions } = open('all')
    actions.select(4)
    expect(shown()).toBe(5)
    actions.followSelection('camera-14')
    expect(shown()).toBe(14)
    // Nobody has selected anything here meanwhile.
    actions.showCamera(2, 'camera-16')
    expect(shown()).toBe(14)
    actions.select(3)
    expect(shown()).toBe(4)
  })

  it('of all monitors follows whoever selected last, also when a change is taken back', () => {
    const { wall, shown, actions } = open('all')
    actions.select(4)
    actions.showCamera(2, 'camera-16')
    actions.followSelection('camera-14')
    actions.undo()
    expect(shown()).toBe(14)
    actions.select(3)
    actions.redo()
    expect(shown()).toBe(4)
    actions.recallSalvo({ number: 5, scope: 'monitor' }, salvoWallOf(wall.getState().document, 1))
    actions.followSelection('camera-15')
    actions.leaveSalvo()
    expect(shown()).toBe(15)
    // What a rule has shown there is a change itself.
    actions.showInHotspots('camera-13')
    actions.undo()
    expect(shown()).toBe(15)
    actions.redo()
    expect(shown()).toBe(13)
  })

  it('of all monitors shows what is selected here until somebody selects another one', () => {
    const { wall, shown, actions } = open('all')
    expect(shown()).toBe(1)
    const { layout } = wall.getState().document
    const tiles: TileContent[] = layout.cells.map(() => ({ kind: 'camera', cameraId: 'camera-1' }))
    // Saved while it showed another one.
    tiles[7] = { kind: 'hotspot', scope: 'all', cameraId: 'camera-16' }
    actions.recallSalvo({ number: 5, scope: 'all' }, { monitor: 1, layout, tiles })
    expect(cameraIdOf(wall.getState().document, 7)).toBe('camera-1')
  })

  it('of all monitors does not take what a salvo brings or takes away for a selection', () => {
    const { wall, shown, actions } = open('all')
    const night = salvoWallOf(wall.getState().document, 1)
    const tiles: TileContent[] = [{ kind: 'camera', cameraId: 'camera-12' }, ...night.tiles.slice(1)]
    actions.followSelection('camera-14')
    const shell = new FakeShell()
    const stop = publishSelection(wall, shell)
    const changes = [
      () => actions.recallSalvo({ number: 5, scope: 'all' }, { ...night, tiles }),
      () => actions.leaveSalvo(),
      () => actions.undo(),
      () => actions.undo(),
      () => actions.redo(),
    ]
    const seen = changes.map((change) => {
      change()
      return [cameraIdOf(wall.getState().document, 0), shown()]
    })
    expect(seen).toEqual(['12', '1', '12', '1', '12'].map((number) => [`camera-${number}`, 14]))
    expect(shell.inputsOf('monitors.select')).toEqual([])
    actions.showCamera(0, 'camera-13')
    expect(shown()).toBe(13)
    expect(shell.inputsOf('monitors.select')).toEqual([{ cameraId: 'camera-13' }])
    stop()
  })

  it.each([
    ['that is its only tile', 1, 0],
    ['beside a camera that it brings', 4, 2],
  ] as const)(
    'of all monitors that a salvo brings, %s, shows what was selected last',
    (_what, layout, at) => {
      const { wall, actions } = open('monitor')
      const tiles: TileContent[] = [11, 12, 13, 14].map((number) => ({
        kind: 'camera',
        cameraId: `camera-${number}`,
      }))
      tiles[at] = { kind: 'hotspot', scope: 'all' }
      actions.select(4)
      actions.followSelection('camera-14')
      actions.recallSalvo({ number: 5, scope: 'all' }, { monitor: 1, layout: layoutOf(layout), tiles })
      expect(cameraIdOf(wall.getState().document, at)).toBe('camera-14')
    },
  )

  it('of all monitors that a salvo brings shows what is selected here where nobody has selected yet', () => {
    const { layout, tiles } = open().wall.getState().document
    const wall = createWallStore({ ...emptyDocument(9), tiles })
    const contents = tiles
      .map(({ content }): TileContent => content)
      .with(7, { kind: 'hotspot', scope: 'all' })
    wall.actions.recallSalvo({ number: 5, scope: 'all' }, { monitor: 1, layout, tiles: contents })
    expect(cameraIdOf(wall.getState().document, 7)).toBe('camera-1')
  })

  it('of this monitor does not hear of the others', () => {
    const { shown, actions } = open()
    actions.followSelection('camera-14')
    expect(shown()).toBe(1)
  })

  it('is part of a salvo without what it happens to show', () => {
    const { wall } = open()
    expect(salvoWallOf(wall.getState().document, 1).tiles[8]).toEqual({ kind: 'hotspot', scope: 'monitor' })
  })
})

describe('what is selected', () => {
  it('is told to the other monitors once, unless it is a hotspot', () => {
    const { wall, actions } = open('all')
    const shell = new FakeShell()
    const stop = publishSelection(wall, shell)
    actions.select(4)
    actions.select(8)
    actions.setLayout(16)
    actions.select(5)
    actions.followSelection('camera-14')
    stop()
    actions.select(1)
    const sent = shell.inputsOf('monitors.select').map(({ cameraId }) => cameraId)
    expect(sent).toEqual(['camera-5', 'camera-6'])
  })
})
