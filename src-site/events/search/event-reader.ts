import type Database from 'better-sqlite3'
import { CameraNumbers } from './camera-numbers.ts'
import { chooseSources } from './choose-sources.ts'
import { countBuckets, histogramJson } from './count-buckets.ts'
import { encodeCursor } from './cursor.ts'
import type {
  Arrivals,
  DensityQuestion,
  EventQuestion,
  PageQuestion,
  SinceQuestion,
} from './event-question.ts'
import type { EventSource } from './event-source.ts'
import { pageSql } from './page-sql.ts'
import { StatementCache } from './statement-cache.ts'
import { EventWriting } from './event-writing.ts'

export interface SearchLimits {
  /** Prepared statements that are kept. */
  readonly statements: number
  readonly fewEvents: number
  readonly fewTexts: number
  readonly probed: number
  readonly maxMerged: number
  /** As `maxMerged`, for a histogram. */
  readonly maxCounted: number
}

/** Answers questions about events, in the very bytes that the interface sends. */
export class EventReader {
  readonly #limits: SearchLimits
  readonly #statements: StatementCache
  readonly #cameras: CameraNumbers
  readonly #encoder = new TextEncoder()

  constructor(file: Database.Database, limits: SearchLimits) {
    this.#limits = limits
    this.#statements = new StatementCache(file, limits.statements)
    this.#cameras = new CameraNumbers(file)
  }

  search(page: PageQuestion): Uint8Array {
    const { order, limit, fingerprint } = page
    const sources = this.#sources(page, this.#limits.maxMerged)
    if (sources.length === 0) return this.#encoder.encode('{"events":[]}')
    const sql = pageSql(sources, page)
    const rows = this.#statements.rows(sql.text, sql.values)
    const found = rows.map(eventOf)
    const direction = order === 'asc' ? 1 : -1
    found.sort((one, other) => direction * (one.atMs - other.atMs || one.id - other.id))
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    const cursor = found.length > limit && last ? encodeCursor(last, fingerprint) : undefined
    const writing = new EventWriting(page, this.#cameras)
    const events = shown.map((event) => writing.json(event)).join(',')
    const next = cursor === undefined ? '' : `,"nextCursor":"${cursor}"`
    return this.#encoder.encode(`{"events":[${events}]${next}}`)
  }

  histogram(density: DensityQuestion): Uint8Array {
    const counts = countBuckets(this.#sources(density, this.#limits.maxCounted), density, this.#statements)
    return this.#encoder.encode(histogramJson(counts, density))
  }

  arrivals(since: SinceQuestion): Arrivals {
    const { tags, afterId, untilId, limit } = since
    const rows = this.#statements.rows(
      `select id, tag, camera, at_ms, received_ms, fields from event not indexed
       where id > ? and id <= ? and tag in (select value from json_each(?)) order by id limit ?`,
      [afterId, untilId, JSON.stringify(tags.map(({ tag }) => tag)), limit],
    )
    const writing = new EventWriting(since, this.#cameras)
    let text = ''
    for (const row of rows) {
      const event = eventOf(row)
      text += `id: ${event.id}\ndata: ${writing.json(event)}\n\n`
    }
    return { text, untilId: rows.length < limit ? untilId : Number(rows.at(-1)?.[0]) }
  }

  #sources(question: EventQuestion, merged: number): EventSource[] {
    const cameras = question.cameraIds && this.#cameras.numbersOf(question.cameraIds)
    // Cameras that never had an event.
    if (cameras?.length === 0) return []
    return chooseSources(question, cameras, this.#statements, { ...this.#limits, maxMerged: merged })
  }
}

/** Of the columns in the order in which both questions name them. */
function eventOf([id, tag, camera, atMs, receivedMs, fields]: readonly unknown[]) {
  return {
    id: Number(id),
    tag: Number(tag),
    camera: Number(camera),
    atMs: Number(atMs),
    receivedMs: Number(receivedMs),
    fields: String(fields),
  }
}
