import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { accessUnits, annexB } from '../../media/annexb.ts'
import { muxFragments, type PictureSize, ticksPerSecond } from '../fragment-muxer.ts'

const groupSchema = z.object({
  /** Picture of the clip that it begins with. */
  firstFrame: z.int(),
  offset: z.int(),
  bytes: z.int(),
  decodeTimeAt: z.int(),
})

const indexSchema = z.object({
  frames: z.int(),
  codec: z.string(),
  initBytes: z.int(),
  groups: z.array(groupSchema),
})
type PackageIndex = z.infer<typeof indexSchema>

/** Part of the file names: another way of packing must not find the files of this one. */
const packing = 'fragments-1'

/**
 * A clip as fragmented MP4, a fragment for each group of pictures, made once and kept beside the clip: reading a
 * segment is one read of a file and a patch of its clock. Where the folder cannot be written it stays in memory.
 */
export class ClipPackage {
  readonly frames: number
  readonly codec: string
  readonly groups: PackageIndex['groups']
  readonly framesPerSecond: number
  readonly init: Buffer
  readonly #read: (offset: number, bytes: number) => Promise<Buffer>

  private constructor(
    index: PackageIndex,
    framesPerSecond: number,
    init: Buffer,
    read: (offset: number, bytes: number) => Promise<Buffer>,
  ) {
    this.frames = index.frames
    this.codec = index.codec
    this.groups = index.groups
    this.framesPerSecond = framesPerSecond
    this.init = init
    this.#read = read
  }

  /** Rejects with what Node throws when the clip cannot be read. */
  static async open(clipFile: string, size: PictureSize, framesPerSecond: number): Promise<ClipPackage> {
    const base = clipFile.replace(/\.h264$/, '')
    const mediaFile = `${base}.${packing}.mp4`
    const indexFile = `${base}.${packing}.json`
    const kept = await readIndex(indexFile)
    if (kept) return ClipPackage.#onDisk(kept, framesPerSecond, mediaFile)
    const { index, media } = await packClip(clipFile, size, framesPerSecond)
    try {
      await writeWhole(mediaFile, media)
      await writeWhole(indexFile, JSON.stringify(index))
    } catch {
      const read = async (offset: number, bytes: number) =>
        Buffer.from(media.subarray(offset, offset + bytes))
      return new ClipPackage(index, framesPerSecond, media.subarray(0, index.initBytes), read)
    }
    return ClipPackage.#onDisk(index, framesPerSecond, mediaFile)
  }

  static async #onDisk(index: PackageIndex, framesPerSecond: number, file: string): Promise<ClipPackage> {
    const read = async (offset: number, bytes: number) => {
      await using handle = await open(file)
      const buffer = Buffer.allocUnsafe(bytes)
      const { bytesRead } = await handle.read(buffer, 0, bytes, offset)
      if (bytesRead < bytes) throw new Error(`${file} is shorter than its index says`)
      return buffer
    }
    return new ClipPackage(index, framesPerSecond, await read(0, index.initBytes), read)
  }

  /** Groups `from` … `to` (exclusive) as they are when the clip's first picture is number `loopFrame` since the epoch. */
  async fragments(from: number, to: number, loopFrame: number): Promise<Buffer> {
    const groups = this.groups.slice(from, to)
    const [first] = groups
    if (!first) return Buffer.alloc(0)
    const bytes = await this.#read(
      first.offset,
      groups.reduce((sum, group) => sum + group.bytes, 0),
    )
    for (const group of groups) {
      const frame = loopFrame + group.firstFrame
      const ticks = Math.round((frame * ticksPerSecond) / this.framesPerSecond)
      bytes.writeBigUInt64BE(BigInt(ticks), group.offset - first.offset + group.decodeTimeAt)
    }
    return bytes
  }
}

async function packClip(clipFile: string, size: PictureSize, framesPerSecond: number) {
  const pictures = accessUnits(await readFile(clipFile)).map(({ isKeyFrame, nals }, frame) => ({
    isKeyFrame,
    annexB: annexB(nals),
    timestamp: frame / framesPerSecond,
    duration: 1 / framesPerSecond,
  }))
  const keyFrames = pictures.flatMap(({ isKeyFrame }, frame) => (isKeyFrame ? [frame] : []))
  const { init, fragments, codec } = await muxFragments(pictures, size, 0)
  if (fragments.length !== keyFrames.length) throw new Error(`${clipFile}: not one fragment a group`)
  let offset = init.length
  const groups = fragments.map(({ bytes, decodeTimeAt }, at) => {
    const group = { firstFrame: keyFrames[at] ?? 0, offset, bytes: bytes.length, decodeTimeAt }
    offset += bytes.length
    return group
  })
  const index: PackageIndex = { frames: pictures.length, codec, initBytes: init.length, groups }
  return { index, media: Buffer.concat([init, ...fragments.map(({ bytes }) => bytes)]) }
}

async function readIndex(file: string): Promise<PackageIndex | undefined> {
  try {
    return indexSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}

async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  await writeFile(unfinished, content)
  await rename(unfinished, path)
}
