import { TriangleRows } from './triangle-rows.ts'

/** Colours step along a row as whole numbers with sixteen binary places: no rounding a sample. */
const fixed = 65536

/**
 * A picture of what moves in this frame. A sample belongs to the frame when its top byte is the frame's stamp,
 * so nothing has to be cleared between frames.
 */
export class ActorRaster {
  readonly widthPx: number
  readonly heightPx: number
  /** Stamp, blue, green, red from the top byte down. */
  readonly colours: Uint32Array
  stamp = 0
  private readonly rows: TriangleRows
  private readonly depths: Float32Array
  /** Reciprocal depth of what stands; nothing is drawn behind it. */
  private readonly standing: Float32Array | undefined

  constructor(widthPx: number, heightPx: number, standing?: Float32Array) {
    this.widthPx = widthPx
    this.heightPx = heightPx
    this.standing = standing
    this.rows = new TriangleRows(widthPx, heightPx)
    this.colours = new Uint32Array(widthPx * heightPx)
    this.depths = new Float32Array(widthPx * heightPx)
  }

  begin(): void {
    this.stamp = (this.stamp % 255) + 1
    if (this.stamp === 1) {
      this.colours.fill(0)
    }
  }

  /**
   * `points` holds x, y (samples), reciprocal depth, red, green, blue (bytes) a vertex; `a`, `b`, `c` are offsets into it.
   */
  triangle(points: Float32Array, a: number, b: number, c: number): void {
    const ax = points[a] ?? 0
    const ay = points[a + 1] ?? 0
    const bx = points[b] ?? 0
    const by = points[b + 1] ?? 0
    const cx = points[c] ?? 0
    const cy = points[c + 1] ?? 0
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if (area > -1e-6 && area < 1e-6) {
      return
    }
    const { widthPx, colours, depths, standing } = this
    const stamp = this.stamp << 24
    this.rows.set(ax, ay, bx, by, cx, cy, area > 0)
    const { top, bottom, lefts, rights } = this.rows
    if (top > bottom) {
      return
    }
    // Every value is a plane over the picture: its slope along x and along y.
    const ix = (cy - ay) / area
    const iy = -(cx - ax) / area
    const jx = -(by - ay) / area
    const jy = (bx - ax) / area
    const d0 = points[a + 2] ?? 0
    const d1 = (points[b + 2] ?? 0) - d0
    const d2 = (points[c + 2] ?? 0) - d0
    const r0 = points[a + 3] ?? 0
    const r1 = (points[b + 3] ?? 0) - r0
    const r2 = (points[c + 3] ?? 0) - r0
    const g0 = points[a + 4] ?? 0
    const g1 = (points[b + 4] ?? 0) - g0
    const g2 = (points[c + 4] ?? 0) - g0
    const b0 = points[a + 5] ?? 0
    const b1 = (points[b + 5] ?? 0) - b0
    const b2 = (points[c + 5] ?? 0) - b0
    const depthX = d1 * ix + d2 * jx
    const redX = ((r1 * ix + r2 * jx) * fixed) | 0
    const greenX = ((g1 * ix + g2 * jx) * fixed) | 0
    const blueX = ((b1 * ix + b2 * jx) * fixed) | 0
    for (let y = top; y <= bottom; y += 1) {
      const left = lefts[y] ?? 0
      const right = rights[y] ?? -1
      if (left > right) {
        continue
      }
      const offsetX = left + 0.5 - ax
      const offsetY = y + 0.5 - ay
      const u = offsetX * ix + offsetY * iy
      const v = offsetX * jx + offsetY * jy
      let depth = d0 + d1 * u + d2 * v
      let red = ((r0 + r1 * u + r2 * v) * fixed) | 0
      let green = ((g0 + g1 * u + g2 * v) * fixed) | 0
      let blue = ((b0 + b1 * u + b2 * v) * fixed) | 0
      for (let at = y * widthPx + left; at <= y * widthPx + right; at += 1) {
        const isOurs = ((colours[at] ?? 0) & 0xff000000) === stamp
        const before = isOurs ? (depths[at] ?? 0) : standing === undefined ? 0 : (standing[at] ?? 0)
        if (depth > before) {
          depths[at] = depth
          colours[at] = stamp | (blue & 0xff0000) | ((green >> 8) & 0xff00) | ((red >> 16) & 255)
        }
        depth += depthX
        red = (red + redX) | 0
        green = (green + greenX) | 0
        blue = (blue + blueX) | 0
      }
    }
  }
}
