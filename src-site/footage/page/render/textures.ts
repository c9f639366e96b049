import type { Texture } from './material.ts'
import { clouds, hash2, noise2 } from './noise.ts'

/** Square tiles on the ground with darker joints, each tile a little different. */
export function tiles(sizeM: number, jointM: number, variation: number, jointShade = 0.72): Texture {
  return (x, _y, z, out) => {
    const column = Math.floor(x / sizeM)
    const row = Math.floor(z / sizeM)
    const inX = x / sizeM - column
    const inZ = z / sizeM - row
    const joint = jointM / sizeM
    const isJoint = inX < joint || inZ < joint
    const worn = 0.94 + 0.12 * clouds(x * 0.6, z * 0.6)
    shade(out, (isJoint ? jointShade : 1 - variation * hash2(column, row)) * worn)
  }
}

/** Cast floor or asphalt: stains, fine grit. */
export function grit(stains: number, fine: number, stainM = 2.5): Texture {
  return (x, _y, z, out) => {
    const stain = 1 - stains * (clouds(x / stainM, z / stainM) - 0.3)
    shade(out, stain * (1 + fine * (noise2(x * 28, z * 28) - 0.5)))
  }
}

/** Plaster: hardly visible unevenness, darker towards the skirting. */
export function plaster(amount = 0.06): Texture {
  return (x, y, z, out) => shade(out, 1 - amount * clouds((x + z) * 0.8, y * 0.8) - 0.1 * Math.exp(-y * 3))
}

/** Trapezoidal sheet metal, ribs upright. */
export function ribs(pitchM: number, depth = 0.3): Texture {
  return (x, _y, z, out) => {
    const phase = ((x + z) / pitchM) % 1
    const part = phase < 0 ? phase + 1 : phase
    const flank = part < 0.12 ? 1 - depth : part < 0.5 ? 1 : part < 0.62 ? 1 + depth * 0.35 : 0.93
    shade(out, flank)
  }
}

/** Slats lying one above the other: roller doors, shutters. */
export function slats(pitchM: number, depth = 0.25): Texture {
  return (_x, y, _z, out) => {
    const part = (y / pitchM) % 1
    shade(out, part < 0.15 ? 1 - depth : 0.94 + 0.1 * part)
  }
}

/** Bricks laid in running bond, on walls along x or z. */
export function bricks(widthM = 0.25, heightM = 0.08): Texture {
  return (x, y, z, out) => {
    const row = Math.floor(y / heightM)
    const along = (x + z) / widthM + (row % 2) * 0.5
    const column = Math.floor(along)
    const isJoint = along - column < 0.05 || y / heightM - row < 0.14
    shade(out, isJoint ? 1.18 : 0.82 + 0.3 * hash2(column, row))
  }
}

/** Boards along z. */
export function boards(widthM: number): Texture {
  return (x, _y, z, out) => {
    const column = Math.floor(x / widthM)
    const joint = x / widthM - column < 0.03
    const row = Math.floor(z / 1.4 + hash2(column, 3) * 2)
    const grain = 0.9 + 0.2 * noise2(x * 40, z * 1.5 + column * 9)
    shade(out, joint ? 0.65 : (0.85 + 0.25 * hash2(column, row)) * grain)
  }
}

/** A suspended ceiling: square panels in a grid of rails. */
export function ceilingPanels(sizeM = 0.6): Texture {
  return (x, _y, z, out) => {
    const inX = (((x / sizeM) % 1) + 1) % 1
    const inZ = (((z / sizeM) % 1) + 1) % 1
    shade(out, inX < 0.035 || inZ < 0.035 ? 0.8 : 1)
  }
}

/** Several textures one after the other. */
export function layered(...textures: readonly Texture[]): Texture {
  return (x, y, z, out) => {
    for (const texture of textures) {
      texture(x, y, z, out)
    }
  }
}

/** Painted ground marking: `inside` says where, `colour` is what it is painted with, worn as time goes by. */
export function marking(
  inside: (x: number, z: number) => boolean,
  colour: readonly [number, number, number],
  wear = 0.35,
): Texture {
  return (x, _y, z, out) => {
    if (inside(x, z)) {
      const share = 1 - wear * clouds(x * 3, z * 3)
      out[0] = out[0] * (1 - share) + colour[0] * share
      out[1] = out[1] * (1 - share) + colour[1] * share
      out[2] = out[2] * (1 - share) + colour[2] * share
    }
  }
}

function shade(out: [number, number, number], factor: number): void {
  out[0] *= factor
  out[1] *= factor
  out[2] *= factor
}
