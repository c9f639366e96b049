import { ActorRaster } from './actor-raster.ts'
import { type Backdrop, vignetteAt } from './backdrop.ts'
import { compose, type Layers } from './compose.ts'
import type { ToneCurve } from './colour.ts'
import { GroundShadow } from './ground-shadow.ts'
import type { LightCubes } from './light-cubes.ts'
import type { Lighting } from './lighting.ts'
import type { Matrix } from './matrix.ts'
import type { Model } from './model.ts'
import { ShadowCaster } from './shadow-caster.ts'
import { placeVertices, shadeVertices, valuesPerPoint } from './vertex-light.ts'
import type { View } from './view.ts'

/** A body that moves: its parts, where they are in this frame, and how it stands on the ground. */
export interface Body {
  readonly parts: readonly (readonly [Model, Matrix])[]
  readonly x: number
  readonly z: number
  readonly heading: number
  /** Of the ground under it. */
  readonly groundY?: number
  /** Half of its extent on the ground, for the soft shadow under it; 0: it hangs in the air. */
  readonly halfWidthM: number
  readonly halfLengthM: number
  readonly shadowStrength?: number
  /** It carries headlights, and it is dark. */
  readonly hasBeam?: boolean
  /** Where its light is measured, above the ground. */
  readonly middleM?: number
}

const tilePx = 16
/** Beyond this nobody sees the corners of a figure with few sides: it is 110 px tall there. */
const nearByM = 6.5

/** Draws what moves over the backdrop: depth, shadows on the ground, reflections in it, smooth edges. */
export class Stage {
  private readonly backdrop: Backdrop
  private readonly lighting: Lighting
  private readonly view: View
  private readonly cubes: LightCubes
  private readonly tone: ToneCurve
  private readonly raster: ActorRaster
  private readonly mirror: ActorRaster
  private readonly mirrorView: View
  private readonly shadow: GroundShadow
  private readonly caster: ShadowCaster
  private readonly layers: Layers
  private readonly mirrorShare: number
  private readonly touched: Uint8Array
  private readonly tileColumns: number
  private points = new Float32Array(0)

  /** `view` is that of the samples; `mirrorShare` (0 … 1) is how much a polished floor shows of a body. */
  constructor(
    backdrop: Backdrop,
    view: View,
    lighting: Lighting,
    cubes: LightCubes,
    tone: ToneCurve,
    mirrorShare: number,
  ) {
    this.backdrop = backdrop
    this.view = view
    this.lighting = lighting
    this.cubes = cubes
    this.tone = tone
    this.mirrorShare = mirrorShare
    this.mirrorView = view.resized(view.widthPx / 2, view.heightPx / 2)
    this.raster = new ActorRaster(view.widthPx, view.heightPx, backdrop.inverseDepth)
    this.mirror = new ActorRaster(view.widthPx / 2, view.heightPx / 2)
    this.shadow = new GroundShadow(this.mirrorView)
    this.caster = new ShadowCaster(this.shadow, this.mirrorView)
    this.layers = { backdrop, moving: this.raster, mirror: this.mirror, mirrorShare, shadow: this.shadow }
    this.tileColumns = Math.ceil(view.widthPx / 2 / tilePx)
    this.touched = new Uint8Array(this.tileColumns * Math.ceil(view.heightPx / 2 / tilePx))
  }

  begin(): void {
    this.raster.begin()
    this.mirror.begin()
    this.shadow.begin()
    this.touched.fill(0)
  }

  add(body: Body): void {
    if (this.isOutOfSight(body)) {
      return
    }
    const groundY = body.groundY ?? 0
    const cube = this.cubes.at(body.x, groundY + (body.middleM ?? 1), body.z)
    const [x, y, depth] = this.view.project([body.x, groundY + 1, body.z])
    const darker = vignetteAt(x, y, this.view.widthPx, this.view.heightPx, this.lighting.vignette)
    const sunShare = cube[18] ?? 0
    for (const [model, matrix] of body.parts) {
      const coarse = model.coarse ?? model
      const shown = depth < nearByM ? model : coarse
      const points = this.pointsFor(shown)
      shadeVertices(shown, matrix, this.view, cube, this.lighting, this.tone, darker, depth, points)
      this.drawPart(shown, points, this.raster)
      if (this.mirrorShare > 0) {
        if (shown !== coarse) {
          shadeVertices(coarse, matrix, this.view, cube, this.lighting, this.tone, darker, depth, points)
        }
        // Its colours are those of the body itself: only the places are other ones.
        placeVertices(coarse, mirrored(matrix, groundY), this.mirrorView, points)
        this.drawPart(coarse, points, this.mirror)
      }
      if (this.lighting.sun !== undefined && sunShare > 0.3) {
        const touch = (left: number, top: number, right: number, bottom: number) =>
          this.touch(left, top, right, bottom)
        this.caster.cast(coarse, matrix, this.lighting.sun.direction, groundY, touch)
      }
    }
    if (body.hasBeam === true) {
      this.beam(body, groundY)
    }
    if (body.halfWidthM > 0) {
      const strength = body.shadowStrength ?? 0.62
      this.shadow.under(
        [body.x, groundY, body.z],
        body.heading,
        body.halfWidthM * 0.6,
        body.halfLengthM * 0.8,
        Math.min(0.75, body.halfWidthM * 1.6),
        strength,
        (left, top, right, bottom) => this.touch(left, top, right, bottom),
      )
    }
  }

