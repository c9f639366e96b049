import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cellRect,
  decodeFrameCode,
  encodeFrameCode,
  type FrameCode,
  frameCodeArea,
  frameIndexAt,
  instantOf,
} from '../../../../src-site/footage/frame-code.ts'

interface Picture {
  readonly luma: Uint8Array
  readonly widthPx: number
  readonly heightPx: number
}

const anyCode = fc.record({
  cameraNumber: fc.integer({ min: 1, max: 999 }),
  frameIndex: fc.integer({ min: 0, max: 899 }),
})

describe('the frame code', () => {
  it('is read back at the sizes of both layers', () => {
    fc.assert(
      fc.property(anyCode, fc.constantFrom(320, 640), (code, widthPx) => {
        expect(read(paint(encodeFrameCode(code), widthPx))).toEqual(code)
      }),
    )
  })

  it('is read back at any scale from 0.3 to 3', () => {
    fc.assert(
      fc.property(anyCode, fc.double({ min: 0.3, max: 3, noNaN: true }), (code, scale) => {
        expect(read(resize(paint(encodeFrameCode(code), 640), scale))).toEqual(code)
      }),
      { numRuns: 60 },
    )
  })

  it('is read back through noise, blur, faded contrast and shifted brightness together', () => {
    fc.assert(
      fc.property(
        anyCode,
        fc.integer(),
        fc.integer({ min: -60, max: 60 }),
        fc.double({ min: 0.5, max: 1, noNaN: true }),
        (code, seed, shift, contrast) => {
          const picture = blur(paint(encodeFrameCode(code), 320))
          const random = randomFrom(seed)
          for (const [index, value] of picture.luma.entries()) {
            const faded = 128 + (value - 128) * contrast + shift + (random() - 0.5) * 40
            picture.luma[index] = Math.max(0, Math.min(255, faded))
          }
          expect(read(picture)).toEqual(code)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is read back from a crop that is off by two pixels of a small tile', () => {
    fc.assert(
      fc.property(
        anyCode,
        fc.integer({ min: -2, max: 2 }),
        fc.integer({ min: -2, max: 2 }),
        (code, dx, dy) => {
          expect(read(shift(paint(encodeFrameCode(code), 320), dx, dy))).toEqual(code)
        },
      ),
    )
  })

  it('is read from RGBA as from luma', () => {
    const code = { cameraNumber: 12, frameIndex: 345 }
    const { luma, widthPx, heightPx } = paint(encodeFrameCode(code), 640)
    const rgba = new Uint8ClampedArray(luma.length * 4)
    for (const [index, value] of luma.entries()) {
      rgba.set([value, value, value, 255], index * 4)
    }
    expect(decodeFrameCode(rgba, widthPx, heightPx)).toEqual(code)
  })

  // The reader looks at 49 places around the strip, and 13 bits of CRC let one of 8 192 pass: one spoilt strip
  // in about 170 may be read as another code. At the strip's own place every such fault is found.
  it('is refused when one, two or three cells are wrong, but for what the CRC lets pass', () => {
    const random = randomFrom(20_261_121)
    const below = (limit: number) => Math.floor(random() * limit)
    const trials = 400
    let misread = 0
    for (let trial = 0; trial < trials; trial += 1) {
      const code = { cameraNumber: 1 + below(999), frameIndex: below(900) }
      const cells = encodeFrameCode(code)
      const wrong = new Set(Array.from({ length: 1 + below(3) }, () => below(39)))
      for (const index of wrong) cells[index] = !cells[index]
      const found = read(paint(cells, 640))
      expect(found).not.toEqual(code)
      if (found !== undefined) misread += 1
    }
    expect(misread / trials).toBeLessThan(0.03)
  })

  it('is never found in a picture of noise, nor in a plain one', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = randomFrom(seed)
        const luma = Uint8Array.from({ length: 320 * 180 }, () => random() * 256)
        expect(decodeFrameCode(luma, 320, 180)).toBeUndefined()
      }),
    )
    for (const plain of [0, 90, 255]) {
      expect(decodeFrameCode(new Uint8Array(320 * 180).fill(plain), 320, 180)).toBeUndefined()
    }
  })

  it('is not read from a buffer whose length fits no picture of that size', () => {
    expect(decodeFrameCode(new Uint8Array(100), 320, 180)).toBeUndefined()
    expect(decodeFrameCode(new Uint8Array(0), 0, 0)).toBeUndefined()
  })

  it.each([
    { cameraNumber: 0, frameIndex: 0 },
    { cameraNumber: 1000, frameIndex: 0 },
    { cameraNumber: 1.5, frameIndex: 0 },
    { cameraNumber: 1, frameIndex: 900 },
    { cameraNumber: 1, frameIndex: -1 },
  ])('cannot be made for camera $cameraNumber, frame $frameIndex', (code) => {
    expect(() => encodeFrameCode(code)).toThrow(RangeError)
  })

  it('stays within the top right corner', () => {
    expect(frameCodeArea.left).toBeGreaterThan(0.8)
    expect(frameCodeArea.left + frameCodeArea.width).toBeLessThan(1)
    expect(frameCodeArea.top + frameCodeArea.height).toBeLessThan(0.1)
  })
})

