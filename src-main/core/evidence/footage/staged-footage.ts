import { createHash, createHmac } from 'node:crypto'
import { lstat, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makePlainFolder, syncFolder, writeNew } from '../../durable-file.ts'
import { SMALLEST_GAP_MS } from '../package/manifest.ts'
import type { FootageRange } from './footage-port.ts'

/** A file of footage as it came, on the disk. */
export interface StagedSegment extends FootageRange {
  readonly file: string
  readonly initFile: string | undefined
  /** Counted from 0; what replaces a file, or is the next to come after one has gone, has its number. */
  readonly number: number
  /** `contentHash` of what arrived. */
  readonly sha256: string
}

/** Counted from 1: another take begins where the recorder's clock was set back, and instants are filmed twice. */
export interface InTake extends FootageRange {
  readonly take: number
}

/** Of footage whose form no file of ours can have. */
export const UNREADABLE = 'UNREADABLE_FOOTAGE'
export class UnreadableFootage extends Error {
  readonly code = UNREADABLE
}

/**
 * Footage of one camera that has arrived and is not written yet. A file has its name when it is whole, and its name
 * says when it was filmed: what an export that died has left is what it goes on with. A name ends with its MAC, by a
 * secret of the export: what others have laid beside it is none of it.
 */
export class StagedFootage {
  readonly #folder: string
  readonly #secret: Uint8Array
  /** By take; ascending each. */
  readonly #takes = new Map<number, StagedSegment[]>()
  /** Names of the initializations that are here. */
  readonly #inits = new Set<string>()
  /** Numbers of files that have gone. */
  readonly #free: number[] = []
  #bytes = 0
  #files = 0

  private constructor(folder: string, secret: Uint8Array) {
    this.#folder = folder
    this.#secret = secret
  }

