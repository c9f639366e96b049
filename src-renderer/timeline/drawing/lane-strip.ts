import { countPerPixel, coverPerPixel, type PixelRow } from '../columns/binning.ts'
import type { LaneData } from '../columns/lane-data.ts'
import { timelineDefaults } from '../defaults.ts'
import { isInShape, shapeOf } from '../event-marks.ts'
import { type Palette, shades } from './theme.ts'

/** Of the band's height: a single event among many is still seen, and each doubling adds as much. */
const leastHeight = 0.4
const heightPerDoubling = 0.11

/** Pixels of a lane's events, row by row from the top; 0 is see-through. */
export interface EventBand {
  readonly pixels: Uint32Array
  readonly heightPx: number
  /** Of a column where there are many. */
  readonly columnPx: number
}

/**
 * Works out a lane: one row of pixels for what is recorded, and a band of them for the events, their type as hue and
 * shape, how many there are as height. A lane costs the same whether it holds ten events or a million; nothing is
 * drawn event by event unless there are few.
 */
export class LaneStrip {
  #parts = new Float32Array(0)
  #counts = new Uint32Array(0)
  #most = new Uint32Array(0)
  #total = new Uint32Array(0)
  #types = new Uint8Array(0)

  /** What is recorded. @param pixels the row, overwritten */
  paint(lane: LaneData, row: PixelRow, nowMs: number, palette: Palette, pixels: Uint32Array): void {
    this.#reserve(row.widthPx)
    this.#paintCoverage(lane, row, nowMs, palette, pixels)
  }

  /** The events: a shape each where they are few, columns where they are many. @param band overwritten */
  paintEvents(lane: LaneData, row: PixelRow, palette: Palette, band: EventBand): void {
    this.#reserve(row.widthPx)
    band.pixels.fill(0)
    const count = this.#count(lane, row, 'events')
    if (count === 0) return
    const colourOf = (type: number) => palette.events[type % palette.events.length] ?? 0
    if (count < row.widthPx * timelineDefaults.marks.singleBelowPerPx) {
      for (let px = 0; px < row.widthPx; px++) {
        const type = this.#types[px] ?? 0
        if ((this.#total[px] ?? 0) > 0) paintShape(type, px, colourOf(type), row.widthPx, band)
      }
      return
    }
    for (let left = 0; left < row.widthPx; left += band.columnPx) {
      const right = Math.min(row.widthPx, left + band.columnPx)
      let [total, most, type] = [0, 0, 0]
      for (let px = left; px < right; px++) {
        total += this.#total[px] ?? 0
        if ((this.#most[px] ?? 0) <= most) continue
        most = this.#most[px] ?? 0
        type = this.#types[px] ?? 0
      }
      if (total === 0) continue
      const part = Math.min(1, leastHeight + heightPerDoubling * Math.log2(total))
      for (let y = band.heightPx - Math.round(band.heightPx * part); y < band.heightPx; y++)
        band.pixels.fill(colourOf(type), y * row.widthPx + left, y * row.widthPx + right)
    }
  }

  /** Pixels of the row in which there are hits; `undefined` when there are none. */
  hits(lane: LaneData, row: PixelRow): Uint32Array | undefined {
    this.#reserve(row.widthPx)
    return this.#count(lane, row, 'hits') > 0 ? this.#total : undefined
  }

  #paintCoverage(lane: LaneData, row: PixelRow, nowMs: number, palette: Palette, pixels: Uint32Array) {
    const { coverage, coverageFromMs, coverageUntilMs } = lane
    if (coverage) coverPerPixel(coverage, row, this.#parts)
    // The newest edge ends at the time of its request: what came since is drawn as future.
    const isEdge = nowMs - coverageUntilMs < timelineDefaults.coverage.edgeMs
    const future = Math.ceil(((isEdge ? Math.min(nowMs, coverageUntilMs) : nowMs) - row.fromMs) / row.msPerPx)
    const from = Math.floor((coverageFromMs - row.fromMs) / row.msPerPx)
    const until = Math.ceil((coverageUntilMs - row.fromMs) / row.msPerPx)
    for (let px = 0; px < row.widthPx; px++) {
      // A gap of a second stays visible in a pixel of an hour: only a full pixel is drawn as full.
      const shade = Math.floor((this.#parts[px] ?? 0) * (shades - 1) + 1e-6)
      const isKnown = coverage !== undefined && px >= from && px < until
      // Dotted: neither a gap nor footage.
      const unknown = px % 6 < 2 ? palette.unknown : palette.coverage[0]
      const past = isKnown ? palette.coverage[shade] : unknown
      pixels[px] = (px >= future ? palette.future : past) ?? 0
    }
  }

  #count(lane: LaneData, row: PixelRow, layer: 'events' | 'hits'): number {
    this.#total.fill(0)
    this.#most.fill(0)
    let sum = 0
    for (const column of lane.columns) {
      if (column.layer !== layer) continue
      const count = countPerPixel(column.events.startMs, row, this.#counts)
      if (count === 0) continue
      sum += count
      for (let px = 0; px < row.widthPx; px++) {
        const here = this.#counts[px] ?? 0
        if (here === 0) continue
        this.#total[px] = (this.#total[px] ?? 0) + here
        if (here > (this.#most[px] ?? 0)) {
          this.#most[px] = here
          this.#types[px] = column.typeId
        }
      }
    }
    return sum
  }

  #reserve(widthPx: number) {
    if (this.#parts.length === widthPx) return
    this.#parts = new Float32Array(widthPx)
    this.#counts = new Uint32Array(widthPx)
    this.#most = new Uint32Array(widthPx)
    this.#total = new Uint32Array(widthPx)
    this.#types = new Uint8Array(widthPx)
  }
}

/** As wide as the band is high, around its instant. */
function paintShape(type: number, atPx: number, colour: number, widthPx: number, band: EventBand): void {
  const shape = shapeOf(type)
  const left = atPx - (band.heightPx >> 1)
  for (let y = 0; y < band.heightPx; y++) {
    for (let x = Math.max(0, -left); x < band.heightPx && left + x < widthPx; x++) {
      if (isInShape(shape, (x + 0.5) / band.heightPx, (y + 0.5) / band.heightPx))
        band.pixels[y * widthPx + left + x] = colour
    }
  }
}
