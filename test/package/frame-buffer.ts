import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { encode } from 'fast-png'
import type { Rect } from '#tools/demo-footage/frame-code.ts'

const kept = resolve(import.meta.dirname, '../../test-results/package')

/** Pixels of the screen. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Between two looks at a screen that nobody reports a change of: half a frame of the cameras. */
const LOOK_EVERY_MS = 33

/** Words of the header of an X window dump (XWDFile.h), big-endian. */
const word = { headerSize: 0, width: 4, height: 5, bytesPerLine: 12, colours: 19 } as const
const BYTES_PER_COLOUR = 12

/** What a screen showed at one instant: BGRX, as Xvfb keeps it at a depth of 24. */
export class Frame {
  readonly whole: Area
  readonly #file: Buffer
  readonly #offset: number
  readonly #bytesPerLine: number

  constructor(file: Buffer) {
    const read = (index: number) => file.readUInt32BE(index * 4)
    this.#file = file
    this.#offset = read(word.headerSize) + read(word.colours) * BYTES_PER_COLOUR
    this.#bytesPerLine = read(word.bytesPerLine)
    this.whole = { left: 0, top: 0, width: read(word.width), height: read(word.height) }
  }

  rgba({ left, top, width, height }: Area): Uint8Array {
    const pixels = new Uint8Array(width * height * 4).fill(255)
    for (let y = 0; y < height; y += 1) {
      let from = this.#offset + (top + y) * this.#bytesPerLine + left * 4
      let to = y * width * 4
      for (let x = 0; x < width; x += 1, from += 4, to += 4) {
        pixels[to] = this.#file[from + 2] ?? 0
        pixels[to + 1] = this.#file[from + 1] ?? 0
        pixels[to + 2] = this.#file[from] ?? 0
      }
    }
    return pixels
  }

  /**
   * Luma of an area's pixels, where only a part of it is of interest (in fractions of the area); the rest is black.
   * A wall has a million pixels and its codes two hundredths of them.
   */
  luma({ left, top, width, height }: Area, part: Rect): Uint8Array {
    const pixels = new Uint8Array(width * height)
    const first = { x: Math.floor(part.left * width), y: Math.floor(part.top * height) }
    const last = { x: (part.left + part.width) * width, y: (part.top + part.height) * height }
    for (let y = Math.max(0, first.y); y < Math.min(height, last.y); y += 1) {
      const row = this.#offset + (top + y) * this.#bytesPerLine
      for (let x = Math.max(0, first.x); x < Math.min(width, last.x); x += 1) {
        const at = row + (left + x) * 4
        const [blue = 0, green = 0, red = 0] = [this.#file[at], this.#file[at + 1], this.#file[at + 2]]
        // BT.709 weights, as the colour space of the footage
        pixels[y * width + x] = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
      }
    }
    return pixels
  }

  /** How many pixels are at least this bright (of 255), in the darkest of their three colours. */
  bright(area: Area, from: number): number {
    const pixels = this.rgba(area)
    let count = 0
    for (let at = 0; at < pixels.length; at += 4) {
      if (Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) >= from) count += 1
    }
    return count
  }

  fingerprint(area: Area): string {
    return createHash('sha1').update(this.rgba(area)).digest('hex')
  }
}

/** What an Xvfb that was started with `-fbdir` shows, as often as one looks, without asking it. */
export class FrameBuffer {
  readonly #file: string

  constructor(dir: string) {
    this.#file = join(dir, 'Xvfb_screen0')
  }

  async look(): Promise<Frame> {
    return new Frame(await readFile(this.#file))
  }

  /** What is shown now, to be looked at later. */
  async #keep(): Promise<string> {
    const frame = await this.look()
    const { width, height } = frame.whole
    const file = join(kept, `screen-${process.pid}.png`)
    await mkdir(kept, { recursive: true })
    await writeFile(file, encode({ width, height, channels: 4, data: frame.rgba(frame.whole) }))
    return file
  }

  /** Looks until there is an answer. */
  async until<T>(what: string, answer: (frame: Frame) => T | undefined, limitMs = 60_000): Promise<T> {
    const giveUpAt = performance.now() + limitMs
    do {
      const found = answer(await this.look())
      if (found !== undefined) return found
      await delay(LOOK_EVERY_MS)
    } while (performance.now() < giveUpAt)
    const picture = await this.#keep()
    throw new Error(`the screen never showed ${what}; what it shows is in ${picture}`)
  }
}