  static async open(folder: string, secret: Uint8Array): Promise<StagedFootage> {
    await makePlainFolder(folder)
    const staged = new StagedFootage(folder, secret)
    const numbers = new Set<number>()
    for (const name of await readdir(folder)) {
      const file = await lstat(join(folder, name))
      // A file of this name is not renamed over a folder.
      if (!file.isFile()) {
        await rm(join(folder, name), { recursive: true, force: true })
        continue
      }
      if (name.endsWith('.init')) staged.#inits.add(name)
      const [, start, end, init, take, number, sha256] = nameParts.exec(name) ?? []
      if (init === undefined || sha256 === undefined) continue
      const range = { startMs: Number(start), endMs: Number(end), take: Number(take) }
      const segment = staged.#segment(range, init, Number(number), sha256)
      if (segment.file !== name) continue
      staged.#bytes += file.size
      staged.#files = Math.max(staged.#files, segment.number + 1)
      numbers.add(segment.number)
      staged.#ofTake(range.take).push(segment)
    }
    for (let number = 0; number < staged.#files; number += 1) {
      if (!numbers.has(number)) staged.#free.push(number)
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

  get files(): number {
    return this.#files
  }

  /** Whether none of the first files has gone. */
  hasFirst(files: number): boolean {
    return (
      new Set(this.segments.map(({ number }) => number).filter((number) => number < files)).size === files
    )
  }

  /** In the order in which they were filmed. */
  get segments(): readonly StagedSegment[] {
    return this.#numbers.flatMap((take) => this.#ofTake(take)).filter((one) => this.#hasInit(one))
  }

  /**
   * Assigns each listed range, in the order of the list, to the take that ends nearest to its beginning and has not
   * filmed it yet, or to a new take. An older take counts only if it ends less than a segment away, and no longer once
   * the list has gone back in time: such a list is in the order of filming.
   */
  inTakes<Range extends FootageRange>(ranges: readonly Range[]): readonly (Range & InTake)[] {
    /** The last one of each that is listed; undefined where all of it is from before. */
    const takes = new Map<number, Range | undefined>(this.#numbers.map((number) => [number, undefined]))
    let newest = this.#numbers.at(-1) ?? 0
    let [first, take, looks] = [1, 0, 0]
    return ranges.map((range, at) => {
      if (range.startMs < (ranges[at - 1]?.startMs ?? -Infinity)) first = take + 1
      let nearestMs = Infinity
      take = newest + 1
      for (let number = first; number <= newest; number += 1) {
        if ((looks += 1) > MOST_LOOKS) throw new UnreadableFootage('takes')
        if (!takes.has(number)) continue
        const offMs = this.#offMs(range, number, takes.get(number))
        if (offMs >= nearestMs || (number < newest && offMs >= range.endMs - range.startMs)) continue
        nearestMs = offMs
        take = number
      }
      newest = Math.max(newest, take)
      takes.set(take, range)
      return { ...range, take }
    })
  }

  /** Whether most of it is here, be it under a time that differs a little, and not only its beginning. */
  has(range: InTake): boolean {
    return this.#near(range).some(
      (one) => this.#hasInit(one) && isMostlyIn(one, range) && !isBeginning(one, range),
    )
  }

  /**
   * A range of whole milliseconds; it replaces its beginning, and itself where its initialization has gone. Throws what
   * the file system throws.
   */
  async add(range: InTake, bytes: Uint8Array, init: Uint8Array | undefined): Promise<void> {
    const replaced = this.#near(range).find(
      (one) => isBeginning(one, range) || (isSameStart(one, range) && !this.#hasInit(one)),
    )
    const initName = init === undefined ? 'none' : await this.#addInit(init)
    const segment = this.#segment(
      { ...range, startMs: replaced?.startMs ?? range.startMs },
      initName,
      replaced?.number ?? this.#free.pop() ?? this.#files,
      contentHash(init ?? new Uint8Array(), bytes),
    )
    await writeWhole(join(this.#folder, segment.file), bytes)
    this.#files = Math.max(this.#files, segment.number + 1)
    const segments = this.#ofTake(range.take)
    segments.splice(firstFrom(segments, segment.startMs), replaced === undefined ? 0 : 1, segment)
    this.#bytes += bytes.byteLength
    if (replaced === undefined || replaced.file === segment.file) return
    await syncFolder(this.#folder)
    await rm(join(this.#folder, replaced.file))
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
    if (!this.#inits.has(`${name}.init`)) await writeWhole(join(this.#folder, `${name}.init`), init)
    this.#inits.add(`${name}.init`)
    return name
  }

  #hasInit({ initFile }: StagedSegment): boolean {
    return initFile === undefined || this.#inits.has(initFile)
  }

  #segment({ startMs, endMs, take }: InTake, init: string, number: number, sha256: string): StagedSegment {
    const stem = [digits(startMs), digits(endMs), init, take, number, sha256].join('-')
    const mac = createHmac('sha256', this.#secret)
      .update(`${basename(this.#folder)} ${stem}`)
      .digest('hex')
    return {
      startMs,
      endMs,
      file: `${stem}-${mac.slice(0, 32)}.segment`,
      initFile: init === 'none' ? undefined : `${init}.init`,
      number,
      sha256,
    }
  }
}

export function contentHash(init: Uint8Array, bytes: Uint8Array): string {
  return createHash('sha256').update(init).update(bytes).digest('hex').slice(0, 32)
}

/** Times of one segment in two lists. */
const SAME_WITHIN_MS = 250
/** Of one list: an hour of segments of two seconds, in a thousand takes, needs fewer. */
const MOST_LOOKS = 2_000_000

const nameParts =
  /^(\d{13,16})-(\d{13,16})-([0-9a-f]{16}|none)-(\d{1,9})-(\d{1,9})-([0-9a-f]{32})-[0-9a-f]{32}\.segment$/

/** Of two of which one holds most of the other. */
function isMostlyIn(a: FootageRange, b: FootageRange): boolean {
  const sharedMs = Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs)
  return sharedMs > Math.min(a.endMs - a.startMs, b.endMs - b.startMs) / 2
}

function isSameStart(one: FootageRange, of: FootageRange): boolean {
  return isMostlyIn(one, of) && Math.abs(of.startMs - one.startMs) <= SAME_WITHIN_MS
}

/** As where a window ended in it: it was listed shorter than it is. */
function isBeginning(one: FootageRange, of: FootageRange): boolean {
  return isSameStart(one, of) && of.endMs - one.endMs >= SMALLEST_GAP_MS
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
  await writeNew(temporary, bytes)
  await rename(temporary, path)
}
