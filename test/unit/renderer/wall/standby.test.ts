import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutNames, layoutOf } from '#contract/wall/layout.ts'
import { predictStandBy, visibleCameraIds } from '#renderer/wall/live-wishes.ts'
import {
  emptyDocument,
  fillByNumber,
  putCamera,
  withLarge,
  withLayout,
  withSelection,
} from '#renderer/wall/wall-document.ts'
import { camerasUpTo } from '../fake-shell.ts'

const cameras = camerasUpTo(40)
const wall = fillByNumber(emptyDocument(9), cameras)
const numbersOf = (ids: readonly string[]) => ids.map((id) => Number(id.slice('camera-'.length)))

describe('cameras on the screen', () => {
  it('begin with the selected tile', () => {
    expect(numbersOf(visibleCameraIds(withSelection(wall, 4)))).toEqual([5, 1, 2, 3, 4, 6, 7, 8, 9])
  })

  it('are named once, even if they are there twice', () => {
    expect(visibleCameraIds(putCamera(wall, 0, 'camera-2'))).toHaveLength(8)
  })
})

describe('the prediction', () => {
  it('begins with the camera before this one and the neighbours by number', () => {
    const document = putCamera(wall, 0, 'camera-30')
    expect(numbersOf(predictStandBy(document, cameras, 5)).slice(0, 5)).toEqual([1, 31, 29, 32, 28])
  })

  it('leaves out what has left the list, but not what the large tile covers', () => {
    const left = cameras.map((camera) =>
      [1, 10, 40].includes(camera.number) ? { ...camera, unlistedSinceMs: 5 } : camera,
    )
    expect(numbersOf(predictStandBy(wall, left, 4))).toEqual([39, 38, 11, 12])
    const large = withLarge(withSelection(wall, 4), true)
    expect(numbersOf(predictStandBy(large, left, 0))).toEqual([1, 2, 3, 4, 6, 7, 8, 9])
  })

  it('goes on with the next page', () => {
    expect(numbersOf(predictStandBy(wall, cameras, 12)).slice(0, 6)).toEqual([40, 39, 10, 11, 12, 13])
  })

  it('brings the covered tiles first while one is large, above the limit', () => {
    const large = withLarge(withSelection(wall, 4), true)
    expect(numbersOf(predictStandBy(large, cameras, 2))).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11])
  })

  it('names nothing that the platform does not know', () => {
    const gone = putCamera(putCamera(wall, 0, 'gone'), 0, 'camera-30')
    expect(predictStandBy(gone, cameras, 40)).not.toContain('gone')
  })

  it('names no camera twice, none that is visible, and never more than the limit on an open grid', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...layoutNames),
        fc.nat(35),
        fc.nat(64),
        fc.integer({ min: 0, max: 40 }),
        (layout, selected, limit, count) => {
          const known = cameras.slice(0, count)
          const document = withSelection(withLayout(wall, layoutOf(layout)), selected)
          const ids = predictStandBy(document, known, limit)
          expect(new Set(ids).size).toBe(ids.length)
          expect(ids.length).toBeLessThanOrEqual(limit)
          const visible = new Set(visibleCameraIds(document))
          expect(ids.some((id) => visible.has(id))).toBe(false)
        },
      ),
    )
  })
})
