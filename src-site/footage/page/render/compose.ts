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
  const { picture, samples, shade } = layers.backdrop
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
        const dark = shadow.at(x, y)
        // Lit ground (below 0) takes the light as it is; darkness takes only what came straight from a lamp.
        light = dark === 0 ? 256 : 256 - dark * (dark < 0 ? 256 : ground * 0.86)
        const candidate = share > 0 ? (mirror.colours[at] ?? 0) : 0
        reflected = candidate >>> 24 === mirror.stamp ? candidate : 0
      }
      const c0 = colours[first] ?? 0
      const c1 = colours[first + 1] ?? 0
      const c2 = colours[first + widthPx * 2] ?? 0
      const c3 = colours[first + widthPx * 2 + 1] ?? 0
      const m0 = c0 >>> 24 === stamp
      const m1 = c1 >>> 24 === stamp
      const m2 = c2 >>> 24 === stamp
      const m3 = c3 >>> 24 === stamp
      if (!m0 && !m1 && !m2 && !m3) {
        if (light !== 256 || reflected !== 0) {
          out[at] = shaded(picture[at] ?? 0, light, reflected, share)
        }
        continue
      }
      // Inside a body all four samples are its own; at its edge some are the ground behind it.
      const b0 = m0 ? c0 : shaded(samples[first] ?? 0, light, reflected, share)
      const b1 = m1 ? c1 : shaded(samples[first + 1] ?? 0, light, reflected, share)
      const b2 = m2 ? c2 : shaded(samples[first + widthPx * 2] ?? 0, light, reflected, share)
      const b3 = m3 ? c3 : shaded(samples[first + widthPx * 2 + 1] ?? 0, light, reflected, share)
      // Red and blue are far enough apart to be added in one go.
      const redBlue = (b0 & 0xff00ff) + (b1 & 0xff00ff) + (b2 & 0xff00ff) + (b3 & 0xff00ff) + 0x20002
      const green = (b0 & 0xff00) + (b1 & 0xff00) + (b2 & 0xff00) + (b3 & 0xff00) + 0x200
      out[at] = 0xff000000 | ((redBlue >>> 2) & 0xff00ff) | ((green >>> 2) & 0xff00)
    }
  }
}

/** Standing ground under a shadow (256 is undisturbed light) with the reflection of what moves (0: none). */
function shaded(standing: number, light: number, reflected: number, share: number): number {
  if (light === 256 && reflected === 0) {
    return standing
  }
  const own = reflected === 0 ? light : light - share
  const other = reflected === 0 ? 0 : share
  const red = ((standing & 255) * own + (reflected & 255) * other) / 256
  const green = (((standing >> 8) & 255) * own + ((reflected >> 8) & 255) * other) / 256
  const blue = (((standing >> 16) & 255) * own + ((reflected >> 16) & 255) * other) / 256
  return 0xff000000 | (byteOf(blue) << 16) | (byteOf(green) << 8) | byteOf(red)
}

function byteOf(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value | 0
}
