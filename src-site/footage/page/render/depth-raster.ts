import type { Geometry } from './geometry.ts'
import { nearM, type View } from './view.ts'

/** What is seen where: the nearest triangle (−1: nothing) and the reciprocal of its depth, a value a sample. */
export interface Visibility {
  readonly triangle: Int32Array
  readonly inverseDepth: Float32Array
}

/** Draws all triangles of standing geometry into a depth buffer. */
export function findVisible(geometry: Geometry, view: View): Visibility {
  const { widthPx, heightPx } = view
  const triangle = new Int32Array(widthPx * heightPx).fill(-1)
  const inverseDepth = new Float32Array(widthPx * heightPx)
  const camera = toCameraSpace(geometry, view)
  for (let index = 0; index < geometry.materials.length; index += 1) {
    const polygon = clipNear(cornersOf(geometry, camera, index))
    const points = polygon.map(([x, y, z]): [number, number, number] => [
      widthPx / 2 + (x * view.focalPx) / z,
      heightPx / 2 - (y * view.focalPx) / z,
      1 / z,
    ])
    for (let corner = 1; corner + 1 < points.length; corner += 1) {
      const [a, b, c] = [points[0], points[corner], points[corner + 1]]
      if (a !== undefined && b !== undefined && c !== undefined) {
        fill(a, b, c, index, triangle, inverseDepth, widthPx, heightPx)
      }
    }
  }
  return { triangle, inverseDepth }
}

type Point = readonly [number, number, number]

function toCameraSpace(geometry: Geometry, view: View): Float32Array {
  const { from, right, up, forward } = view
  const result = new Float32Array(geometry.positions.length)
  for (let at = 0; at < result.length; at += 3) {
    const x = (geometry.positions[at] ?? 0) - from[0]
    const y = (geometry.positions[at + 1] ?? 0) - from[1]
    const z = (geometry.positions[at + 2] ?? 0) - from[2]
    result[at] = x * right[0] + y * right[1] + z * right[2]
    result[at + 1] = x * up[0] + y * up[1] + z * up[2]
    result[at + 2] = x * forward[0] + y * forward[1] + z * forward[2]
  }
  return result
}

function cornersOf(geometry: Geometry, camera: Float32Array, triangle: number): Point[] {
  return [0, 1, 2].map((corner) => {
    const at = (geometry.corners[triangle * 3 + corner] ?? 0) * 3
    return [camera[at] ?? 0, camera[at + 1] ?? 0, camera[at + 2] ?? 0]
  })
}

/** The part of a polygon in front of the lens (Sutherland–Hodgman, one plane). */
export function clipNear(polygon: readonly Point[]): readonly Point[] {
  if (polygon.every(([, , z]) => z >= nearM)) {
    return polygon
  }
  const kept: Point[] = []
  for (const [index, current] of polygon.entries()) {
    const previous = polygon.at(index - 1) ?? current
    if (current[2] >= nearM !== previous[2] >= nearM) {
      const share = (nearM - previous[2]) / (current[2] - previous[2])
      kept.push([
        previous[0] + (current[0] - previous[0]) * share,
        previous[1] + (current[1] - previous[1]) * share,
        nearM,
      ])
    }
    if (current[2] >= nearM) {
      kept.push(current)
    }
  }
  return kept
}

function fill(
  a: Point,
  b: Point,
  c: Point,
  index: number,
  triangle: Int32Array,
  inverseDepth: Float32Array,
  widthPx: number,
  heightPx: number,
): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
  if (Math.abs(area) < 1e-9) {
    return
  }
  const top = Math.max(0, Math.ceil(Math.min(a[1], b[1], c[1]) - 0.5))
  const bottom = Math.min(heightPx - 1, Math.ceil(Math.max(a[1], b[1], c[1]) - 0.5) - 1)
  const depthByX = ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) / area
  const depthByY = ((c[2] - a[2]) * (b[0] - a[0]) - (b[2] - a[2]) * (c[0] - a[0])) / area
  for (let y = top; y <= bottom; y += 1) {
    const [from, to] = span(a, b, c, y + 0.5)
    const left = Math.max(0, Math.ceil(from - 0.5))
    const right = Math.min(widthPx - 1, Math.ceil(to - 0.5) - 1)
    let depth = a[2] + (left + 0.5 - a[0]) * depthByX + (y + 0.5 - a[1]) * depthByY
    for (let at = y * widthPx + left; at <= y * widthPx + right; at += 1) {
      if (depth > (inverseDepth[at] ?? 0)) {
        inverseDepth[at] = depth
        triangle[at] = index
      }
      depth += depthByX
    }
  }
}

/** Where a row crosses a triangle. */
function span(a: Point, b: Point, c: Point, y: number): readonly [number, number] {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const [p, q] of [
    [a, b],
    [b, c],
    [c, a],
  ] as const) {
    if (p[1] <= y !== q[1] <= y) {
      const x = p[0] + ((q[0] - p[0]) * (y - p[1])) / (q[1] - p[1])
      from = Math.min(from, x)
      to = Math.max(to, x)
    }
  }
  return [from, to]
}
