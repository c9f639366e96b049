import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PictureCache } from '#renderer/timeline/thumbnails/picture-cache.ts'

class FakeImage {
  isClosed = false
  close(): void {
    if (this.isClosed) throw new Error('closed twice')
    this.isClosed = true
  }
}

describe('the cache of pictures', () => {
  it('gives the nearest picture of the camera, within reach', () => {
    const cache = new PictureCache<FakeImage>(1_000)
    for (const atMs of [3_000, 1_000, 2_000]) cache.add('a', atMs, new FakeImage(), 1)
    cache.add('b', 1_400, new FakeImage(), 1)
    expect(cache.nearest('a', 1_400, 500)?.atMs).toBe(1_000)
    expect(cache.nearest('a', 1_600, 500)?.atMs).toBe(2_000)
    expect(cache.nearest('a', 9_000, 500)).toBeUndefined()
    expect(cache.nearest('c', 1_000, 500)).toBeUndefined()
    expect([cache.has('a', 2_000), cache.has('a', 2_001)]).toEqual([true, false])
  })

  it('lets go what was not looked at for longest', () => {
    const cache = new PictureCache<FakeImage>(3)
    const images = [0, 1, 2].map((at) => {
      const image = new FakeImage()
      cache.add(`cam-${at}`, 0, image, 1)
      return image
    })
    cache.nearest('cam-0', 0, 10)
    cache.add('cam-3', 0, new FakeImage(), 1)
    expect(images.map(({ isClosed }) => isClosed)).toEqual([false, true, false])
  })

  it('never holds more than its bytes, and closes every picture that it lets go, once', () => {
    const anyPicture = fc.record({
      cameraId: fc.constantFrom('a', 'b', 'c'),
      atMs: fc.integer({ min: 0, max: 20 }),
      bytes: fc.integer({ min: 1, max: 40 }),
    })
    fc.assert(
      fc.property(fc.array(anyPicture, { maxLength: 60 }), (pictures) => {
        const cache = new PictureCache<FakeImage>(100)
        const images = pictures.map(({ cameraId, atMs, bytes }) => {
          const image = new FakeImage()
          cache.add(cameraId, atMs, image, bytes)
          expect(cache.bytes).toBeLessThanOrEqual(100)
          return { image, bytes }
        })
        const held = images.filter(({ image }) => !image.isClosed)
        expect(held.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(cache.bytes)
      }),
    )
  })
})
