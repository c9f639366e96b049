import type { Vec3 } from './vector.ts'

/** '#rrggbb' (as a designer writes it) → linear light, 0 … 1. */
export function paint(hex: string): Vec3 {
  const value = Number.parseInt(hex.slice(1), 16)
  return [linear((value >> 16) & 255), linear((value >> 8) & 255), linear(value & 255)]
}

function linear(byte: number): number {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const steps = 4096
/** Light beyond this is white whatever the camera does. */
const brightest = 16

/** Linear light → the byte of the picture: a film-like curve, so that lamps do not clip to flat patches. */
export class ToneCurve {
  private readonly table = new Uint8Array(steps + 1)
  private readonly exposure: number

  constructor(exposure: number) {
    this.exposure = exposure
    for (let index = 0; index <= steps; index += 1) {
      const light = (index / steps) ** 2 * brightest
      // Film-like shoulder without a toe: surveillance cameras lift the shadows instead of crushing them.
      const film = 1 - Math.exp(-1.7 * light)
      const value = Math.min(1, film)
      const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
      const crisp = encoded * 0.75 + encoded * encoded * (3 - 2 * encoded) * 0.25
      // A surveillance camera never gives full black or full white.
      this.table[index] = Math.round(8 + crisp * 240)
    }
  }

  byte(light: number): number {
    const index = Math.sqrt((light * this.exposure) / brightest) * steps
    return this.table[index < steps ? index | 0 : steps] ?? 0
  }
}
