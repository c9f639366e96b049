import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { panned, type PictureZoom, transformOf, wholePicture, zoomedBy } from '#renderer/wall/picture-zoom.ts'

/** Where a part of the picture is in its tile. */
const shownAt = ({ scale, x }: PictureZoom, part: number) => 0.5 + (part - x) * scale

describe('a zoomed picture', () => {
  it('keeps what lies under the pointer where it is', () => {
    const zoom = zoomedBy(wholePicture, 2, { x: 0.75, y: 0.25 })
    expect(zoom.scale).toBe(2)
    expect(shownAt(zoom, 0.75)).toBeCloseTo(0.75)
    const closer = zoomedBy(zoom, 2, { x: 0.5, y: 0.5 })
    expect(closer).toMatchObject({ scale: 4, x: zoom.x, y: zoom.y })
  })

  it('never shows what is beyond its edge, whatever is done to it', () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true })
    const step = fc.oneof(
      fc.record({ factor: fc.double({ min: 0.1, max: 10, noNaN: true }), x: place, y: place }),
      fc.record({ x: fc.double({ min: -2, max: 2, noNaN: true }), y: fc.constant(0.3) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let zoom = wholePicture
        for (const one of steps) zoom = 'factor' in one ? zoomedBy(zoom, one.factor, one) : panned(zoom, one)
        expect(zoom.scale).toBeGreaterThanOrEqual(1)
        expect(zoom.scale).toBeLessThanOrEqual(8)
        expect(shownAt(zoom, 0)).toBeLessThanOrEqual(1e-9)
        expect(shownAt(zoom, 1)).toBeGreaterThanOrEqual(1 - 1e-9)
      }),
    )
  })

  it('is whole again, and in its place, when nearly all of it is seen', () => {
    expect(zoomedBy(zoomedBy(wholePicture, 3, { x: 0, y: 1 }), 0.335)).toBe(wholePicture)
  })

  it('is moved by parts of what is seen', () => {
    const zoom = panned(zoomedBy(wholePicture, 4), { x: 0.5, y: 0 })
    expect(zoom).toEqual({ scale: 4, x: 0.625, y: 0.5 })
    expect(transformOf(zoom)).toBe('translate(-200%, -150%) scale(4)')
  })
})
