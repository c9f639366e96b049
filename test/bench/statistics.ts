/** Median, and the spread beside it: machines are shared and noisy, one number alone says little. */
export interface Summary {
  readonly median: number
  readonly min: number
  readonly max: number
  readonly p95: number
  /** How many came. */
  readonly n: number
  /** How many were awaited, when not all came. */
  readonly tries?: number
}

/** A time that did not come is longer than all that did; a median that is one is NaN. */
export const NEVER = Number.POSITIVE_INFINITY

export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

export function summarize(values: readonly number[]): Summary {
  const came = values.filter((value) => value !== NEVER)
  const at = (q: number) => {
    const value = quantile(values, q)
    return value === NEVER ? Number.NaN : value
  }
  return {
    median: at(0.5),
    min: Math.min(...came),
    max: Math.max(...came),
    p95: at(0.95),
    n: came.length,
    ...(came.length < values.length ? { tries: values.length } : {}),
  }
}

/** `12`; `9 of 12` when some did not come. */
export const countOf = ({ n, tries }: Summary) => `${n || 'none'}${tries === undefined ? '' : ` of ${tries}`}`

export function round(value: number, digits = 2): number {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) : value
}
