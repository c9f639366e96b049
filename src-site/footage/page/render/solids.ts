import { Geometry } from './geometry.ts'
import type { Material } from './material.ts'
import { normalize, type Vec3 } from './vector.ts'

/** A box from one corner to the opposite one. `bevel`-less on purpose: its edges get their light from the lamps. */
export function box(geometry: Geometry, low: Vec3, high: Vec3, material: Material, top?: Material): Geometry {
  const [x0, y0, z0] = low
  const [x1, y1, z1] = high
  geometry.quad([x0, y0, z0], [x0, y1, z0], [x1, y1, z0], [x1, y0, z0], material)
  geometry.quad([x1, y0, z1], [x1, y1, z1], [x0, y1, z1], [x0, y0, z1], material)
  geometry.quad([x0, y0, z1], [x0, y1, z1], [x0, y1, z0], [x0, y0, z0], material)
  geometry.quad([x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1], material)
  geometry.quad([x0, y1, z0], [x0, y1, z1], [x1, y1, z1], [x1, y1, z0], top ?? material)
  geometry.quad([x0, y0, z1], [x0, y0, z0], [x1, y0, z0], [x1, y0, z1], material)
  return geometry
}

/** A box given by the middle of its foot. */
export function block(
  geometry: Geometry,
  foot: Vec3,
  size: Vec3,
  material: Material,
  top?: Material,
): Geometry {
  const [x, y, z] = foot
  const [w, h, d] = size
  return box(geometry, [x - w / 2, y, z - d / 2], [x + w / 2, y + h, z + d / 2], material, top)
}

/** A ring of a body: an ellipse around a point of the y axis, optionally shifted. */
export interface Ring {
  readonly y: number
  readonly rx: number
  readonly rz: number
  readonly x?: number
  readonly z?: number
  /** 2 is an ellipse, larger is more like a rounded rectangle. */
  readonly power?: number
}

/** A smooth body through rings from below to above, closed at both ends. */
export function lathe(
  geometry: Geometry,
  rings: readonly Ring[],
  sides: number,
  material: Material,
): Geometry {
  const rows = rings.map((ring, index) => {
    const below = rings[Math.max(0, index - 1)] ?? ring
    const above = rings[Math.min(rings.length - 1, index + 1)] ?? ring
    const rise = above.y - below.y || 1e-6
    const slope = -((above.rx + above.rz - below.rx - below.rz) / 2) / rise
    return Array.from({ length: sides }, (_, side) => {
      const angle = (side / sides) * 2 * Math.PI
      const [c, s] = superellipse(angle, ring.power ?? 2)
      const normal = normalize([
        c / Math.max(ring.rx, 1e-3),
        slope / Math.max(ring.rx, ring.rz, 1e-3),
        s / Math.max(ring.rz, 1e-3),
      ])
      return geometry.vertex([(ring.x ?? 0) + c * ring.rx, ring.y, (ring.z ?? 0) + s * ring.rz], normal)
    })
  })
  for (let row = 0; row + 1 < rows.length; row += 1) {
    for (let side = 0; side < sides; side += 1) {
      const a = rows[row]?.[side] ?? 0
      const b = rows[row]?.[(side + 1) % sides] ?? 0
      const c = rows[row + 1]?.[(side + 1) % sides] ?? 0
      const d = rows[row + 1]?.[side] ?? 0
      geometry.triangle(a, d, c, material)
      geometry.triangle(a, c, b, material)
    }
  }
  cap(geometry, rings[0], sides, material, -1)
  cap(geometry, rings.at(-1), sides, material, 1)
  return geometry
}

function cap(
  geometry: Geometry,
  ring: Ring | undefined,
  sides: number,
  material: Material,
  up: 1 | -1,
): void {
  if (ring === undefined || ring.rx < 1e-3) {
    return
  }
  const normal: Vec3 = [0, up, 0]
  const middle = geometry.vertex([ring.x ?? 0, ring.y, ring.z ?? 0], normal)
  const rim = Array.from({ length: sides }, (_, side) => {
    const [c, s] = superellipse((side / sides) * 2 * Math.PI, ring.power ?? 2)
    return geometry.vertex([(ring.x ?? 0) + c * ring.rx, ring.y, (ring.z ?? 0) + s * ring.rz], normal)
  })
  for (let side = 0; side < sides; side += 1) {
    const a = rim[side] ?? 0
    const b = rim[(side + 1) % sides] ?? 0
    geometry.triangle(middle, up === 1 ? b : a, up === 1 ? a : b, material)
  }
}

function superellipse(angle: number, power: number): readonly [number, number] {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  const bend = 2 / power
  return [Math.sign(c) * Math.abs(c) ** bend, Math.sign(s) * Math.abs(s) ** bend]
}

/** An upright cylinder. */
export function pillar(
  geometry: Geometry,
  foot: Vec3,
  radius: number,
  height: number,
  sides: number,
  material: Material,
): Geometry {
  const [x, y, z] = foot
  const ring = { rx: radius, rz: radius, x, z }
  return lathe(
    geometry,
    [
      { y, ...ring },
      { y: y + height, ...ring },
    ],
    sides,
    material,
  )
}
