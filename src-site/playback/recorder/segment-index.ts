import type Database from 'better-sqlite3'
import type { RenditionInfo } from '../recordings.ts'
import type { TimeRange } from '../time-range.ts'
import type { SegmentFile, Track } from './segment-files.ts'

type BitRates = Pick<RenditionInfo, 'peakBitsPerSecond' | 'meanBitsPerSecond'>

/** As `SegmentFile` has them. */
const columns =
  'camera_id as cameraId, rendition, start_ms as startMs, end_ms as endMs, init_hash as initHash, bytes'
const ofTrack = 'camera_id = @cameraId and rendition = @rendition'

/** What is recorded, by camera and time. The files are the truth; this finds them fast. */
export class SegmentIndex {
  readonly #db: Database.Database
  #totalBytes: number | undefined

  constructor(db: Database.Database) {
    this.#db = db
  }

  async add(files: readonly SegmentFile[]): Promise<void> {
    this.#change(
      files,
      `insert into recorded_segment (camera_id, rendition, start_ms, end_ms, init_hash, bytes)
       values (@cameraId, @rendition, @startMs, @endMs, @initHash, @bytes)
       on conflict do nothing returning bytes`,
      1,
    )
  }

  async remove(files: readonly SegmentFile[]): Promise<void> {
    this.#change(
      files,
      `delete from recorded_segment where ${ofTrack} and start_ms = @startMs returning bytes`,
      -1,
    )
  }

  /** Those that overlap the range, ascending. `longestMs`: no segment is longer. */
  async within(track: Track, range: TimeRange, longestMs: number): Promise<SegmentFile[]> {
    const within = `start_ms > @startMs - @longestMs and start_ms < @endMs and end_ms > @startMs`
    return this.#files(`${ofTrack} and ${within} order by start_ms`, { ...track, ...range, longestMs })
  }

  async find(track: Track, startMs: number): Promise<SegmentFile | undefined> {
    return this.#files(`${ofTrack} and start_ms = @startMs`, { ...track, startMs })[0]
  }

  async first(track: Track): Promise<SegmentFile | undefined> {
    return this.#files(`${ofTrack} order by start_ms limit 1`, track)[0]
  }

  async newest(track: Track): Promise<SegmentFile | undefined> {
    return this.#files(`${ofTrack} order by start_ms desc limit 1`, track)[0]
  }

  async startsOf(track: Track): Promise<Set<number>> {
    const starts = this.#db.prepare<[Track], number>(`select start_ms from recorded_segment where ${ofTrack}`)
    return new Set(starts.pluck().all(track))
  }

  async tracks(): Promise<Track[]> {
    const tracks = 'select distinct camera_id as cameraId, rendition from recorded_segment'
    return this.#db.prepare<[], Track>(tracks).all()
  }

  /** The oldest of all cameras first. */
  async oldest(limit: number): Promise<SegmentFile[]> {
    return this.#files('true order by start_ms limit @limit', { limit })
  }

  /** Peak and mean of a track's newest segments; undefined when it is empty. */
  async rates(track: Track, newest: number): Promise<BitRates | undefined> {
    const files = this.#files(`${ofTrack} order by start_ms desc limit @newest`, { ...track, newest })
    if (files.length === 0) return undefined
    const bits = files.reduce((sum, { bytes }) => sum + bytes * 8, 0)
    const ms = files.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
    const peaks = files.map(({ bytes, startMs, endMs }) => (bytes * 8_000) / (endMs - startMs))
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
    track: Track,
    range: TimeRange,
    limits: { readonly seamMs: number; readonly longestMs: number },
  ): Promise<TimeRange[]> {
    const stretches = this.#db.prepare<[Track & TimeRange & typeof limits], TimeRange>(
      `select min(start_ms) as startMs, max(end_ms) as endMs from (
        select start_ms, end_ms, sum(is_seam) over (order by start_ms) as stretch from (
          select start_ms, end_ms,
            coalesce(start_ms - lag(end_ms) over (order by start_ms) > @seamMs, 1) as is_seam
          from recorded_segment
          where ${ofTrack} and start_ms > @startMs - @longestMs and start_ms < @endMs and end_ms > @startMs
        )
      ) group by stretch order by startMs`,
    )
    return stretches.all({ ...track, ...range, ...limits })
  }

  /** Adds all of them up once: 50 ms for a million, in the thread that answers requests. */
  async totalBytes(): Promise<number> {
    const sum = 'select coalesce(sum(bytes), 0) from recorded_segment'
    return (this.#totalBytes ??= Number(this.#db.prepare(sum).pluck().get()))
  }

  #files(where: string, given: object): SegmentFile[] {
    return this.#db
      .prepare<[object], SegmentFile>(`select ${columns} from recorded_segment where ${where}`)
      .all(given)
  }

  /** All of them or none. `returning`: the bytes of those that it concerned, which count from then on. */
  #change(files: readonly SegmentFile[], returning: string, by: 1 | -1): void {
    const statement = this.#db.prepare<[SegmentFile], number>(returning).pluck()
    const bytes = this.#db.transaction(() =>
      files.reduce((sum, file) => sum + (statement.get(file) ?? 0), 0),
    )()
    if (this.#totalBytes !== undefined) this.#totalBytes += by * bytes
  }
}
