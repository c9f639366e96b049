import { BufferSource, EncodedPacketSink, Input, MP4, MPEG_TS } from 'mediabunny'
import { timelineDefaults } from '../defaults.ts'
import type { FootageSource } from './footage-source.ts'
import type { FootageSegment } from './segment-list.ts'
import type { PictureSource } from './thumbnail-scheduler.ts'

/** Key frames of footage: the head of a segment first, all of it only when the key frame is longer than that. */
export function footagePictures(source: FootageSource): PictureSource<ImageBitmap> {
  async function imageOf(segment: FootageSegment, signal: AbortSignal) {
    const size = timelineDefaults.thumbnails
    const head = await decodeKeyFrame(await source.bytesOf(segment, 'head', signal), size)
    const image =
      head === 'cut' ? await decodeKeyFrame(await source.bytesOf(segment, 'whole', signal), size) : head
    return { image: typeof image === 'string' ? undefined : image }
  }
  return {
    async pictureAt(cameraId, atMs, isKnown, signal) {
      const segment = await source.segmentAt(cameraId, atMs, signal)
      if (segment === undefined || segment === 'gap') return segment
      if (isKnown(segment.startMs)) return { takenAtMs: segment.startMs, image: undefined }
      const made = await imageOf(segment, signal).catch((error: unknown) => {
        if (signal.aborted) throw error
        source.forget(segment)
        return undefined
      })
      if (made) return { takenAtMs: segment.startMs, image: made.image }
      const again = await source.segmentAt(cameraId, atMs, signal)
      if (again === undefined || again === 'gap') return again
      return { takenAtMs: again.startMs, image: (await imageOf(again, signal)).image }
    },
  }
}

/** `cut`: the bytes end before the key frame does. `unplayable`: this machine does not decode it, or nobody does. */
type KeyFrameFailure = 'cut' | 'unplayable'

/** Decodes the first picture of a segment, of which the beginning is enough, to this size. */
async function decodeKeyFrame(
  bytes: Uint8Array<ArrayBuffer>,
  size: { readonly widthPx: number; readonly heightPx: number },
): Promise<ImageBitmap | KeyFrameFailure> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, MPEG_TS] })
  try {
    const track = await input.getPrimaryVideoTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config) return 'unplayable'
    const packet = await new EncodedPacketSink(track).getFirstPacket().catch(() => null)
    if (!packet || packet.data.byteLength === 0) return 'cut'
    if (packet.type !== 'key') return 'unplayable'
    const { supported } = await VideoDecoder.isConfigSupported(config)
    if (supported !== true) return 'unplayable'
    const frame = await decode(packet.toEncodedVideoChunk(), config)
    try {
      return await createImageBitmap(frame, {
        resizeWidth: size.widthPx,
        resizeHeight: size.heightPx,
        resizeQuality: 'medium',
      })
    } finally {
      frame.close()
    }
  } catch {
    // Whatever a file may hold that is not footage.
    return 'unplayable'
  } finally {
    input.dispose()
  }
}

async function decode(chunk: EncodedVideoChunk, config: VideoDecoderConfig): Promise<VideoFrame> {
  const decoded = Promise.withResolvers<VideoFrame>()
  const decoder = new VideoDecoder({ output: decoded.resolve, error: decoded.reject })
  try {
    decoder.configure({ ...config, optimizeForLatency: true })
    decoder.decode(chunk)
    await decoder.flush()
    // A picture that is there has been resolved by now.
    decoded.reject(new Error('no picture in a key frame'))
    return await decoded.promise
  } finally {
    if (decoder.state !== 'closed') decoder.close()
  }
}
