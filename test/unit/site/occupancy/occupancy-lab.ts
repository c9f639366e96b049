import { onTestFinished } from 'vitest'
import type { DictionarySchedule } from '#contract/platform/dictionaries.ts'
import {
  type OccupancyEvent,
  type OccupancyReport,
  occupancyReportRequest,
  type OccupancyReportWish,
} from '#contract/platform/occupancy.ts'
import { DictionaryTable } from '#site/occupancy/dictionaries/dictionary-table.ts'
import { checkOccupancyEvent } from '#site/occupancy/occupancy-part.ts'
import { CountTable } from '#site/occupancy/insert/count-table.ts'
import { occupancyReport } from '#site/occupancy/report/occupancy-report.ts'
import {
  openOccupancyReader,
  openOccupancyWriter,
  prepareOccupancyDatabase,
} from '#site/store/occupancy-database.ts'
import { FakeClock } from '../fake-clock.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const orgId = 'shop'
export const entranceIds = ['door-1', 'door-2', 'door-3']
export const zoneIds = ['zone-1', 'zone-2', 'zone-3']

/** A site's tables of three doors and three zones, and the reports of them. */
export function occupancyLab() {
  const dir = tempDir()
  const clock = new FakeClock()
  prepareOccupancyDatabase({ dir, clock })
  const file = openOccupancyWriter(dir)
  file.pragma('synchronous = off')
  const reader = openOccupancyReader(dir)
  onTestFinished(() => {
    reader.close()
    file.close()
  })
  const dictionaries = new DictionaryTable(file)
  dictionaries.save(orgId, {
    entrances: entranceIds.map((id) => ({ id, name: id, cameraIds: [] })),
    zones: zoneIds.map((id) => ({ id, name: id, cameraIds: [] })),
    schedules: [],
  })
  const sources = dictionaries.sourcesOf(orgId)
  const table = new CountTable(file)
  const numbers = (ids: readonly string[], kind: string) =>
    ids.flatMap((id) => {
      const source = sources.get(id)
      return source?.kind === kind ? [source.number] : []
    })

  return {
    clear(): void {
      file.exec('delete from passage; delete from zone_count')
    },
    insert(events: readonly OccupancyEvent[]): void {
      table.insert(
        events.map((event) =>
          unwrap(checkOccupancyEvent(event, { sources, nowMs: event.timestamp, retentionDays: 1 })),
        ),
      )
    },
    report(
      wish: OccupancyReportWish,
      {
        schedule,
        stretchMs,
        nowMs = Number.MAX_SAFE_INTEGER,
      }: { schedule?: DictionarySchedule | undefined; stretchMs: number; nowMs?: number },
    ): OccupancyReport {
      const request = occupancyReportRequest.parse(wish)
      const question = {
        request,
        entrances: numbers(request.entrancesAndExits, 'entrance'),
        zones: numbers(request.entrancesAndExits, 'zone'),
        resetZones:
          request.resetValueMode === 'BY_ZONE_COUNTING' ? numbers(request.resetZoneIds ?? [], 'zone') : [],
        schedule: request.resetMode === 'SCHEDULE' ? schedule : undefined,
        nowMs,
      }
      return occupancyReport(reader, question, stretchMs)
    },
  }
}
