import { cross, dot, normalize, subtract, type Vec3 } from './vector.ts'

export interface CameraSetup {
  readonly from: Vec3
  readonly at: Vec3
  /** Horizontal. Surveillance lenses are wide: 65 … 95. */
  readonly fovDegrees: number
}

/** Nothing is nearer to the lens than this. */
export const nearM = 0.15

/** A pinhole camera: which way it looks and how far it spreads a picture of this width. */
export class View {
  readonly from: Vec3
  readonly right: Vec3
  readonly up: Vec3
  readonly forward: Vec3
  readonly widthPx: number
  readonly heightPx: number
  readonly focalPx: number

  constructor(setup: CameraSetup, widthPx: number, heightPx: number) {
    this.from = setup.from
    this.forward = normalize(subtract(setup.at, setup.from))
    this.right = normalize(cross([0, 1, 0], this.forward))
    this.up = cross(this.forward, this.right)
    this.widthPx = widthPx
    this.heightPx = heightPx
    this.focalPx = widthPx / 2 / Math.tan((setup.fovDegrees * Math.PI) / 360)
  }

  /** The same look at another resolution. */
  resized(widthPx: number, heightPx: number): View {
    const fovDegrees = (Math.atan(this.widthPx / 2 / this.focalPx) * 360) / Math.PI
    const at: Vec3 = [
      this.from[0] + this.forward[0],
      this.from[1] + this.forward[1],
      this.from[2] + this.forward[2],
    ]
    return new View({ from: this.from, at, fovDegrees }, widthPx, heightPx)
  }

  /** Not normalized: one metre of depth along it. The point at depth z is `from + ray · z`. */
  ray(xPx: number, yPx: number): Vec3 {
    const x = (xPx - this.widthPx / 2) / this.focalPx
    const y = (this.heightPx / 2 - yPx) / this.focalPx
    return [
      this.forward[0] + this.right[0] * x + this.up[0] * y,
      this.forward[1] + this.right[1] * x + this.up[1] * y,
      this.forward[2] + this.right[2] * x + this.up[2] * y,
    ]
  }

  /** x and y in pixels, z the depth in metres (negative behind the lens). */
  project(point: Vec3): Vec3 {
    const offset = subtract(point, this.from)
    const z = dot(offset, this.forward)
    const factor = this.focalPx / Math.max(z, 1e-6)
    return [
      this.widthPx / 2 + dot(offset, this.right) * factor,
      this.heightPx / 2 - dot(offset, this.up) * factor,
      z,
    ]
  }
}
