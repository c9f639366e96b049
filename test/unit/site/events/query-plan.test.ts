import { describe, expect, it } from 'vitest'
import type { EventCondition } from '#contract/platform/events.ts'
import { chooseSources } from '#site/events/search/choose-sources.ts'
import { pageSql } from '#site/events/search/event-reader.ts'
import { StatementCache } from '#site/events/search/statement-cache.ts'
import { eventLab, type LabEvent } from './event-lab.ts'

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

/** What SQLite says that it does, one step a line. */
function planOf(
  asked: { tags?: number[]; cameras?: number[]; match?: EventCondition[] },
  order: 'asc' | 'desc' = 'desc',
): string {
  const lab = eventLab()
  lab.insert(events)
  const question = lab.resolve({
    eventTypeIds: asked.tags?.map((tag) => lab.tags[tag]?.id ?? ''),
    start: 1_000,
    end: 1_390,
    match: asked.match,
  })
  const limits = { maxMerged: 4, fewEvents: 20, fewTexts: 20, probed: 10 }
  const statements = new StatementCache(lab.readable, 10)
  const sources = chooseSources(question, asked.cameras, statements, limits)
  const page = { startMs: 1_000, endMs: 1_390, order, limit: 10, after: undefined }
  const { text, values } = pageSql(sources, page)
  return lab.readable
    .prepare<(string | number)[], { detail: string }>(`explain query plan ${text}`)
    .all(...values)
    .map(({ detail }) => detail)
    .join('\n')
}

const sale = [0]
const alongTime = /SEARCH v USING PRIMARY KEY \(field=\? AND .*at_ms.* AND .*at_ms/
const sorting = /USE TEMP B-TREE/
/** Reading a whole table, but for lists of cameras, the page or the buckets themselves, and the index that is made to be scanned. */
const wholeTable = /SCAN (?!CONSTANT ROW|json_each|found|bucket|event_camera|event_trigram|\()/

describe('a page of events is found by an index:', () => {
  it.each([
    ['all cameras of two tags', {}, /event_by_tag \(tag=\? AND at_ms>\? AND at_ms<\?\)/],
    ['many cameras', { cameras: [1, 2, 3] }, /event_by_tag \(tag=\? AND at_ms>\? AND at_ms<\?\)/],
    [
      'few cameras',
      { cameras: [1, 2] },
      /event_by_camera \(tag=\? AND camera=\? AND at_ms>\? AND at_ms<\?\)/,
    ],
    ['a frequent number', { tags: sale, match: [{ field: 'amount', operator: 'gt', value: 10 }] }, alongTime],
    [
      'one number',
      { tags: sale, match: [{ field: 'items', operator: 'eq', value: 2 }] },
      /event_number_by_value \(field=\? AND value=\? AND .*at_ms.* AND .*at_ms/,
    ],
    [
      'a boolean',
      { tags: sale, match: [{ field: 'card', operator: 'is', value: true }] },
      /event_number_by_value \(field=\? AND value=\? AND .*at_ms.* AND .*at_ms/,
    ],
    [
      'another number than one',
      { tags: sale, match: [{ field: 'items', operator: 'ne', value: 2 }] },
      alongTime,
    ],
    [
      'one text',
      { tags: sale, match: [{ field: 'text', operator: 'eq', value: 'A rare wine' }] },
      /COVERING INDEX event_text_by_start \(field=\? AND <expr>=\? AND .*at_ms.* AND .*at_ms/,
    ],
    [
      'a frequent piece of text',
      { tags: sale, match: [{ field: 'text', operator: 'contains', value: 'butter' }] },
      alongTime,
    ],
    [
      'a piece of text that is too short for trigrams',
      { tags: sale, match: [{ field: 'text', operator: 'contains', value: 'wi' }] },
      alongTime,
    ],
  ] satisfies [string, Parameters<typeof planOf>[0], RegExp][])(
    '%s, in the order of time',
    (_what, asked, index) => {
      for (const order of ['asc', 'desc'] as const) {
        const plan = planOf(asked, order)
        expect(plan).toMatch(index)
        expect(plan).not.toMatch(sorting)
        expect(plan).not.toMatch(wholeTable)
      }
    },
  )

  it.each([
    [
      'a rare number',
      { tags: sale, match: [{ field: 'amount', operator: 'between', value: 100, value2: 105 }] },
      /event_number_by_value \(field=\? AND value>\? AND value<\?\)/,
    ],
    [
      'a rare beginning of a text',
      { tags: sale, match: [{ field: 'text', operator: 'startsWith', value: 'a rare' }] },
      /event_text_by_start \(field=\? AND <expr>>\? AND <expr><\?\)/,
    ],
    [
      'a rare piece of text',
      { tags: sale, match: [{ field: 'text', operator: 'contains', value: 'WINE' }] },
      /SEARCH e USING INTEGER PRIMARY KEY \(rowid=\?\)[\s\S]*SCAN json_each/,
    ],
    [
      'the rarer of two',
      {
        tags: sale,
        match: [
          { field: 'amount', operator: 'gt', value: 10 },
          { field: 'text', operator: 'contains', value: 'wine' },
        ],
      },
      /SCAN json_each[\s\S]*(SEARCH o EXISTS USING PRIMARY KEY \(field=\? AND at_ms=\? AND event=\?\)\s*){2}/,
    ],
  ] satisfies [string, Parameters<typeof planOf>[0], RegExp][])('%s, and sorted', (_what, asked, index) => {
    const plan = planOf(asked)
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(wholeTable)
  })
})

describe('whatever is asked, no statement of it reads a whole table:', () => {
  it.each([
    ['everything', {}],
    ['many cameras', { cameras: [1, 2, 3] }],
    ['a number', { tags: sale, match: [{ field: 'amount', operator: 'between', value: 100, value2: 105 }] }],
    ['a text', { tags: sale, match: [{ field: 'text', operator: 'eq', value: 'A rare wine' }] }],
    ['a beginning', { tags: sale, match: [{ field: 'text', operator: 'startsWith', value: 'a rare' }] }],
    ['a rare piece of text', { tags: sale, match: [{ field: 'text', operator: 'contains', value: 'wine' }] }],
    ['a frequent piece', { tags: sale, match: [{ field: 'text', operator: 'contains', value: 'butter' }] }],
  ] satisfies [string, Parameters<typeof planOf>[0]][])(
    '%s, as a page and as a histogram',
    (_what, { tags, cameras, match }: Parameters<typeof planOf>[0]) => {
      const lab = eventLab({ maxMerged: 4, fewEvents: 20, fewTexts: 20, probed: 10 })
      lab.insert(events)
      const texts = new Set<string>()
      const prepare = lab.readable.prepare.bind(lab.readable)
      lab.readable.prepare = (text: string) => {
        texts.add(text)
        return prepare(text)
      }
      const question = lab.resolve({
        eventTypeIds: tags?.map((tag) => lab.tags[tag]?.id ?? ''),
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
    },
  )
})

/** A plan is made before any value is known. */
const nothingFor = (text: string): null[] => Array.from(text.matchAll(/\?/g), () => null)
