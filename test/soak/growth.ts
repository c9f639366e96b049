/** One look at everything that could grow, by name. */
export type Sample = Readonly<Record<string, number>>

/** How fast something grows: the straight line through its samples, and how sure that is. */
export interface Slope {
  /** Per hour, in the unit of the samples. */
  readonly perHour: number
  /** 95 of 100 such intervals hold the true slope. */
  readonly from: number
  readonly to: number
}

/**
 * More than this an hour is growth, where the whole interval lies above it. By the end of a name: megabytes, and
 * numbers of things.
 */
const limits: readonly (readonly [ending: string, perHour: number])[] = [
  ['Mb', 12],
  ['Handles', 6],
  ['', 30],
]

/** Least squares. Fewer than three samples have no slope. */
export function slopeOf(hours: readonly number[], values: readonly number[]): Slope | undefined {
  const n = values.length
  if (n < 3) return undefined
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / n
  const [hour, value] = [mean(hours), mean(values)]
  const spread = hours.reduce((sum, at) => sum + (at - hour) ** 2, 0)
  const perHour = hours.reduce((sum, at, i) => sum + (at - hour) * ((values[i] ?? 0) - value), 0) / spread
  const left = hours.reduce((sum, at, i) => sum + ((values[i] ?? 0) - value - perHour * (at - hour)) ** 2, 0)
  const margin = studentT(n - 2) * Math.sqrt(left / (n - 2) / spread)
  return { perHour, from: perHour - margin, to: perHour + margin }
}

/** Names of what has grown beyond doubt. */
export function grown(slopes: Readonly<Record<string, Slope>>): readonly string[] {
  return Object.entries(slopes)
    .filter(([name, { from }]) => from > limitOf(name))
    .map(([name]) => name)
}

function limitOf(name: string): number {
  return limits.find(([ending]) => name.endsWith(ending))?.[1] ?? 0
}

/** The 97.5 % point of Student's t; Cornish and Fisher's expansion, within 0.5 % from five degrees of freedom on. */
function studentT(degrees: number): number {
  if (degrees < 5) return [12.71, 4.3, 3.18, 2.78][degrees - 1] ?? 12.71
  const z = 1.959964
  return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2)
}
