import { workerData } from 'node:worker_threads'
import type { CreateEventTag } from '#contract/platform/events.ts'
import { openEventWriter } from '../../store/event-database.ts'
import { EventTable } from '../insert/event-table.ts'
import type { NewEvent } from '../insert/new-event.ts'
import { removeEvent, removeOld } from '../insert/remove-events.ts'
import type { NumberedTag } from '../tags/event-tag.ts'
import { TagTable } from '../tags/tag-table.ts'
import { serveCalls } from '../../threads/serve-calls.ts'

/** The thread that alone writes events. Started by `EventPart`; it imports no more than it needs, and so is there at once. */
const { dir, maxTags, unindexed }: { dir: string; maxTags: number; unindexed: number } = workerData
const file = openEventWriter(dir)
const events = new EventTable(file, unindexed)
const tags = new TagTable(file, maxTags)
const calls = {
  state: () => ({ tags: tags.list(), lastId: events.lastId }),
  createTag: ({ orgId, tag }: { orgId: string; tag: CreateEventTag }) => tags.create(orgId, tag),
  isTagUsed: (tag: NumberedTag) => tags.isUsed(tag),
  /** False: it is used, and stays. */
  removeTag: (tag: NumberedTag) => tags.remove(tag),
  insert: (group: readonly NewEvent[]) => events.insert(group),
  /** False: it is of none of these tags. */
  removeEvent: ({ tags, id }: { tags: readonly NumberedTag[]; id: number }) => removeEvent(file, tags, id),
  /** Returns whether there may be more. */
  removeOld: ({ tag, beforeMs, step }: { tag: NumberedTag; beforeMs: number; step: number }) =>
    removeOld(file, tag, beforeMs, step),
  close: () => void file.close(),
}
serveCalls(calls)
export type WriterCalls = typeof calls
