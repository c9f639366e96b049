import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import { nalType, nalUnits, typeOfNal } from '../media/annexb.ts'

export interface TimedPicture {
  readonly isKeyFrame: boolean
  /** With start codes; a key frame carries its parameter sets. */
  readonly annexB: Uint8Array
  /** Seconds; rising. */
  readonly timestamp: number
  readonly duration: number
}

export interface Fragments {
  readonly init: Buffer
  /** One `moof` and its `mdat` for each group of pictures. */
  readonly fragments: readonly Fragment[]
  /** RFC 6381. */
  readonly codec: string
}

export interface Fragment {
  readonly bytes: Buffer
  /** Where its 64 bit `baseMediaDecodeTime` stands. */
  readonly decodeTimeAt: number
}

export interface PictureSize {
  readonly widthPx: number
  readonly heightPx: number
}

/** Ticks a second that mediabunny gives a track without a frame rate: a multiple of 15, 24, 25, 30 and 60. */
export const ticksPerSecond = 57_600

/**
 * Writes pictures as fragmented MP4. The first has to be a key frame. A fragment begins at each key frame that is at
 * least `leastFragmentSeconds` after the one before.
 */
export async function muxFragments(
  pictures: readonly TimedPicture[],
  { widthPx, heightPx }: PictureSize,
  leastFragmentSeconds: number,
): Promise<Fragments> {
  const init: Uint8Array[] = []
  const fragments: Fragment[] = []
  let moof: Buffer | undefined
  const format = new Mp4OutputFormat({
    fastStart: 'fragmented',
    minimumFragmentDuration: leastFragmentSeconds,
    onFtyp: (box) => init.push(box.slice()),
    onMoov: (box) => init.push(box.slice()),
    onMoof: (box) => {
      moof = Buffer.from(box)
    },
    onMdat: (box) => {
      if (moof) fragments.push({ bytes: Buffer.concat([moof, box]), decodeTimeAt: decodeTimeAt(moof) })
    },
  })
  const codec = codecOf(pictures[0])
  const output = new Output({ format, target: new BufferTarget() })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source)
  await output.start()
  const decoderConfig = { codec, codedWidth: widthPx, codedHeight: heightPx }
  for (const [index, { annexB, isKeyFrame, timestamp, duration }] of pictures.entries()) {
    const packet = new EncodedPacket(annexB, isKeyFrame ? 'key' : 'delta', timestamp, duration)
    await source.add(packet, index === 0 ? { decoderConfig } : undefined)
  }
  await output.finalize()
  return { init: Buffer.concat(init), fragments, codec }
}

/** Behind the box's name come one byte of version (mediabunny writes 1: 64 bit) and three of flags. */
function decodeTimeAt(moof: Buffer): number {
  const at = moof.indexOf('tfdt')
  if (at < 0 || moof[at + 4] !== 1) throw new Error('a fragment without a 64 bit decode time')
  return at + 8
}

function codecOf(first: TimedPicture | undefined): string {
  const nals = first
    ? [...nalUnits(Buffer.from(first.annexB.buffer, first.annexB.byteOffset, first.annexB.length))]
    : []
  const sps = nals.find((nal) => typeOfNal(nal) === nalType.sps)
  if (!sps) throw new Error('footage has to begin with a key frame')
  return `avc1.${sps.subarray(1, 4).toString('hex').toUpperCase()}`
}
