import type { OccupancyReport } from '#contract/platform/occupancy.ts'
import type { NewCount } from '../insert/new-count.ts'
import type { ReportQuestion } from '../report/report-question.ts'

export interface CountWriterData {
  readonly dir: string
}

export interface ReportReaderData {
  readonly dir: string
  /** What is read at once. */
  readonly stretchMs: number
}

/** What the writer's thread is asked. */
export type CountWriterCalls = {
  insert: (counts: readonly NewCount[]) => void
  removeOld: (beforeMs: number) => void
  close: () => void
}

/** What the reader's thread is asked. */
export type ReportReaderCalls = {
  report: (question: ReportQuestion) => OccupancyReport
  close: () => void
}
