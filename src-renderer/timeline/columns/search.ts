/** Index of the first value that is not below `least`, in `[from, to)` of an ascending array; `to` when none is. */
export function lowerBound(values: Float64Array, least: number, from = 0, to = values.length): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** The same, searched in steps that double from `from` on: quick when the answer is near. */
export function gallop(values: Float64Array, least: number, from: number, to: number): number {
  let step = 1
  let low = from
  let high = from
  while (high < to && (values[high] ?? 0) < least) {
    low = high + 1
    high += step
    step *= 2
  }
  return lowerBound(values, least, low, Math.min(high, to))
}
