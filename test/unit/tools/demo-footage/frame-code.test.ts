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
} from '#tools/demo-footage/frame-code.ts'

interface Picture {
  readonly luma: Uint8Array
  readonly widthPx: number
  readonly heightPx: number
}

const anyCode = fc.record({
  cameraNumber: fc.integer({ min: 1, max: 999 }),
  frameIndex: fc.integer({ min: 0, max: 449 }),
})

const wrongCells = fc.uniqueArray(fc.nat(38), { minLength: 1, maxLength: 3 })

/** Two pixels are half a cell of the small layer. */
const anyView = fc.record({
  widthPx: fc.constantFrom(320, 640),
  dx: fc.integer({ min: -2, max: 2 }),
  dy: fc.integer({ min: -2, max: 2 }),
})

const anyDamage = fc.record({
  step: fc.integer({ min: 1, max: 250 }),
  noise: fc.integer({ min: 0, max: 400 }),
  scale: fc.double({ min: 0.3, max: 1.5, noNaN: true }),
  seed: fc.integer(),
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

  it('is read back from the small layer after a coarse encoder, in tiles of any size', () => {
    fc.assert(
      fc.property(anyCode, fc.double({ min: 0.6, max: 3, noNaN: true }), (code, scale) => {
        const small = paint(encodeFrameCode(code), 320)
        expect(read(resize(quantise(small, 60), scale))).toEqual(code)
      }),
      { numRuns: 60 },
    )
  })

  it('is refused when one, two or three cells are wrong, wherever they are', () => {
    const cells = encodeFrameCode({ cameraNumber: 12, frameIndex: 345 })
    const picture = paint(cells, 320)
    const read = (...wrong: number[]) => {
      for (const index of wrong) paintCell(picture, index, cells[index] !== true)
      const code = decodeFrameCode(picture.luma, picture.widthPx, picture.heightPx)
      for (const index of wrong) paintCell(picture, index, cells[index] === true)
      return code
    }
    expect(read()).toEqual({ cameraNumber: 12, frameIndex: 345 })
    for (let a = 0; a < cells.length; a += 1) {
      for (let b = a; b < cells.length; b += 1) {
        for (let c = b; c < cells.length; c += 1) {
          // All equal: one wrong cell. Two equal: two.
          if (read(a, b, c) !== undefined) expect.fail(`cells ${a}, ${b}, ${c} are wrong, and it was read`)
        }
      }
    }
  })

  it('is refused so in any strip, beside its place and in noise', () => {
    fc.assert(
      fc.property(anyCode, wrongCells, anyView, fc.integer(), (code, wrong, view, seed) => {
        const cells = encodeFrameCode(code).map((isWhite, index) => isWhite !== wrong.includes(index))
        expect(read(noisy(shift(paint(cells, view.widthPx), view.dx, view.dy), 60, seed))).toBeUndefined()
      }),
      { numRuns: 400 },
    )
  })

  it('is read as itself or not at all, however bad the picture is', () => {
    fc.assert(
      fc.property(anyCode, anyView, anyDamage, (code, view, { step, noise, scale, seed }) => {
        const drawn = quantise(paint(encodeFrameCode(code), view.widthPx), step)
        const seen = noisy(shift(resize(drawn, scale), view.dx, view.dy), noise, seed)
        expect([code, undefined]).toContainEqual(read(seen))
      }),
      // One random strip in 8192 has a checksum that fits: the same pictures in every run.
      { numRuns: 60, seed: 1 },
    )
  })

  it('is never found in a picture of noise, nor in a plain one', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = randomFrom(seed)
        const luma = Uint8Array.from({ length: 320 * 180 }, () => random() * 256)
        expect(decodeFrameCode(luma, 320, 180)).toBeUndefined()
      }),
      { seed: 1 },
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
    { cameraNumber: 1, frameIndex: 450 },
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
  it('starts at the full and the half minute and shows every frame for a fifteenth of a second', () => {
    const minute = Date.UTC(2026, 10, 20, 9, 41)
    expect(frameIndexAt(minute)).toBe(0)
    expect(frameIndexAt(minute + 66)).toBe(0)
    expect(frameIndexAt(minute + 67)).toBe(1)
    expect(frameIndexAt(minute + 29_999)).toBe(449)
    expect(frameIndexAt(minute + 30_000)).toBe(0)
    expect(frameIndexAt(minute + 59_999)).toBe(449)
  })

  it('finds the instant of a frame nearest to now, on either side of the minute', () => {
    const minute = Date.UTC(2026, 10, 20, 9, 41)
    expect(instantOf(449, minute + 100)).toBeCloseTo(minute - 1000 / 15, 3)
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
  const picture = { luma, widthPx, heightPx }
  for (const [index, isWhite] of cells.entries()) paintCell(picture, index, isWhite)
  return picture
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
  const samples = 4
  return redrawn(toWidth, toHeight, (x, y) => {
    let sum = 0
    for (let sub = 0; sub < samples * samples; sub += 1) {
      const fromX = ((x + ((sub % samples) + 0.5) / samples) * widthPx) / toWidth - 0.5
      const fromY = ((y + (Math.floor(sub / samples) + 0.5) / samples) * heightPx) / toHeight - 0.5
      sum += linear(luma, widthPx, heightPx, fromX, fromY)
    }
    return sum / (samples * samples)
  })
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

function paintCell({ luma, widthPx, heightPx }: Picture, index: number, isWhite: boolean): void {
  const { left, top, width, height } = cellRect(index)
  const value = isWhite ? 235 : 20
  fill(luma, widthPx, left * widthPx, top * heightPx, width * widthPx, height * heightPx, value)
}

function noisy({ luma, widthPx, heightPx }: Picture, amplitude: number, seed: number): Picture {
  const random = randomFrom(seed)
  return redrawn(widthPx, heightPx, (x, y) => (luma[y * widthPx + x] ?? 0) + (random() - 0.5) * amplitude)
}

/** What H.264 does to a picture at a low rate: blocks of four by four keep only coarse steps of their frequencies. */
function quantise(picture: Picture, step: number): Picture {
  const { widthPx, heightPx } = picture
  const luma = picture.luma.slice()
  for (let top = 0; top < heightPx * 0.15; top += 4) {
    for (let left = Math.floor(widthPx / 16) * 12; left < widthPx; left += 4) {
      const at = (x: number, y: number) => (top + y) * widthPx + left + x
      const block = blockCells.map(([x, y]) => picture.luma[at(x, y)] ?? 0)
      const coarse = blockCells.map(([u, v]) => {
        const sum = blockCells.reduce((all, [x, y], n) => all + (block[n] ?? 0) * wave(u, x) * wave(v, y), 0)
        return Math.round(sum / step) * step
      })
      for (const [x, y] of blockCells) {
        const sum = blockCells.reduce((all, [u, v], n) => all + (coarse[n] ?? 0) * wave(u, x) * wave(v, y), 0)
        luma[at(x, y)] = Math.max(0, Math.min(255, Math.round(sum)))
      }
    }
  }
  return { ...picture, luma }
}

const blockCells = Array.from({ length: 16 }, (_, index) => [index % 4, index >> 2] as const)

/** DCT-II of four samples, orthonormal. */
function wave(frequency: number, sample: number): number {
  const scale = frequency === 0 ? 0.5 : Math.SQRT1_2
  return scale * Math.cos(((sample + 0.5) * frequency * Math.PI) / 4)
}

function shift({ luma, widthPx, heightPx }: Picture, dx: number, dy: number): Picture {
  return redrawn(widthPx, heightPx, (x, y) => {
    const fromX = Math.max(0, Math.min(widthPx - 1, x - dx))
    const fromY = Math.max(0, Math.min(heightPx - 1, y - dy))
    return luma[fromY * widthPx + fromX] ?? 0
  })
}

/** Only the corner of the code, pixel by pixel: the rest is plain anyway. */
function redrawn(widthPx: number, heightPx: number, valueAt: (x: number, y: number) => number): Picture {
  const luma = new Uint8Array(widthPx * heightPx).fill(120)
  for (let y = 0; y < heightPx * 0.15; y += 1) {
    for (let x = Math.floor(widthPx * 0.75); x < widthPx; x += 1) {
      luma[y * widthPx + x] = Math.max(0, Math.min(255, valueAt(x, y)))
    }
  }
  return { luma, widthPx, heightPx }
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
