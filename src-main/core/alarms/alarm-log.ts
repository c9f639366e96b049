import { constants } from 'node:fs'
import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type WallError, wallError } from '#contract/errors.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { codeOf } from '#contract/thrown.ts'
import type { AreaLog } from '../log/logger.ts'
import { syncFolder } from '../durable-file.ts'
import type { Clock } from '../time.ts'
import { type AlarmFact, type AlarmLogEntry, FIRST_PREV, writeEntry } from './alarm-log-entry.ts'
import {
  cutFile,
  listLogFiles,
  logExtent,
  nameOfFile,
  numberOfFile,
  scanLogFile,
  verifyAlarmLog,
} from './alarm-log-files.ts'
import { alarmDefaults } from './defaults.ts'
import { makeFolder } from '../make-folder.ts'

export interface AlarmLogOptions {
  /** Absolute; made when it is missing. */
  readonly folder: string
  readonly clock: Clock
  readonly log: AreaLog
  readonly limits?: Partial<Limits>
}

interface Limits {
  readonly maxFileBytes: number
  readonly maxBytes: number
}

/** What the first append has found that could read the log. */
export interface AlarmLogPast {
  /** Of the newest file and as much as fills one before it, oldest first. */
  readonly entries: readonly AlarmLogEntry[]
  /** Sentences for the operator. */
  readonly notices: readonly ExactMessage[]
}

interface OpenFile {
  readonly number: number
  readonly handle: FileHandle
  bytes: number
  /** Of its first entry: `2026-11` */
  readonly month: string
}

/**
 * The log of alarms: append-only files of one JSON object a line, each with the hash of the one before. What `append`
 * has confirmed is on the disk. A line that a crash has torn is cut off and reported; a broken chain is
 * reported and left as it is.
 */
export class AlarmLog {
  readonly #options: AlarmLogOptions
  readonly #limits: Limits
  #file: OpenFile | undefined
  #seq = 0
  #prev = FIRST_PREV
  #newest = 0
  /** One write at a time. */
  #turn: Promise<unknown> = Promise.resolve()
  #waiting: AlarmFact[] = []
  /** Of those that waited, the oldest: there were too many. */
  #lost = 0
  #mustReopen = true
  /** Nobody knows yet what was in the log when the program began. */
  #isUnread = true
  /** What was found in between, until an append has told it. */
  #found: AlarmLogPast | undefined

  constructor(options: AlarmLogOptions) {
    this.#options = options
    this.#limits = { ...alarmDefaults.log, ...options.limits }
  }

  /**
   * Resolves when the facts are on the disk, or cannot be. `isKept`: they have happened whatever the disk says, and are
   * written as soon as it can; otherwise a failure leaves nothing behind. The answer is what was found: the past, by the
   * first one that can read it, and later what is wrong with the log.
   */
  append(facts: readonly AlarmFact[], isKept: boolean): Promise<Result<AlarmLogPast | undefined, WallError>> {
    const writing = this.#turn.then(() => this.#append(facts, isKept))
    this.#turn = writing
    return writing
  }

  /** Holds up nothing that is appended meanwhile, which it does not read. */
  async verify() {
    const { folder } = this.#options
    const extent = this.#turn.then(() => logExtent(folder))
    this.#turn = extent.catch(() => undefined)
    return verifyAlarmLog(folder, await extent)
  }

  /** The text of the newest files that fit into one download, oldest first. `isCut`: others did not fit. */
  async read(): Promise<{ text: string; isCut: boolean }> {
    await this.#turn
    const { folder } = this.#options
    const texts: string[] = []
    let left: number = alarmDefaults.log.maxExportBytes
    for (const name of (await listLogFiles(folder)).toReversed()) {
      const text = await readFile(join(folder, name), 'utf8')
      left -= Buffer.byteLength(text)
      if (left < 0) break
      texts.unshift(text)
    }
    return { text: texts.join(''), isCut: left < 0 }
  }

