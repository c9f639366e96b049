import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import type { Logger } from 'pino'
import type { SiteClock } from '../clock.ts'
import { demoSite, siteDefaults } from '../defaults.ts'
import type { RecordOptions, SiteOptions } from '../process/command-line.ts'
import { FootageRetention } from './recorder/footage-retention.ts'
import { RecordedArchive } from './recorder/recorded-archive.ts'
import { reconcile } from './recorder/reconcile.ts'
import { Recorder } from './recorder/recorder.ts'
import { SegmentFiles } from './recorder/segment-files.ts'
import { SegmentIndex } from './recorder/segment-index.ts'

/** Without `record` nothing is recorded now; what was recorded before can be played. */
export interface RecordingsOptions extends Pick<SiteOptions, 'dataDir' | 'record' | 'reset'> {
  readonly db: Database.Database
  readonly clock: SiteClock
  readonly log: Logger
  /** Footage is kept no longer. */
  readonly retentionDays: number
}

const dayMs = 86_400_000
const bytesOfGigabyte = 1_000_000_000

/** Opens the recordings of a data folder, repairs their index, removes old ones, and records when that is wanted. */
export async function createRecordings(
  options: RecordingsOptions,
): Promise<{ recorded: RecordedArchive; recorder: Recorder | undefined; retention: FootageRetention }> {
  const { dataDir, db, clock, log, record, retentionDays, reset } = options
  const dir = join(dataDir, 'recordings')
  if (reset) rmSync(dir, { recursive: true, force: true })
  const files = new SegmentFiles(dir)
  const index = new SegmentIndex(db)
  const { failure, ...repair } = await reconcile(files, index)
  if (failure !== undefined) log.warn({ err: failure }, 'a folder of recordings cannot be read')
  if (repair.added + repair.removed > 0) log.info(repair, 'the index of recordings was repaired')
  const { leastSegmentSeconds, longestSegmentMs, sweepEveryMs, recorder } = siteDefaults.playback
  const limits = {
    maxAgeMs: Math.min(record?.days ?? retentionDays, retentionDays) * dayMs,
    maxBytes:
      record === undefined
        ? Number.POSITIVE_INFINITY
        : await roomFor(record, index, db, failure === undefined),
  }
  log.info(limits, 'limits of recordings')
  return {
    retention: new FootageRetention({ files, index, clock, log, limits, sweepEveryMs }),
    recorded: new RecordedArchive({ files, index, longestSegmentMs, isRecording: record !== undefined }),
    recorder:
      record &&
      new Recorder({
        ...recorder,
        files,
        index,
        log,
        leastSegmentMs: leastSegmentSeconds * 1_000,
        longestSegmentMs,
      }),
  }
}

/**
 * Bytes. Remembered, so that a start which names no limit removes nothing that an earlier one was to keep; but not where
 * nobody gave it and the folder may be that of a disk that is not there yet.
 */
async function roomFor(
  { gigabytes }: RecordOptions,
  index: SegmentIndex,
  db: Database.Database,
  isRead: boolean,
): Promise<number> {
  const totalBytes = await index.totalBytes()
  const remembered = db
    .prepare<[string], number | null>('select record_gigabytes from organization where id = ?')
    .pluck()
    .get(demoSite.orgId)
  const decided =
    gigabytes ??
    remembered ??
    Math.max(siteDefaults.playback.recordGigabytes, Math.ceil(totalBytes / bytesOfGigabyte))
  if (gigabytes !== undefined || (isRead && totalBytes > 0))
    db.prepare('update organization set record_gigabytes = ? where id = ?').run(decided, demoSite.orgId)
  return decided * bytesOfGigabyte
}
