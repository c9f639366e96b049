import { footageDefaults, framesPerLoop } from './footage-defaults.ts'
import { areaMean, asLuma } from './luma.ts'

/**
 * The machine-readable code of a demo picture: which camera it is and which frame of the loop.
 * A strip of 13 × 3 black and white cells at the top right. The first and the last column hold the sync
 * pattern (and tell what "white" and "black" are worth in this image), the 33 cells between them hold
 * 10 bits of camera number, 10 bits of frame index and a CRC-13, row by row, most significant bit first.
 */
export interface FrameCode {
  /** 1 … 999 */
  readonly cameraNumber: number
  /** 0 … 899 */
  readonly frameIndex: number
}

export interface FractionRect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const columns = 13
const rows = 3
const cellCount = columns * rows
const maxCameraNumber = 999
/** Reference cells nearer to each other than this (of 255) are no strip of ours. */
const minContrast = 40
/** A cell must lie clearly on one side of the middle: this share of the contrast around it is "unreadable". */
const deadZone = 0.12

/** At 640 px a cell is 8 × 8 px, at 320 px 4 × 4 px: aligned to the transform blocks of H.264 in both layers. */
const cellWidth = 8 / 640
const cellHeight = 8 / 360

/** The strip in fractions of the picture, without its dark margin (half a cell on each side). */
export const frameCodeArea: FractionRect = {
  left: 1 - cellWidth * (columns + 1),
  top: cellHeight,
  width: cellWidth * columns,
  height: cellHeight * rows,
}

export const frameCodeMargin = { x: cellWidth / 2, y: cellHeight / 2 } as const

/** Where cell `index` of `encodeFrameCode` is drawn, in fractions of the picture. */
export function cellRect(index: number): FractionRect {
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
  const bits = [...bitsOf(data, 20), ...bitsOf(crc13(data), 13)]
  const cells: boolean[] = []
  for (let row = 0; row < rows; row += 1) {
    cells.push(syncIsWhite(row, 0), ...bits.splice(0, columns - 2), syncIsWhite(row, columns - 1))
  }
  return cells
}

/**
 * Reads the code out of a whole picture: luma (1 byte a pixel) or RGBA (4 bytes a pixel), of any size.
 * The picture may be off by half a cell, as a crop of a screenshot is. `undefined` when there is no code
 * or when it cannot be trusted: a misread is refused by sync, contrast, CRC and range.
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
  for (const [shiftX, shiftY] of searchOffsets) {
    const means = Array.from({ length: cellCount }, (_, index) => {
      const cell = cellRect(index)
      return areaMean(luma, widthPx, heightPx, {
        left: (cell.left + cell.width * (shiftX + 0.25)) * widthPx,
        top: (cell.top + cell.height * (shiftY + 0.25)) * heightPx,
        width: (cell.width / 2) * widthPx,
        height: (cell.height / 2) * heightPx,
      })
    })
    const code = codeOf(means)
    if (code !== undefined) {
      return code
    }
  }
  return undefined
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

/**
 * Nearest first: a tile's border is rarely off by more than two pixels, and a cell of a small tile is 2.5 px.
 * Not further than half a cell: a whole cell away every cell reads clean again, but as its neighbour, and every
 * such try is another chance for a wrong code with a fitting CRC.
 */
const steps = [0, -0.25, 0.25, -0.5, 0.5]
const searchOffsets: readonly (readonly [number, number])[] = steps
  .flatMap((y) => steps.map((x) => [x, y] as const))
  .sort(([ax, ay], [bx, by]) => Math.hypot(ax, ay) - Math.hypot(bx, by))

function codeOf(means: readonly number[]): FrameCode | undefined {
  let whiteSum = 0
  let blackSum = 0
  let whiteMin = 255
  let blackMax = 0
  for (let row = 0; row < rows; row += 1) {
    for (const column of [0, columns - 1]) {
      const mean = means[row * columns + column] ?? 0
      if (syncIsWhite(row, column)) {
        whiteSum += mean
        whiteMin = Math.min(whiteMin, mean)
      } else {
        blackSum += mean
        blackMax = Math.max(blackMax, mean)
      }
    }
  }
  const contrast = (whiteSum - blackSum) / rows
  if (contrast < minContrast || whiteMin - blackMax < contrast / 3) {
    return undefined
  }
  const middle = (whiteSum + blackSum) / (2 * rows)
  let data = 0
  let crc = 0
  let bit = 0
  for (const [index, mean] of means.entries()) {
    const column = index % columns
    if (column === 0 || column === columns - 1) {
      continue
    }
    if (Math.abs(mean - middle) < contrast * deadZone) {
      return undefined
    }
    const value = mean > middle ? 1 : 0
    if (bit < 20) {
      data = (data << 1) | value
    } else {
      crc = (crc << 1) | value
    }
    bit += 1
  }
  const cameraNumber = data >> 10
  const frameIndex = data & 0x3ff
  const inRange = cameraNumber >= 1 && cameraNumber <= maxCameraNumber && frameIndex < framesPerLoop
  return inRange && crc === crc13(data) ? { cameraNumber, frameIndex } : undefined
}

/** Left column white-black-white, right column the opposite: three cells of each kind, and mirrored is not the same. */
function syncIsWhite(row: number, column: number): boolean {
  return (row % 2 === 0) === (column === 0)
}

function bitsOf(value: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, index) => ((value >> (count - 1 - index)) & 1) === 1)
}

/** CRC-13/BBC (polynomial 0x1CF5) over 20 bits; started with ones so that an empty strip does not pass. */
function crc13(data: number): number {
  let crc = 0x1fff
  for (let index = 19; index >= 0; index -= 1) {
    const feedback = ((crc >> 12) ^ (data >> index)) & 1
    crc = (crc << 1) & 0x1fff
    if (feedback === 1) {
      crc ^= 0x1cf5
    }
  }
  return crc
}
