import type { Geometry } from './geometry.ts'
import { bestCut, boxesOf, edgesOf, middleOf } from './ray-tree-cut.ts'

const leafSize = 4
const valuesPerNode = 6

/**
 * Rays against standing triangles: a tree of bounding boxes, split where a ray is likely to have the least
 * work (surface area heuristic over a few bins). Answers only "how far, and which triangle".
 */
export class RayTree {
  /** Of the last `closest` that hit. */
  hitTriangle = -1

  private readonly bounds: Float32Array
  /** Leaf: first triangle and count > 0. Inner node: right child and −1 − axis; the left child is the next node. */
  private readonly links: Int32Array
  private readonly order: Int32Array
  private readonly edges: Float32Array
  private readonly stack = new Int32Array(256)
  private nodeCount = 0

  constructor(geometry: Geometry, castsShadow: (triangle: number) => boolean) {
    const chosen = geometry.materials.flatMap((_, index) => (castsShadow(index) ? [index] : []))
    this.order = Int32Array.from(chosen)
    this.bounds = new Float32Array(Math.max(1, chosen.length) * 2 * valuesPerNode)
    this.links = new Int32Array(Math.max(1, chosen.length) * 4)
    const boxes = boxesOf(geometry)
    if (chosen.length > 0) {
      this.split(boxes, 0, chosen.length)
    }
    this.edges = edgesOf(geometry, this.order)
  }

  /** Distance to the nearest triangle within `limit` (in lengths of the direction), or `Infinity`. */
  closest(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, limit: number): number {
    return this.trace(ox, oy, oz, dx, dy, dz, limit, false)
  }

  isBlocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, limit: number): boolean {
    return this.trace(ox, oy, oz, dx, dy, dz, limit, true) < limit
  }

  private trace(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    limit: number,
    anyWillDo: boolean,
  ): number {
    if (this.nodeCount === 0) {
      return Number.POSITIVE_INFINITY
    }
    const { bounds, links, edges, order, stack } = this
    const ix = 1 / dx
    const iy = 1 / dy
    const iz = 1 / dz
    // Of the two sides of a box that are across an axis, the ray comes to one first.
    const nearX = dx < 0 ? 3 : 0
    const nearY = dy < 0 ? 3 : 0
    const nearZ = dz < 0 ? 3 : 0
    let best = limit
    let isHit = false
    let depth = 0
    stack[depth] = 0
    depth += 1
    while (depth > 0) {
      depth -= 1
      const node = stack[depth] ?? 0
      const b = node * valuesPerNode
      const enterX = ((bounds[b + nearX] ?? 0) - ox) * ix
      const leaveX = ((bounds[b + 3 - nearX] ?? 0) - ox) * ix
      const enterY = ((bounds[b + 1 + nearY] ?? 0) - oy) * iy
      const leaveY = ((bounds[b + 4 - nearY] ?? 0) - oy) * iy
      const enterZ = ((bounds[b + 2 + nearZ] ?? 0) - oz) * iz
      const leaveZ = ((bounds[b + 5 - nearZ] ?? 0) - oz) * iz
      const isMissed =
        enterX > leaveY ||
        enterY > leaveX ||
        enterX > leaveZ ||
        enterZ > leaveX ||
        enterY > leaveZ ||
        enterZ > leaveY
      const isOutside =
        leaveX < 0 || leaveY < 0 || leaveZ < 0 || enterX > best || enterY > best || enterZ > best
      if (isMissed || isOutside) {
        continue
      }
      const count = links[node * 2 + 1] ?? 0
      const link = links[node * 2] ?? 0
      if (count < 0) {
        // The nearer child is taken first: what it hits cuts off the other.
        const along = count === -1 ? dx : count === -2 ? dy : dz
        stack[depth] = along > 0 ? link : node + 1
        stack[depth + 1] = along > 0 ? node + 1 : link
        depth += 2
        continue
      }
      for (let index = link; index < link + count; index += 1) {
        const e = index * 9
        const ax = edges[e + 3] ?? 0
        const ay = edges[e + 4] ?? 0
        const az = edges[e + 5] ?? 0
        const cx = edges[e + 6] ?? 0
        const cy = edges[e + 7] ?? 0
        const cz = edges[e + 8] ?? 0
        // Möller–Trumbore
        const px = dy * cz - dz * cy
        const py = dz * cx - dx * cz
        const pz = dx * cy - dy * cx
        const determinant = ax * px + ay * py + az * pz
        if (determinant > -1e-12 && determinant < 1e-12) {
          continue
        }
        const inverse = 1 / determinant
        const tx = ox - (edges[e] ?? 0)
        const ty = oy - (edges[e + 1] ?? 0)
        const tz = oz - (edges[e + 2] ?? 0)
        const u = (tx * px + ty * py + tz * pz) * inverse
        if (u < 0 || u > 1) {
          continue
        }
        const qx = ty * az - tz * ay
        const qy = tz * ax - tx * az
        const qz = tx * ay - ty * ax
        const v = (dx * qx + dy * qy + dz * qz) * inverse
        if (v < 0 || u + v > 1) {
          continue
        }
        const t = (cx * qx + cy * qy + cz * qz) * inverse
        if (t > 1e-4 && t < best) {
          best = t
          isHit = true
          this.hitTriangle = order[index] ?? -1
          if (anyWillDo) {
            return t
          }
        }
      }
    }
    return isHit ? best : Number.POSITIVE_INFINITY
  }

  private split(boxes: Float32Array, first: number, count: number): number {
    const node = this.nodeCount
    this.nodeCount += 1
    const b = node * valuesPerNode
    for (let axis = 0; axis < 3; axis += 1) {
      let low = Number.POSITIVE_INFINITY
      let high = Number.NEGATIVE_INFINITY
      for (let index = first; index < first + count; index += 1) {
        const at = (this.order[index] ?? 0) * 6 + axis
        low = Math.min(low, boxes[at] ?? 0)
        high = Math.max(high, boxes[at + 3] ?? 0)
      }
      this.bounds[b + axis] = low - 1e-4
      this.bounds[b + axis + 3] = high + 1e-4
    }
    if (count <= leafSize) {
      this.links[node * 2] = first
      this.links[node * 2 + 1] = count
      return node
    }
    const cut = bestCut(boxes, this.order, first, count, this.bounds.subarray(b, b + valuesPerNode))
    let left = first
    let right = first + count - 1
    while (left <= right) {
      const triangle = this.order[left] ?? 0
      if (middleOf(boxes, triangle, cut.axis) < cut.at) {
        left += 1
      } else {
        this.order[left] = this.order[right] ?? 0
        this.order[right] = triangle
        right -= 1
      }
    }
    // Everything on one side (equal middles): any halves will do.
    const half = left === first || left === first + count ? count >> 1 : left - first
    this.split(boxes, first, half)
    this.links[node * 2] = this.split(boxes, first + half, count - half)
    this.links[node * 2 + 1] = -1 - cut.axis
    return node
  }
}
