import { type Kysely, sql } from 'kysely'
import type { SiteTables } from '../../store/schema.ts'
import type { RenditionInfo } from '../recordings.ts'
import type { TimeRange } from '../time-range.ts'
import type { SegmentFile, Track } from './segment-files.ts'

type BitRates = Pick<RenditionInfo, 'peakBitsPerSecond' | 'meanBitsPerSecond'>

/** Rows of one statement: SQLite takes 32 766 values, six a row. */
const batch = 1_000

/** What is recorded, by camera and time. The files are the truth; this finds them fast. */
export class SegmentIndex {
  readonly #db: Kysely<SiteTables>
  #totalBytes: number | undefined

  constructor(db: Kysely<SiteTables>) {
    this.#db = db
  }

  async add(files: readonly SegmentFile[]): Promise<void> {
    for (let at = 0; at < files.length; at += batch) {
      const rows = files.slice(at, at + batch).map(rowOf)
      const added = await this.#db
        .insertInto('recorded_segment')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning('bytes')
        .execute()
      this.#count(added, 1)
    }
  }

  async remove(files: readonly SegmentFile[]): Promise<void> {
    const removed: { readonly bytes: number }[] = []
    await this.#db.transaction().execute(async (db) => {
      for (const { cameraId, rendition, startMs } of files) {
        const rows = await db
          .deleteFrom('recorded_segment')
          .where('camera_id', '=', cameraId)
          .where('rendition', '=', rendition)
          .where('start_ms', '=', startMs)
          .returning('bytes')
          .execute()
        removed.push(...rows)
      }
    })
    this.#count(removed, -1)
  }

  /** Those that overlap the range, ascending. `longestMs`: no segment is longer. */
  async within(track: Track, range: TimeRange, longestMs: number): Promise<SegmentFile[]> {
    const rows = await this.#of(track)
      .where('start_ms', '>', range.startMs - longestMs)
      .where('start_ms', '<', range.endMs)
      .where('end_ms', '>', range.startMs)
      .orderBy('start_ms')
      .execute()
    return rows.map(fileOf)
  }

  async find(track: Track, startMs: number): Promise<SegmentFile | undefined> {
    const row = await this.#of(track).where('start_ms', '=', startMs).executeTakeFirst()
    return row && fileOf(row)
  }

  first(track: Track): Promise<SegmentFile | undefined> {
    return this.#end(track, 'asc')
  }

  newest(track: Track): Promise<SegmentFile | undefined> {
    return this.#end(track, 'desc')
  }

  async startsOf(track: Track): Promise<Set<number>> {
    const rows = await this.#of(track).clearSelect().select('start_ms').execute()
    return new Set(rows.map(({ start_ms }) => start_ms))
  }

  async tracks(): Promise<Track[]> {
    const rows = await this.#db
      .selectFrom('recorded_segment')
      .select(['camera_id', 'rendition'])
      .distinct()
      .execute()
    return rows.map(({ camera_id, rendition }) => ({ cameraId: camera_id, rendition }))
  }

  /** The oldest of all cameras first. */
  async oldest(limit: number): Promise<SegmentFile[]> {
    const query = this.#db.selectFrom('recorded_segment').selectAll().orderBy('start_ms').limit(limit)
    return (await query.execute()).map(fileOf)
  }

  /** Peak and mean of a track's newest segments; undefined when it is empty. */
  async rates(track: Track, newest: number): Promise<BitRates | undefined> {
    const rows = await this.#of(track).orderBy('start_ms', 'desc').limit(newest).execute()
    if (rows.length === 0) return undefined
    const bits = rows.reduce((sum, { bytes }) => sum + bytes * 8, 0)
    const ms = rows.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0)
    const peaks = rows.map(({ bytes, start_ms, end_ms }) => (bytes * 8_000) / (end_ms - start_ms))
    return {
      peakBitsPerSecond: Math.ceil(Math.max(...peaks)),
      meanBitsPerSecond: Math.ceil((bits * 1_000) / ms),
    }
  }

  /**
   * Segments that follow each other as one, found by SQLite: a month of them is a million rows. `longestMs`: no segment
   * is longer.
   */
  async stretches(
    { cameraId, rendition }: Track,
    range: TimeRange,
    { seamMs, longestMs }: { readonly seamMs: number; readonly longestMs: number },
  ): Promise<TimeRange[]> {
    const { rows } = await sql<{ startMs: number; endMs: number }>`
      select min(start_ms) as startMs, max(end_ms) as endMs from (
        select start_ms, end_ms, sum(is_seam) over (order by start_ms) as stretch from (
          select start_ms, end_ms,
            coalesce(start_ms - lag(end_ms) over (order by start_ms) > ${seamMs}, 1) as is_seam
          from recorded_segment
          where camera_id = ${cameraId} and rendition = ${rendition}
            and start_ms > ${range.startMs - longestMs} and start_ms < ${range.endMs}
            and end_ms > ${range.startMs}
        )
      ) group by stretch order by startMs`.execute(this.#db)
    return rows
  }

  /** Adds all of them up once: 50 ms for a million, in the thread that answers requests. */
  async totalBytes(): Promise<number> {
    if (this.#totalBytes !== undefined) return this.#totalBytes
    const row = await this.#db
      .selectFrom('recorded_segment')
      .select((of) => of.fn.sum<number>('bytes').as('bytes'))
      .executeTakeFirst()
    this.#totalBytes = row?.bytes ?? 0
    return this.#totalBytes
  }

  #count(rows: readonly { readonly bytes: number }[], by: 1 | -1): void {
    if (this.#totalBytes === undefined) return
    for (const { bytes } of rows) this.#totalBytes += by * bytes
  }

  async #end(track: Track, order: 'asc' | 'desc'): Promise<SegmentFile | undefined> {
    const row = await this.#of(track).orderBy('start_ms', order).limit(1).executeTakeFirst()
    return row && fileOf(row)
  }

  #of({ cameraId, rendition }: Track) {
    return this.#db
      .selectFrom('recorded_segment')
      .selectAll()
      .where('camera_id', '=', cameraId)
      .where('rendition', '=', rendition)
  }
}

function rowOf({ cameraId, rendition, startMs, endMs, initHash, bytes }: SegmentFile) {
  return {
    camera_id: cameraId,
    rendition,
    start_ms: startMs,
    end_ms: endMs,
    init_hash: initHash,
    bytes,
  }
}

function fileOf(row: SiteTables['recorded_segment']): SegmentFile {
  return {
    cameraId: row.camera_id,
    rendition: row.rendition,
    startMs: row.start_ms,
    endMs: row.end_ms,
    initHash: row.init_hash,
    bytes: row.bytes,
  }
}
