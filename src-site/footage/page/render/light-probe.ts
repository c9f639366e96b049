import type { Geometry } from './geometry.ts'
import { type Lamp, type Lighting, skyColour } from './lighting.ts'
import { randomFrom } from './noise.ts'
import type { RayTree } from './ray-tree.ts'
import type { Vec3 } from './vector.ts'

/** Light that arrives at a surface (what it gives back is this times its colour). */
export interface Irradiance {
  readonly colour: [number, number, number]
  /** The share that comes straight from lamps or sun: what a passer-by can take away. */
  directShare: number
}

const offsetM = 2e-3
/** A surface this near keeps the light of the room away from a corner. */
const cornerM = 1.6

/** Measures the light at points of the standing scene by sending rays. */
export class LightProbe {
  private readonly lighting: Lighting
  private readonly tree: RayTree
  private readonly geometry: Geometry
  private readonly weights: Float64Array
  private readonly random: () => number

  constructor(lighting: Lighting, tree: RayTree, geometry: Geometry, seed: number) {
    this.lighting = lighting
    this.tree = tree
    this.geometry = geometry
    this.weights = new Float64Array(lighting.lamps.length)
    this.random = randomFrom(seed)
  }

  /** Lamps, sky and what the surroundings throw back; the sun is asked for separately (`sunlight`). */
  measure(p: Vec3, n: Vec3, lampRays: number, roundRays: number): Irradiance {
    const direct = this.fromLamps(p, n, lampRays)
    const round = this.fromAround(p, n, roundRays)
    const sum = direct[0] + direct[1] + direct[2]
    const whole = sum + round[0] + round[1] + round[2]
    return {
      colour: [direct[0] + round[0], direct[1] + round[1], direct[2] + round[2]],
      directShare: whole > 0 ? sum / whole : 0,
    }
  }

  /** 0 … 1: how much of the sun is seen from here (one ray: noisy at the rim of a shadow). */
  sunVisible(p: Vec3, n: Vec3): number {
    const { sun } = this.lighting
    if (sun === undefined) {
      return 0
    }
    const jitter = () => (this.random() * 2 - 1) * sun.softness
    const dx = sun.direction[0] + jitter()
    const dy = sun.direction[1] + jitter()
    const dz = sun.direction[2] + jitter()
    const ox = p[0] + n[0] * offsetM
    const oy = p[1] + n[1] * offsetM
    const oz = p[2] + n[2] * offsetM
    return this.tree.isBlocked(ox, oy, oz, dx, dy, dz, 300) ? 0 : 1
  }

  private fromLamps(p: Vec3, n: Vec3, rays: number): [number, number, number] {
    const { lamps } = this.lighting
    const result: [number, number, number] = [0, 0, 0]
    let total = 0
    for (const [index, lamp] of lamps.entries()) {
      // A floor under the weight: a lamp whose middle is behind the surface may still shine with its edge.
      const weight = arriving(lamp, lamp.centre, p, n) * luminance(lamp.colour) + 1e-5
      this.weights[index] = weight
      total += weight
    }
    if (total === 0) {
      return result
    }
    for (let ray = 0; ray < rays; ray += 1) {
      let pick = ((ray + this.random()) / rays) * total
      let chosen = 0
      while (chosen < lamps.length - 1 && pick > (this.weights[chosen] ?? 0)) {
        pick -= this.weights[chosen] ?? 0
        chosen += 1
      }
      const lamp = lamps[chosen]
      if (lamp === undefined) {
        continue
      }
      const u = this.random() * 2 - 1
      const v = this.random() * 2 - 1
      const target: Vec3 = [
        lamp.centre[0] + lamp.halfAlong[0] * u + lamp.halfAcross[0] * v,
        lamp.centre[1] + lamp.halfAlong[1] * u + lamp.halfAcross[1] * v,
        lamp.centre[2] + lamp.halfAlong[2] * u + lamp.halfAcross[2] * v,
      ]
      const strength = arriving(lamp, target, p, n)
      if (strength <= 0) {
        continue
      }
      const ox = p[0] + n[0] * offsetM
      const oy = p[1] + n[1] * offsetM
      const oz = p[2] + n[2] * offsetM
      if (!this.tree.isBlocked(ox, oy, oz, target[0] - ox, target[1] - oy, target[2] - oz, 0.995)) {
        const factor = (strength * total) / ((this.weights[chosen] ?? 1) * rays)
        result[0] += lamp.colour[0] * factor
        result[1] += lamp.colour[1] * factor
        result[2] += lamp.colour[2] * factor
      }
    }
    return result
  }

  private fromAround(p: Vec3, n: Vec3, rays: number): [number, number, number] {
    const { ambient, sky } = this.lighting
    const result: [number, number, number] = [0, 0, 0]
    const reachM = sky === undefined ? 8 : 60
    const turn = this.random()
    const lift = this.random()
    for (let ray = 0; ray < rays; ray += 1) {
      // A cosine-weighted direction: a point on the unit sphere around the tip of the normal (golden spiral).
      const height = 1 - (2 * (ray + lift)) / rays
      const angle = (ray * 0.618034 + turn) * 2 * Math.PI
      const radius = Math.sqrt(Math.max(0, 1 - height * height))
      const dx = n[0] + radius * Math.cos(angle)
      const dy = n[1] + height
      const dz = n[2] + radius * Math.sin(angle)
      const length = Math.hypot(dx, dy, dz) || 1e-6
      const d: Vec3 = [dx / length, dy / length, dz / length]
      const ox = p[0] + n[0] * offsetM
      const oy = p[1] + n[1] * offsetM
      const oz = p[2] + n[2] * offsetM
      const distance = this.tree.closest(ox, oy, oz, d[0], d[1], d[2], reachM)
      if (distance < reachM) {
        const colour = this.geometry.materials[this.tree.hitTriangle]?.colour ?? ambient
        const near = Math.min(1, distance / cornerM)
        const open = 0.25 + 0.75 * near * (2 - near)
        result[0] += colour[0] * ambient[0] * open
        result[1] += colour[1] * ambient[1] * open
        result[2] += colour[2] * ambient[2] * open
      } else {
        const light = d[1] < 0 ? ambient : skyColour(this.lighting, d, 0.5)
        result[0] += light[0]
        result[1] += light[1]
        result[2] += light[2]
      }
    }
    return [result[0] / rays, result[1] / rays, result[2] / rays]
  }
}

/** Geometry of light from a point of a lamp: both cosines, the square of the distance, the area. */
function arriving(lamp: Lamp, from: Vec3, p: Vec3, n: Vec3): number {
  const dx = from[0] - p[0]
  const dy = from[1] - p[1]
  const dz = from[2] - p[2]
  const square = dx * dx + dy * dy + dz * dz
  const distance = Math.sqrt(square)
  const here = (dx * n[0] + dy * n[1] + dz * n[2]) / distance
  const there =
    lamp.isBare === true ? 1 : -(dx * lamp.facing[0] + dy * lamp.facing[1] + dz * lamp.facing[2]) / distance
  const area = 4 * Math.hypot(...lamp.halfAlong) * Math.hypot(...lamp.halfAcross)
  return here <= 0 || there <= 0 ? 0 : (here * there * area) / (Math.PI * (square + 0.02))
}

function luminance(colour: Vec3): number {
  return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
}
