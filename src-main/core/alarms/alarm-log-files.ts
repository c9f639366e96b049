import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { codeOf } from '#contract/thrown.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { type AlarmLogEntry, readEntry } from './alarm-log-entry.ts'

const namePattern = /^alarms-(\d{6})\.jsonl$/

export function nameOfFile(number: number): string {
  return `alarms-${String(number).padStart(6, '0')}.jsonl`
}

export function numberOfFile(name: string): number {
  return Number(namePattern.exec(name)?.[1] ?? 0)
}

/** Oldest first; none where there is no folder. */
export async function listLogFiles(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => namePattern.test(name)).toSorted()
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return []
    throw thrown
  }
}

/** What a line does not keep to; lines count from 1. */
export interface ChainBreak {
  readonly line: number
  readonly problem: string
  /** The entry that it does not follow; absent where it is none itself. */
  readonly after?: number
}

export interface ScannedFile {
  readonly entries: readonly AlarmLogEntry[]
  readonly breaks: readonly ChainBreak[]
  /** After the last line feed. */
  readonly tornBytes: number
  readonly bytes: number
}

/** Lines of the log that are read in one go: main has pictures to relay meanwhile. */
export const LINES_AT_ONCE = 200

/** Reads one file. `after`: the last entry of the file before; undefined: any beginning will do. */
export async function scanLogFile(
  path: string,
  after: AlarmLogEntry | undefined,
  bytes?: number,
): Promise<ScannedFile> {
  const content = (await readFile(path)).subarray(0, bytes)
  const end = content.lastIndexOf(0x0a) + 1
  const lines = end === 0 ? [] : content.toString('utf8', 0, end - 1).split('\n')
  const entries: AlarmLogEntry[] = []
  const breaks: ChainBreak[] = []
  let last = after
  for (const [at, text] of lines.entries()) {
    if (at % LINES_AT_ONCE === 0) await setImmediate()
    const entry = readEntry(text)
    const line = at + 1
    if (entry === undefined) {
      breaks.push({ line, problem: 'is no entry, or was changed' })
      continue
    }
    if (last !== undefined && entry.prev !== last.hash) {
      breaks.push({ line, problem: `does not follow entry ${last.seq}`, after: last.seq })
    }
    entries.push(entry)
    last = entry
  }
  return { entries, breaks, tornBytes: content.length - end, bytes: content.length }
}

/** Cuts a file to so many bytes, on the disk. */
export async function cutFile(path: string, bytes: number): Promise<void> {
  await using handle = await open(path, 'r+')
  await handle.truncate(bytes)
  await handle.sync()
}

/** How far a log goes at one moment. */
interface LogExtent {
  /** Oldest first. */
  readonly names: readonly string[]
  /** Of the newest file, which grows. */
  readonly newestBytes: number
}

export async function logExtent(folder: string): Promise<LogExtent> {
  const names = await listLogFiles(folder)
  const newest = names.at(-1)
  return { names, newestBytes: newest === undefined ? 0 : (await stat(join(folder, newest))).size }
}

/** Reads the whole log of a folder: whether each entry follows from the one before. Changes nothing. */
export async function verifyAlarmLog(folder: string, extent?: LogExtent) {
  const { names, newestBytes } = extent ?? (await logExtent(folder))
  const problems: ExactMessage[] = []
  let entries = 0
  let firstAtMs: number | undefined
  let last: AlarmLogEntry | undefined
  let before: number | undefined
  for (const [at, name] of names.entries()) {
    const number = numberOfFile(name)
    if (before !== undefined && number !== before + 1) {
      problems.push(exactMessage('alarm_log_file_missing', { file: nameOfFile(before + 1) }))
    }
    before = number
    const bytes = at === names.length - 1 ? newestBytes : undefined
    const scanned = await scanLogFile(join(folder, name), last, bytes)
    problems.push(
      ...scanned.breaks.map(({ line, after }) =>
        after === undefined
          ? exactMessage('alarm_log_line_changed', { file: name, line })
          : exactMessage('alarm_log_line_gap', { file: name, line, entry: after }),
      ),
    )
    if (scanned.tornBytes > 0 && at < names.length - 1) {
      problems.push(exactMessage('alarm_log_file_half_line', { file: name }))
    }
    entries += scanned.entries.length
    firstAtMs ??= scanned.entries[0]?.atMs
    last = scanned.entries.at(-1) ?? last
  }
  return { files: names.length, entries, firstAtMs, problems }
}
