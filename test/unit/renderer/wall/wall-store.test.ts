import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutOf } from '#contract/wall/layout.ts'
import { cameraIdOf, emptyDocument } from '#renderer/wall/wall-document.ts'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { camerasUpTo } from '../fake-shell.ts'

function open(cameraCount = 16) {
  const wall = createWallStore(emptyDocument(9), camerasUpTo(cameraCount))
  const cameraOf = (tile: number) => cameraIdOf(wall.getState().document, tile)
  return { wall, actions: wall.actions, cameraOf }
}

/** What a monitor shows in some of its tiles that comes after one of nine tiles. */
function camerasOfSecond(cameraCount: number) {
  const { document } = createWallStore(emptyDocument(9), camerasUpTo(cameraCount), 9).getState()
  return [0, 6, 7, 8].map((tile) => cameraIdOf(document, tile))
}

describe('cameras that arrive', () => {
  it('fill a wall that shows none of them, by number and beyond the layout', () => {
    const { wall, actions, cameraOf } = open(0)
    actions.setCameras(camerasUpTo(16).toReversed())
    expect([0, 8, 15].map(cameraOf)).toEqual(['camera-1', 'camera-9', 'camera-16'])
    expect(
      wall
        .getState()
        .cameras.map(({ number }) => number)
        .slice(0, 3),
    ).toEqual([1, 2, 3])
  })

  it('fill another monitor with those after the first one’s, as far as there are any', () => {
    expect(camerasOfSecond(16)).toEqual(['camera-10', 'camera-16', undefined, undefined])
    expect(camerasOfSecond(9)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('leave a wall alone that shows one of them', () => {
    const { actions, cameraOf } = open()
    actions.showCamera(0, 'camera-12')
    actions.setCameras(camerasUpTo(12))
    expect([0, 1].map(cameraOf)).toEqual(['camera-12', 'camera-2'])
  })

  it('do not clear a wall when none arrives', () => {
    const { actions, cameraOf } = open()
    actions.setCameras([])
    expect(cameraOf(0)).toBe('camera-1')
  })

  it('change nothing that was arranged when none of the visible cameras is among them', () => {
    const { wall, actions } = open()
    for (const tile of Array.from({ length: 9 }, (_, at) => at))
      actions.showCamera(tile, `camera-${16 - tile}`)
    actions.setLayout(4)
    const { document, past } = wall.getState()
    actions.setCameras(camerasUpTo(12))
    expect(wall.getState()).toMatchObject({ document, past })
    actions.setCameras(camerasUpTo(16))
    expect(wall.getState()).toMatchObject({ document, past })
  })

  it('leave a wall alone on which only a feed was put', () => {
    const { actions, cameraOf } = open(0)
    actions.show(8, { kind: 'feed' })
    actions.setCameras(camerasUpTo(16))
    expect(cameraOf(0)).toBeUndefined()
  })

  it('are put into tiles once, and undo takes that back for good', () => {
    const { wall, actions, cameraOf } = open()
    actions.undo()
    expect(wall.getState().document.tiles).toEqual(emptyDocument(9).tiles)
    actions.setCameras(camerasUpTo(12))
    expect(cameraOf(0)).toBeUndefined()
    actions.redo()
    expect(cameraOf(0)).toBe('camera-1')
  })
})

it('keeps what an operator arranged, whatever lists of cameras come', () => {
  const camera = fc.record({
    number: fc.integer({ min: 1, max: 16 }),
    isListed: fc.boolean(),
  })
  const list = fc.uniqueArray(camera, { selector: ({ number }) => number, maxLength: 16 }).map((entries) =>
    entries.map(({ number, isListed }) => ({
      id: `camera-${number}`,
      name: '',
      group: '',
      number,
      ...(isListed ? {} : { unlistedSinceMs: 5 }),
    })),
  )
  const act = fc.oneof(
    fc.record({ tile: fc.nat(8), number: fc.integer({ min: 1, max: 16 }) }),
    fc.constantFrom(1 as const, 4 as const, 9 as const),
  )
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 5 }), fc.array(list), (acts, lists) => {
      const { wall, actions } = open()
      for (const one of acts) {
        if (typeof one === 'number') actions.setLayout(one)
        else actions.showCamera(one.tile, `camera-${one.number}`)
      }
      const { document, past } = wall.getState()
      for (const cameras of lists) {
        actions.setCameras(cameras)
        expect(wall.getState().document).toBe(document)
        expect(wall.getState().past).toBe(past)
      }
    }),
    { seed: 20_261_122, numRuns: 300 },
  )
})

