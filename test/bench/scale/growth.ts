import { quantile } from '../statistics.ts'

/** What something costs at each size. */
export interface Growth {
  readonly what: string
  readonly sizes: readonly number[]
  /** Milliseconds at each of the sizes. */
  readonly costsMs: readonly number[]
}

/** Median of so many runs, one after another. */
export async function medianMs(runs: number, run: () => Promise<number>): Promise<number> {
  const tookMs: number[] = []
  while (tookMs.length < runs) tookMs.push(await run())
  return quantile(tookMs, 0.5)
}

/** `k` of cost ~ size^k: the slope of the straight line through the logarithms. */
export function exponentOf({ sizes, costsMs }: Growth): number {
  const points = sizes.map((size, at) => [Math.log(size), Math.log(costsMs[at] ?? Number.NaN)] as const)
  const middle = (pick: 0 | 1) => points.reduce((sum, point) => sum + point[pick], 0) / points.length
  const [middleX, middleY] = [middle(0), middle(1)]
  const rise = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0)
  return rise / points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0)
}
