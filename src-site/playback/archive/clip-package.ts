import { readFile } from 'node:fs/promises'
import { accessUnits, annexB } from '../../media/annexb.ts'
import { type Fragment, muxFragments, type PictureSize, ticksPerSecond } from '../fragment-muxer.ts'

/** A fragment of the packed clip. */
interface Group extends Fragment {
  /** Picture of the clip that it begins with. */
  readonly firstFrame: number
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
  static async open(clipFile: string, size: PictureSize, framesPerSecond: number): Promise<ClipPackage> {
    const pictures = accessUnits(await readFile(clipFile)).map(({ isKeyFrame, nals }, frame) => ({
      isKeyFrame,
      annexB: annexB(nals),
      timestamp: frame / framesPerSecond,
      duration: 1 / framesPerSecond,
    }))
    const keyFrames = pictures.flatMap(({ isKeyFrame }, frame) => (isKeyFrame ? [frame] : []))
    const { init, fragments, codec } = await muxFragments(pictures, size, 0)
    if (fragments.length !== keyFrames.length) throw new Error(`${clipFile}: not one fragment a group`)
    const groups = fragments.map((fragment, at) => ({ ...fragment, firstFrame: keyFrames[at] ?? 0 }))
    return new ClipPackage({ frames: pictures.length, codec, groups, framesPerSecond, init })
  }

  /** Groups `from` … `to` (exclusive) as they are when the clip's first picture is number `loopFrame` since the epoch. */
  fragments(from: number, to: number, loopFrame: number): Buffer {
    return Buffer.concat(
      this.groups.slice(from, to).map(({ bytes, firstFrame, decodeTimeAt }) => {
        const patched = Buffer.from(bytes)
        const ticks = Math.round(((loopFrame + firstFrame) * ticksPerSecond) / this.framesPerSecond)
        patched.writeBigUInt64BE(BigInt(ticks), decodeTimeAt)
        return patched
      }),
    )
  }
}
