import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'

export interface ReadPacket {
  readonly type: 'key' | 'delta'
  /** Seconds. */
  readonly timestamp: number
  readonly duration: number
}

/** Packets of the pictures in an initialization segment and segments behind it, read by mediabunny's demuxer. */
export async function readFragments(...parts: readonly Buffer[]): Promise<ReadPacket[]> {
  using input = new Input({ formats: [MP4], source: new BufferSource(Buffer.concat(parts)) })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('no video track')
  const packets: ReadPacket[] = []
  for await (const { type, timestamp, duration } of new EncodedPacketSink(track).packets()) {
    packets.push({ type, timestamp, duration })
  }
  return packets
}

/** Its packets of sound; none without a track of it. */
export async function readSoundOf(
  ...parts: readonly Buffer[]
): Promise<{ readonly data: Buffer; readonly timestamp: number }[]> {
  using input = new Input({ formats: [MP4], source: new BufferSource(Buffer.concat(parts)) })
  const track = await input.getPrimaryAudioTrack()
  if (!track) return []
  const packets = []
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets()) {
    packets.push({ data: Buffer.from(data), timestamp })
  }
  return packets
}
