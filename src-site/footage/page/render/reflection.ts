import type { Visibility } from './depth-raster.ts'
import { type Lighting, skyColour } from './lighting.ts'
import { randomFrom } from './noise.ts'
import type { RayTree } from './ray-tree.ts'
import type { Surfaces } from './surfaces.ts'
import { dot, normalize, type Vec3 } from './vector.ts'
import type { View } from './view.ts'

export interface ReflectionSetup {
  readonly view: View
  readonly surfaces: Surfaces
  readonly tree: RayTree
  readonly lighting: Lighting
  readonly visibility: Visibility
}

/** Adds to glossy samples what they mirror: from the picture itself where it is in it, else estimated. */
export function reflectionInto(
  linear: Float32Array,
  glossy: readonly number[],
  setup: ReflectionSetup,
): void {
  const { view } = setup
  const random = randomFrom(5)
  const mirrored = new Float32Array(glossy.length * 3)
  for (const [index, at] of glossy.entries()) {
    const column = at % view.widthPx
    const row = Math.floor(at / view.widthPx)
    if ((column + row) % 2 === 1) {
      // Every other sample: the rest takes what its neighbours see.
      mirrored[index * 3] = -1
      continue
    }
    const surface = setup.surfaces.at(column, row)
    if (surface === undefined) {
      continue
    }
    const { position, normal, material } = surface
    const ray = normalize(view.ray(column + 0.5, row + 0.5))
    const facing = -dot(ray, normal)
    const rough = (material.rough ?? 0.1) * 0.5
    const jitter = () => (random() + random() - 1) * rough
    const d = normalize([
      ray[0] + normal[0] * 2 * facing + jitter(),
      ray[1] + normal[1] * 2 * facing + jitter(),
      ray[2] + normal[2] * 2 * facing + jitter(),
    ])
    const fresnel = (material.gloss ?? 0) * (0.08 + 0.92 * (1 - facing) ** 4)
    const seen = look(linear, setup, position, normal, d)
    for (const channel of [0, 1, 2] as const) {
      mirrored[index * 3 + channel] = seen[channel] * fresnel
    }
  }
  // Only now: a reflection of a reflection would depend on the order of the samples.
  const placeOf = new Int32Array(view.widthPx * view.heightPx).fill(-1)
  for (const [index, at] of glossy.entries()) {
    placeOf[at] = index
  }
  const across = blurred(mirrored, glossy, placeOf, view.widthPx, 1)
  const smooth = blurred(across, glossy, placeOf, view.widthPx, view.widthPx)
  for (const [index, at] of glossy.entries()) {
    for (let channel = 0; channel < 3; channel += 1) {
      linear[at * 3 + channel] = (linear[at * 3 + channel] ?? 0) + (smooth[index * 3 + channel] ?? 0)
    }
  }
}

/** One ray a sample is noisy: the mean of the glossy neighbours to both sides is what a dull floor shows anyway. */
function blurred(
  values: Float32Array,
  glossy: readonly number[],
  placeOf: Int32Array,
  widthPx: number,
  stride: number,
): Float32Array {
  const result = new Float32Array(values.length)
  const reach = 4
  for (const [index, at] of glossy.entries()) {
    let count = 0
    for (let tap = -reach; tap <= reach; tap += 1) {
      const wraps = stride === 1 && Math.floor((at + tap) / widthPx) !== Math.floor(at / widthPx)
      const place = wraps ? -1 : (placeOf[at + tap * stride] ?? -1)
      if (place >= 0 && (values[place * 3] ?? -1) >= 0) {
        count += 1
        for (let channel = 0; channel < 3; channel += 1) {
          result[index * 3 + channel] =
            (result[index * 3 + channel] ?? 0) + (values[place * 3 + channel] ?? 0)
        }
      }
    }
    for (let channel = 0; channel < 3; channel += 1) {
      result[index * 3 + channel] = (result[index * 3 + channel] ?? 0) / Math.max(1, count)
    }
  }
  return result
}

function look(linear: Float32Array, setup: ReflectionSetup, p: Vec3, n: Vec3, d: Vec3): Vec3 {
  const { tree, view, lighting, surfaces, visibility } = setup
  const distance = tree.closest(
    p[0] + n[0] * 3e-3,
    p[1] + n[1] * 3e-3,
    p[2] + n[2] * 3e-3,
    d[0],
    d[1],
    d[2],
    120,
  )
  if (distance === Number.POSITIVE_INFINITY) {
    return lighting.sky === undefined ? [0, 0, 0] : skyColour(lighting, d, 0.4)
  }
  const hit: Vec3 = [p[0] + d[0] * distance, p[1] + d[1] * distance, p[2] + d[2] * distance]
  const triangle = tree.hitTriangle
  const [x, y, z] = view.project(hit)
  const column = Math.floor(x)
  const row = Math.floor(y)
  if (z > 0.2 && column >= 0 && row >= 0 && column < view.widthPx && row < view.heightPx) {
    const at = row * view.widthPx + column
    if (Math.abs((visibility.inverseDepth[at] ?? 0) * z - 1) < 0.03) {
      return [linear[at * 3] ?? 0, linear[at * 3 + 1] ?? 0, linear[at * 3 + 2] ?? 0]
    }
  }
  const { colour, glow } = surfaces.material(triangle)
  return [
    colour[0] * (lighting.ambient[0] + (glow ?? 0)),
    colour[1] * (lighting.ambient[1] + (glow ?? 0)),
    colour[2] * (lighting.ambient[2] + (glow ?? 0)),
  ]
}
