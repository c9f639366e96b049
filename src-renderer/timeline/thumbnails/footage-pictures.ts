import { BufferSource, EncodedPacketSink, Input, MP4, MPEG_TS } from 'mediabunny'
import { timelineDefaults } from '../defaults.ts'
import type { FootageSource } from './footage-source.ts'
import type { FootageSegment } from './segment-list.ts'
import type { PictureSource } from './thumbnail-scheduler.ts'

/** The first byte of one (ISO/IEC 13818-1 §2.4.3.3). */
const transportStream = 0x47

const { headBytes, segmentsBack } = timelineDefaults.thumbnails

/** Key frames of footage: the head of a segment first, all of it only when the key frame is longer than that. */
export function footagePictures(source: FootageSource): PictureSource<ImageBitmap> {
  /** How long after its beginning the first key frame of a segment was taken, or that it has none. */
  const known = new WeakMap<FootageSegment, number | 'keyless'>()

  async function pictureOf(segment: FootageSegment, signal: AbortSignal): Promise<KeyFrame | 'keyless'> {
    const head = await source.bytesOf(segment, 'head', signal)
    const found = await decodeKeyFrame(head)
    const isCut = found === 'cut' || (found === 'keyless' && head.byteLength >= headBytes)
    const picture = isCut ? await decodeKeyFrame(await source.bytesOf(segment, 'whole', signal)) : found
    if (picture === 'cut') return unplayable
    known.set(segment, picture === 'keyless' ? picture : picture.afterMs)
    return picture
  }
  return {
    async pictureAt(cameraId, atMs, isKnown, signal) {
      let wantedMs = atMs
      let tries = 2
      // Segments need not begin with a key frame, nor hold one.
      for (let looks = 0; looks < segmentsBack; looks += 1) {
        const segment = await source.segmentAt(cameraId, wantedMs, signal)
        if (segment === undefined || segment === 'gap') return wantedMs === atMs ? segment : undefined
        const { startMs } = segment
        const keyFrame = known.get(segment)
        if (keyFrame !== 'keyless' && isKnown(startMs + (keyFrame ?? 0)))
          return { takenAtMs: startMs + (keyFrame ?? 0), image: undefined }
        const made =
          keyFrame === 'keyless'
            ? keyFrame
            : await pictureOf(segment, signal).catch((error: unknown) => {
                tries -= 1
                if (signal.aborted || tries === 0) throw error
                source.forget(segment)
                return undefined
              })
        if (typeof made === 'object') return { takenAtMs: startMs + made.afterMs, image: made.image }
        if (made === 'keyless') wantedMs = startMs - 1
      }
      return undefined
    },
  }
}

/** The first of its segment, and how long after the beginning of that it was taken. */
interface KeyFrame {
  /** Undefined: this machine does not decode it, or nobody does. */
  readonly image: ImageBitmap | undefined
  readonly afterMs: number
}

const unplayable: KeyFrame = { image: undefined, afterMs: 0 }

/** Of a segment, of which the beginning is enough mostly. `cut`: the bytes end before the key frame does. */
async function decodeKeyFrame(bytes: Uint8Array<ArrayBuffer>): Promise<KeyFrame | 'cut' | 'keyless'> {
  const { widthPx, heightPx } = timelineDefaults.thumbnails
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, MPEG_TS] })
  let config: VideoDecoderConfig | null | undefined
  try {
    const track = await input.getPrimaryVideoTrack()
    config = await track?.getDecoderConfig()
    if (!track || !config) return unplayable
    const sink = new EncodedPacketSink(track)
    const first = await sink.getFirstPacket().catch(() => null)
    if (!first) return 'cut'
    const packet = first.type === 'key' ? first : await sink.getNextKeyPacket(first).catch(() => undefined)
    if (packet === null) return 'keyless'
    if (packet === undefined || packet.data.byteLength === 0) return 'cut'
    const { supported } = await VideoDecoder.isConfigSupported(config)
    if (supported !== true) return unplayable
    const frame = await decode(packet.toEncodedVideoChunk(), config)
    try {
      const image = await createImageBitmap(frame, {
        resizeWidth: widthPx,
        resizeHeight: heightPx,
        resizeQuality: 'medium',
      })
      return { image, afterMs: Math.round((packet.timestamp - first.timestamp) * 1_000) }
    } finally {
      frame.close()
    }
  } catch {
    // Whatever a file may hold that is not footage. A transport stream describes its pictures where its key frames are.
    return bytes[0] === transportStream && config === undefined ? 'keyless' : unplayable
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
