import type { Material } from './material.ts'
import type { Matrix } from './matrix.ts'
import { apply } from './matrix.ts'
import { cross, normalize, subtract, type Vec3 } from './vector.ts'

/** Triangles with a material each. Vertices carry their normal; faces that meet in an edge share none. */
export class Geometry {
  readonly positions: number[] = []
  readonly normals: number[] = []
  /** Three vertex indices a triangle. */
  readonly corners: number[] = []
  /** One a triangle. */
  readonly materials: Material[] = []

  vertex(position: Vec3, normal: Vec3): number {
    this.positions.push(position[0], position[1], position[2])
    this.normals.push(normal[0], normal[1], normal[2])
    return this.positions.length / 3 - 1
  }

  triangle(a: number, b: number, c: number, material: Material): void {
    this.corners.push(a, b, c)
    this.materials.push(material)
  }

  /** A flat face; corners anticlockwise as seen from its front. */
  quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3, material: Material): this {
    const normal = normalize(cross(subtract(c, a), subtract(d, b)))
    const [i, j, k, l] = [a, b, c, d].map((corner) => this.vertex(corner, normal))
    if (i !== undefined && j !== undefined && k !== undefined && l !== undefined) {
      this.triangle(i, j, k, material)
      this.triangle(i, k, l, material)
    }
    return this
  }

  /** A copy of other geometry, placed. */
  place(other: Geometry, matrix: Matrix): this {
    const first = this.positions.length / 3
    for (let index = 0; index < other.positions.length; index += 3) {
      const [p, n] = [other.positions, other.normals].map(
        (list): Vec3 => [list[index] ?? 0, list[index + 1] ?? 0, list[index + 2] ?? 0],
      )
      if (p !== undefined && n !== undefined) {
        const origin: Vec3 = [matrix[3], matrix[7], matrix[11]]
        this.vertex(apply(matrix, p), normalize(subtract(apply(matrix, n), origin)))
      }
    }
    for (const corner of other.corners) {
      this.corners.push(first + corner)
    }
    for (const material of other.materials) {
      this.materials.push(material)
    }
    return this
  }
}
