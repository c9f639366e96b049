import { workerData } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import { openEventReader } from '../../store/event-database.ts'
import { EventReader } from '../search/event-reader.ts'
import { serveCalls } from '../../threads/serve-calls.ts'
import type { ReaderCalls, ReaderData } from './thread-calls.ts'

/** A thread that answers questions about events. Started by `EventReaders`; it imports no more than it needs. */
function main({ dir, limits }: ReaderData): void {
  let file: Database.Database | undefined
  let reader: EventReader | undefined
  // By a question, which then fails when the file has become damaged: what fails before ends the site.
  const open = () => {
    file ??= openEventReader(dir)
    return (reader ??= new EventReader(file, limits))
  }
  serveCalls({
    search: (page) => open().search(page),
    histogram: (density) => open().histogram(density),
    arrivals: (since) => open().arrivals(since),
    close: () => void file?.close(),
  } satisfies ReaderCalls)
}

// Untyped by its nature; only EventReaders starts this thread.
const data: ReaderData = workerData
main(data)