describe('undo', () => {
  it('takes back cameras and layouts, newest first, and redo brings them again', () => {
    const { wall, actions, cameraOf } = open()
    actions.showCamera(0, 'camera-12')
    actions.setLayout(16)
    actions.undo()
    expect(wall.getState().document.layout).toEqual(layoutOf(9))
    actions.undo()
    expect(cameraOf(0)).toBe('camera-1')
    actions.redo()
    actions.redo()
    expect(wall.getState().document.layout).toEqual(layoutOf(16))
    expect(cameraOf(0)).toBe('camera-12')
  })

  it('does not take back where the operator looks', () => {
    const { wall, actions } = open()
    actions.showCamera(0, 'camera-12')
    actions.select(5)
    actions.toggleLarge()
    actions.leaveLarge()
    actions.undo()
    expect(wall.getState().document.selected).toBe(5)
    // What is left is that the wall was filled.
    expect(wall.getState().past).toHaveLength(1)
  })

  it('forgets what was undone once something new is done', () => {
    const { wall, actions } = open()
    actions.showCamera(0, 'camera-12')
    actions.undo()
    actions.showCamera(0, 'camera-13')
    expect(wall.getState().future).toEqual([])
  })

  it('does nothing when there is nothing', () => {
    const { wall, actions } = open(0)
    const before = wall.getState()
    actions.undo()
    actions.redo()
    expect(wall.getState()).toBe(before)
  })

  it('takes a row of steps through the cameras back together, and no more than them', () => {
    const { wall, actions, cameraOf } = open()
    actions.setLayout(4)
    for (let step = 0; step < 60; step += 1) actions.stepCamera(1)
    actions.undo()
    expect(cameraOf(0)).toBe('camera-1')
    actions.stepCamera(1)
    actions.select(1)
    actions.stepCamera(1)
    actions.undo()
    expect([0, 1].map(cameraOf)).toEqual(['camera-2', 'camera-2'])
    actions.undo()
    actions.undo()
    expect(wall.getState().document.layout).toEqual(layoutOf(9))
  })

  it('takes steps back apart when another tile was selected between them', () => {
    const { actions, cameraOf } = open()
    actions.stepCamera(1)
    actions.select(1)
    actions.select(0)
    actions.stepCamera(1)
    actions.undo()
    expect(cameraOf(0)).toBe('camera-2')
  })

  it('takes a row of steps back together also while a sequence goes on in another tile', () => {
    const { actions, cameraOf } = open()
    const steps = ['camera-11', 'camera-12'].map((cameraId) => ({ cameraId, dwellInMs: 5_000 }))
    actions.show(1, { kind: 'sequence', steps })
    actions.stepCamera(1)
    actions.stepSequence(1, 1)
    actions.stepCamera(1)
    actions.undo()
    expect([0, 1].map(cameraOf)).toEqual(['camera-1', 'camera-12'])
  })

  it('counts no change that changes nothing', () => {
    const { wall, actions } = open()
    const { past } = wall.getState()
    actions.showCamera(0, 'camera-1')
    actions.setLayout(9)
    actions.lastCamera(0)
    expect(wall.getState().past).toBe(past)
  })
})

describe('the selection', () => {
  it('moves spatially and stops at the edge', () => {
    const { wall, actions } = open()
    actions.moveSelection('right')
    actions.moveSelection('down')
    actions.moveSelection('left')
    actions.moveSelection('left')
    expect(wall.getState().document.selected).toBe(3)
  })

  it('goes round by Tab', () => {
    const { wall, actions } = open()
    actions.cycleSelection(-1)
    expect(wall.getState().document.selected).toBe(8)
    actions.cycleSelection(1)
    expect(wall.getState().document.selected).toBe(0)
  })

  it('tells nobody when it does not move', () => {
    const { wall, actions } = open()
    let notified = 0
    wall.subscribe(() => notified++)
    actions.select(0)
    actions.moveSelection('up')
    actions.leaveLarge()
    expect(notified).toBe(0)
  })
})

describe('the sound', () => {
  it('stays with its tile when that gets another number by a change of the grid', () => {
    const { wall, actions, cameraOf } = open()
    actions.select(4)
    actions.toggleSound()
    actions.editGrid({ kind: 'split', tile: 0, into: 'column' })
    expect(cameraOf(wall.getState().audibleTile ?? 0)).toBe('camera-5')
    actions.undo()
    expect(wall.getState().audibleTile).toBe(4)
  })

  it('stays in its place when another camera comes there', () => {
    const { wall, actions } = open(2)
    actions.select(4)
    actions.toggleSound()
    actions.showCamera(4, 'camera-2')
    actions.setLayout(16)
    expect(wall.getState().audibleTile).toBe(4)
  })
})

describe('a zoom', () => {
  const closer = { scale: 2, x: 0.5, y: 0.5 }

  it('ends with the camera that it was for, and with the layout', () => {
    const { wall, actions } = open()
    for (const tile of [0, 1]) actions.setZoom(tile, closer)
    actions.showCamera(1, 'camera-12')
    expect([...wall.getState().zooms.keys()]).toEqual([0])
    actions.select(3)
    actions.setReceipt(0, { isShown: true })
    expect([...wall.getState().zooms.keys()]).toEqual([0])
    actions.setLayout(4)
    expect(wall.getState().zooms.size).toBe(0)
  })

  it('is no change of the wall: nothing is undone by it', () => {
    const { wall, actions } = open()
    actions.setZoom(0, closer)
    const { past, document } = wall.getState()
    expect(past.at(-1)).not.toEqual(document)
    actions.setZoom(0, { ...closer, scale: 1 })
    expect(wall.getState().zooms.size).toBe(0)
  })
})
