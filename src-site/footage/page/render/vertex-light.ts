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
  const { looks } = model
  const { sun, haze } = lighting
  const sunShare = cube[18] ?? 0
  const hazeShare = haze === undefined ? 0 : 1 - Math.exp(-depthM * haze.perMetre)
  const seen: Seen = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0 }
  for (let vertex = 0; vertex < model.positions.length / 3; vertex += 1) {
    placeVertex(model, vertex, m, view, out, seen)
    const { x, y, z } = seen
    const length = Math.sqrt(seen.nx * seen.nx + seen.ny * seen.ny + seen.nz * seen.nz) || 1
    const nx = seen.nx / length
    const ny = seen.ny / length
    const nz = seen.nz / length
    const facing = x * nx + y * ny + z * nz
    const o = vertex * valuesPerPoint

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
  const seen: Seen = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0 }
  for (let vertex = 0; vertex < model.positions.length / 3; vertex += 1) {
    placeVertex(model, vertex, m, view, out, seen)
  }
}

/** A vertex in the world's directions: its place from the lens, its normal of any length. */
interface Seen {
  x: number
  y: number
  z: number
  nx: number
  ny: number
  nz: number
}

/** Into `out` goes all but the colours. */
function placeVertex(
  model: Model,
  vertex: number,
  m: Matrix,
  view: View,
  out: Float32Array,
  seen: Seen,
): void {
  const { from, right, up, forward, focalPx, widthPx, heightPx } = view
  const at = vertex * 3
  const px = model.positions[at] ?? 0
  const py = model.positions[at + 1] ?? 0
  const pz = model.positions[at + 2] ?? 0
  const x = m[0] * px + m[1] * py + m[2] * pz + m[3] - from[0]
  const y = m[4] * px + m[5] * py + m[6] * pz + m[7] - from[1]
  const z = m[8] * px + m[9] * py + m[10] * pz + m[11] - from[2]
  const mx = model.normals[at] ?? 0
  const my = model.normals[at + 1] ?? 0
  const mz = model.normals[at + 2] ?? 0
  const nx = m[0] * mx + m[1] * my + m[2] * mz
  const ny = m[4] * mx + m[5] * my + m[6] * mz
  const nz = m[8] * mx + m[9] * my + m[10] * mz
  const depth = x * forward[0] + y * forward[1] + z * forward[2]
  const factor = focalPx / depth
  const o = vertex * valuesPerPoint
  out[o] = widthPx / 2 + (x * right[0] + y * right[1] + z * right[2]) * factor
  out[o + 1] = heightPx / 2 - (x * up[0] + y * up[1] + z * up[2]) * factor
  out[o + 2] = depth < nearM ? 0 : 1 / depth
  out[o + 6] = x * nx + y * ny + z * nz
  seen.x = x
  seen.y = y
  seen.z = z
  seen.nx = nx
  seen.ny = ny
  seen.nz = nz
}
