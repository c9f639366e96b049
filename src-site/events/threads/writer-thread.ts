import { workerData } from 'node:worker_threads'
import { openEventWriter } from '../../store/event-database.ts'
import { EventTable } from '../insert/event-table.ts'
import { removeEvent, removeOld } from '../insert/remove-events.ts'
import { TagTable } from '../tags/tag-table.ts'
import { serveCalls } from '../../threads/serve-calls.ts'
import type { WriterCalls, WriterData } from './thread-calls.ts'

/** The thread that alone writes events. Started by `EventPart`; it imports no more than it needs, and so is there at once. */
function main({ dir, maxTags, unindexed }: WriterData): void {
  const file = openEventWriter(dir)
  const events = new EventTable(file, unindexed)
  const tags = new TagTable(file, maxTags)
  serveCalls({
    state: () => ({ tags: tags.list(), lastId: events.lastId }),
    createTag: ({ orgId, tag }) => tags.create(orgId, tag),
    isTagUsed: (tag) => tags.isUsed(tag),
    removeTag: (tag) => tags.remove(tag),
    insert: (group) => events.insert(group),
    removeEvent: ({ tags, id }) => removeEvent(file, tags, id),
    removeOld: ({ tag, beforeMs, step }) => removeOld(file, tag, beforeMs, step),
    close: () => void file.close(),
  } satisfies WriterCalls)
}

// Untyped by its nature; only EventPart starts this thread.
const data: WriterData = workerData
main(data)
