/** `[startMs, endMs)`, milliseconds since the epoch. */
export interface TimeRange {
  readonly startMs: number
  readonly endMs: number
}

/** What is left of `range` when `holes` (in any order) are taken out of it; ascending. */
export function without(range: TimeRange, holes: readonly TimeRange[]): TimeRange[] {
  const left: TimeRange[] = []
  let fromMs = range.startMs
  for (const hole of holes.toSorted((one, other) => one.startMs - other.startMs)) {
    if (hole.endMs <= fromMs) continue
    if (hole.startMs >= range.endMs) break
    if (hole.startMs > fromMs) left.push({ startMs: fromMs, endMs: hole.startMs })
    fromMs = hole.endMs
  }
  if (fromMs < range.endMs) left.push({ startMs: fromMs, endMs: range.endMs })
  return left
}

/** Joins ranges that overlap, or are no further apart than `toleranceMs`; ascending. */
export function joined(ranges: readonly TimeRange[], toleranceMs = 0): TimeRange[] {
  const whole: { startMs: number; endMs: number }[] = []
  for (const { startMs, endMs } of ranges.toSorted((one, other) => one.startMs - other.startMs)) {
    const last = whole.at(-1)
    if (last && startMs <= last.endMs + toleranceMs) last.endMs = Math.max(last.endMs, endMs)
    else whole.push({ startMs, endMs })
  }
  return whole
}

export function overlaps(one: TimeRange, other: TimeRange): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs
}

/** The part of `range` within `limits`; undefined when there is none. */
export function clipped(range: TimeRange, limits: TimeRange): TimeRange | undefined {
  const startMs = Math.max(range.startMs, limits.startMs)
  const endMs = Math.min(range.endMs, limits.endMs)
  return startMs < endMs ? { startMs, endMs } : undefined
}
