import { footageDefaults, framesPerLoop } from './footage-defaults.ts'

/**
 * The machine-readable code of a demo picture: which camera it is and which frame of the loop.
 * A strip of 13 × 3 black and white cells at the top right. The first and the last column hold the sync
 * pattern (and tell what "white" and "black" are worth in this image), the 33 cells between them hold
 * 10 bits of camera number, 10 bits of frame index and a CRC-13, row by row, most significant bit first.
 */
export interface FrameCode {
  /** 1 … 999 */
  readonly cameraNumber: number
  /** 0 … 449 */
  readonly frameIndex: number
}

export interface Rect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const columns = 13
const rows = 3
const cells = Array.from({ length: columns * rows }, (_, index) => index)
const dataCells = cells.filter((index) => !isSync(index))
const syncCells = cells.filter(isSync).map((index) => ({ index, sign: syncIsWhite(index) ? 1 : -1 }))
const dataBits = 20
const crcBits = 13
const maxCameraNumber = 999
/** Black and white nearer to each other than this (of 255) are no strip of ours. */
const minContrast = 40
/** Every cell must lie clearly on one side of the middle: nearer than this share of the contrast is "unreadable". */
const deadZone = 0.12

/** At 640 px a cell is 8 × 8 px, at 320 px 4 × 4 px: aligned to the transform blocks of H.264 in both layers. */
const cellWidth = 8 / 640
const cellHeight = 8 / 360

/** The strip in fractions of the picture, without its dark margin (half a cell on each side). */
export const frameCodeArea: Rect = {
  left: 1 - cellWidth * (columns + 1),
  top: cellHeight,
  width: cellWidth * columns,
  height: cellHeight * rows,
}

export const frameCodeMargin = { x: cellWidth / 2, y: cellHeight / 2 } as const

/** Where cell `index` of `encodeFrameCode` is drawn, in fractions of the picture. */
export function cellRect(index: number): Rect {
  return {
    left: frameCodeArea.left + (index % columns) * cellWidth,
    top: frameCodeArea.top + Math.floor(index / columns) * cellHeight,
    width: cellWidth,
    height: cellHeight,
  }
}

/** `true` is white. Throws a RangeError for a camera or frame that the code cannot express. */
export function encodeFrameCode({ cameraNumber, frameIndex }: FrameCode): boolean[] {
  if (!Number.isInteger(cameraNumber) || cameraNumber < 1 || cameraNumber > maxCameraNumber) {
    throw new RangeError(`camera number ${cameraNumber} is not within 1 … ${maxCameraNumber}`)
  }
  if (!Number.isInteger(frameIndex) || frameIndex < 0 || frameIndex >= framesPerLoop) {
    throw new RangeError(`frame index ${frameIndex} is not within 0 … ${framesPerLoop - 1}`)
  }
  const data = (cameraNumber << 10) | frameIndex
  const bits = [...bitsOf(data, dataBits), ...bitsOf(crc13(data), crcBits)]
  return cells.map((index) => (isSync(index) ? syncIsWhite(index) : bits.shift() === true))
}

/**
 * Reads the code out of a whole picture: luma (1 byte a pixel) or RGBA (4 bytes a pixel), of any size.
 * The picture may be off by half a cell, as a crop of a screenshot is. `undefined` when there is no code
 * or when it cannot be trusted: a strip with up to three wrong cells is refused, never read as another.
 */
export function decodeFrameCode(
  pixels: Uint8Array | Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
): FrameCode | undefined {
  const luma = asLuma(pixels, widthPx, heightPx)
  if (luma === undefined) {
    return undefined
  }
  // The inner half of a cell: its rim may be blurred into the neighbour.
  const meanAt: MeanAt = (index, { shiftX, shiftY }) => {
    const cell = cellRect(index)
    return areaMean(luma, widthPx, heightPx, {
      left: (cell.left + cell.width * (shiftX + 0.25)) * widthPx,
      top: (cell.top + cell.height * (shiftY + 0.25)) * heightPx,
      width: (cell.width / 2) * widthPx,
      height: (cell.height / 2) * heightPx,
    })
  }
  const look = bestLook(meanAt)
  return look === undefined ? undefined : codeOf(look)
}

/** The frame that a phase-locked loop shows at this instant. */
export function frameIndexAt(epochMs: number): number {
  const loopMs = footageDefaults.durationSeconds * 1000
  const inLoopMs = ((epochMs % loopMs) + loopMs) % loopMs
  return Math.floor((inLoopMs * footageDefaults.framesPerSecond) / 1000)
}

/** The instant (epoch, ms, start of the frame) at which the loop showed this frame, the one nearest to `nearEpochMs`. */
export function instantOf(frameIndex: number, nearEpochMs: number): number {
  const loopMs = footageDefaults.durationSeconds * 1000
  const offsetMs = (frameIndex * 1000) / footageDefaults.framesPerSecond
  return Math.round((nearEpochMs - offsetMs) / loopMs) * loopMs + offsetMs
}

/** How far a strip lies from where it was drawn, in cells. */
interface Place {
  readonly shiftX: number
  readonly shiftY: number
}

/** Mean luma of a cell of a strip that lies there. */
type MeanAt = (index: number, place: Place) => number