  private beam(body: Body, groundY: number): void {
    const ahead = body.halfLengthM + 3.2
    this.shadow.brighten(
      [body.x + Math.sin(body.heading) * ahead, groundY, body.z + Math.cos(body.heading) * ahead],
      body.heading,
      0.6,
      1.8,
      1.7,
      2.6,
      (left, top, right, bottom) => this.touch(left, top, right, bottom),
    )
  }

  /** The finished picture of this frame, RGBA a pixel. */
  finish(out: Uint32Array): void {
    const { widthPx, heightPx } = this.mirrorView
    out.set(this.backdrop.picture)
    for (let tile = 0; tile < this.touched.length; tile += 1) {
      if (this.touched[tile] === 0) {
        continue
      }
      const left = (tile % this.tileColumns) * tilePx
      const top = Math.floor(tile / this.tileColumns) * tilePx
      compose(this.layers, left, top, Math.min(widthPx, left + tilePx), Math.min(heightPx, top + tilePx), out)
    }
  }

  private pointsFor(model: Model): Float32Array {
    const count = (model.positions.length / 3) * valuesPerPoint
    if (this.points.length < count) {
      this.points = new Float32Array(count)
    }
    return this.points
  }

  /** Far beside the picture or behind the camera; things that are fixed to the house are not asked. */
  private isOutOfSight(body: Body): boolean {
    if (body.halfWidthM === 0) {
      return false
    }
    const { from, forward, right, focalPx, widthPx } = this.view
    const [dx, dy, dz] = [body.x - from[0], (body.groundY ?? 0) - from[1], body.z - from[2]]
    const depth = dx * forward[0] + dy * forward[1] + dz * forward[2]
    const aside = Math.abs(dx * right[0] + dy * right[1] + dz * right[2])
    // Its own size, and room for a shadow.
    const reach = 3.5 + body.halfLengthM * 1.3
    return depth < -reach || aside - reach > (Math.max(0, depth) * widthPx) / 2 / focalPx + reach * 0.5
  }

  private drawPart(model: Model, points: Float32Array, raster: ActorRaster): void {
    const { corners } = model
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let corner = 0; corner < corners.length; corner += 3) {
      const a = (corners[corner] ?? 0) * valuesPerPoint
      const b = (corners[corner + 1] ?? 0) * valuesPerPoint
      const c = (corners[corner + 2] ?? 0) * valuesPerPoint
      const isBehind = (points[a + 2] ?? 0) <= 0 || (points[b + 2] ?? 0) <= 0 || (points[c + 2] ?? 0) <= 0
      const isAway = (points[a + 6] ?? 0) > 0 && (points[b + 6] ?? 0) > 0 && (points[c + 6] ?? 0) > 0
      if (isBehind || isAway) {
        continue
      }
      raster.triangle(points, a, b, c)
      left = Math.min(left, points[a] ?? 0, points[b] ?? 0, points[c] ?? 0)
      right = Math.max(right, points[a] ?? 0, points[b] ?? 0, points[c] ?? 0)
      top = Math.min(top, points[a + 1] ?? 0, points[b + 1] ?? 0, points[c + 1] ?? 0)
      bottom = Math.max(bottom, points[a + 1] ?? 0, points[b + 1] ?? 0, points[c + 1] ?? 0)
    }
    const toPixels = this.mirrorView.widthPx / raster.widthPx
    this.touch(left * toPixels, top * toPixels, right * toPixels, bottom * toPixels)
  }

  private touch(left: number, top: number, right: number, bottom: number): void {
    const rows = this.touched.length / this.tileColumns
    const lastColumn = Math.min(this.tileColumns - 1, Math.floor(right / tilePx))
    const lastRow = Math.min(rows - 1, Math.floor(bottom / tilePx))
    for (let row = Math.max(0, Math.floor(top / tilePx)); row <= lastRow; row += 1) {
      for (let column = Math.max(0, Math.floor(left / tilePx)); column <= lastColumn; column += 1) {
        this.touched[row * this.tileColumns + column] = 1
      }
    }
  }
}

function mirrored(m: Matrix, groundY: number): Matrix {
  return [m[0], m[1], m[2], m[3], -m[4], -m[5], -m[6], 2 * groundY - m[7], m[8], m[9], m[10], m[11]]
}
