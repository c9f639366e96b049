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

/** Parts of a lane's height, from its top: the band of events, and below it the bar of what is recorded. */
const bandFrom = 0.12
const bandUntil = 0.54
const barUntil = 0.9

/**
 * Draws a scene. What is recorded in all lanes is one image with a row of pixels each, stretched to its height; their
 * events are another one with a band each. The number of drawing calls depends on the lanes and on nothing else.
 */
export class Painter {
  readonly #canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D
  readonly #theme: Theme
  readonly #palette: Palette
  readonly #strip = new LaneStrip()
  readonly #rows = new OffscreenCanvas(1, 1)
  readonly #rowsContext: OffscreenCanvasRenderingContext2D
  readonly #bands = new OffscreenCanvas(1, 1)
  readonly #bandsContext: OffscreenCanvasRenderingContext2D
  #image = new ImageData(1, 1)
  #bandImage = new ImageData(1, 1)
  #axis: { readonly of: Scene; readonly axis: Axis } | undefined

  constructor(canvas: OffscreenCanvas, theme: Theme) {
    this.#canvas = canvas
    this.#theme = theme
    this.#palette = paletteOf(theme)
    this.#context = contextOf(canvas)
    this.#rowsContext = contextOf(this.#rows)
    this.#bandsContext = contextOf(this.#bands, true)
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
    const columnPx = Math.round(timelineDefaults.marks.columnWidthPx * size.scale * pixelRatio)
    const bandPx = Math.max(3, Math.round(laneHeightPx * pixelRatio * (bandUntil - bandFrom)))
    if (this.#bandImage.width !== widthPx || this.#bandImage.height !== count * bandPx) {
      this.#bandImage = new ImageData(widthPx, count * bandPx)
      this.#bands.width = widthPx
      this.#bands.height = count * bandPx
    }
    const pixels = new Uint32Array(this.#image.data.buffer)
    const bandPixels = new Uint32Array(this.#bandImage.data.buffer)
    for (let at = 0; at < count; at++) {
      const lane = lanes[first + at]
      if (!lane) continue
      const own = pixels.subarray(at * widthPx, (at + 1) * widthPx)
      this.#strip.paint(lane, row, scene.nowMs, this.#palette, own)
      const band = bandPixels.subarray(at * widthPx * bandPx, (at + 1) * widthPx * bandPx)
      this.#strip.paintEvents(lane, row, this.#palette, { pixels: band, heightPx: bandPx, columnPx })
    }
    this.#rowsContext.putImageData(this.#image, 0, 0)
    this.#bandsContext.putImageData(this.#bandImage, 0, 0)
    this.#context.imageSmoothingEnabled = false
    for (let at = 0; at < count; at++) {
      const y = ((first + at) * laneHeightPx - scrollPx) * pixelRatio
      const place = { y, heightPx: laneHeightPx * pixelRatio, isSelected: first + at === scene.selected }
      this.#paintLane(at, place, widthPx, bandPx)
      const lane = lanes[first + at]
      if (lane) this.#paintHits(lane, row, place, scene)
    }
  }

  #paintLane(
    at: number,
    { y, heightPx, isSelected }: { y: number; heightPx: number; isSelected: boolean },
    widthPx: number,
    bandPx: number,
  ): void {
    const top = Math.round(y + heightPx * bandFrom)
    const bottom = Math.round(y + heightPx * barUntil)
    this.#context.fillStyle = isSelected ? this.#theme.selectedLane : this.#theme.lane
    this.#context.fillRect(0, top, widthPx, bottom - top)
    // A line between the two keeps a dense band apart from its bar.
    const barTop = top + bandPx + Math.max(1, Math.round(heightPx * 0.04))
    this.#context.drawImage(this.#rows, 0, at, widthPx, 1, 0, barTop, widthPx, Math.max(2, bottom - barTop))
    this.#context.drawImage(this.#bands, 0, at * bandPx, widthPx, bandPx, 0, top, widthPx, bandPx)
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

function contextOf(canvas: OffscreenCanvas, alpha = false): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha })
  if (!context) throw new Error('this browser draws no canvas in a worker')
  return context
}