describe('the phase of the loop', () => {
  it('starts at the full minute and shows every frame for a fifteenth of a second', () => {
    const minute = Date.UTC(2026, 10, 20, 9, 41)
    expect(frameIndexAt(minute)).toBe(0)
    expect(frameIndexAt(minute + 66)).toBe(0)
    expect(frameIndexAt(minute + 67)).toBe(1)
    expect(frameIndexAt(minute + 59_999)).toBe(899)
  })

  it('finds the instant of a frame nearest to now, on either side of the minute', () => {
    const minute = Date.UTC(2026, 10, 20, 9, 41)
    expect(instantOf(899, minute + 100)).toBeCloseTo(minute - 1000 / 15, 3)
    expect(instantOf(0, minute - 100)).toBe(minute)
  })

  it('goes from instant to frame and back within one frame', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (epochMs) => {
        const start = instantOf(frameIndexAt(epochMs), epochMs)
        expect(epochMs - start).toBeGreaterThanOrEqual(-0.001)
        expect(epochMs - start).toBeLessThan(1000 / 15 + 0.001)
      }),
    )
  })
})

function read({ luma, widthPx, heightPx }: Picture): FrameCode | undefined {
  return decodeFrameCode(luma, widthPx, heightPx)
}

/** The strip on its dark panel in front of a mid-grey picture. */
function paint(cells: readonly boolean[], widthPx: number): Picture {
  const heightPx = (widthPx * 9) / 16
  const luma = new Uint8Array(widthPx * heightPx).fill(120)
  const scale = widthPx / 640
  fill(luma, widthPx, 524 * scale, 4 * scale, 112 * scale, 32 * scale, 20)
  for (const [index, isWhite] of cells.entries()) {
    const { left, top, width, height } = cellRect(index)
    fill(
      luma,
      widthPx,
      left * widthPx,
      top * heightPx,
      width * widthPx,
      height * heightPx,
      isWhite ? 235 : 20,
    )
  }
  return { luma, widthPx, heightPx }
}

function fill(
  luma: Uint8Array,
  stride: number,
  left: number,
  top: number,
  width: number,
  height: number,
  value: number,
): void {
  for (let y = Math.round(top); y < Math.round(top + height); y += 1) {
    luma.fill(value, y * stride + Math.round(left), y * stride + Math.round(left + width))
  }
}

/** Area average downwards, linear upwards: what a browser does when it draws a video into a tile. */
function resize({ luma, widthPx, heightPx }: Picture, scale: number): Picture {
  const toWidth = Math.round(widthPx * scale)
  const toHeight = Math.round(heightPx * scale)
  const result = new Uint8Array(toWidth * toHeight).fill(120)
  const samples = 4
  // Only the corner of the code: the rest is plain anyway.
  for (let y = 0; y < toHeight * 0.15; y += 1) {
    for (let x = Math.floor(toWidth * 0.75); x < toWidth; x += 1) {
      let sum = 0
      for (let sub = 0; sub < samples * samples; sub += 1) {
        const fromX = ((x + ((sub % samples) + 0.5) / samples) * widthPx) / toWidth - 0.5
        const fromY = ((y + (Math.floor(sub / samples) + 0.5) / samples) * heightPx) / toHeight - 0.5
        sum += linear(luma, widthPx, heightPx, fromX, fromY)
      }
      result[y * toWidth + x] = sum / (samples * samples)
    }
  }
  return { luma: result, widthPx: toWidth, heightPx: toHeight }
}

function linear(luma: Uint8Array, widthPx: number, heightPx: number, x: number, y: number): number {
  const left = Math.max(0, Math.min(widthPx - 2, Math.floor(x)))
  const top = Math.max(0, Math.min(heightPx - 2, Math.floor(y)))
  const fx = Math.max(0, Math.min(1, x - left))
  const fy = Math.max(0, Math.min(1, y - top))
  const at = (dx: number, dy: number) => luma[(top + dy) * widthPx + left + dx] ?? 0
  return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy
}

function blur(picture: Picture): Picture {
  const { luma, widthPx, heightPx } = picture
  const result = luma.slice()
  for (let y = 1; y < heightPx - 1; y += 1) {
    for (let x = 1; x < widthPx - 1; x += 1) {
      let sum = 0
      for (let neighbour = 0; neighbour < 9; neighbour += 1) {
        sum += luma[(y - 1 + Math.floor(neighbour / 3)) * widthPx + x - 1 + (neighbour % 3)] ?? 0
      }
      result[y * widthPx + x] = sum / 9
    }
  }
  return { ...picture, luma: result }
}

function shift({ luma, widthPx, heightPx }: Picture, dx: number, dy: number): Picture {
  const result = new Uint8Array(luma.length)
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const fromX = Math.max(0, Math.min(widthPx - 1, x - dx))
      const fromY = Math.max(0, Math.min(heightPx - 1, y - dy))
      result[y * widthPx + x] = luma[fromY * widthPx + fromX] ?? 0
    }
  }
  return { luma: result, widthPx, heightPx }
}

/** mulberry32: noise that a failing seed brings back. */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
