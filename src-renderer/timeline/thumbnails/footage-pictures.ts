import { timelineDefaults } from '../defaults.ts'
import type { FootageSource } from './footage-source.ts'
import { decodeKeyFrame } from './key-frame.ts'
import type { PictureSource } from './thumbnail-room.ts'

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
    const takenAtMs = segment.startMs
    if (isKnown(takenAtMs)) return { takenAtMs, image: undefined }
    const size = timelineDefaults.thumbnails
    const head = await decodeKeyFrame(await this.#source.bytesOf(segment, 'head', signal), size)
    const image =
      head === 'cut' ? await decodeKeyFrame(await this.#source.bytesOf(segment, 'whole', signal), size) : head
    return { takenAtMs, image: typeof image === 'string' ? undefined : image }
  }
}
