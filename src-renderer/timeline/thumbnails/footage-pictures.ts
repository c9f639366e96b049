import { timelineDefaults } from '../defaults.ts'
import type { FootageSource } from './footage-source.ts'
import { decodeKeyFrame } from './key-frame.ts'
import type { FootageSegment } from './segment-list.ts'
import type { PictureSource } from './thumbnail-scheduler.ts'

/** Key frames of footage: the head of a segment first, all of it only when the key frame is longer than that. */
export class FootagePictures implements PictureSource<ImageBitmap> {
  readonly #source: FootageSource

  constructor(source: FootageSource) {
    this.#source = source
  }

  async pictureAt(
    cameraId: string,
    atMs: number,
    isKnown: (takenAtMs: number) => boolean,
    signal: AbortSignal,
  ): Promise<{ takenAtMs: number; image: ImageBitmap | undefined } | undefined> {
    const segment = await this.#source.segmentAt(cameraId, atMs, signal)
    if (!segment) return undefined
    if (isKnown(segment.startMs)) return { takenAtMs: segment.startMs, image: undefined }
    const made = await this.#imageOf(segment, signal).catch((error: unknown) => {
      if (signal.aborted) throw error
      this.#source.forget(segment)
      return undefined
    })
    if (made) return { takenAtMs: segment.startMs, image: made.image }
    const again = await this.#source.segmentAt(cameraId, atMs, signal)
    return again && { takenAtMs: again.startMs, image: (await this.#imageOf(again, signal)).image }
  }

  async #imageOf(segment: FootageSegment, signal: AbortSignal): Promise<{ image: ImageBitmap | undefined }> {
    const size = timelineDefaults.thumbnails
    const head = await decodeKeyFrame(await this.#source.bytesOf(segment, 'head', signal), size)
    const image =
      head === 'cut' ? await decodeKeyFrame(await this.#source.bytesOf(segment, 'whole', signal), size) : head
    return { image: typeof image === 'string' ? undefined : image }
  }
}
