import { seamMs } from '../media-playlist.ts'
import type { RealRecordings } from '../layered-recordings.ts'
import type { MediaFile, Rendition, RenditionInfo, Segment } from '../recordings.ts'
import { renditions } from '../recordings.ts'
import { clipped, type TimeRange } from '../time-range.ts'
import type { SegmentFiles } from './segment-files.ts'
import type { SegmentIndex } from './segment-index.ts'

const segmentName = /^recorded-(\d{1,16})\.m4s$/
const initName = /^recorded-([0-9a-f]{12})\.mp4$/

/** A manifest is at most an hour; segments are rarely shorter than two seconds. */
const segmentsOfHour = 1_800

export interface RecordedArchiveOptions {
  readonly files: SegmentFiles
  readonly index: SegmentIndex
  readonly longestSegmentMs: number
  /** Whether more is recorded now. */
  readonly isRecording: boolean
}

/** What the cameras really published while the site recorded. */
export class RecordedArchive implements RealRecordings {
  readonly #options: RecordedArchiveOptions

  constructor(options: RecordedArchiveOptions) {
    this.#options = options
  }

  async renditionsOf(cameraId: string): Promise<RenditionInfo[]> {
    const { files, index } = this.#options
    const infos: RenditionInfo[] = []
    for (const rendition of renditions) {
      const track = { cameraId, rendition }
      const newest = await index.newest(track)
      // A camera that was replaced has left the initialization segments of its predecessor.
      const init = newest && (await files.inits(track)).find(({ initHash }) => initHash === newest.initHash)
      const rates = init && (await index.rates(track, segmentsOfHour))
      if (init && rates) infos.push({ ...init, ...rates, rendition })
    }
    return infos
  }

  async segments(cameraId: string, rendition: Rendition, range: TimeRange): Promise<Segment[]> {
    const { index, longestSegmentMs } = this.#options
    const found = await index.within({ cameraId, rendition }, range, longestSegmentMs)
    return found.map(({ startMs, endMs, initHash }) => ({
      name: `recorded-${startMs}.m4s`,
      init: `recorded-${initHash}.mp4`,
      startMs,
      endMs,
    }))
  }

  async coverage(cameraId: string, range: TimeRange): Promise<TimeRange[]> {
    const { index, longestSegmentMs: longestMs } = this.#options
    const track = { cameraId, rendition: 'full' } as const
    const stretches = await index.stretches(track, range, { seamMs, longestMs })
    return stretches.flatMap((stretch) => clipped(stretch, range) ?? [])
  }

  async span(cameraId: string, rendition: Rendition): Promise<TimeRange | undefined> {
    const { index, isRecording } = this.#options
    const track = { cameraId, rendition }
    const [first, last] = [await index.first(track), await index.newest(track)]
    return first && last && { startMs: first.startMs, endMs: isRecording ? Infinity : last.endMs }
  }

  async file(cameraId: string, rendition: Rendition, name: string): Promise<MediaFile | undefined> {
    const { files, index } = this.#options
    const track = { cameraId, rendition }
    const initHash = initName.exec(name)?.[1]
    if (initHash !== undefined) {
      const bytes = await files.readInit(track, initHash)
      return bytes && { bytes, etag: `"${initHash}"` }
    }
    const startMs = segmentName.exec(name)?.[1]
    const found = startMs === undefined ? undefined : await index.find(track, Number(startMs))
    const bytes = found && (await files.read(found))
    return bytes && { bytes, etag: `"${found.startMs}-${found.endMs}-${found.bytes}-${found.initHash}"` }
  }
}
