import type { LightProbe } from './light-probe.ts'
import type { Surface, Surfaces } from './surfaces.ts'
import { dot } from './vector.ts'

/** The light is measured at one point of four by four samples of the picture. */
export const fieldStep = 4
const lampRays = 6
const roundRays = 12
/** Where nothing measured fits (thin rails, far edges), a sample is measured by itself with fewer rays. */
const sparseLampRays = 3
const sparseRoundRays = 6

/**
 * Light over the whole picture: measured on a coarse grid, smoothed along surfaces, and read at any sample
 * from those neighbours that lie on the same surface.
 */
export class LightField {
  private readonly columns: number
  private readonly rows: number
  private readonly points: (Surface | undefined)[]
  /** Red, green, blue, direct share. */
  private values: Float32Array
  private readonly probe: LightProbe

  constructor(surfaces: Surfaces, probe: LightProbe, widthPx: number, heightPx: number) {
    this.probe = probe
    this.columns = widthPx / fieldStep
    this.rows = heightPx / fieldStep
    this.points = Array.from({ length: this.columns * this.rows }, (_, index) => {
      const x = (index % this.columns) * fieldStep + fieldStep / 2
      return surfaces.at(x, Math.floor(index / this.columns) * fieldStep + fieldStep / 2)
    })
    this.values = new Float32Array(this.points.length * 4)
    for (const [index, point] of this.points.entries()) {
      if (point !== undefined) {
        const light = probe.measure(point.position, point.normal, lampRays, roundRays)
        this.values.set([...light.colour, light.directShare], index * 4)
      }
    }
    this.smooth(1)
    this.smooth(2)
    this.smooth(3)
  }

  /** Red, green, blue and direct share at a sample, into `out`. */
  read(xPx: number, yPx: number, surface: Surface, out: Float32Array): void {
    const u = (xPx - fieldStep / 2) / fieldStep
    const v = (yPx - fieldStep / 2) / fieldStep
    const left = Math.max(0, Math.min(this.columns - 2, Math.floor(u)))
    const top = Math.max(0, Math.min(this.rows - 2, Math.floor(v)))
    out.fill(0)
    let total = 0
    for (let corner = 0; corner < 4; corner += 1) {
      const x = left + (corner & 1)
      const y = top + (corner >> 1)
      const index = y * this.columns + x
      const point = this.points[index]
      if (point === undefined) {
        continue
      }
      const distance = Math.max(0, 1 - Math.abs(u - x)) * Math.max(0, 1 - Math.abs(v - y))
      const weight = (distance + 0.02) * likeness(surface, point)
      for (let channel = 0; channel < 4; channel += 1) {
        out[channel] = (out[channel] ?? 0) + (this.values[index * 4 + channel] ?? 0) * weight
      }
      total += weight
    }
    if (total > 0.03) {
      for (let channel = 0; channel < 4; channel += 1) {
        out[channel] = (out[channel] ?? 0) / total
      }
      return
    }
    const light = this.probe.measure(surface.position, surface.normal, sparseLampRays, sparseRoundRays)
    out.set(light.colour)
    out[3] = light.directShare
  }

  private smooth(step: number): void {
    const result = new Float32Array(this.values.length)
    for (const [index, point] of this.points.entries()) {
      if (point === undefined) {
        continue
      }
      const column = index % this.columns
      const row = Math.floor(index / this.columns)
      let total = 0
      for (let tap = 0; tap < 9; tap += 1) {
        const dx = (tap % 3) - 1
        const dy = Math.floor(tap / 3) - 1
        const x = column + dx * step
        const y = row + dy * step
        const other =
          x < 0 || y < 0 || x >= this.columns || y >= this.rows
            ? undefined
            : this.points[y * this.columns + x]
        if (other === undefined) {
          continue
        }
        const weight = (1 / (1 + dx * dx + dy * dy)) * likeness(point, other)
        total += weight
        for (let channel = 0; channel < 4; channel += 1) {
          const at = (y * this.columns + x) * 4 + channel
          result[index * 4 + channel] = (result[index * 4 + channel] ?? 0) + (this.values[at] ?? 0) * weight
        }
      }
      for (let channel = 0; channel < 4; channel += 1) {
        result[index * 4 + channel] = (result[index * 4 + channel] ?? 0) / total
      }
    }
    this.values = result
  }
}

/** 1 on the same plane, 0 round the corner or on another surface. */
function likeness(a: Surface, b: Surface): number {
  const facing = dot(a.normal, b.normal)
  if (facing < 0.7) {
    return 0
  }
  const offset =
    (b.position[0] - a.position[0]) * a.normal[0] +
    (b.position[1] - a.position[1]) * a.normal[1] +
    (b.position[2] - a.position[2]) * a.normal[2]
  const tolerance = 0.03 + a.depthM * 0.006
  const away = offset / tolerance
  return facing ** 4 / (1 + away ** 4)
}
