/**
 * The samples inside a triangle, row by row. A sample belongs to it when its middle does, so that of two
 * triangles with a common edge each sample belongs to one. Set anew for every triangle; kept, it allocates nothing.
 */
export class TriangleRows {
  /** First and last row; there is none when `top` is beyond `bottom`. */
  top = 0
  bottom = -1
  /** First and last column by row; the row is empty when the left one is beyond the right one. */
  readonly lefts: Int32Array
  readonly rights: Int32Array
  private readonly widthPx: number
  private readonly heightPx: number

  constructor(widthPx: number, heightPx: number) {
    this.widthPx = widthPx
    this.heightPx = heightPx
    this.lefts = new Int32Array(heightPx)
    this.rights = new Int32Array(heightPx)
  }

  /** Corners in samples; `isClockwise` as seen in the picture (y downwards). */
  set(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, isClockwise: boolean): void {
    this.top = this.firstRow(Math.min(ay, by, cy))
    this.bottom = this.lastRow(Math.max(ay, by, cy))
    if (this.top <= this.bottom) {
      this.edge(ax, ay, bx, by, isClockwise)
      this.edge(bx, by, cx, cy, isClockwise)
      this.edge(cx, cy, ax, ay, isClockwise)
    }
  }

  /** Clockwise, what goes down is on the right. */
  private edge(fromX: number, fromY: number, toX: number, toY: number, isClockwise: boolean): void {
    const goesDown = fromY < toY
    const isRight = goesDown === isClockwise
    const last = this.lastRow(goesDown ? toY : fromY)
    const slope = (toX - fromX) / (toY - fromY)
    for (let row = this.firstRow(goesDown ? fromY : toY); row <= last; row += 1) {
      const next = Math.ceil(fromX + (row + 0.5 - fromY) * slope - 0.5)
      if (isRight) {
        this.rights[row] = Math.min(this.widthPx, next) - 1
      } else {
        this.lefts[row] = Math.max(0, next)
      }
    }
  }

  private firstRow(y: number): number {
    return Math.max(0, Math.ceil(y - 0.5))
  }

  private lastRow(y: number): number {
    return Math.min(this.heightPx, Math.ceil(y - 0.5)) - 1
  }
}
