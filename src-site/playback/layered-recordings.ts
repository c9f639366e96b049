import { seamMs } from './media-playlist.ts'
import type { MediaFile, Recordings, Rendition, RenditionInfo, Segment } from './recordings.ts'
import { joined, overlaps, type TimeRange, without } from './time-range.ts'

export interface RealRecordings extends Recordings {
  /** From the first picture that is kept on; without end while more is recorded. Undefined: nothing is kept. */
  span(cameraId: string, rendition: Rendition): Promise<TimeRange | undefined>
}

/**
 * What was really recorded, and the looped archive around it. The loop ends where a camera's recording begins: what
 * was not recorded from there on is a gap, for an outage filled with the loop would be a picture of nothing.
 */
export class LayeredRecordings implements Recordings {
  readonly #recorded: RealRecordings
  readonly #loop: Recordings

  constructor(recorded: RealRecordings, loop: Recordings) {
    this.#recorded = recorded
    this.#loop = loop
  }

  async renditionsOf(cameraId: string): Promise<RenditionInfo[]> {
    const merged = new Map<Rendition, RenditionInfo>()
    for (const layer of [this.#recorded, this.#loop]) {
      for (const info of await layer.renditionsOf(cameraId)) {
        const other = merged.get(info.rendition)
        const peakBitsPerSecond = Math.max(info.peakBitsPerSecond, other?.peakBitsPerSecond ?? 0)
        merged.set(info.rendition, { ...(other ?? info), peakBitsPerSecond })
      }
    }
    return [...merged.values()].sort((one, other) => other.widthPx - one.widthPx)
  }

  async segments(cameraId: string, rendition: Rendition, range: TimeRange): Promise<Segment[]> {
    const [hole, recorded, looped] = await Promise.all([
      this.#holeOfLoop(cameraId, rendition),
      this.#recorded.segments(cameraId, rendition, range),
      this.#loop.segments(cameraId, rendition, range),
    ])
    const around = looped.filter((segment) => hole === undefined || !overlaps(hole, segment))
    return [...recorded, ...around].sort((one, other) => one.startMs - other.startMs)
  }

  async coverage(cameraId: string, range: TimeRange): Promise<TimeRange[]> {
    const [hole, recorded, looped] = await Promise.all([
      this.#holeOfLoop(cameraId, 'full'),
      this.#recorded.coverage(cameraId, range),
      this.#loop.coverage(cameraId, range),
    ])
    const around = looped.flatMap((stretch) => (hole === undefined ? stretch : without(stretch, [hole])))
    return joined([...recorded, ...around], seamMs)
  }

  async file(cameraId: string, rendition: Rendition, name: string): Promise<MediaFile | undefined> {
    return (
      (await this.#recorded.file(cameraId, rendition, name)) ?? this.#loop.file(cameraId, rendition, name)
    )
  }

  /** Where the loop is not played: the recording, and what is left of the loop's segments that it begins and ends in. */
  async #holeOfLoop(cameraId: string, rendition: Rendition): Promise<TimeRange | undefined> {
    const span = await this.#recorded.span(cameraId, rendition)
    if (!span) return undefined
    const { startMs, endMs } = span
    const at = (fromMs: number) =>
      this.#loop.segments(cameraId, rendition, { startMs: fromMs, endMs: fromMs + 1 })
    const [begunBefore] = await at(startMs)
    const endedAfter = Number.isFinite(endMs) ? (await at(endMs - 1)).at(-1) : undefined
    return {
      startMs: Math.min(startMs, begunBefore?.startMs ?? startMs),
      endMs: Math.max(endMs, endedAfter?.endMs ?? endMs),
    }
  }
}
