import type { Geometry } from './geometry.ts'
import type { Material } from './material.ts'
import { cross, normalize, subtract, type Vec3 } from './vector.ts'

/** A smooth skin over cross-sections that all have the same number of points; open at both ends. */
export function loft(
  geometry: Geometry,
  sections: readonly (readonly Vec3[])[],
  material: Material,
): Geometry {
  const middle = centreOf(sections)
  const rows = sections.map((section, row) =>
    section.map((point, column) => {
      const alongRow = subtract(
        section[Math.min(section.length - 1, column + 1)] ?? point,
        section[Math.max(0, column - 1)] ?? point,
      )
      const before = sections[Math.max(0, row - 1)]?.[column] ?? point
      const after = sections[Math.min(sections.length - 1, row + 1)]?.[column] ?? point
      const normal = normalize(cross(alongRow, subtract(after, before)))
      const outwards = subtract(point, middle)
      const isInwards = normal[0] * outwards[0] + normal[1] * outwards[1] + normal[2] * outwards[2] < 0
      return geometry.vertex(point, isInwards ? [-normal[0], -normal[1], -normal[2]] : normal)
    }),
  )
  for (let row = 0; row + 1 < rows.length; row += 1) {
    const [near, far] = [rows[row] ?? [], rows[row + 1] ?? []]
    for (let column = 0; column + 1 < near.length; column += 1) {
      const [a, b, c, d] = [near[column], near[column + 1], far[column + 1], far[column]]
      if (a !== undefined && b !== undefined && c !== undefined && d !== undefined) {
        geometry.triangle(a, b, c, material)
        geometry.triangle(a, c, d, material)
      }
    }
  }
  return geometry
}

function centreOf(sections: readonly (readonly Vec3[])[]): Vec3 {
  const all = sections.flat()
  const mean = (axis: 0 | 1 | 2) => all.reduce((sum, point) => sum + point[axis], 0) / Math.max(1, all.length)
  return [mean(0), mean(1) * 0.9, mean(2)]
}
