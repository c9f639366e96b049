import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isSameAspect,
  moved,
  nextFit,
  paintMasks,
  pictureOf,
  rectangle,
  resized,
} from '#renderer/wall/camera-pictures.ts'

const point = fc.record({
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
})
const shift = fc.record({
  x: fc.double({ min: -2, max: 2, noNaN: true }),
  y: fc.double({ min: -2, max: 2, noNaN: true }),
})

const lines = (...points: [number, number][]) => points.map((point) => ['line', ...point])

describe('pictures of cameras', () => {
  it('stay on the picture, whatever is done to a mask', () => {
    fc.assert(
      fc.property(point, point, fc.array(shift, { maxLength: 8 }), (one, other, shifts) => {
        const mask = shifts.reduce(
          (changed, by, at) =>
            at % 3 === 0
              ? moved(changed, by)
              : at % 3 === 1
                ? resized(changed, by)
                : moved(changed, by, at % 4),
          rectangle(one, other),
        )
        expect(mask).toHaveLength(4)
        for (const { x, y } of mask) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(1)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('keeps the shape of a mask that is pushed against the edge', () => {
    const mask = rectangle({ x: 0.2, y: 0.2 }, { x: 0.5, y: 0.6 })
    expect(moved(mask, { x: -1, y: 1 })).toEqual(rectangle({ x: 0, y: 0.6 }, { x: 0.3, y: 1 }))
    expect(resized(mask, { x: 0.1, y: -1 })).toEqual(rectangle({ x: 0.2, y: 0.2 }, { x: 0.6, y: 0.21 }))
    expect(moved(mask, { x: 0.1, y: 0 }, 1)[1]).toEqual({ x: 0.6, y: 0.2 })
  })

  it('have their masks painted over them, in the measure of either side', () => {
    const path: unknown[] = []
    const put = (what: string) => (x: number, y: number) => path.push([what, x, y])
    const begin = () => path.push('begin')
    const fill = () => path.push('fill')
    const context = { fillStyle: '', beginPath: begin, moveTo: put('move'), lineTo: put('line'), fill }
    const masks = [
      rectangle({ x: 0, y: 0 }, { x: 0.5, y: 0.5 }),
      rectangle({ x: 0.75, y: 0.5 }, { x: 1, y: 1 }),
    ]
    paintMasks(context, masks, 640, 360)
    const one = [['move', 0, 0], ...lines([320, 0], [320, 180], [0, 180])]
    const two = [['move', 480, 180], ...lines([640, 180], [640, 360], [480, 360])]
    expect(path).toEqual(['begin', ...one, 'fill', 'begin', ...two, 'fill'])
    expect(context.fillStyle).toBe('#14181c')
  })

  it('are whole and without masks unless something is set, and go round three fits', () => {
    expect(pictureOf({}, 'constructor')).toMatchObject({ fit: 'whole', masks: [] })
    expect([nextFit('whole'), nextFit('fill'), nextFit('stretch')]).toEqual(['fill', 'stretch', 'whole'])
    expect(isSameAspect(16 / 9, 854, 480)).toBe(true)
    expect(isSameAspect(16 / 9, 640, 480)).toBe(false)
  })
})