  async dispose(): Promise<void> {
    await this.#turn
    if (this.#waiting.length > 0) await this.#append(this.#waiting.splice(0), true)
    await this.#file?.handle.close()
    this.#file = undefined
  }

  async #readPast(): Promise<AlarmLogPast> {
    const { folder, log } = this.#options
    makeFolder(folder)
    const names = await listLogFiles(folder)
    const notices: ExactMessage[] = []
    const entries: AlarmLogEntry[] = []
    const facts: AlarmFact[] = []
    let first: AlarmLogEntry | undefined
    // The file before the newest may be short, too: a month can begin soon after a file was full.
    let from = Math.max(0, names.length - 1)
    for (let bytes = 0; from > 0 && bytes < this.#limits.maxFileBytes; ) {
      from -= 1
      bytes += (await stat(join(folder, names[from] ?? ''))).size
    }
    for (const name of names.slice(from)) {
      const path = join(folder, name)
      const scanned = await scanLogFile(path, entries.at(-1))
      entries.push(...scanned.entries)
      if (name !== names.at(-1)) continue
      first = scanned.entries[0]
      const [broken] = scanned.breaks
      if (broken !== undefined) {
        const { line, problem, after } = broken
        facts.push({ kind: 'chain-broken', file: name, line, problem })
        notices.push(
          after === undefined
            ? exactMessage('alarm_log_changed', { file: name, line })
            : exactMessage('alarm_log_gap', { file: name, line, entry: after }),
        )
      } else if (scanned.tornBytes > 0) {
        await cutFile(path, scanned.bytes - scanned.tornBytes)
        facts.push({ kind: 'torn-line-cut', bytes: scanned.tornBytes })
        notices.push(exactMessage('alarm_log_half_line'))
      }
    }
    const last = entries.at(-1)
    this.#seq = last?.seq ?? 0
    this.#prev = last?.hash ?? FIRST_PREV
    this.#newest = numberOfFile(names.at(-1) ?? '')
    const isBroken = facts.some(({ kind }) => kind === 'chain-broken')
    if (this.#newest > 0 && !isBroken) await this.#take(this.#newest, first)
    for (const { message } of notices) log.warn(message)
    if (facts.length > 0) await this.#append(facts, true)
    return { entries, notices }
  }

  async #append(
    facts: readonly AlarmFact[],
    isKept: boolean,
  ): Promise<Result<AlarmLogPast | undefined, WallError>> {
    try {
      if (this.#mustReopen) await this.#reopen()
      // Nothing but read otherwise: what a full disk did not take holds up no past.
      if (facts.length > 0) await this.#write(facts)
      const found = this.#found
      this.#found = undefined
      return ok(found)
    } catch (thrown) {
      if (isKept) this.#wait(facts)
      const error = wallError('storage_failed', notWritten(thrown))
      this.#options.log.error(error.message)
      return fail(error)
    }
  }

  async #write(facts: readonly AlarmFact[]): Promise<void> {
    const atMs = this.#options.clock.wallMs()
    const file = await this.#fileFor(atMs)
    const lost = { kind: 'entries-lost', entries: this.#lost } as const
    const due = [...(this.#lost > 0 ? [lost] : []), ...this.#waiting, ...facts]
    let prev = this.#prev
    const lines = due.map((fact, at) => {
      const { line, hash } = writeEntry(this.#seq + at + 1, atMs, prev, fact)
      prev = hash
      return `${line}\n`
    })
    const bytes = Buffer.from(lines.join(''), 'utf8')
    try {
      await writeWhole(file.handle, bytes, file.bytes)
      await file.handle.datasync()
    } catch (thrown) {
      // Half of it may be there: nothing may follow it.
      await file.handle.truncate(file.bytes).catch(() => {
        this.#mustReopen = true
      })
      throw thrown
    }
    file.bytes += bytes.length
    this.#seq += due.length
    this.#prev = prev
    this.#waiting = []
    this.#lost = 0
  }

  #wait(facts: readonly AlarmFact[]): void {
    this.#waiting.push(...facts)
    const over = this.#waiting.length - alarmDefaults.log.maxWaiting
    if (over > 0) this.#lost += this.#waiting.splice(0, over).length
  }

  async #reopen(): Promise<void> {
    await this.#file?.handle.close()
    this.#file = undefined
    // Reset first: `#readPast` appends what it finds, which must not reopen the log again.
    this.#mustReopen = false
    // Taken first: an append by `#readPast` would return it.
    const untold = this.#found ?? { entries: [], notices: [] }
    try {
      const past = await this.#readPast()
      // Once the past was read, the wall knows its entries.
      const { entries } = this.#isUnread ? past : untold
      const notices = [...untold.notices, ...past.notices]
      if (this.#isUnread || entries.length + notices.length > 0) this.#found = { entries, notices }
      this.#isUnread = false
    } catch (thrown) {
      this.#mustReopen = true
      throw thrown
    }
  }

  async #fileFor(atMs: number): Promise<OpenFile> {
    const month = monthOf(atMs)
    const { maxFileBytes } = this.#limits
    const isFull = this.#file !== undefined && this.#file.bytes >= maxFileBytes
    // A clock that is set back begins none: it may go to and fro.
    if (this.#file !== undefined && !isFull && this.#file.month >= month) return this.#file
    await this.#file?.handle.close()
    this.#file = undefined
    const file = await this.#take(this.#newest + 1)
    await syncFolder(this.#options.folder)
    this.#newest = file.number
    await this.#removeOldest()
    return file
  }

  async #take(number: number, first?: AlarmLogEntry): Promise<OpenFile> {
    const { folder, clock } = this.#options
    const path = join(folder, nameOfFile(number))
    // Not opened for appending: each write names its position.
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    const { size } = await handle.stat()
    this.#file = { number, handle, bytes: size, month: monthOf(first?.atMs ?? clock.wallMs()) }
    return this.#file
  }

  /** Never by age: to a clock that is years ahead once, all of them are old. */
  async #removeOldest(): Promise<void> {
    const { folder } = this.#options
    const names = await listLogFiles(folder)
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    let bytes = sizes.reduce((sum, size) => sum + size, 0)
    for (const [at, name] of names.entries()) {
      if (bytes <= this.#limits.maxBytes) return
      await rm(join(folder, name), { force: true })
      bytes -= sizes[at] ?? 0
      this.#waiting.push({ kind: 'oldest-file-removed', file: name })
    }
  }
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, at + written)
    written += bytesWritten
  }
}

function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7)
}

function notWritten(thrown: unknown): ExactMessage {
  const reason = codeOf(thrown)
  return reason === ''
    ? exactMessage('alarm_log_not_written')
    : exactMessage('alarm_log_not_written_because', { reason })
}
