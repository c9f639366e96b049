import type { SegmentFile, SegmentFiles, Track } from './segment-files.ts'
import type { SegmentIndex } from './segment-index.ts'

/** What a start found to repair. */
export interface Repair {
  /** Finished segments that a crash had kept out of the index. */
  readonly added: number
  /** Entries whose files are gone. */
  readonly removed: number
}

/** Makes the index say what the folder holds. */
export async function reconcile(files: SegmentFiles, index: SegmentIndex): Promise<Repair> {
  const seen = new Set<string>()
  let added = 0
  let removed = 0
  for await (const present of files.list()) {
    const [track] = present
    if (!track) continue
    seen.add(keyOf(track))
    const known = await index.startsOf(track)
    const missing = present.filter(({ startMs }) => !known.has(startMs))
    await index.add(missing)
    for (const { startMs } of present) known.delete(startMs)
    await index.remove([...known].map((startMs) => goneFile(track, startMs)))
    added += missing.length
    removed += known.size
  }
  for (const track of await index.tracks()) {
    if (seen.has(keyOf(track))) continue
    const gone = await index.startsOf(track)
    await index.remove([...gone].map((startMs) => goneFile(track, startMs)))
    removed += gone.size
  }
  return { added, removed }
}

function keyOf({ cameraId, rendition }: Track): string {
  return `${rendition} ${cameraId}`
}

function goneFile({ cameraId, rendition }: Track, startMs: number): SegmentFile {
  return { cameraId, rendition, startMs, endMs: startMs, initHash: '', bytes: 0 }
}
