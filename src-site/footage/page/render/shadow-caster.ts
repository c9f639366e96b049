import type { GroundShadow } from './ground-shadow.ts'
import type { Matrix } from './matrix.ts'
import type { Model } from './model.ts'
import type { Vec3 } from './vector.ts'
import { nearM, type View } from './view.ts'

/** Throws the shadow of a body onto the ground, with the light of the sun. */
export class ShadowCaster {
  private readonly shadow: GroundShadow
  private readonly view: View
  private points = new Float32Array(0)

  /** `view` is that of the finished picture. */
  constructor(shadow: GroundShadow, view: View) {
    this.shadow = shadow
    this.view = view
  }

  /** `towards` is the direction to the sun; `touch` is told what part of the picture changes (pixels). */
  cast(
    model: Model,
    matrix: Matrix,
    towards: Vec3,
    groundY: number,
    touch: (left: number, top: number, right: number, bottom: number) => void,
  ): void {
    const { positions, corners } = model
    const { from, right, up, forward, focalPx, widthPx, heightPx } = this.view
    const count = positions.length / 3
    if (this.points.length < count * 3) {
      this.points = new Float32Array(count * 3)
    }
    const { points } = this
    const slantX = towards[0] / towards[1]
    const slantZ = towards[2] / towards[1]
    for (let vertex = 0; vertex < count; vertex += 1) {
      const px = positions[vertex * 3] ?? 0
      const py = positions[vertex * 3 + 1] ?? 0
      const pz = positions[vertex * 3 + 2] ?? 0
      const height = matrix[4] * px + matrix[5] * py + matrix[6] * pz + matrix[7] - groundY
      const x = matrix[0] * px + matrix[1] * py + matrix[2] * pz + matrix[3] - slantX * height - from[0]
      const z = matrix[8] * px + matrix[9] * py + matrix[10] * pz + matrix[11] - slantZ * height - from[2]
      const y = groundY - from[1]
      const depth = x * forward[0] + y * forward[1] + z * forward[2]
      const factor = focalPx / depth
      points[vertex * 3] = widthPx / 2 + (x * right[0] + y * right[1] + z * right[2]) * factor
      points[vertex * 3 + 1] = heightPx / 2 - (x * up[0] + y * up[1] + z * up[2]) * factor
      points[vertex * 3 + 2] = depth
    }
    let [left, top, farRight, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let corner = 0; corner < corners.length; corner += 3) {
      const a = (corners[corner] ?? 0) * 3
      const b = (corners[corner + 1] ?? 0) * 3
      const c = (corners[corner + 2] ?? 0) * 3
      if (Math.min(points[a + 2] ?? 0, points[b + 2] ?? 0, points[c + 2] ?? 0) < nearM) {
        continue
      }
      const [ax, ay, bx, by] = [points[a] ?? 0, points[a + 1] ?? 0, points[b] ?? 0, points[b + 1] ?? 0]
      const [cx, cy] = [points[c] ?? 0, points[c + 1] ?? 0]
      this.shadow.cast(ax, ay, bx, by, cx, cy)
      left = Math.min(left, ax, bx, cx)
      farRight = Math.max(farRight, ax, bx, cx)
      top = Math.min(top, ay, by, cy)
      bottom = Math.max(bottom, ay, by, cy)
    }
    touch(left - 1, top - 1, farRight + 1, bottom + 1)
  }
}
