import { rm } from 'node:fs/promises'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { occupancyReportResponse } from '#contract/platform/occupancy.ts'
import { startSite } from '../conformance/start-site.ts'
import type { BenchOptions } from './main.ts'
import { busyYear, sqlPass } from './occupancy/busy-year.ts'
import { type BenchResult, printTable } from './report.ts'
import { summarize } from './statistics.ts'

/**
 * A report of a year over fifty sources with a million events, over HTTP, against one plain SQL pass over the same rows,
 * in turn.
 */
export async function benchOccupancy({ quick }: BenchOptions): Promise<BenchResult> {
  const year = busyYear(quick ? 20_000 : 1_000_000)
  const site = await startSite({ dataDir: year.dataDir, cameras: 1, withMediaServer: false })
  const pass = sqlPass(year)
  const reportMs: number[] = []
  const sqlMs: number[] = []
  try {
    const key = await site.apiKey()
    const ask = async () => {
      const response = await fetch(site.baseUrl + defaultPaths.occupancyReport, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          entrancesAndExits: year.sourceIds,
          timeRange: { start: year.startMs, end: year.endMs },
          timezone: 'Europe/Berlin',
          resetTime: '04',
        }),
      })
      return occupancyReportResponse.parse(await response.json())
    }
    const report = await ask()
    const passed = report.buckets.reduce((sum, { entrances, exits }) => sum + entrances + exits, 0)
    if (passed !== pass.run().passages) throw new Error('the report and SQL have not gone over the same rows')
    for (let round = 0; round < (quick ? 2 : 15); round++) {
      reportMs.push(await timed(ask))
      sqlMs.push(await timed(async () => pass.run()))
    }
  } finally {
    pass.close()
    await site.stop()
    await rm(year.dataDir, { recursive: true, force: true })
  }

  const wall = summarize(reportMs)
  const baseline = summarize(sqlMs)
  printTable([{ what: 'report of a year, 50 sources', unit: 'ms', wall, baseline }])
  return {
    bench: 'occupancy',
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
