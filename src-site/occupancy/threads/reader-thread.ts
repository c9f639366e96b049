import { workerData } from 'node:worker_threads'
import { serveCalls } from '../../threads/serve-calls.ts'
import { openOccupancyReader } from '../../store/occupancy-database.ts'
import { occupancyReport } from '../report/occupancy-report.ts'
import type { ReportQuestion } from '../report/report-question.ts'

/**
 * A thread that answers reports: one over a year must not hold up the interface. Started by `OccupancyPart`.
 * `stretchMs`: what is read at once.
 */
const { dir, stretchMs }: { dir: string; stretchMs: number } = workerData
const file = openOccupancyReader(dir)
const calls = {
  report: (question: ReportQuestion) => occupancyReport(file, question, stretchMs),
  close: () => void file.close(),
}
serveCalls(calls)
export type ReportReaderCalls = typeof calls
