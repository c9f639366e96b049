import type { SegmentFile, SegmentFiles } from './segment-files.ts'
import type { SegmentIndex } from './segment-index.ts'

export interface RetentionLimits {
  readonly maxAgeMs: number
  readonly maxBytes: number
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
  for (;;) {
    const doomed: SegmentFile[] = []
    for (const file of await index.oldest(step)) {
      if (file.endMs >= nowMs - maxAgeMs && excessBytes <= 0) break
      doomed.push(file)
      excessBytes -= file.bytes
    }
    // Out of the index first: whoever finds a segment there may read it.
    await index.remove(doomed)
    await Promise.all(doomed.map((file) => files.remove(file)))
    removed += doomed.length
    if (doomed.length < step) return removed
  }
}
