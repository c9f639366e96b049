import { workerData } from 'node:worker_threads'
import { serveCalls } from '../../threads/serve-calls.ts'
import { openOccupancyWriter } from '../../store/occupancy-database.ts'
import { CountTable } from '../insert/count-table.ts'
import type { CountWriterCalls, CountWriterData } from './thread-calls.ts'

/** The one thread that writes what is counted. Started by `OccupancyPart`. */
function main({ dir }: CountWriterData): void {
  const file = openOccupancyWriter(dir)
  const table = new CountTable(file)
  serveCalls({
    insert: (counts) => table.insert(counts),
    removeOld: (beforeMs) => table.removeOld(beforeMs),
    close: () => void file.close(),
  } satisfies CountWriterCalls)
}

// Untyped by its nature; only OccupancyPart starts this thread.
const data: CountWriterData = workerData
main(data)
