import { workerData } from 'node:worker_threads'
import { openEventReader } from '../../store/event-database.ts'
import { EventReader } from '../search/event-reader.ts'
import { serveCalls } from '../../threads/serve-calls.ts'
import type { ReaderCalls, ReaderData } from './thread-calls.ts'

/** A thread that answers questions about events. Started by `EventReaders`; it imports no more than it needs. */
function main({ dir, limits }: ReaderData): void {
  const file = openEventReader(dir)
  const reader = new EventReader(file, limits)
  serveCalls({
    search: (page) => reader.search(page),
    histogram: (density) => reader.histogram(density),
    arrivals: (since) => reader.arrivals(since),
    close: () => void file.close(),
  } satisfies ReaderCalls)
}

// Untyped by its nature; only EventReaders starts this thread.
const data: ReaderData = workerData
main(data)
