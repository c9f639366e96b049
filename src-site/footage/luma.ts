export interface PixelRect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
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
export function areaMean(
  luma: Uint8Array | Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  rect: PixelRect,
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
