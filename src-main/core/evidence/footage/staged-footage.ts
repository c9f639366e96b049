import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../sync-folder.ts'
import { SMALLEST_GAP_MS } from '../package/manifest.ts'
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
    for (const [take, segments] of staged.#takes) {
      segments.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
      // Of two that begin at once the longer one has replaced the other: the program ended before that was gone.
      staged.#takes.set(
        take,
        segments.filter(({ startMs }, at) => segments[at + 1]?.startMs !== startMs),
      )
    }
    return staged
  }

  get bytes(): number {
    return this.#bytes
  }

  /** In the order in which they were filmed. */
  get segments(): readonly StagedSegment[] {
    return this.#numbers.flatMap((take) => this.#ofTake(take))
  }

  /**
   * Assigns each listed range, in the order of the list, to the take that ends nearest to its beginning and has not
   * filmed it yet, or to a new take. An older take counts only if it ends less than a segment away, and no longer once
   * the list has gone back in time: such a list is in the order of filming.
   */
  inTakes<Range extends FootageRange>(ranges: readonly Range[]): readonly (Range & InTake)[] {
    /** The last one of each that is listed; undefined where all of it is from before. */
    const takes = new Map<number, Range | undefined>(this.#numbers.map((number) => [number, undefined]))
    let [first, take] = [1, 0]
    return ranges.map((range, at) => {
      if (range.startMs < (ranges[at - 1]?.startMs ?? -Infinity)) first = take + 1
      const newest = Math.max(0, ...takes.keys())
      const [nearest] = [...takes]
        .filter(([number]) => number >= first)
        .map(([number, last]) => ({ number, offMs: this.#offMs(range, number, last) }))
        .filter(({ number, offMs }) => offMs < (number === newest ? Infinity : range.endMs - range.startMs))
        .toSorted((a, b) => a.offMs - b.offMs)
      take = nearest?.number ?? newest + 1
      takes.set(take, range)
      return { ...range, take }
    })
  }

  /** Whether most of it is here, be it under a time that differs a little, and not only its beginning. */
  has(range: InTake): boolean {
    return this.#near(range).some((one) => isMostlyIn(one, range) && !isBeginning(one, range))
  }

  /** Where the segment begins that holds this instant; the instant itself where none does. */
  startOf(atMs: number): number {
    const holding = this.segments.filter(({ startMs, endMs }) => startMs <= atMs && atMs < endMs)
    return Math.min(atMs, ...holding.map(({ startMs }) => startMs))
  }

  /** A range of whole milliseconds; it replaces its beginning. Throws what the file system throws. */
  async add(range: InTake, bytes: Uint8Array, init: Uint8Array | undefined): Promise<void> {
    const initName = init === undefined ? 'none' : await this.#addInit(init)
    const beginning = this.#near(range).find((one) => isBeginning(one, range))
    const segment = this.#segment({ ...range, startMs: beginning?.startMs ?? range.startMs }, initName)
    await writeWhole(join(this.#folder, segment.file), bytes)
    const segments = this.#ofTake(range.take)
    segments.splice(firstFrom(segments, segment.startMs), beginning === undefined ? 0 : 1, segment)
    this.#bytes += bytes.byteLength
    if (beginning === undefined) return
    await syncFolder(this.#folder)
    await rm(join(this.#folder, beginning.file))
  }

  /** Waits until what was added has its names on the disk, and so have the two folders that are made for an export. */
  async sync(): Promise<void> {
    const staged = dirname(this.#folder)
    for (const folder of [this.#folder, staged, dirname(staged)]) await syncFolder(folder)
  }

  get #numbers(): readonly number[] {
    return [...this.#takes.keys()].toSorted((a, b) => a - b)
  }

  #ofTake(take: number): StagedSegment[] {
    const segments = this.#takes.get(take) ?? []
    this.#takes.set(take, segments)
    return segments
  }

  /** None of a take overlaps another by half: only the last few that begin before its end can be it. */
  #near({ take, endMs }: InTake): readonly StagedSegment[] {
    const segments = this.#takes.get(take) ?? []
    const until = firstFrom(segments, endMs)
    return segments.slice(Math.max(0, until - 4), until)
  }

  /**
   * Distance of a range from the end of a take, or from the time under which the take has it; infinite where the take
   * has filmed that instant before.
   */
  #offMs(range: FootageRange, take: number, last: FootageRange | undefined): number {
    const { startMs, endMs } = range
    if (last !== undefined && (startMs <= last.startMs || isMostlyIn(range, last))) return Infinity
    const segments = this.#takes.get(take) ?? []
    const at = firstFrom(segments, startMs)
    if (segments[at]?.startMs === startMs && segments[at].endMs === endMs) return -1
    const near = segments.slice(Math.max(0, at - 1), at + 1)
    const same = near.filter((one) => isMostlyIn(one, range))
    const sameMs = Math.min(...same.map((one) => Math.abs(startMs - one.startMs)))
    if (sameMs <= SAME_WITHIN_MS) return sameMs
    if (last !== undefined) return Math.abs(startMs - last.endMs)
    if (this.has({ startMs, endMs, take })) return Infinity
    return Math.min(...near.map((one) => Math.abs(startMs - one.endMs)))
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

/** Times of one segment in two lists. */
const SAME_WITHIN_MS = 250

const nameParts = /^(\d{13,16})-(\d{13,16})-([0-9a-f]{16}|none)(?:-(\d{1,9}))?\.segment$/

/** Of two of which one holds most of the other. */
function isMostlyIn(a: FootageRange, b: FootageRange): boolean {
  const sharedMs = Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs)
  return sharedMs > Math.min(a.endMs - a.startMs, b.endMs - b.startMs) / 2
}

/** As where a window ended in it: it was listed shorter than it is. */
function isBeginning(one: FootageRange, of: FootageRange): boolean {
  const isSameStart = isMostlyIn(one, of) && Math.abs(of.startMs - one.startMs) <= SAME_WITHIN_MS
  return isSameStart && of.endMs - one.endMs >= SMALLEST_GAP_MS
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
