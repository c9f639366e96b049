import { describe, expect, it } from 'vitest'
import type { EventCondition } from '#contract/platform/events.ts'
import { chooseSources } from '#site/events/search/choose-sources.ts'
import { pageSql } from '#site/events/search/event-reader.ts'
import { StatementCache } from '#site/events/search/statement-cache.ts'
import { type EventLab, eventLab, type LabEvent } from './event-lab.ts'
import { where } from './where.ts'

/** So many that values are either rare or frequent. */
const events: LabEvent[] = Array.from({ length: 400 }, (_, at) => ({
  tag: at % 2,
  camera: (at % 3) + 1,
  atMs: 1_000 + at,
  fields:
    at % 2
      ? { items: at, text: 'badge' }
      : {
          amount: at,
          items: at % 4,
          card: at % 4 === 0,
          text: at === 200 ? 'a rare wine' : 'bread and butter',
        },
}))

interface Asked {
  readonly cameras?: readonly number[]
  /** Of sales; without any, of both tags. */
  readonly match?: readonly EventCondition[]
}

/** What SQLite says that it does, one step a line. */
function planOf({ cameras, match = [] }: Asked, order: 'asc' | 'desc' = 'desc'): string {
  const lab = eventLab()
  lab.insert(events)
  const question = lab.resolve({ eventTypeIds: tagsOf(lab, match), start: 1_000, end: 1_390, match })
  const limits = { maxMerged: 4, fewEvents: 20, fewTexts: 20, probed: 10 }
  const statements = new StatementCache(lab.readable, 10)
  const sources = chooseSources(question, cameras, statements, limits)
  const page = { startMs: 1_000, endMs: 1_390, order, limit: 10, after: undefined }
  const { text, values } = pageSql(sources, page)
  return lab.readable
    .prepare<(string | number)[], { detail: string }>(`explain query plan ${text}`)
    .all(...values)
    .map(({ detail }) => detail)
    .join('\n')
}

const tagsOf = (lab: EventLab, match: readonly EventCondition[]) =>
  match.length > 0 ? [lab.tags[0]?.id ?? ''] : undefined

const above = where('amount', 'gt', 10)
const few = where('amount', 'between', 100, 105)
const byTag = /event_by_tag \(tag=\? AND at_ms>\? AND at_ms<\?\)/
const byCamera = /event_by_camera \(tag=\? AND camera=\? AND at_ms>\? AND at_ms<\?\)/
const byValue = /event_number_by_value \(field=\? AND value=\? AND .*at_ms.* AND .*at_ms/
const byRange = /event_number_by_value \(field=\? AND value>\? AND value<\?\)/
const byText = /COVERING INDEX event_text_by_start \(field=\? AND <expr>=\? AND .*at_ms.* AND .*at_ms/
const byStart = /event_text_by_start \(field=\? AND <expr>>\? AND <expr><\?\)/
const byTrigrams = /SEARCH e USING INTEGER PRIMARY KEY \(rowid=\?\)[\s\S]*SCAN json_each/
const byTrigramsOfTwo =
  /SCAN json_each[\s\S]*(SEARCH o EXISTS USING PRIMARY KEY \(field=\? AND at_ms=\? AND event=\?\)\s*){2}/
const alongTime = /SEARCH v USING PRIMARY KEY \(field=\? AND .*at_ms.* AND .*at_ms/
const sorting = /USE TEMP B-TREE/
/** Reading a whole table, but for lists of cameras, the page or the buckets themselves, and the index that is made to be scanned. */
const wholeTable = /SCAN (?!CONSTANT ROW|json_each|found|bucket|event_camera|event_trigram|\()/

describe('a page of events is found by an index:', () => {
  it.each<[string, Asked, RegExp]>([
    ['all cameras of two tags', {}, byTag],
    ['many cameras', { cameras: [1, 2, 3] }, byTag],
    ['few cameras', { cameras: [1, 2] }, byCamera],
    ['a frequent number', { match: [above] }, alongTime],
    ['one number', { match: [where('items', 'eq', 2)] }, byValue],
    ['a boolean', { match: [where('card', 'is', true)] }, byValue],
    ['another number than one', { match: [where('items', 'ne', 2)] }, alongTime],
    ['one text', { match: [where('text', 'eq', 'A rare wine')] }, byText],
    ['a frequent piece of text', { match: [where('text', 'contains', 'butter')] }, alongTime],
    ['a piece that is too short for trigrams', { match: [where('text', 'contains', 'wi')] }, alongTime],
  ])('%s, in the order of time', (_what, asked, index) => {
    for (const order of ['asc', 'desc'] as const) {
      const plan = planOf(asked, order)
      expect(plan).toMatch(index)
      expect(plan).not.toMatch(sorting)
      expect(plan).not.toMatch(wholeTable)
    }
  })

  it.each<[string, Asked, RegExp]>([
    ['a rare number', { match: [few] }, byRange],
    ['a rare beginning of a text', { match: [where('text', 'startsWith', 'a rare')] }, byStart],
    ['a rare piece of text', { match: [where('text', 'contains', 'WINE')] }, byTrigrams],
    ['the rarer of two', { match: [above, where('text', 'contains', 'wine')] }, byTrigramsOfTwo],
  ])('%s, and sorted', (_what, asked, index) => {
    const plan = planOf(asked)
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(wholeTable)
  })
})

describe('whatever is asked, no statement of it reads a whole table:', () => {
  it.each<[string, Asked]>([
    ['everything', {}],
    ['many cameras', { cameras: [1, 2, 3] }],
    ['a number', { match: [few] }],
    ['a text', { match: [where('text', 'eq', 'A rare wine')] }],
    ['a beginning', { match: [where('text', 'startsWith', 'a rare')] }],
    ['a rare piece of text', { match: [where('text', 'contains', 'wine')] }],
    ['a frequent piece', { match: [where('text', 'contains', 'butter')] }],
  ])('%s, as a page and as a histogram', (_what, { cameras, match = [] }) => {
    const lab = eventLab({ maxMerged: 4, fewEvents: 20, fewTexts: 20, probed: 10 })
    lab.insert(events)
    const texts = new Set<string>()
    const prepare = lab.readable.prepare.bind(lab.readable)
    lab.readable.prepare = (text: string) => {
      texts.add(text)
      return prepare(text)
    }
    const question = lab.resolve({
      eventTypeIds: tagsOf(lab, match),
      cameraIds: cameras?.map((camera) => `cam-${camera}`),
      start: 1_000,
      end: 1_390,
      match,
    })
    expect(lab.page(question, 'desc', 10).events).not.toEqual([])
    lab.histogram(question, 10)
    expect(texts.size).toBeGreaterThan(1)
    for (const text of texts) {
      const steps = prepare(`explain query plan ${text}`).all(...nothingFor(text)) as { detail: string }[]
      expect(steps.map(({ detail }) => detail).join('\n'), text).not.toMatch(wholeTable)
    }
  })
})

/** A plan is made before any value is known. */
const nothingFor = (text: string): null[] => Array.from(text.matchAll(/\?/g), () => null)
