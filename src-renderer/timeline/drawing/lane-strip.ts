import { countPerPixel, coverPerPixel, type PixelRow } from '../columns/binning.ts'
import type { LaneData } from '../columns/lane-data.ts'
import { timelineDefaults } from '../defaults.ts'
import { type Palette, shades } from './theme.ts'

/** A single event among many is still seen. */
const leastShade = 7

/**
 * Works out one row of pixels a lane: what is recorded, and over it the events, their type as the hue and how many
 * there are as its strength. A row costs the same whether it holds ten events or a million; nothing is ever drawn
 * event by event.
 */
export class LaneStrip {
  #parts = new Float32Array(0)
  #counts = new Uint32Array(0)
  #most = new Uint32Array(0)
  #total = new Uint32Array(0)
  #types = new Uint8Array(0)

  /** @param pixels the row, overwritten. @param markPx width of a single mark in these pixels */
  paint(lane: LaneData, row: PixelRow, nowMs: number, palette: Palette, markPx: number, pixels: Uint32Array) {
    this.#reserve(row.widthPx)
    this.#paintCoverage(lane, row, nowMs, palette, pixels)
    this.#paintEvents(lane, row, palette, markPx, pixels)
  }

  /** Pixels of the row in which there are hits; `undefined` when there are none. */
  hits(lane: LaneData, row: PixelRow): Uint32Array | undefined {
    this.#reserve(row.widthPx)
    return this.#count(lane, row, 'hits') > 0 ? this.#total : undefined
  }

  #paintCoverage(lane: LaneData, row: PixelRow, nowMs: number, palette: Palette, pixels: Uint32Array) {
    const { coverage, coverageFromMs, coverageUntilMs } = lane
    if (coverage) coverPerPixel(coverage, row, this.#parts)
    // The newest edge was asked for up to its own now: what came since is drawn like what is still to come.
    const isEdge = nowMs - coverageUntilMs < timelineDefaults.coverage.edgeMs
    const future = Math.ceil(((isEdge ? Math.min(nowMs, coverageUntilMs) : nowMs) - row.fromMs) / row.msPerPx)
    const from = Math.floor((coverageFromMs - row.fromMs) / row.msPerPx)
    const until = Math.ceil((coverageUntilMs - row.fromMs) / row.msPerPx)
    for (let px = 0; px < row.widthPx; px++) {
      // A gap of a second stays visible in a pixel of an hour: only a full pixel is drawn as full.
      const shade = Math.floor((this.#parts[px] ?? 0) * (shades - 1) + 1e-6)
      const isKnown = coverage !== undefined && px >= from && px < until
      const past = isKnown ? palette.coverage[shade] : dotted(px, palette)
      pixels[px] = (px >= future ? palette.future : past) ?? 0
    }
  }

  #paintEvents(lane: LaneData, row: PixelRow, palette: Palette, markPx: number, pixels: Uint32Array) {
    const count = this.#count(lane, row, 'events')
    if (count === 0) return
    const isSparse = count < row.widthPx * timelineDefaults.marks.singleBelowPerPx
    for (let px = 0; px < row.widthPx; px++) {
      const total = this.#total[px] ?? 0
      if (total === 0) continue
      const shade = isSparse
        ? shades - 1
        : Math.min(shades - 1, leastShade + Math.floor(Math.log2(total) * 2))
      const colour = palette.events[(this.#types[px] ?? 0) % palette.events.length]?.[shade] ?? 0
      pixels[px] = colour
      // A mark of one pixel is lost on a wall; its neighbour keeps its own colour when it has one.
      for (let more = 1; more < markPx && px + more < row.widthPx; more++) {
        if ((this.#total[px + more] ?? 0) === 0) pixels[px + more] = colour
      }
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

/** Not a gap and not footage: nobody can say. */
function dotted(px: number, palette: Palette): number {
  return (px % 6 < 2 ? palette.unknown : palette.coverage[0]) ?? 0
}
