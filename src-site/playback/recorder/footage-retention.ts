import type { Logger } from 'pino'
import { type EpochClock, patientClock, type SiteClock } from '../../clock.ts'
import { siteDefaults } from '../../defaults.ts'
import type { SegmentFile, SegmentFiles } from './segment-files.ts'
import type { SegmentIndex } from './segment-index.ts'

export interface RetentionLimits {
  readonly maxAgeMs: number
  readonly maxBytes: number
  /** What there is room for; unless it is said, for all. */
  readonly roomBytes?: number
}

export interface FootageRetentionOptions {
  readonly files: SegmentFiles
  readonly index: SegmentIndex
  readonly clock: SiteClock
  readonly log: Logger
  readonly limits: RetentionLimits
  readonly sweepEveryMs: number
}

const { keptFree, keptWithoutRoomMs } = siteDefaults.playback

/** Removes footage that is no longer to be kept, at once and then now and again, whether anything is recorded or not. */
export class FootageRetention {
  readonly #options: FootageRetentionOptions
  readonly #clock: EpochClock
  readonly #timer: NodeJS.Timeout
  #sweeping: Promise<void> | undefined
  /** Of the last removal for room: what was short, and footage plus free space if it has freed nothing. */
  #lastRemoval: { readonly shortBytes: number; readonly spentBytes: number } | undefined

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
      const totalBytes = await index.totalBytes()
      const roomBytes = await this.#roomBytes(totalBytes)
      await sweep(files, index, { ...limits, roomBytes }, this.#clock.epochMs(), totalBytes)
    } catch (err) {
      log.warn({ err }, 'old footage could not be removed; it is tried again')
    }
  }

  /**
   * What footage may take of its disk; without a limit nothing is removed for room. Nor where the last removal has freed
   * nothing, as with snapshots or a program that fills the disk, unless much more is short since.
   */
  async #roomBytes(totalBytes: number): Promise<number> {
    const { files, limits, log } = this.#options
    const last = this.#lastRemoval
    const disk = Number.isFinite(limits.maxBytes) ? await files.disk() : undefined
    const { freeBytes = 0, sizeBytes = 0 } = disk ?? {}
    const shortBytes = Math.min(keptFree.maxBytes, keptFree.shareOfDisk * sizeBytes) - freeBytes
    if (shortBytes <= 0 || totalBytes - shortBytes >= limits.maxBytes) {
      this.#lastRemoval = undefined
      return Number.POSITIVE_INFINITY
    }
    if (last && totalBytes + freeBytes <= last.spentBytes && shortBytes < 2 * last.shortBytes)
      return Number.POSITIVE_INFINITY
    if (!last)
      log.warn(
        { shortBytes },
        'the disk of recordings is full: the oldest footage goes before its time; free some space',
      )
    this.#lastRemoval = { shortBytes, spentBytes: totalBytes + freeBytes - shortBytes }
    return totalBytes - shortBytes
  }
}

/** Segments looked at in one step. */
const step = 200

/** Removes the oldest of so many bytes until the rest is young and small enough. Resolves with how many it removed. */
export async function sweep(
  files: SegmentFiles,
  index: SegmentIndex,
  { maxAgeMs, maxBytes, roomBytes = Number.POSITIVE_INFINITY }: RetentionLimits,
  nowMs: number,
  totalBytes: number,
): Promise<number> {
  let leftBytes = totalBytes
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
        const mayGoForRoom = file.endMs < nowMs - keptWithoutRoomMs
        const isExcess = leftBytes > maxBytes || (mayGoForRoom && leftBytes > roomBytes)
        if (file.endMs >= nowMs - maxAgeMs && !isExcess) break
        doomed.push(file)
        leftBytes -= file.bytes
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
