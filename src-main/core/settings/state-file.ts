import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { codeOf, messageOf } from '#contract/thrown.ts'
import { isObject, parseJson } from '#contract/json.ts'
import { instantName } from '../time.ts'
import type { JsonStoreClass, JsonStorePort } from './json-store.ts'
import { makeFolder } from '../make-folder.ts'

export interface StateFileOptions {
  readonly Store: JsonStoreClass
  /** Absolute. */
  readonly folder: string
  readonly name: string
  /** Instant that names what is set aside, milliseconds since the epoch. Without it nothing is: the file is another program's. */
  readonly nowMs?: number
}

export type StateFilePort = Pick<StateFile, 'content' | 'report' | 'write'>

/**
 * One JSON file. A damaged one is set aside under a name that tells when, and everything starts from nothing:
 * whatever a disk holds, a wall starts. Reading happens once, at construction.
 */
export class StateFile {
  readonly content: Readonly<Record<string, unknown>>
  /** Sentences about what was wrong with it. */
  readonly notices: readonly ExactMessage[]
  readonly #options: StateFileOptions
  #store: JsonStorePort | undefined
  /** Why nothing is known of what lies there. */
  #unread: unknown
  /** What has to be set aside before anything is written, and could not be yet. */
  #due: 'rename' | 'copy' | undefined

  constructor(options: StateFileOptions) {
    this.#options = options
    const notices: ExactMessage[] = []
    const file = `${options.name}.json`
    let content: Record<string, unknown> = {}
    try {
      content = this.#open().store
    } catch (thrown) {
      if (thrown instanceof DamagedFile) {
        const isOurs = options.nowMs !== undefined
        if (!isOurs) this.#unread = thrown
        const aside = this.#setAside('rename')
        notices.push(
          aside === undefined
            ? exactMessage(isOurs ? 'file_damaged_stays' : 'file_damaged_elsewhere', { file })
            : exactMessage('file_damaged', { file, copy: aside }),
        )
      } else {
        this.#unread = thrown
        notices.push(exactMessage('file_unreadable', { file, reason: codeOf(thrown) || messageOf(thrown) }))
      }
    }
    this.content = content
    this.notices = notices
  }

  /** Throws what the file system throws, and what it threw at the start: what nobody has read is not written over. */
  write(content: Readonly<Record<string, unknown>>): void {
    const { folder, name } = this.#options
    if (this.#unread !== undefined && existsSync(join(folder, `${name}.json`))) throw this.#unread
    this.#unread = undefined
    if (this.#due !== undefined && existsSync(join(folder, `${name}.json`))) this.#putAside(this.#due)
    this.#due = undefined
    this.#open().store = { ...content }
  }

  /** All notices, when these parts could not be understood. A copy is kept, because we are about to write without them. */
  report(lost: readonly ExactMessage[]): readonly ExactMessage[] {
    if (lost.length === 0) return this.notices
    const copy = this.keepCopy()
    const unread = { file: `${this.#options.name}.json`, parts: lost }
    const notice =
      copy === undefined
        ? exactMessage('parts_unread', unread)
        : exactMessage('parts_unread_copied', { ...unread, copy })
    return [...this.notices, notice]
  }

  /**
   * Keeps the present file under another name, because we are about to write without something that is in it. Where
   * that fails, `write` does it first.
   */
  keepCopy(): string | undefined {
    if (this.#options.nowMs === undefined) this.#unread ??= new DamagedFile()
    return this.#setAside('copy')
  }

  /**
   * Removes what was set aside, and what writes that a power cut ended have left.
   * @returns whether there was any
   * Throws what the file system throws.
   */
  removeCopies(): boolean {
    const { folder, name } = this.#options
    const isCopy = (file: string) =>
      file.startsWith(`${name}.damaged-`) || file.startsWith(`${name}.json.tmp-`)
    const copies = filesIn(folder).filter(isCopy)
    for (const copy of copies) rmSync(join(folder, copy), { force: true })
    const wasDue = this.#due !== undefined
    this.#due = undefined
    return wasDue || copies.length > 0
  }

  /** Late, and again after a failure: constructing it reads the file and makes the folder. */
  #open(): JsonStorePort {
    const { Store, folder, name } = this.#options
    // The store would make it for everybody to read.
    makeFolder(folder)
    this.#store ??= new Store({
      cwd: folder,
      name,
      configFileMode: 0o600,
      clearInvalidConfig: false,
      deserialize: parseContent,
    })
    return this.#store
  }

  #setAside(how: 'rename' | 'copy'): string | undefined {
    if (this.#options.nowMs === undefined) return undefined
    try {
      return this.#putAside(how)
    } catch {
      this.#due = how
      return undefined
    }
  }

  #putAside(how: 'rename' | 'copy'): string {
    const { folder, name, nowMs = 0 } = this.#options
    const path = join(folder, `${name}.json`)
    const aside = join(folder, `${name}.damaged-${instantName(nowMs)}.json`)
    const copies = filesIn(folder).filter((file) => file.startsWith(`${name}.damaged-`))
    // Nothing was written since: a copy at each start would fill the disk.
    const same = how === 'copy' && copies.find((copy) => hasSameBytes(path, join(folder, copy)))
    if (same) return same
    if (how === 'rename') renameSync(path, aside)
    else copyFileSync(path, aside)
    return basename(aside)
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return []
    throw thrown
  }
}

function hasSameBytes(path: string, other: string): boolean {
  try {
    return readFileSync(path).equals(readFileSync(other))
  } catch {
    return false
  }
}

class DamagedFile extends Error {}

/** electron-store takes an array or a number for an empty file, and would write over it. */
function parseContent(text: string): Record<string, unknown> {
  const content = parseJson(text)
  if (!isObject(content)) throw new DamagedFile()
  return content
}
