import type { Geometry } from './geometry.ts'

const bins = 12

/** The axis and place where splitting makes the two boxes (weighted with their triangles) smallest. */
export function bestCut(
  boxes: Float32Array,
  order: Int32Array,
  first: number,
  count: number,
  bounds: Float32Array,
): { axis: number; at: number } {
  let best = { axis: 0, at: 0, cost: Number.POSITIVE_INFINITY }
  for (let axis = 0; axis < 3; axis += 1) {
    const low = bounds[axis] ?? 0
    const width = ((bounds[axis + 3] ?? 0) - low) / bins
    if (width <= 1e-6) {
      continue
    }
    const counts = new Int32Array(bins)
    const extents = Array.from({ length: bins }, () => new Extent())
    for (let index = first; index < first + count; index += 1) {
      const triangle = order[index] ?? 0
      const bin = Math.max(0, Math.min(bins - 1, Math.floor((middleOf(boxes, triangle, axis) - low) / width)))
      counts[bin] = (counts[bin] ?? 0) + 1
      extents[bin]?.include(boxes, triangle * 6)
    }
    for (let cut = 1; cut < bins; cut += 1) {
      const below = new Extent()
      const above = new Extent()
      let countBelow = 0
      for (const [bin, extent] of extents.entries()) {
        const side = bin < cut ? below : above
        side.include(extent.values, 0)
        countBelow += bin < cut ? (counts[bin] ?? 0) : 0
      }
      const cost = countBelow * below.area() + (count - countBelow) * above.area()
      if (countBelow > 0 && countBelow < count && cost < best.cost) {
        best = { axis, at: low + width * cut, cost }
      }
    }
  }
  return best
}

class Extent {
  readonly values = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)

  include(list: Float32Array, at: number): void {
    for (let axis = 0; axis < 3; axis += 1) {
      this.values[axis] = Math.min(this.values[axis] ?? 0, list[at + axis] ?? 0)
      this.values[axis + 3] = Math.max(this.values[axis + 3] ?? 0, list[at + axis + 3] ?? 0)
    }
  }

  area(): number {
    const side = (axis: number) => Math.max(0, (this.values[axis + 3] ?? 0) - (this.values[axis] ?? 0))
    return side(0) * side(1) + side(1) * side(2) + side(2) * side(0)
  }
}

/** The middle of a triangle's box along an axis. */
export function middleOf(boxes: Float32Array, triangle: number, axis: number): number {
  return ((boxes[triangle * 6 + axis] ?? 0) + (boxes[triangle * 6 + axis + 3] ?? 0)) / 2
}

/** Low and high corner of every triangle, six values each. */
export function boxesOf(geometry: Geometry): Float32Array {
  const boxes = new Float32Array(geometry.materials.length * 6)
  for (let triangle = 0; triangle < geometry.materials.length; triangle += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      const values = [0, 1, 2].map(
        (corner) => geometry.positions[(geometry.corners[triangle * 3 + corner] ?? 0) * 3 + axis] ?? 0,
      )
      boxes[triangle * 6 + axis] = Math.min(...values)
      boxes[triangle * 6 + axis + 3] = Math.max(...values)
    }
  }
  return boxes
}

/** A corner and the two edges from it, nine values a triangle, in the order of the tree. */
export function edgesOf(geometry: Geometry, order: Int32Array): Float32Array {
  const edges = new Float32Array(order.length * 9)
  for (const [index, triangle] of order.entries()) {
    for (let axis = 0; axis < 3; axis += 1) {
      const [a, b, c] = [0, 1, 2].map(
        (corner) => geometry.positions[(geometry.corners[triangle * 3 + corner] ?? 0) * 3 + axis] ?? 0,
      )
      edges[index * 9 + axis] = a ?? 0
      edges[index * 9 + 3 + axis] = (b ?? 0) - (a ?? 0)
      edges[index * 9 + 6 + axis] = (c ?? 0) - (a ?? 0)
    }
  }
  return edges
}
