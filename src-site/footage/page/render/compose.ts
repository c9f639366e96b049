import type { ActorRaster } from './actor-raster.ts'
import type { Backdrop } from './backdrop.ts'
import type { GroundShadow } from './ground-shadow.ts'

export interface Layers {
  readonly backdrop: Backdrop
  /** What moves, two by two samples a pixel. */
  readonly moving: ActorRaster
  /** What a polished floor shows of it, one sample a pixel. */
  readonly mirror: ActorRaster
  readonly mirrorShare: number
  readonly shadow: GroundShadow
}

/** Puts a rectangle of the picture (pixels, right and bottom excluded) together: ground, shadow, reflection, bodies. */
export function compose(
  layers: Layers,
  left: number,
  top: number,
  right: number,
  bottom: number,
  out: Uint32Array,
): void {
  const { mirror, shadow } = layers
  const { samples, shade } = layers.backdrop
  const { colours, stamp } = layers.moving
  const widthPx = mirror.widthPx
  const share = Math.round(layers.mirrorShare * 256)
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = y * widthPx + x
      const first = y * 4 * widthPx + x * 2
      const ground = shade[at] ?? 0
      let light = 256
      let reflected = 0
      if (ground > 0) {
        const dark = shadow.at(at)
        // Lit ground (below 0) takes the light as it is; darkness takes only what came straight from a lamp.
        light = dark === 0 ? 256 : 256 - dark * (dark < 0 ? 256 : ground * 0.86)
        const candidate = share > 0 ? (mirror.colours[at] ?? 0) : 0
        reflected = candidate >>> 24 === mirror.stamp ? candidate : 0
      }
      const c0 = colours[first] ?? 0
      const c1 = colours[first + 1] ?? 0
      const c2 = colours[first + widthPx * 2] ?? 0
      const c3 = colours[first + widthPx * 2 + 1] ?? 0
      const isMoving =
        c0 >>> 24 === stamp || c1 >>> 24 === stamp || c2 >>> 24 === stamp || c3 >>> 24 === stamp
      if (!isMoving && light === 256 && reflected === 0) {
        continue
      }
      let red = 0
      let green = 0
      let blue = 0
      for (let sample = 0; sample < 4; sample += 1) {
        const index = first + (sample & 1) + (sample >> 1) * widthPx * 2
        const body = sample === 0 ? c0 : sample === 1 ? c1 : sample === 2 ? c2 : c3
        if (body >>> 24 === stamp) {
          red += (body & 255) << 8
          green += ((body >> 8) & 255) << 8
          blue += ((body >> 16) & 255) << 8
          continue
        }
        const standing = samples[index] ?? 0
        red += (standing & 255) * light
        green += ((standing >> 8) & 255) * light
        blue += ((standing >> 16) & 255) * light
        if (reflected !== 0) {
          red += ((reflected & 255) - (standing & 255)) * share
          green += (((reflected >> 8) & 255) - ((standing >> 8) & 255)) * share
          blue += (((reflected >> 16) & 255) - ((standing >> 16) & 255)) * share
        }
      }
      out[at] = 0xff000000 | (byteOf(blue) << 16) | (byteOf(green) << 8) | byteOf(red)
    }
  }
}

/** The mean of four samples with eight binary places. */
function byteOf(sum: number): number {
  const value = (sum + 512) >> 10
  return value < 0 ? 0 : value > 255 ? 255 : value
}
