import type { DecodedPng } from 'fast-png'
import {
  asLuma,
  decodeFrameCode,
  type FrameCode,
  frameCodeArea,
  frameCodeMargin,
} from '#tools/demo-footage/frame-code.ts'

/** On a page, in CSS pixels. */
export interface PageArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Where on the page the code of a picture lies, with its margin, in whole pixels. A fiftieth of the picture: a
 * screenshot of all of it costs a busy machine half a second.
 */
export function codeStripOf(picture: PageArea): PageArea {
  const { left, top, width, height } = frameCodeArea
  const x = Math.floor(picture.x + (left - frameCodeMargin.x) * picture.width)
  const y = Math.floor(picture.y + (top - frameCodeMargin.y) * picture.height)
  const right = Math.ceil(picture.x + (left + width + frameCodeMargin.x) * picture.width)
  const bottom = Math.ceil(picture.y + (top + height + frameCodeMargin.y) * picture.height)
  return { x, y, width: right - x, height: bottom - y }
}

/** The code of a picture, from the pixels of its strip alone. */
export function codeOfStrip(
  { data, width, height, channels }: Pick<DecodedPng, 'data' | 'width' | 'height' | 'channels'>,
  strip: PageArea,
  picture: PageArea,
): FrameCode | undefined {
  const rgba = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      rgba[pixel * 4 + channel] = data[pixel * channels + channel] ?? 0
    }
  }
  const luma = asLuma(rgba, width, height)
  if (luma === undefined) return undefined
  // In its place in a picture that is black elsewhere: nobody looks there.
  const pixelsPerPx = width / strip.width
  const wholeWidth = Math.round(picture.width * pixelsPerPx)
  const wholeHeight = Math.round(picture.height * pixelsPerPx)
  const left = Math.round((strip.x - picture.x) * pixelsPerPx)
  const top = Math.round((strip.y - picture.y) * pixelsPerPx)
  const whole = new Uint8Array(wholeWidth * wholeHeight)
  for (let row = 0; row < height; row += 1) {
    const inside = luma.subarray(row * width, row * width + Math.min(width, wholeWidth - left))
    whole.set(inside, (top + row) * wholeWidth + left)
  }
  return decodeFrameCode(whole, wholeWidth, wholeHeight)
}
