import { type Axis, axisOf } from '../axis/axis.ts'
import type { Zone } from '../axis/zone.ts'
import { timelineDefaults } from '../defaults.ts'
import type { LaneData } from '../columns/lane-data.ts'
import type { PixelRow } from '../columns/binning.ts'
import { msAt, type TimelineView } from '../view.ts'
import { measureWith, paintAxis } from './axis-painter.ts'
import { LaneStrip } from './lane-strip.ts'
import type { PictureSize } from './messages.ts'
import { type Palette, paletteOf, type Theme } from './theme.ts'

/** Everything that the picture shows. */
export interface Scene {
  readonly size: PictureSize
  readonly view: TimelineView
  readonly zone: Zone
  readonly nowMs: number
  readonly lanes: readonly LaneData[]
  /** Index of the lane of the selected tile. */
  readonly selected: number
}

/**
 * Draws a scene. All lanes are worked out as one image with a row of pixels each and stretched to their height, so
 * that the number of drawing calls depends on the lanes and on nothing else.
 */
export class Painter {
  readonly #canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D
  readonly #theme: Theme
  readonly #palette: Palette
  readonly #strip = new LaneStrip()
  readonly #rows = new OffscreenCanvas(1, 1)
  readonly #rowsContext: OffscreenCanvasRenderingContext2D
  #image = new ImageData(1, 1)
  #axis: { readonly of: Scene; readonly axis: Axis } | undefined

  constructor(canvas: OffscreenCanvas, theme: Theme) {
    this.#canvas = canvas
    this.#theme = theme
    this.#palette = paletteOf(theme)
    this.#context = contextOf(canvas)
    this.#rowsContext = contextOf(this.#rows)
  }

  paint(scene: Scene): void {
    const { size } = scene
    const widthPx = Math.max(1, Math.round(size.widthPx * size.pixelRatio))
    const heightPx = Math.max(1, Math.round(size.heightPx * size.pixelRatio))
    if (this.#canvas.width !== widthPx || this.#canvas.height !== heightPx) {
      this.#canvas.width = widthPx
      this.#canvas.height = heightPx
      this.#axis = undefined
    }
    this.#context.fillStyle = this.#theme.background
    this.#context.fillRect(0, 0, widthPx, heightPx)
    this.#paintLanes(scene, widthPx)
    paintAxis(this.#context, this.#axisFor(scene), size, this.#theme)
  }

  #paintLanes(scene: Scene, widthPx: number): void {
    const { size, view, lanes } = scene
    const { laneHeightPx, scrollPx, pixelRatio } = size
    const first = Math.max(0, Math.floor(scrollPx / laneHeightPx))
    const last = Math.min(
      lanes.length,
      Math.ceil((scrollPx + size.heightPx - size.axisHeightPx) / laneHeightPx),
    )
    const count = last - first
    if (count <= 0) return
    const row: PixelRow = {
      fromMs: msAt(view, size.widthPx, 0),
      msPerPx: view.msPerPx / pixelRatio,
      widthPx,
    }
    if (this.#image.width !== widthPx || this.#image.height !== count) {
      this.#image = new ImageData(widthPx, count)
      this.#rows.width = widthPx
      this.#rows.height = count
    }
    const pixels = new Uint32Array(this.#image.data.buffer)
    const markPx = Math.round(timelineDefaults.marks.singleWidthPx * size.scale * pixelRatio)
    for (let at = 0; at < count; at++) {
      const lane = lanes[first + at]
      if (!lane) continue
      const own = pixels.subarray(at * widthPx, (at + 1) * widthPx)
      this.#strip.paint(lane, row, scene.nowMs, this.#palette, markPx, own)
    }
    this.#rowsContext.putImageData(this.#image, 0, 0)
    this.#context.imageSmoothingEnabled = false
    for (let at = 0; at < count; at++) {
      const y = ((first + at) * laneHeightPx - scrollPx) * pixelRatio
      const place = { y, heightPx: laneHeightPx * pixelRatio, isSelected: first + at === scene.selected }
      this.#paintLane(at, place, widthPx)
      const lane = lanes[first + at]
      if (lane) this.#paintHits(lane, row, place, scene)
    }
  }

  #paintLane(at: number, place: { y: number; heightPx: number; isSelected: boolean }, widthPx: number): void {
    const { y, heightPx, isSelected } = place
    const bedPx = Math.max(1, Math.round(heightPx * 0.12))
    this.#context.fillStyle = isSelected ? this.#theme.selectedLane : this.#theme.lane
    this.#context.fillRect(0, Math.round(y) + bedPx, widthPx, Math.round(heightPx) - 2 * bedPx)
    const barPx = Math.max(3, Math.round(heightPx * 0.44))
    this.#context.drawImage(
      this.#rows,
      0,
      at,
      widthPx,
      1,
      0,
      Math.round(y + (heightPx - barPx) / 2),
      widthPx,
      barPx,
    )
  }

  /** Taller, brighter and never thinner than what is seen from afar. */
  #paintHits(lane: LaneData, row: PixelRow, place: { y: number; heightPx: number }, { size }: Scene): void {
    const hits = this.#strip.hits(lane, row)
    if (!hits) return
    const widthPx = Math.round(timelineDefaults.marks.hitWidthPx * size.scale * size.pixelRatio)
    const heightPx = Math.round(place.heightPx * 0.72)
    const y = Math.round(place.y + (place.heightPx - heightPx) / 2)
    this.#context.fillStyle = this.#theme.hit
    let drawnTo = 0
    for (let px = 0; px < row.widthPx; px++) {
      if (hits[px] === 0) continue
      const left = Math.max(drawnTo, px - (widthPx >> 1))
      drawnTo = px - (widthPx >> 1) + widthPx
      this.#context.fillRect(left, y, drawnTo - left, heightPx)
    }
  }

  #axisFor(scene: Scene): Axis {
    const { of, axis } = this.#axis ?? {}
    if (axis && of?.view === scene.view && of.zone === scene.zone && of.size === scene.size) return axis
    const { view, size, zone } = scene
    const made = axisOf(view, size.widthPx, zone, measureWith(this.#context, size), size.scale)
    this.#axis = { of: scene, axis: made }
    return made
  }
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('this browser draws no canvas in a worker')
  return context
}
