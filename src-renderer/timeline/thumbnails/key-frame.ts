import { BufferSource, EncodedPacketSink, Input, MP4, MPEG_TS } from 'mediabunny'

/** `cut`: the bytes end before the key frame does. `unplayable`: this machine does not decode it, or nobody does. */
export type KeyFrameFailure = 'cut' | 'unplayable'

/** Decodes the first picture of a segment, of which the beginning is enough, to this size. */
export async function decodeKeyFrame(
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
