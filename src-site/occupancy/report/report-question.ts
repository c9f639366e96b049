import type { DictionarySchedule } from '#contract/platform/dictionaries.ts'
import type { OccupancyReportRequest } from '#contract/platform/occupancy.ts'

/** A request in the numbers of the tables. Crosses to the reader's thread. */
export interface ReportQuestion {
  readonly request: OccupancyReportRequest
  /** Each once. */
  readonly entrances: readonly number[]
  readonly zones: readonly number[]
  /** Of `BY_ZONE_COUNTING`, else empty. */
  readonly resetZones: readonly number[]
  /** Of `SCHEDULE`. */
  readonly schedule: DictionarySchedule | undefined
  readonly nowMs: number
}
