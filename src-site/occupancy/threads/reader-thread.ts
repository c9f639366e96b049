import { workerData } from 'node:worker_threads'
import { serveCalls } from '../../threads/serve-calls.ts'
import { openOccupancyReader } from '../../store/occupancy-database.ts'
import { occupancyReport } from '../report/occupancy-report.ts'
import type { ReportReaderCalls, ReportReaderData } from './thread-calls.ts'

/** A thread that answers reports: one over a year must not hold up the interface. Started by `OccupancyPart`. */
function main({ dir, stretchMs }: ReportReaderData): void {
  const file = openOccupancyReader(dir)
  serveCalls({
    report: (question) => occupancyReport(file, question, stretchMs),
    close: () => void file.close(),
  } satisfies ReportReaderCalls)
}

// Untyped by its nature; only OccupancyPart starts this thread.
const data: ReportReaderData = workerData
main(data)
