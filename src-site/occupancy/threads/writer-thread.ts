import { workerData } from 'node:worker_threads'
import { serveCalls } from '../../threads/serve-calls.ts'
import { openOccupancyWriter } from '../../store/occupancy-database.ts'
import { CountTable } from '../insert/count-table.ts'
import type { NewCount } from '../insert/new-count.ts'

/** The one thread that writes what is counted. Started by `OccupancyPart`. */
const { dir }: { dir: string } = workerData
const file = openOccupancyWriter(dir)
const table = new CountTable(file)
const calls = {
  insert: (counts: readonly NewCount[]) => table.insert(counts),
  removeOld: (beforeMs: number) => table.removeOld(beforeMs),
  close: () => void file.close(),
}
serveCalls(calls)
export type CountWriterCalls = typeof calls
