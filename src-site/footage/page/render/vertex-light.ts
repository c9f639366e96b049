import type { ToneCurve } from './colour.ts'
import type { LightCube } from './light-cubes.ts'
import type { Lighting } from './lighting.ts'
import type { Matrix } from './matrix.ts'
import { looksPerVertex, type Model } from './model.ts'
import { nearM, type View } from './view.ts'

/** x, y, reciprocal depth (0: behind the lens), red, green, blue, and > 0 when it faces away from the camera. */
export const valuesPerPoint = 7

/** Places, lights and projects all vertices of a model into `out`. */
export function shadeVertices(
  model: Model,
  m: Matrix,
  view: View,
  cube: LightCube,
  lighting: Lighting,
  tone: ToneCurve,
  darker: number,
  depthM: number,
  out: Float32Array,
): void {
  const { from, right, up, forward, focalPx, widthPx, heightPx } = view
  const { positions, normals, looks } = model
  const { sun, haze } = lighting
  const sunShare = cube[18] ?? 0
  const hazeShare = haze === undefined ? 0 : 1 - Math.exp(-depthM * haze.perMetre)
  for (let vertex = 0; vertex < positions.length / 3; vertex += 1) {
    const at = vertex * 3
    const px = positions[at] ?? 0
    const py = positions[at + 1] ?? 0
    const pz = positions[at + 2] ?? 0
    const x = m[0] * px + m[1] * py + m[2] * pz + m[3] - from[0]
    const y = m[4] * px + m[5] * py + m[6] * pz + m[7] - from[1]
    const z = m[8] * px + m[9] * py + m[10] * pz + m[11] - from[2]
    let nx = m[0] * (normals[at] ?? 0) + m[1] * (normals[at + 1] ?? 0) + m[2] * (normals[at + 2] ?? 0)
    let ny = m[4] * (normals[at] ?? 0) + m[5] * (normals[at + 1] ?? 0) + m[6] * (normals[at + 2] ?? 0)
    let nz = m[8] * (normals[at] ?? 0) + m[9] * (normals[at + 1] ?? 0) + m[10] * (normals[at + 2] ?? 0)
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
    nx /= length
    ny /= length
    nz /= length
    const depth = x * forward[0] + y * forward[1] + z * forward[2]
    const factor = focalPx / depth
    const facing = x * nx + y * ny + z * nz
    const o = vertex * valuesPerPoint
    out[o] = widthPx / 2 + (x * right[0] + y * right[1] + z * right[2]) * factor
    out[o + 1] = heightPx / 2 - (x * up[0] + y * up[1] + z * up[2]) * factor
    out[o + 2] = depth < nearM ? 0 : 1 / depth
    out[o + 6] = facing

    const sideX = nx > 0 ? 0 : 3
    const sideY = ny > 0 ? 6 : 9
    const sideZ = nz > 0 ? 12 : 15
    const towardsSun =
      sun === undefined
        ? 0
        : Math.max(0, nx * sun.direction[0] + ny * sun.direction[1] + nz * sun.direction[2]) * sunShare
    const l = vertex * looksPerVertex
    const gloss = looks[l + 3] ?? 0
    const glow = looks[l + 4] ?? 0
    const distance = Math.sqrt(x * x + y * y + z * z)
    const grazing = 1 - Math.min(1, Math.abs(facing) / distance)
    const shine = gloss * (0.1 + 0.9 * grazing ** 3)
    const mirrorUp = y / distance - (2 * facing * ny) / distance
    const mirrorSide = mirrorUp > 0 ? 6 : 9
    for (let channel = 0; channel < 3; channel += 1) {
      const around =
        nx * nx * (cube[sideX + channel] ?? 0) +
        ny * ny * (cube[sideY + channel] ?? 0) +
        nz * nz * (cube[sideZ + channel] ?? 0)
      const sunColour = sun === undefined ? 0 : (sun.colour[channel] ?? 0) * towardsSun
      const mirror = Math.abs(mirrorUp) * (cube[mirrorSide + channel] ?? 0) * shine
      const lit = (looks[l + channel] ?? 0) * (around + sunColour + glow) + mirror
      const hazy = haze === undefined ? lit : lit + ((haze.colour[channel] ?? 0) - lit) * hazeShare
      out[o + 3 + channel] = tone.byte(hazy * darker)
    }
  }
}

/** Only the places (and which way they face) of all vertices, for another view of a body that is lit already. */
export function placeVertices(model: Model, m: Matrix, view: View, out: Float32Array): void {
  const { from, right, up, forward, focalPx, widthPx, heightPx } = view
  const { positions, normals } = model
  for (let vertex = 0; vertex < positions.length / 3; vertex += 1) {
    const at = vertex * 3
    const px = positions[at] ?? 0
    const py = positions[at + 1] ?? 0
    const pz = positions[at + 2] ?? 0
    const x = m[0] * px + m[1] * py + m[2] * pz + m[3] - from[0]
    const y = m[4] * px + m[5] * py + m[6] * pz + m[7] - from[1]
    const z = m[8] * px + m[9] * py + m[10] * pz + m[11] - from[2]
    const nx = m[0] * (normals[at] ?? 0) + m[1] * (normals[at + 1] ?? 0) + m[2] * (normals[at + 2] ?? 0)
    const ny = m[4] * (normals[at] ?? 0) + m[5] * (normals[at + 1] ?? 0) + m[6] * (normals[at + 2] ?? 0)
    const nz = m[8] * (normals[at] ?? 0) + m[9] * (normals[at + 1] ?? 0) + m[10] * (normals[at + 2] ?? 0)
    const depth = x * forward[0] + y * forward[1] + z * forward[2]
    const factor = focalPx / depth
    const o = vertex * valuesPerPoint
    out[o] = widthPx / 2 + (x * right[0] + y * right[1] + z * right[2]) * factor
    out[o + 1] = heightPx / 2 - (x * up[0] + y * up[1] + z * up[2]) * factor
    out[o + 2] = depth < nearM ? 0 : 1 / depth
    out[o + 6] = x * nx + y * ny + z * nz
  }
}
