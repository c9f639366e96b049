import { textFont } from '../fonts.ts'
import type { Material } from './material.ts'
import { dot, subtract, type Vec3 } from './vector.ts'

export interface SignLook {
  readonly ink: string
  readonly ground: string
  /** Of the whole sign. */
  readonly widthM: number
  readonly heightM: number
  /** Share of the height that one line takes. */
  readonly textShare?: number
  readonly glow?: number
  readonly align?: 'left' | 'center'
}

const pixelsPerMetre = 160

/** A painted sign: `corner` is its lower left as one reads it, `along` the reading direction (unit length). */
export function signMaterial(lines: readonly string[], look: SignLook, corner: Vec3, along: Vec3): Material {
  return pictureMaterial(
    look.widthM,
    look.heightM,
    corner,
    along,
    look.glow ?? 0,
    (context, width, height) => {
      context.fillStyle = look.ground
      context.fillRect(0, 0, width, height)
      context.fillStyle = look.ink
      context.textBaseline = 'middle'
      context.textAlign = look.align ?? 'center'
      const lineHeight = height / lines.length
      let fontPx = lineHeight * (look.textShare ?? 0.62)
      context.font = `700 ${fontPx}px ${textFont}`
      const widest = Math.max(...lines.map((line) => context.measureText(line).width))
      fontPx *= Math.min(1, (width * 0.9) / Math.max(1, widest))
      context.font = `700 ${fontPx}px ${textFont}`
      for (const [index, line] of lines.entries()) {
        const x = look.align === 'left' ? width * 0.06 : width / 2
        context.fillText(line, x, lineHeight * (index + 0.53))
      }
    },
  )
}

/** Anything drawn on a canvas as the surface of an upright (or lying) rectangle. */
export function pictureMaterial(
  widthM: number,
  heightM: number,
  corner: Vec3,
  along: Vec3,
  glow: number,
  draw: (context: OffscreenCanvasRenderingContext2D, widthPx: number, heightPx: number) => void,
  upwards: Vec3 = [0, 1, 0],
): Material {
  const widthPx = Math.max(16, Math.round(widthM * pixelsPerMetre))
  const heightPx = Math.max(16, Math.round(heightM * pixelsPerMetre))
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true })
  if (context === null) {
    throw new Error('this browser offers no 2D canvas')
  }
  draw(context, widthPx, heightPx)
  const { data } = context.getImageData(0, 0, widthPx, heightPx)
  const linear = Float32Array.from({ length: 256 }, (_, byte) => (byte / 255) ** 2.2)
  return {
    colour: [0.5, 0.5, 0.5],
    glow,
    texture(x, y, z, out) {
      const offset = subtract([x, y, z], corner)
      const column = Math.max(0, Math.min(widthPx - 1, Math.floor((dot(offset, along) / widthM) * widthPx)))
      const row = Math.max(
        0,
        Math.min(heightPx - 1, Math.floor((1 - dot(offset, upwards) / heightM) * heightPx)),
      )
      const at = (row * widthPx + column) * 4
      out[0] = linear[data[at] ?? 0] ?? 0
      out[1] = linear[data[at + 1] ?? 0] ?? 0
      out[2] = linear[data[at + 2] ?? 0] ?? 0
    },
  }
}
