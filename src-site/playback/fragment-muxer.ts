import { nalType, nalUnits, typeOfNal } from '../media/annexb.ts'
import { soundPacketsPerSecond } from '../media/sound.ts'

export interface TimedPicture {
  readonly isKeyFrame: boolean
  /** With start codes; a key frame carries its parameter sets. */
  readonly annexB: Uint8Array
  /** Seconds; rising. */
  readonly timestamp: number
  readonly duration: number
}

export interface TimedSound {
  /** Opus. */
  readonly packet: Uint8Array
  /** Seconds; rising. */
  readonly timestamp: number
}

export interface MuxedFragment {
  readonly init: Buffer
  /** A `moof` and its `mdat`. */
  readonly fragment: Fragment
  /** RFC 6381. */
  readonly codec: string
}

export interface Fragment {
  readonly bytes: Buffer
  readonly decodeTimes: readonly DecodeTime[]
}

/** Of the pictures, and of the sound. */
interface DecodeTime {
  /** Where the 64 bit `baseMediaDecodeTime` stands. */
  readonly at: number
  readonly ticksPerSecond: number
}

export interface PictureSize {
  readonly widthPx: number
  readonly heightPx: number
}

/** Ticks a second that mediabunny gives a track without a frame rate: a multiple of 15, 24, 25, 30 and 60. */
const pictureTicksPerSecond = 57_600
const soundSamplesPerSecond = 48_000

/** Writes pictures, the first of them a key frame, and the sound beside them as one fragment of MP4. */
export async function muxFragment(
  pictures: readonly TimedPicture[],
  { widthPx, heightPx }: PictureSize,
  sound: readonly TimedSound[] = [],
): Promise<MuxedFragment> {
  // Here and not above: a site starts without it.
  const mediabunny = await import('mediabunny')
  const init: Uint8Array[] = []
  const boxes: Buffer[] = []
  const format = new mediabunny.Mp4OutputFormat({
    fastStart: 'fragmented',
    minimumFragmentDuration: Number.POSITIVE_INFINITY,
    onFtyp: (box) => init.push(box.slice()),
    onMoov: (box) => init.push(box.slice()),
    onMoof: (box) => boxes.push(Buffer.from(box)),
    onMdat: (box) => boxes.push(Buffer.from(box)),
  })
  const codec = codecOf(pictures[0])
  const output = new mediabunny.Output({ format, target: new mediabunny.BufferTarget() })
  const pictureSource = new mediabunny.EncodedVideoPacketSource('avc')
  const soundSource = new mediabunny.EncodedAudioPacketSource('opus')
  output.addVideoTrack(pictureSource)
  if (sound.length > 0) output.addAudioTrack(soundSource)
  await output.start()
  const pictureConfig = { codec, codedWidth: widthPx, codedHeight: heightPx }
  for (const { annexB, isKeyFrame, timestamp, duration } of pictures) {
    const packet = new mediabunny.EncodedPacket(annexB, isKeyFrame ? 'key' : 'delta', timestamp, duration)
    await pictureSource.add(packet, { decoderConfig: pictureConfig })
  }
  const soundConfig = {
    codec: 'opus',
    numberOfChannels: channelsOf(sound[0]),
    sampleRate: soundSamplesPerSecond,
  }
  for (const { packet, timestamp } of sound) {
    const sounding = new mediabunny.EncodedPacket(packet, 'key', timestamp, 1 / soundPacketsPerSecond)
    await soundSource.add(sounding, { decoderConfig: soundConfig })
  }
  await output.finalize()
  const bytes = Buffer.concat(boxes)
  return {
    init: Buffer.concat(init),
    fragment: { bytes, decodeTimes: decodeTimesIn(bytes, sound.length > 0) },
    codec: sound.length > 0 ? `${codec},opus` : codec,
  }
}

/** Behind the box's name come one byte of version (mediabunny writes 1: 64 bit) and three of flags. */
function decodeTimesIn(fragment: Buffer, hasSound: boolean): DecodeTime[] {
  let from = 0
  return [pictureTicksPerSecond, ...(hasSound ? [soundSamplesPerSecond] : [])].map((ticksPerSecond) => {
    const box = fragment.indexOf('tfdt', from)
    if (box < 0 || fragment[box + 4] !== 1) throw new Error('a fragment without a 64 bit decode time')
    from = box + 8
    return { at: from, ticksPerSecond }
  })
}

/** By the bit of its first byte (RFC 6716 §3.1). */
function channelsOf(first: TimedSound | undefined): number {
  return ((first?.packet[0] ?? 0) & 0b100) === 0 ? 1 : 2
}

function codecOf(first: TimedPicture | undefined): string {
  const nals = first
    ? [...nalUnits(Buffer.from(first.annexB.buffer, first.annexB.byteOffset, first.annexB.length))]
    : []
  const sps = nals.find((nal) => typeOfNal(nal) === nalType.sps)
  if (!sps) throw new Error('footage has to begin with a key frame')
  return `avc1.${sps.subarray(1, 4).toString('hex').toUpperCase()}`
}
