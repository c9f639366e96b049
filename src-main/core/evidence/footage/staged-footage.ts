import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../sync-folder.ts'
import type { FootageRange } from './footage-port.ts'

/** A file of footage as it came, on the disk. */
export interface StagedSegment extends FootageRange {
  readonly file: string
  readonly initFile: string | undefined
}

/** Counted from 1: another take begins where the recorder's clock was set back, and instants are filmed twice. */
export interface InTake extends FootageRange {
  readonly take: number
}

/** Footage whose form no file of ours can have. */
export class UnreadableFootage extends Error {}

/**
 * Footage of one camera that has arrived and is not written yet. A file has its name when it is whole, and its name
 * says when it was filmed: what an export that died has left is what it goes on with.
 */
export class StagedFootage {
  readonly #folder: string
  /** By take; ascending each. */
  readonly #takes = new Map<number, StagedSegment[]>()
  #bytes = 0

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(folder: string): Promise<StagedFootage> {
    await mkdir(folder, { recursive: true })
    const staged = new StagedFootage(folder)
    for (const name of await readdir(folder)) {
      const [, start, end, init, take = '1'] = nameParts.exec(name) ?? []
      if (start === undefined || end === undefined || init === undefined) continue
      staged.#bytes += (await stat(join(folder, name))).size
      const range = { startMs: Number(start), endMs: Number(end), take: Number(take) }
      staged.#ofTake(range.take).push(staged.#segment(range, init))
    }
    for (const segments of staged.#takes.values()) segments.sort((a, b) => a.startMs - b.startMs)
    return staged
  }

  get bytes(): number {
    return this.#bytes
  }

  /** In the order in which they were filmed. */
  get segments(): readonly StagedSegment[] {
    return [...this.#takes].toSorted(([a], [b]) => a - b).flatMap(([, segments]) => segments)
  }

  /** What is listed, in the order of the list: takes are counted on from the first one of it that is here. */
  inTakes<Range extends FootageRange>(ranges: readonly Range[]): readonly (Range & InTake)[] {
    let take = this.#firstTakeOf(ranges)
    return ranges.map((range, at) => {
      const before = ranges[at - 1]
      const isSetBack =
        before !== undefined && (range.startMs <= before.startMs || sharedMs(range, before) > 0)
      if (isSetBack) take += 1
      return { ...range, take }
    })
  }

  /** Whether most of it is here, be it under a time that differs a little. */
  has(range: InTake): boolean {
    return this.#sharedMs(range, range.take) > 0
  }

  /** Throws what the file system throws. */
  async add(range: InTake, bytes: Uint8Array, init: Uint8Array | undefined): Promise<void> {
    const { startMs, endMs, take } = range
    const initName = init === undefined ? 'none' : await this.#addInit(init)
    const segment = this.#segment({ startMs: Math.round(startMs), endMs: Math.round(endMs), take }, initName)
    await writeWhole(join(this.#folder, segment.file), bytes)
    const segments = this.#ofTake(take)
    segments.splice(firstFrom(segments, segment.startMs), 0, segment)
    this.#bytes += bytes.byteLength
  }

  /** Waits until what was added has its names on the disk, and so have the two folders that are made for an export. */
  async sync(): Promise<void> {
    const staged = dirname(this.#folder)
    for (const folder of [this.#folder, staged, dirname(staged)]) await syncFolder(folder)
  }

  #ofTake(take: number): StagedSegment[] {
    const segments = this.#takes.get(take) ?? []
    this.#takes.set(take, segments)
    return segments
  }

  /** The newest one where none of these is here. */
  #firstTakeOf(ranges: readonly FootageRange[]): number {
    const takes = [...this.#takes.keys()]
    for (const range of ranges) {
      const [most] = takes
        .map((take) => ({ take, ms: this.#sharedMs(range, take) }))
        .toSorted((a, b) => b.ms - a.ms)
      if (most !== undefined && most.ms > 0) return most.take
    }
    return Math.max(1, ...takes)
  }

  #sharedMs(range: FootageRange, take: number): number {
    const segments = this.#takes.get(take) ?? []
    // None of a take overlaps another by half: only the last few that begin before its end can be it.
    const until = firstFrom(segments, range.endMs)
    return Math.max(0, ...segments.slice(Math.max(0, until - 4), until).map((one) => sharedMs(range, one)))
  }

  async #addInit(init: Uint8Array): Promise<string> {
    const name = createHash('sha256').update(init).digest('hex').slice(0, 16)
    const path = join(this.#folder, `${name}.init`)
    const isThere = await stat(path).then(
      () => true,
      () => false,
    )
    if (!isThere) await writeWhole(path, init)
    return name
  }

  #segment({ startMs, endMs, take }: InTake, init: string): StagedSegment {
    return {
      startMs,
      endMs,
      file: `${digits(startMs)}-${digits(endMs)}-${init}${take === 1 ? '' : `-${take}`}.segment`,
      initFile: init === 'none' ? undefined : `${init}.init`,
    }
  }
}

const nameParts = /^(\d{13,16})-(\d{13,16})-([0-9a-f]{16}|none)(?:-(\d{1,9}))?\.segment$/

/** Of two of which one holds most of the other; none otherwise. */
function sharedMs(a: FootageRange, b: FootageRange): number {
  const ms = Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs)
  return ms > Math.min(a.endMs - a.startMs, b.endMs - b.startMs) / 2 ? ms : 0
}

/** Index of the first one that begins at this instant or later: a month of segments is half a million. */
function firstFrom(segments: readonly StagedSegment[], atMs: number): number {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.startMs ?? 0) < atMs) low = middle + 1
    else high = middle
  }
  return low
}

function digits(ms: number): string {
  return String(ms).padStart(13, '0')
}

/** Whole or not at all, also after a loss of power. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.part`
  await writeFile(temporary, bytes, { flush: true })
  await rename(temporary, path)
}
