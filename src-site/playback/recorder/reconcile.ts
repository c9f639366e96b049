import type { SegmentFile, SegmentFiles, Track } from './segment-files.ts'
import type { SegmentIndex } from './segment-index.ts'

/** What a start found to repair. */
export interface Repair {
  /** Finished segments that a crash had kept out of the index. */
  readonly added: number
  /** Entries whose files are gone. */
  readonly removed: number
  /** Why a folder could not be read, the last one of them. Its entries stay. */
  readonly failure: unknown
}

/** Makes the index say what the folder holds. */
export async function reconcile(files: SegmentFiles, index: SegmentIndex): Promise<Repair> {
  let failure: unknown
  const noteFailure = (error: unknown) => void (failure = error)
  const tracks = [...(await index.tracks()), ...((await files.tracks().catch(noteFailure)) ?? [])]
  let added = 0
  let removed = 0
  for (const track of new Map(tracks.map((one) => [keyOf(one), one])).values()) {
    const present = await files.list(track).catch(noteFailure)
    if (!present) continue
    const known = await index.startsOf(track)
    // A file that is known is not looked at: there may be a million of them.
    const unknown = present.filter(({ startMs }) => !known.has(startMs))
    const missing = await files.measure(unknown).catch(noteFailure)
    if (!missing) continue
    await index.add(missing)
    for (const { startMs } of present) known.delete(startMs)
    await index.remove([...known].map((startMs) => goneFile(track, startMs)))
    added += missing.length
    removed += known.size
  }
  return { added, removed, failure }
}

function keyOf({ cameraId, rendition }: Track): string {
  return `${rendition} ${cameraId}`
}

function goneFile({ cameraId, rendition }: Track, startMs: number): SegmentFile {
  return { cameraId, rendition, startMs, endMs: startMs, initHash: '', bytes: 0 }
}
