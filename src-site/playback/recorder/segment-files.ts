import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '#contract/thrown.ts'
import type { PictureSize } from '../fragment-muxer.ts'
import type { MuxedSegment } from '../mux-segment.ts'
import { type Rendition, renditions } from '../recordings.ts'

/** A camera's rendition: a folder of its own. */
export interface Track {
  readonly cameraId: string
  readonly rendition: Rendition
}

/** What the name of a segment's file says. */
export interface NamedSegment extends Track {
  readonly startMs: number
  readonly endMs: number
  readonly initHash: string
}

export interface SegmentFile extends NamedSegment {
  readonly bytes: number
}

export interface InitFile extends PictureSize {
  readonly initHash: string
  readonly codec: string
  readonly framesPerSecond: number
}

const segmentPattern = /^(\d{1,16})-(\d{1,16})-([0-9a-f]{12})\.m4s$/
const initPattern = /^init-([0-9a-f]{12})-(avc1\.[0-9A-F]{6}(?:,opus)?)-(\d+)x(\d+)-([\d.]+)\.mp4$/
const unfinished = '.part'

/**
 * The files of recordings. A file that has its name is whole: it was written under another, synced, and renamed. Its
 * name says all that an index needs, so that a lost index can be made again from the folder.
 */
export class SegmentFiles {
  readonly #dir: string
  /** Names of the initialization files of a folder, read once: beside them may lie a hundred thousand segments. */
  readonly #inits = new Map<string, Promise<string[]>>()

  constructor(dir: string) {
    this.#dir = dir
  }

  /** Keeps the first one of a hash that can be read: segments that name it may have been read with it already. */
  async writeInit(track: Track, info: InitFile, bytes: Buffer): Promise<void> {
    if ((await this.readInit(track, info.initHash).catch(() => undefined)) !== undefined) return
    const { initHash, codec, widthPx, heightPx, framesPerSecond } = info
    const name = `init-${initHash}-${codec}-${widthPx}x${heightPx}-${framesPerSecond}.mp4`
    await this.#write(track, name, bytes)
    const names = await this.#initNames(track)
    if (!names.includes(name)) names.push(name)
  }

  async write(track: Track, segment: MuxedSegment): Promise<SegmentFile> {
    const { startMs, endMs, initHash, media } = segment
    const file = { ...track, startMs, endMs, initHash, bytes: media.length }
    await this.#write(track, segmentName(file), media)
    return file
  }

  /** Undefined when it is not there any more. */
  read(file: SegmentFile): Promise<Buffer | undefined> {
    return ifThere(readFile(join(this.#folder(file), segmentName(file))))
  }

  async readInit(track: Track, initHash: string): Promise<Buffer | undefined> {
    const name = (await this.#initNames(track)).find((one) => initPattern.exec(one)?.[1] === initHash)
    return name === undefined ? undefined : ifThere(readFile(join(this.#folder(track), name)))
  }

  async inits(track: Track): Promise<InitFile[]> {
    return (await this.#initNames(track)).flatMap((name) => {
      const [, initHash, codec, width, height, rate] = initPattern.exec(name) ?? []
      if (initHash === undefined || codec === undefined) return []
      const framesPerSecond = Number(rate)
      return { initHash, codec, widthPx: Number(width), heightPx: Number(height), framesPerSecond }
    })
  }

  async remove(file: SegmentFile): Promise<void> {
    await rm(join(this.#folder(file), segmentName(file)), { force: true })
  }

  /** Tracks that there may be segments of. */
  async tracks(): Promise<Track[]> {
    const cameraIds = (await namesIn(this.#dir)).flatMap(cameraOfFolder)
    return cameraIds.flatMap((cameraId) => renditions.map((rendition) => ({ cameraId, rendition })))
  }

  /** Every finished segment of a track; removes what was never finished. */
  async list(track: Track): Promise<NamedSegment[]> {
    const folder = this.#folder(track)
    const files: NamedSegment[] = []
    for (const name of await namesIn(folder)) {
      if (name.endsWith(unfinished)) await rm(join(folder, name), { force: true })
      const [, startMs, endMs, initHash] = segmentPattern.exec(name) ?? []
      if (initHash !== undefined)
        files.push({ ...track, startMs: Number(startMs), endMs: Number(endMs), initHash })
    }
    return files
  }

  /** Without those that are not there any more. */
  async measure(files: readonly NamedSegment[]): Promise<SegmentFile[]> {
    const measured: SegmentFile[] = []
    for (const file of files) {
      const found = await ifThere(stat(join(this.#folder(file), segmentName(file))))
      if (found) measured.push({ ...file, bytes: found.size })
    }
    return measured
  }

  /** The disk that they are on; undefined before the first one. */
  async disk(): Promise<{ readonly freeBytes: number; readonly sizeBytes: number } | undefined> {
    const found = await ifThere(statfs(this.#dir))
    return found && { freeBytes: found.bavail * found.bsize, sizeBytes: found.blocks * found.bsize }
  }

  #initNames(track: Track): Promise<string[]> {
    const folder = this.#folder(track)
    const known = this.#inits.get(folder)
    if (known !== undefined) return known
    const names = namesIn(folder).then((all) => all.filter((name) => initPattern.test(name)))
    this.#inits.set(folder, names)
    names.catch(() => this.#inits.delete(folder))
    return names
  }

  async #write(track: Track, name: string, bytes: Buffer): Promise<void> {
    const folder = this.#folder(track)
    await mkdir(folder, { recursive: true })
    const path = join(folder, name)
    const part = `${path}${unfinished}`
    try {
      {
        await using handle = await open(part, 'w')
        await handle.writeFile(bytes)
        // Otherwise the new name may reach the disk before what it stands for.
        await handle.sync()
      }
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined)
      throw error
    }
  }

  #folder({ cameraId, rendition }: Track): string {
    return join(this.#dir, encodeURIComponent(cameraId), rendition)
  }
}

/** Nothing of a folder that somebody else has laid there. */
function cameraOfFolder(name: string): string[] {
  try {
    return [decodeURIComponent(name)]
  } catch {
    return []
  }
}

function segmentName({ startMs, endMs, initHash }: NamedSegment): string {
  return `${startMs}-${endMs}-${initHash}.m4s`
}

async function namesIn(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? []
}

/** Undefined for what is not there. What cannot be read may be there: taken for absent, it would be forgotten. */
async function ifThere<Read>(reading: Promise<Read>): Promise<Read | undefined> {
  try {
    return await reading
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test(codeOf(error))) return undefined
    throw error
  }
}
