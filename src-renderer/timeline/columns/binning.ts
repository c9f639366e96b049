import { gallop, lowerBound } from './search.ts'

/** Pixels of one row of the picture: pixel `n` is `[fromMs + n * msPerPx, fromMs + (n + 1) * msPerPx)`. */
export interface PixelRow {
  readonly fromMs: number
  readonly msPerPx: number
  readonly widthPx: number
}

/** Above so many events a pixel it is quicker to look for the borders of pixels than at every event. */
const gallopAbovePerPx = 6

/**
 * Counts events (epoch milliseconds, ascending) into pixels; `counts` holds at least `widthPx` numbers and is
 * overwritten. Returns how many fell into the row.
 */
export function countPerPixel(startMs: Float64Array, row: PixelRow, counts: Uint32Array): number {
  const { fromMs, msPerPx, widthPx } = row
  counts.fill(0, 0, widthPx)
  const from = lowerBound(startMs, fromMs)
  const to = lowerBound(startMs, fromMs + widthPx * msPerPx, from)
  if (to - from > gallopAbovePerPx * widthPx) {
    let at = from
    for (let px = 0; px < widthPx; px++) {
      const next = px === widthPx - 1 ? to : gallop(startMs, fromMs + (px + 1) * msPerPx, at, to)
      counts[px] = next - at
      at = next
    }
  } else {
    for (let at = from; at < to; at++) {
      const px = Math.min(widthPx - 1, Math.floor(((startMs[at] ?? 0) - fromMs) / msPerPx))
      counts[px] = (counts[px] ?? 0) + 1
    }
  }
  return to - from
}

/**
 * What part of each pixel is covered, 0 … 1. `ranges` are start and end in turn, ascending and apart; `parts` holds
 * at least `widthPx` numbers and is overwritten.
 */
export function coverPerPixel(ranges: Float64Array, row: PixelRow, parts: Float32Array): void {
  const { fromMs, msPerPx, widthPx } = row
  parts.fill(0, 0, widthPx)
  // The pair whose end is the first one after the left edge: an odd index is an end.
  for (let pair = lowerBound(ranges, fromMs) & ~1; pair < ranges.length; pair += 2) {
    const start = ((ranges[pair] ?? 0) - fromMs) / msPerPx
    const end = ((ranges[pair + 1] ?? 0) - fromMs) / msPerPx
    if (start >= widthPx) return
    const first = Math.max(0, Math.floor(start))
    const last = Math.min(widthPx - 1, Math.floor(end))
    for (let px = first; px <= last; px++)
      parts[px] = (parts[px] ?? 0) + Math.min(px + 1, end) - Math.max(px, start)
  }
}
