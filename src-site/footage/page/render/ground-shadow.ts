import { TriangleRows } from './triangle-rows.ts'
import type { Vec3 } from './vector.ts'
import type { View } from './view.ts'

/** The soft shadows have no edges: a value for two by two pixels is enough. */
const softPx = 2

/** Shadows that moving things leave on the ground of this frame: a value a pixel, 0 none … 1 all light taken. */
export class GroundShadow {
  private readonly view: View
  private readonly soft: Float32Array
  private readonly softColumns: number
  private readonly hard: Uint8Array
  private readonly rows: TriangleRows
  private stamp = 0
  /** Something has thrown a shadow in this frame. */
  private hasCast = false
  private readonly stamps: Uint8Array

  /** `view` is that of the finished picture. */
  constructor(view: View) {
    this.view = view
    this.rows = new TriangleRows(view.widthPx, view.heightPx)
    this.softColumns = Math.ceil(view.widthPx / softPx)
    const softCells = this.softColumns * Math.ceil(view.heightPx / softPx)
    this.soft = new Float32Array(softCells)
    this.hard = new Uint8Array(view.widthPx * view.heightPx)
    this.stamps = new Uint8Array(softCells)
  }

  begin(): void {
    this.hasCast = false
    this.stamp = (this.stamp % 255) + 1
    if (this.stamp === 1) {
      this.stamps.fill(0)
      this.hard.fill(0)
    }
  }

  /** Soft darkness around a body: a rectangle of the ground with `softM` of falloff. `touch` marks what it covers. */
  under(
    centre: Vec3,
    heading: number,
    halfWidthM: number,
    halfLengthM: number,
    softM: number,
    strength: number,
    touch: (left: number, top: number, right: number, bottom: number) => void,
  ): void {
    const { view } = this
    const reach = Math.hypot(halfWidthM, halfLengthM) + softM
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    for (const [sideX, sideZ] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const) {
      const [x, y, z] = view.project([centre[0] + sideX * reach, centre[1], centre[2] + sideZ * reach])
      if (z < 0.3) {
        return
      }
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
    left = Math.max(0, Math.floor(left))
    top = Math.max(0, Math.floor(top))
    right = Math.min(view.widthPx - 1, Math.ceil(right))
    bottom = Math.min(view.heightPx - 1, Math.ceil(bottom))
    const s = Math.sin(heading)
    const c = Math.cos(heading)
    const perCell = softPx / view.focalPx
    const firstColumn = Math.floor(left / softPx)
    const lastColumn = Math.floor(right / softPx)
    for (let row = Math.floor(top / softPx); row <= Math.floor(bottom / softPx); row += 1) {
      let [rx, ry, rz] = view.ray((firstColumn + 0.5) * softPx, (row + 0.5) * softPx)
      for (let column = firstColumn; column <= lastColumn; column += 1) {
        const depth = (centre[1] - view.from[1]) / ry
        const dx = view.from[0] + rx * depth - centre[0]
        const dz = view.from[2] + rz * depth - centre[2]
        const across = Math.max(0, Math.abs(dx * c - dz * s) - halfWidthM)
        const along = Math.max(0, Math.abs(dx * s + dz * c) - halfLengthM)
        const away = (across * across + along * along) / (softM * softM)
        if (away < 1 && depth > 0) {
          this.darken(row * this.softColumns + column, strength * (1 - away) ** 2)
        }
        rx += view.right[0] * perCell
        ry += view.right[1] * perCell
        rz += view.right[2] * perCell
      }
    }
    touch(left, top, right, bottom)
  }

  /** Lights up the ground: like `under`, but brighter instead of darker (0 … about 1). */
  brighten(
    centre: Vec3,
    heading: number,
    halfWidthM: number,
    halfLengthM: number,
    softM: number,
    amount: number,
    touch: (left: number, top: number, right: number, bottom: number) => void,
  ): void {
    this.under(centre, heading, halfWidthM, halfLengthM, softM, -amount, touch)
  }

  /** A triangle of a body, already thrown onto the ground and into the picture. */
  cast(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): void {
    this.hasCast = true
    this.rows.set(ax, ay, bx, by, cx, cy, (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) > 0)
    const { top, bottom, lefts, rights } = this.rows
    for (let y = top; y <= bottom; y += 1) {
      const start = y * this.view.widthPx
      const left = lefts[y] ?? 0
      this.hard.fill(this.stamp, start + left, Math.max(start + left, start + (rights[y] ?? 0) + 1))
    }
  }

  /** 0 … 1 at a pixel, below 0 where it is lit; the rim of a cast shadow is softened over three pixels. */
  at(x: number, y: number): number {
    const cell = Math.floor(y / softPx) * this.softColumns + Math.floor(x / softPx)
    const soft = this.stamps[cell] === this.stamp ? (this.soft[cell] ?? 0) : 0
    const { widthPx } = this.view
    const index = y * widthPx + x
    if (!this.hasCast) {
      return soft
    }
    let cast = 0
    for (let row = -widthPx; row <= widthPx; row += widthPx) {
      cast += this.hard[index + row - 1] === this.stamp ? 1 : 0
      cast += this.hard[index + row] === this.stamp ? 1 : 0
      cast += this.hard[index + row + 1] === this.stamp ? 1 : 0
    }
    return soft < 0 ? soft : Math.max(soft, cast * (0.92 / 9))
  }

  private darken(index: number, amount: number): void {
    const before = this.stamps[index] === this.stamp ? (this.soft[index] ?? 0) : 0
    this.soft[index] = amount < 0 ? before + amount : 1 - (1 - before) * (1 - amount)
    this.stamps[index] = this.stamp
  }
}
