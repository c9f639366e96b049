import { rm } from 'node:fs/promises'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { type OccupancyReport, occupancyReportResponse } from '#contract/platform/occupancy.ts'
import { startSite } from '../../conformance/start-site.ts'
import { type BusyYear, busyYear } from './busy-year.ts'

/** A real site with a busy year; `ask` for the report of all of it. */
export interface BusySite {
  readonly year: BusyYear
  readonly ask: () => Promise<OccupancyReport>
  readonly stop: () => Promise<void>
}

export async function startBusySite(events: number): Promise<BusySite> {
  const year = busyYear(events)
  const { dataDir, dictionariesFile, sourceIds, startMs, endMs } = year
  const flags = ['--dictionaries', dictionariesFile]
  const site = await startSite({ dataDir, cameras: 1, withMediaServer: false, flags })
  const key = await site.apiKey()
  return {
    year,
    async ask() {
      const response = await fetch(site.baseUrl + defaultPaths.occupancyReport, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          entrancesAndExits: sourceIds,
          timeRange: { start: startMs, end: endMs },
          timezone: 'Europe/Berlin',
          resetTime: '04',
        }),
      })
      if (!response.ok) throw new Error(`the report answered ${response.status}: ${await response.text()}`)
      return occupancyReportResponse.parse(await response.json())
    },
    async stop() {
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Entrances and exits of a report, all of them. */
export function passagesOf({ buckets }: OccupancyReport): number {
  return buckets.reduce((sum, { entrances, exits }) => sum + entrances + exits, 0)
}
