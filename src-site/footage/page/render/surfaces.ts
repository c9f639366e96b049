import type { Visibility } from './depth-raster.ts'
import type { Geometry } from './geometry.ts'
import type { Material } from './material.ts'
import { cross, dot, normalize, subtract, type Vec3 } from './vector.ts'
import type { View } from './view.ts'

/** A point of the standing scene as the camera sees it. */
export interface Surface {
  readonly position: Vec3
  /** Towards the camera's side. */
  readonly normal: Vec3
  readonly material: Material
  readonly depthM: number
}

/** Looks up what a sample of the picture shows: place, normal and material. */
export class Surfaces {
  private readonly geometry: Geometry
  private readonly view: View
  private readonly visibility: Visibility
  private readonly flatNormals: Float32Array
  private readonly isSmooth: Uint8Array

  constructor(geometry: Geometry, view: View, visibility: Visibility) {
    this.geometry = geometry
    this.view = view
    this.visibility = visibility
    const count = geometry.materials.length
    this.flatNormals = new Float32Array(count * 3)
    this.isSmooth = new Uint8Array(count)
    for (let triangle = 0; triangle < count; triangle += 1) {
      const [a, b, c] = this.corners(triangle, geometry.positions)
      const normals = this.corners(triangle, geometry.normals)
      this.flatNormals.set(normalize(cross(subtract(b, a), subtract(c, a))), triangle * 3)
      this.isSmooth[triangle] = dot(normals[0], normals[1]) + dot(normals[0], normals[2]) < 1.998 ? 1 : 0
    }
  }

  at(xPx: number, yPx: number): Surface | undefined {
    const index = yPx * this.view.widthPx + xPx
    const triangle = this.visibility.triangle[index] ?? -1
    if (triangle < 0) {
      return undefined
    }
    const depthM = 1 / (this.visibility.inverseDepth[index] ?? 1)
    const ray = this.view.ray(xPx + 0.5, yPx + 0.5)
    const { from } = this.view
    const position: Vec3 = [from[0] + ray[0] * depthM, from[1] + ray[1] * depthM, from[2] + ray[2] * depthM]
    return {
      position,
      normal: this.normalAt(triangle, position, ray),
      // Every triangle has a material: both lists grow together.
      material: this.material(triangle),
      depthM,
    }
  }

  material(triangle: number): Material {
    const material = this.geometry.materials[triangle]
    if (material === undefined) {
      throw new Error(`triangle ${triangle} has no material`)
    }
    return material
  }

  /** The normal on the side from which `ray` comes. */
  normalAt(triangle: number, position: Vec3, ray: Vec3): Vec3 {
    const at = triangle * 3
    const flat: Vec3 = [
      this.flatNormals[at] ?? 0,
      this.flatNormals[at + 1] ?? 0,
      this.flatNormals[at + 2] ?? 0,
    ]
    const normal = this.isSmooth[triangle] === 1 ? this.smoothNormal(triangle, position, flat) : flat
    return dot(normal, ray) > 0 ? [-normal[0], -normal[1], -normal[2]] : normal
  }

  private smoothNormal(triangle: number, position: Vec3, flat: Vec3): Vec3 {
    const [a, b, c] = this.corners(triangle, this.geometry.positions)
    const [na, nb, nc] = this.corners(triangle, this.geometry.normals)
    const area = dot(cross(subtract(b, a), subtract(c, a)), flat) || 1e-9
    const shareA = Math.max(0, Math.min(1, dot(cross(subtract(c, b), subtract(position, b)), flat) / area))
    const shareB = Math.max(0, Math.min(1, dot(cross(subtract(a, c), subtract(position, c)), flat) / area))
    const shareC = Math.max(0, 1 - shareA - shareB)
    return normalize([
      na[0] * shareA + nb[0] * shareB + nc[0] * shareC,
      na[1] * shareA + nb[1] * shareB + nc[1] * shareC,
      na[2] * shareA + nb[2] * shareB + nc[2] * shareC,
    ])
  }

  private corners(triangle: number, list: readonly number[]): readonly [Vec3, Vec3, Vec3] {
    const corner = (index: number): Vec3 => {
      const at = (this.geometry.corners[triangle * 3 + index] ?? 0) * 3
      return [list[at] ?? 0, list[at + 1] ?? 0, list[at + 2] ?? 0]
    }
    return [corner(0), corner(1), corner(2)]
  }
}
