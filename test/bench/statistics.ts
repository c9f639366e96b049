/** Median, and the spread beside it: machines are shared and noisy, one number alone says little. */
export interface Summary {
  readonly median: number
  readonly min: number
  readonly max: number
  readonly p95: number
  readonly n: number
}

export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

export function summarize(values: readonly number[]): Summary {
  return {
    median: quantile(values, 0.5),
    min: Math.min(...values),
    max: Math.max(...values),
    p95: quantile(values, 0.95),
    n: values.length,
  }
}

export function round(value: number, digits = 2): number {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) : value
}
