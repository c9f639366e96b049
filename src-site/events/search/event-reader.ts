import type Database from 'better-sqlite3'
import { chooseSources, type SourceLimits } from './choose-sources.ts'
import type { Sql } from './condition-sql.ts'
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
import { StatementCache } from './statement-cache.ts'

export interface SearchLimits extends SourceLimits {
  /** Prepared statements that are kept. */
  readonly statements: number
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

/** Writes rows as the interface shows events. Nothing is parsed: fields are stored as they are shown. */
class EventWriting {
  readonly #org: string
  readonly #tags: ReadonlyMap<number, string>
  readonly #cameras: CameraNumbers
  readonly #cameraTexts = new Map<number, string>()

  constructor({ orgId, tags }: Pick<SinceQuestion, 'orgId' | 'tags'>, cameras: CameraNumbers) {
    this.#org = JSON.stringify(orgId)
    this.#tags = new Map(tags.map(({ tag, tagId }) => [tag, JSON.stringify(tagId)]))
    this.#cameras = cameras
  }

  json({ id, tag, camera, atMs, receivedMs, fields }: ReturnType<typeof eventOf>): string {
    return `{"id":"${id}","orgId":${this.#org},"cameraId":${this.#camera(camera)},"eventTypeId":${this.#tags.get(tag)},"fields":${fields},"timestamp":${atMs},"receivedAt":${receivedMs}}`
  }

  #camera(number: number): string {
    let text = this.#cameraTexts.get(number)
    if (text === undefined) {
      text = JSON.stringify(this.#cameras.idOf(number))
      this.#cameraTexts.set(number, text)
    }
    return text
  }
}

/**
 * One page, and one event more if there is one. SQLite merges sources that are in the order of time as they are read, so
 * that a page costs what it shows. A page begins after a position, never at a number of events: what arrives meanwhile
 * moves nothing.
 */
export function pageSql(
  sources: readonly EventSource[],
  {
    startMs,
    endMs,
    order,
    limit,
    after,
  }: Pick<PageQuestion, 'startMs' | 'endMs' | 'order' | 'limit' | 'after'>,
): Sql {
  const isAscending = order === 'asc'
  // Events of the same instant are told apart only where a page begins between them: to compare ids takes its time.
  const range = (at: string, id: string): Sql => {
    if (after === undefined) return { text: `${at} >= ? and ${at} < ?`, values: [startMs, endMs] }
    const { atMs, id: afterId } = after
    return isAscending
      ? { text: `${at} < ? and (${at}, ${id}) > (?, ?)`, values: [endMs, atMs, afterId] }
      : { text: `${at} >= ? and (${at}, ${id}) < (?, ?)`, values: [startMs, atMs, afterId] }
  }
  const asked = sources.map(({ from, where, at, id }) => {
    const { text, values } = range(at, id)
    return {
      text: `select ${at} as at_ms, ${id} as id from ${from} where ${where.text} and ${text}`,
      values: [...where.values, ...values],
    }
  })
  return {
    text: `select e.id, e.tag, e.camera, e.at_ms, e.received_ms, e.fields from (
      ${asked.map(({ text }) => text).join(' union all ')} order by 1 ${order}, 2 ${order} limit ?
    ) found cross join event e on e.id = found.id`,
    values: [...asked.flatMap(({ values }) => values), limit + 1],
  }
}

/** The numbers that the events' tables know cameras by. New ones come while events arrive; none ever goes. */
class CameraNumbers {
  readonly #file: Database.Database
  readonly #numbers = new Map<string, number>()
  readonly #ids = new Map<number, string>()

  constructor(file: Database.Database) {
    this.#file = file
  }

  /** Of those that have, or had, events. */
  numbersOf(ids: readonly string[]): number[] {
    if (ids.some((id) => !this.#numbers.has(id))) this.#read()
    return [...new Set(ids)].flatMap((id) => this.#numbers.get(id) ?? [])
  }

  idOf(number: number): string {
    if (!this.#ids.has(number)) this.#read()
    const id = this.#ids.get(number)
    if (id === undefined) throw new Error('an event names a camera that has no id')
    return id
  }

  #read(): void {
    const rows = this.#file
      .prepare<[], { number: number; id: string }>('select number, id from event_camera')
      .all()
    for (const { number, id } of rows) {
      this.#numbers.set(id, number)
      this.#ids.set(number, id)
    }
  }
}
