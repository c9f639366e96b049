import type { CreateEventTag } from '#contract/platform/events.ts'
import type { Result } from '#contract/result.ts'
import type { InsertedGroup, NewEvent } from '../insert/new-event.ts'
import type { Arrivals, DensityQuestion, PageQuestion, SinceQuestion } from '../search/event-question.ts'
import type { SearchLimits } from '../search/event-reader.ts'
import type { NumberedTag } from '../tags/event-tag.ts'
import type { TagFailure } from '../tags/tag-table.ts'

export interface WriterData {
  readonly dir: string
  readonly maxTags: number
  readonly unindexed: number
}

export interface ReaderData {
  readonly dir: string
  readonly limits: SearchLimits
}

/** What the writer's thread is asked. */
export type WriterCalls = {
  state: () => { tags: NumberedTag[]; lastId: number }
  createTag: (wish: { orgId: string; tag: CreateEventTag }) => Result<NumberedTag, TagFailure>
  isTagUsed: (tag: NumberedTag) => boolean
  /** False: it is used, and stays. */
  removeTag: (tag: NumberedTag) => boolean
  insert: (group: readonly NewEvent[]) => InsertedGroup
  /** False: it is of none of these tags. */
  removeEvent: (wish: { tags: readonly NumberedTag[]; id: number }) => boolean
  /** Returns whether there may be more. */
  removeOld: (wish: { tag: NumberedTag; beforeMs: number; step: number }) => boolean
  close: () => void
}

/** What a reader's thread is asked. Bytes are the whole answer of the interface, in JSON. */
export type ReaderCalls = {
  search: (page: PageQuestion) => Uint8Array
  histogram: (density: DensityQuestion) => Uint8Array
  arrivals: (since: SinceQuestion) => Arrivals
  close: () => void
}
