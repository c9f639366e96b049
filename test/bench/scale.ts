import type { BenchOptions } from './main.ts'
import { type BenchResult, printTable, rowOf } from './report.ts'
import { cameraGrowth } from './scale/cameras.ts'
import { eventGrowth } from './scale/events.ts'
import { exponentOf } from './scale/growth.ts'
import { laneGrowth } from './scale/lanes.ts'
import { wallGrowth } from './scale/walls.ts'

/** `events-newest`, of what is printed as `events, newest`. */
const nameOf = (what: string) => what.replaceAll(/\W+/g, '-')

/**
 * What grows with a site: cameras, events, lanes of a timeline, walls. `exponents`: for each the `k` of
 * cost ~ size^k; 1 is a cost that is the same for each unit.
 */
export async function benchScale({ quick }: BenchOptions): Promise<BenchResult> {
  const cameras = await cameraGrowth([16, 160, 1_600, 5_000], quick ? 1 : 5)
  const growths = [
    ...cameras.growths,
    ...(await eventGrowth([10_000, 100_000, 1_000_000, ...(quick ? [] : [10_000_000])], quick ? 5 : 100)),
    await laneGrowth([1, 10, 36, 100], quick ? 1_000 : 10_000),
    ...(await wallGrowth([1, 10, 36, 100], quick ? 1 : 5)),
  ]
  const rows = printTable(
    growths.flatMap(({ what, sizes, costsMs }) =>
      sizes.flatMap((size, at) => {
        const costMs = costsMs[at] ?? Number.NaN
        return [rowOf(`${what}: ${size}`, 'ms', [costMs]), rowOf('… each', 'µs', [(costMs * 1_000) / size])]
      }),
    ),
  )
  const exponents = Object.fromEntries(growths.map((growth) => [nameOf(growth.what), exponentOf(growth)]))
  return {
    bench: 'scale',
    rows,
    figures: { longestStepMs: cameras.longestStepMs, exponents },
    baseline: {},
    ratio: {},
  }
}
