import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, MpegTsOutputFormat, Output } from 'mediabunny'

interface Picture {
  readonly isKeyFrame: boolean
  /** A key frame carries its parameter sets, and nothing else does. */
  readonly annexB: Uint8Array
  readonly capturedAtMs: number
}

const packetBytes = 188
/** Times of a transport stream begin anew after a day. */
const zeroMs = Date.now() - 2 * 3_600_000

/** As recorders cut it by time: the first picture may need others. */
export async function muxTransportStream(
  pictures: readonly Picture[],
  {
    widthPx,
    heightPx,
    frameMs,
  }: { readonly widthPx: number; readonly heightPx: number; readonly frameMs: number },
): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new MpegTsOutputFormat(), target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source)
  await output.start()
  const decoderConfig = { codec: 'avc1.42E01F', codedWidth: widthPx, codedHeight: heightPx }
  for (const [at, { annexB, isKeyFrame, capturedAtMs }] of pictures.entries()) {
    // A muxer begins with nothing else: what it says of that is put right below.
    const type = isKeyFrame || at === 0 ? 'key' : 'delta'
    const seconds = (capturedAtMs - zeroMs) / 1_000
    await source.add(new EncodedPacket(annexB, type, seconds, frameMs / 1_000), { decoderConfig })
  }
  await output.finalize()
  const bytes = Buffer.from(target.buffer ?? new ArrayBuffer())
  if (pictures[0]?.isKeyFrame !== true) denyRandomAccess(bytes)
  return bytes
}

/** Of the first packet that says so (ISO/IEC 13818-1 §2.4.3.5). */
function denyRandomAccess(bytes: Buffer): void {
  const [flagsAt, flag] = [5, 0x40]
  for (let at = 0; at < bytes.length; at += packetBytes) {
    const isBegin = ((bytes[at + 1] ?? 0) & 0x40) !== 0
    const flags = bytes[at + flagsAt] ?? 0
    const hasFlags = ((bytes[at + 3] ?? 0) & 0x20) !== 0 && (bytes[at + 4] ?? 0) > 0
    if (!isBegin || !hasFlags || (flags & flag) === 0) continue
    bytes[at + flagsAt] = flags & ~flag
    return
  }
}