/** A strip as it is read from one place. */
interface Look {
  /** How far the least clear cell lies from the middle between black and white, in luma. */
  readonly eye: number
  /** The cells between the sync columns: `true` is white. */
  readonly bits: readonly boolean[]
}

/** Half a cell to each side: a tile's border is rarely off by more than two pixels, and a small tile's cell is 2.5. */
const steps = [0, -1, 1, -2, 2, -3, 3, -4, 4].map((eighths) => eighths / 8)
const places: readonly Place[] = steps.flatMap((shiftY) => steps.map((shiftX) => ({ shiftX, shiftY })))

/**
 * From where all cells are clearest. Only there is the code checked, once: every further place would be
 * another chance for wrong cells to fit by accident.
 */
function bestLook(meanAt: MeanAt): Look | undefined {
  let best: Look | undefined
  for (const place of places) {
    best = clearerLook(meanAt, place, best?.eye ?? 0) ?? best
  }
  return best
}

/** The look from this place, or `undefined` when it is unreadable from here or its eye is no wider than that. */
function clearerLook(meanAt: MeanAt, place: Place, eyeBefore: number): Look | undefined {
  const sync = syncCells.map(({ index, sign }) => ({ sign, mean: meanAt(index, place) }))
  const middle = sync.reduce((sum, { mean }) => sum + mean, 0) / sync.length
  const contrast = (sync.reduce((sum, { sign, mean }) => sum + sign * mean, 0) * 2) / sync.length
  const tooNarrow = Math.max(eyeBefore, contrast * deadZone)
  let eye = Math.min(...sync.map(({ sign, mean }) => sign * (mean - middle)))
  if (contrast < minContrast || eye <= tooNarrow) {
    return undefined
  }
  const bits: boolean[] = []
  for (const index of dataCells) {
    const mean = meanAt(index, place)
    eye = Math.min(eye, Math.abs(mean - middle))
    if (eye <= tooNarrow) {
      return undefined
    }
    bits.push(mean > middle)
  }
  return { eye, bits }
}

function codeOf({ bits }: Look): FrameCode | undefined {
  const data = numberOf(bits.slice(0, dataBits))
  const cameraNumber = data >> 10
  const frameIndex = data & 0x3ff
  const inRange = cameraNumber >= 1 && cameraNumber <= maxCameraNumber && frameIndex < framesPerLoop
  return inRange && numberOf(bits.slice(dataBits)) === crc13(data) ? { cameraNumber, frameIndex } : undefined
}

function isSync(index: number): boolean {
  return index % columns === 0 || index % columns === columns - 1
}

/** Left column white-black-white, right column the opposite: three cells of each kind, and mirrored is not the same. */
function syncIsWhite(index: number): boolean {
  return (Math.floor(index / columns) % 2 === 0) === (index % columns === 0)
}

function bitsOf(value: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, index) => ((value >> (count - 1 - index)) & 1) === 1)
}

function numberOf(bits: readonly boolean[]): number {
  return bits.reduce((number, bit) => number * 2 + (bit ? 1 : 0), 0)
}

/**
 * CRC-13/BBC (polynomial 0x1CF5) over 20 bits: any two strips differ in four of their 33 cells or more.
 * Started with ones so that an empty strip does not pass.
 */
function crc13(data: number): number {
  let crc = 0x1fff
  for (let index = dataBits - 1; index >= 0; index -= 1) {
    const feedback = ((crc >> 12) ^ (data >> index)) & 1
    crc = (crc << 1) & 0x1fff
    if (feedback === 1) {
      crc ^= 0x1cf5
    }
  }
  return crc
}

/** Luma of an image given as luma (1 byte a pixel) or RGBA (4 bytes); `undefined` when the length fits neither. */
export function asLuma(
  pixels: Uint8Array | Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
): Uint8Array | Uint8ClampedArray | undefined {
  const count = widthPx * heightPx
  if (!Number.isInteger(widthPx) || !Number.isInteger(heightPx) || widthPx < 1 || heightPx < 1) {
    return undefined
  }
  if (pixels.length === count) {
    return pixels
  }
  if (pixels.length !== count * 4) {
    return undefined
  }
  const luma = new Uint8Array(count)
  for (let index = 0; index < count; index += 1) {
    const red = pixels[index * 4] ?? 0
    const green = pixels[index * 4 + 1] ?? 0
    const blue = pixels[index * 4 + 2] ?? 0
    // BT.709 weights, as the colour space of the footage
    luma[index] = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
  }
  return luma
}

/** Mean luma under a rectangle with fractional borders: each pixel counts by the share of it that is covered. */
function areaMean(
  luma: Uint8Array | Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  rect: Rect,
): number {
  const right = Math.min(widthPx, rect.left + rect.width)
  const bottom = Math.min(heightPx, rect.top + rect.height)
  const left = Math.max(0, rect.left)
  const top = Math.max(0, rect.top)
  let sum = 0
  let weight = 0
  for (let y = Math.floor(top); y < bottom; y += 1) {
    const coverY = Math.min(y + 1, bottom) - Math.max(y, top)
    for (let x = Math.floor(left); x < right; x += 1) {
      const cover = coverY * (Math.min(x + 1, right) - Math.max(x, left))
      sum += (luma[y * widthPx + x] ?? 0) * cover
      weight += cover
    }
  }
  return weight > 0 ? sum / weight : 0
}
