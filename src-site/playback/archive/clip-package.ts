import { readFile } from 'node:fs/promises'
import { accessUnits, annexB } from '../../media/annexb.ts'
import { readSound, silentPacket, soundPacketsPerSecond } from '../../media/sound.ts'
import { type Fragment, type MuxedFragment, muxFragment, type PictureSize } from '../fragment-muxer.ts'

/** A fragment of the packed clip. */
interface Group extends Fragment {
  /** Picture of the clip that it begins with. */
  readonly firstFrame: number
}

export interface ClipFiles extends PictureSize {
  /** Annex-B H.264. */
  readonly file: string
  readonly framesPerSecond: number
  /** Ogg Opus, played over and over; where its length does not divide the clip's, it begins anew with that. */
  readonly soundFile: string | undefined
}

/**
 * A clip as fragmented MP4, a fragment for each group of pictures, packed once and kept in memory: a demo clip is
 * smaller than one second of decoded pictures. Reading a segment is a copy and a patch of its clock.
 */
export class ClipPackage {
  readonly frames: number
  readonly codec: string
  readonly groups: readonly Group[]
  readonly framesPerSecond: number
  readonly init: Buffer

  private constructor(clip: Pick<ClipPackage, 'frames' | 'codec' | 'groups' | 'framesPerSecond' | 'init'>) {
    this.frames = clip.frames
    this.codec = clip.codec
    this.groups = clip.groups
    this.framesPerSecond = clip.framesPerSecond
    this.init = clip.init
  }

  /** Rejects with what Node throws when the clip cannot be read. */
  static async open(files: ClipFiles): Promise<ClipPackage> {
    const { file, framesPerSecond, soundFile } = files
    const pictures = accessUnits(await readFile(file)).map(({ isKeyFrame, nals }, frame) => ({
      isKeyFrame,
      annexB: annexB(nals),
      timestamp: frame / framesPerSecond,
      duration: 1 / framesPerSecond,
    }))
    const packets = soundFile === undefined ? [] : await readSound(soundFile)
    const keyFrames = pictures.flatMap(({ isKeyFrame }, frame) => (isKeyFrame ? [frame] : []))
    const groups: Group[] = []
    let first: MuxedFragment | undefined
    for (const [at, firstFrame] of keyFrames.entries()) {
      const endFrame = keyFrames[at + 1] ?? pictures.length
      const sound = soundWithin(packets, firstFrame / framesPerSecond, endFrame / framesPerSecond)
      const muxed = await muxFragment(pictures.slice(firstFrame, endFrame), files, sound)
      groups.push({ ...muxed.fragment, firstFrame })
      first ??= muxed
    }
    if (first === undefined) throw new Error(`${file} holds no picture that can be decoded alone`)
    const { codec, init } = first
    return new ClipPackage({ frames: pictures.length, codec, groups, framesPerSecond, init })
  }

  /** Groups `from` … `to` (exclusive) as they are when the clip's first picture is number `loopFrame` since the epoch. */
  fragments(from: number, to: number, loopFrame: number): Buffer {
    return Buffer.concat(
      this.groups.slice(from, to).map(({ bytes, decodeTimes }, at) => {
        const patched = Buffer.from(bytes)
        patched.writeUInt32BE(at + 1, sequenceNumberAt)
        for (const { at: timeAt, ticksPerSecond } of decodeTimes) {
          const loopTicks = Math.round((loopFrame * ticksPerSecond) / this.framesPerSecond)
          patched.writeBigUInt64BE(bytes.readBigUInt64BE(timeAt) + BigInt(loopTicks), timeAt)
        }
        return patched
      }),
    )
  }
}

/** Behind the heads of `moof` and `mfhd`, a byte of version and three of flags. */
const sequenceNumberAt = 20

/** The packets that begin within a part of the clip. */
function soundWithin(packets: readonly Buffer[], startSeconds: number, endSeconds: number) {
  if (packets.length === 0) return []
  const [first, end] = [startSeconds, endSeconds].map((seconds) => Math.ceil(seconds * soundPacketsPerSecond))
  return Array.from({ length: (end ?? 0) - (first ?? 0) }, (_, index) => {
    const at = (first ?? 0) + index
    return { packet: packets[at % packets.length] ?? silentPacket, timestamp: at / soundPacketsPerSecond }
  })
}
