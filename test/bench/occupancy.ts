import type { BenchOptions } from './main.ts'
import { passagesOf, startBusySite } from './occupancy/busy-site.ts'
import { sqlPass } from './occupancy/busy-year.ts'
import { type BenchResult, printTable } from './report.ts'
import { summarize } from './statistics.ts'

/**
 * A report of a year over fifty sources with a million events, over HTTP, against one plain SQL pass over the same rows,
 * in turn.
 */
export async function benchOccupancy({ quick }: BenchOptions): Promise<BenchResult> {
  const site = await startBusySite(quick ? 20_000 : 1_000_000)
  const pass = sqlPass(site.year)
  const reportMs: number[] = []
  const sqlMs: number[] = []
  try {
    if (passagesOf(await site.ask()) !== pass.run().passages)
      throw new Error('the report and SQL have not gone over the same rows')
    for (let round = 0; round < (quick ? 2 : 15); round++) {
      reportMs.push(await timed(site.ask))
      sqlMs.push(await timed(async () => pass.run()))
    }
  } finally {
    pass.close()
    await site.stop()
  }

  const wall = summarize(reportMs)
  const baseline = summarize(sqlMs)
  const rows = printTable([{ what: 'report of a year, 50 sources', unit: 'ms', wall, baseline }])
  return {
    bench: 'occupancy',
    rows,
    figures: { yearReportMs: wall.median },
    baseline: { sqlPassMs: baseline.median },
    ratio: { yearReport: wall.median / baseline.median },
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await run()
  return performance.now() - startedMs
}
