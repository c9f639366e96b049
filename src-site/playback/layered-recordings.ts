import { seamMs } from './media-playlist.ts'
import type { MediaFile, Recordings, Rendition, RenditionInfo, Segment } from './recordings.ts'
import { joined, overlaps, type TimeRange } from './time-range.ts'

/**
 * Several recordings as one. What an earlier one holds hides what later ones hold of the same time: what was really
 * recorded stands before what the looped archive makes up, and the archive fills the time before it.
 */
export class LayeredRecordings implements Recordings {
  readonly #layers: readonly Recordings[]

  constructor(layers: readonly Recordings[]) {
    this.#layers = layers
  }

  async renditionsOf(cameraId: string): Promise<RenditionInfo[]> {
    const merged = new Map<Rendition, RenditionInfo>()
    for (const layer of this.#layers) {
      for (const info of await layer.renditionsOf(cameraId)) {
        const other = merged.get(info.rendition)
        const peakBitsPerSecond = Math.max(info.peakBitsPerSecond, other?.peakBitsPerSecond ?? 0)
        merged.set(info.rendition, { ...(other ?? info), peakBitsPerSecond })
      }
    }
    return [...merged.values()].sort((one, other) => other.widthPx - one.widthPx)
  }

  async segments(cameraId: string, rendition: Rendition, range: TimeRange): Promise<Segment[]> {
    let found: readonly Segment[] = []
    for (const layer of this.#layers) {
      const taken = joined(found, seamMs)
      const free = (await layer.segments(cameraId, rendition, range)).filter((segment) =>
        isFree(taken, segment),
      )
      found = free.length === 0 ? found : [...found, ...free].sort((a, b) => a.startMs - b.startMs)
    }
    return [...found]
  }

  async coverage(cameraId: string, range: TimeRange): Promise<TimeRange[]> {
    const all = await Promise.all(this.#layers.map((layer) => layer.coverage(cameraId, range)))
    return joined(all.flat(), seamMs)
  }

  async file(cameraId: string, rendition: Rendition, name: string): Promise<MediaFile | undefined> {
    for (const layer of this.#layers) {
      const file = await layer.file(cameraId, rendition, name)
      if (file) return file
    }
    return undefined
  }
}

/** `taken` is ascending and there are few of them: a stretch is as long as the recorder ran without a break. */
function isFree(taken: readonly TimeRange[], segment: Segment): boolean {
  return !taken.some((stretch) => overlaps(stretch, segment))
}
