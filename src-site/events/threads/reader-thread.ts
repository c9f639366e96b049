import { workerData } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import { openEventReader } from '../../store/event-database.ts'
import type { DensityQuestion, PageQuestion, SinceQuestion } from '../search/event-question.ts'
import { EventReader, type SearchLimits } from '../search/event-reader.ts'
import { serveCalls } from '../../threads/serve-calls.ts'

/** A thread that answers questions about events. Started by `EventReaders`; it imports no more than it needs. */
const { dir, limits }: { dir: string; limits: SearchLimits } = workerData
let file: Database.Database | undefined
let reader: EventReader | undefined

/** Done by a question, which then fails when the file has become damaged: what fails before ends the site. */
function open(): EventReader {
  file ??= openEventReader(dir)
  return (reader ??= new EventReader(file, limits))
}

/** Bytes are the whole answer of the interface, in JSON. */
const calls = {
  search: (page: PageQuestion) => open().search(page),
  histogram: (density: DensityQuestion) => open().histogram(density),
  arrivals: (since: SinceQuestion) => open().arrivals(since),
  close: () => void file?.close(),
}
serveCalls(calls)
export type ReaderCalls = typeof calls
