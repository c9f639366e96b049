import type { Logger } from 'pino'
import { type EpochClock, patientClock, type SiteClock } from '../../clock.ts'
import { siteDefaults } from '../../defaults.ts'
import type { SegmentFile, SegmentFiles } from './segment-files.ts'
import type { SegmentIndex } from './segment-index.ts'

export interface RetentionLimits {
  readonly maxAgeMs: number
  readonly maxBytes: number
}

export interface FootageRetentionOptions {
  readonly files: SegmentFiles
  readonly index: SegmentIndex
  readonly clock: SiteClock
  readonly log: Logger
  readonly limits: RetentionLimits
  readonly sweepEveryMs: number
}

const { keptFree } = siteDefaults.playback

/** Removes footage that is no longer to be kept, at once and then now and again, whether anything is recorded or not. */
export class FootageRetention {
  readonly #options: FootageRetentionOptions
  readonly #clock: EpochClock
  readonly #timer: NodeJS.Timeout
  #sweeping: Promise<void> | undefined

  constructor(options: FootageRetentionOptions) {
    this.#options = options
    this.#clock = patientClock(options.clock)
    this.#timer = setInterval(() => void this.sweep(), options.sweepEveryMs)
    this.#timer.unref()
    void this.sweep()
  }

  /** What is being removed is gone by then. */
  async dispose(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sweeping
  }

  /** One after the other: the first one of a long absence takes longer than the time between two. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweepOnce().finally(() => (this.#sweeping = undefined))
    return this.#sweeping
  }

  async #sweepOnce(): Promise<void> {
    const { files, index, limits, log } = this.#options
    try {
      const maxBytes = Math.min(limits.maxBytes, await this.#roomBytes())
      await sweep(files, index, { ...limits, maxBytes }, this.#clock.epochMs())
    } catch (err) {
      log.warn({ err }, 'old footage could not be removed; it is tried again')
    }
  }

  /** What footage may take of its disk, whatever its limit; without a limit nothing is removed for room. */
  async #roomBytes(): Promise<number> {
    const { files, index, limits } = this.#options
    const disk = Number.isFinite(limits.maxBytes) ? await files.disk() : undefined
    if (!disk) return Number.POSITIVE_INFINITY
    const keptFreeBytes = Math.min(keptFree.maxBytes, keptFree.shareOfDisk * disk.sizeBytes)
    return (await index.totalBytes()) + disk.freeBytes - keptFreeBytes
  }
}

/** Segments looked at in one step. */
const step = 200

/** Removes the oldest segments until the rest is young and small enough. Resolves with how many it removed. */
export async function sweep(
  files: SegmentFiles,
  index: SegmentIndex,
  { maxAgeMs, maxBytes }: RetentionLimits,
  nowMs: number,
): Promise<number> {
  let excessBytes = (await index.totalBytes()) - maxBytes
  let removed = 0
  let failure: unknown
  const stuck: SegmentFile[] = []
  const removeFile = (file: SegmentFile) =>
    files.remove(file).catch((error: unknown) => {
      failure = error
      stuck.push(file)
    })
  try {
    for (;;) {
      const doomed: SegmentFile[] = []
      for (const file of await index.oldest(step)) {
        if (file.endMs >= nowMs - maxAgeMs && excessBytes <= 0) break
        doomed.push(file)
        excessBytes -= file.bytes
      }
      // The index first: a segment that is listed there must be readable.
      await index.remove(doomed)
      await Promise.all(doomed.map(removeFile))
      removed += doomed.length
      if (doomed.length < step) break
    }
  } finally {
    // The next sweep finds them there.
    await index.add(stuck)
  }
  if (failure !== undefined) throw failure
  return removed
}
