import { inflateSync } from 'node:zlib'

export interface Rgba {
  readonly pixels: Uint8Array
  readonly widthPx: number
  readonly heightPx: number
}

/** Reads an 8-bit PNG with 3 or 4 channels, as browsers write screenshots. Throws for anything else. */
export function readPng(bytes: Uint8Array): Rgba {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const widthPx = view.getUint32(16)
  const heightPx = view.getUint32(20)
  const [depth, kind, , , interlace] = bytes.subarray(24)
  const channels = kind === 6 ? 4 : kind === 2 ? 3 : 0
  if (view.getUint32(0) !== 0x89504e47 || depth !== 8 || channels === 0 || interlace === undefined) {
    throw new Error('not a PNG that this reader knows')
  }
  const data: Uint8Array[] = []
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at)
    if (view.getUint32(at + 4) === 0x49444154) {
      data.push(bytes.subarray(at + 8, at + 8 + length))
    }
    at += length + 12
  }
  const raw = inflateSync(Buffer.concat(data))
  const stride = widthPx * channels
  const lines = new Uint8Array(stride * heightPx)
  const pixels = new Uint8Array(widthPx * heightPx * 4).fill(255)
  for (let y = 0; y < heightPx; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0
    for (let x = 0; x < stride; x += 1) {
      const left = x >= channels ? (lines[y * stride + x - channels] ?? 0) : 0
      const above = y > 0 ? (lines[(y - 1) * stride + x] ?? 0) : 0
      const corner = y > 0 && x >= channels ? (lines[(y - 1) * stride + x - channels] ?? 0) : 0
      const value = (raw[y * (stride + 1) + 1 + x] ?? 0) + predicted(filter, left, above, corner)
      lines[y * stride + x] = value
      pixels[(y * widthPx + Math.floor(x / channels)) * 4 + (x % channels)] = value
    }
  }
  return { pixels, widthPx, heightPx }
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4: {
      const guess = left + above - corner
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
      return a <= b && a <= c ? left : b <= c ? above : corner
    }
    default:
      return 0
  }
}
