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

/** Footage whose form no file of ours can have. */
export class UnreadableFootage extends Error {}

/**
 * Footage of one camera that has arrived and is not written yet. A file has its name when it is whole, and its name
 * says when it was filmed: what an export that died has left is what it goes on with.
 */
export class StagedFootage {
  readonly #folder: string
  /** Ascending. */
  readonly #segments: StagedSegment[] = []
  #bytes = 0

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(folder: string): Promise<StagedFootage> {
    await mkdir(folder, { recursive: true })
    const staged = new StagedFootage(folder)
    for (const name of await readdir(folder)) {
      const [, start, end, init] = /^(\d{13,16})-(\d{13,16})-([0-9a-f]{16}|none)\.segment$/.exec(name) ?? []
      if (start === undefined || end === undefined || init === undefined) continue
      staged.#bytes += (await stat(join(folder, name))).size
      staged.#segments.push(staged.#segment(Number(start), Number(end), init))
    }
    staged.#segments.sort((a, b) => a.startMs - b.startMs)
    return staged
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Ascending. */
  get segments(): readonly StagedSegment[] {
    return this.#segments
  }

  /** Whether most of it is here, be it under a time that differs a little. */
  has({ startMs, endMs }: FootageRange): boolean {
    // None overlaps another by half: only the last few that begin before its end can be it.
    const until = this.#firstFrom(endMs)
    return this.#segments
      .slice(Math.max(0, until - 4), until)
      .some(
        (other) =>
          Math.min(endMs, other.endMs) - Math.max(startMs, other.startMs) >
          Math.min(endMs - startMs, other.endMs - other.startMs) / 2,
      )
  }

  /** Throws what the file system throws. */
  async add(range: FootageRange, bytes: Uint8Array, init: Uint8Array | undefined): Promise<void> {
    const initName = init === undefined ? 'none' : await this.#addInit(init)
    const segment = this.#segment(Math.round(range.startMs), Math.round(range.endMs), initName)
    await writeWhole(join(this.#folder, segment.file), bytes)
    this.#segments.splice(this.#firstFrom(segment.startMs), 0, segment)
    this.#bytes += bytes.byteLength
  }

  /** Waits until what was added has its names on the disk, and so have the two folders that are made for an export. */
  async sync(): Promise<void> {
    const staged = dirname(this.#folder)
    for (const folder of [this.#folder, staged, dirname(staged)]) await syncFolder(folder)
  }

  /** Index of the first one that begins at this instant or later: a month of segments is half a million. */
  #firstFrom(atMs: number): number {
    let [low, high] = [0, this.#segments.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#segments[middle]?.startMs ?? 0) < atMs) low = middle + 1
      else high = middle
    }
    return low
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

  #segment(startMs: number, endMs: number, init: string): StagedSegment {
    return {
      startMs,
      endMs,
      file: `${digits(startMs)}-${digits(endMs)}-${init}.segment`,
      initFile: init === 'none' ? undefined : `${init}.init`,
    }
  }
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
