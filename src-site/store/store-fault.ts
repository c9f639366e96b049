import { codeOf } from '#contract/thrown.ts'

/**
 * Why a data folder cannot be used:
 * `in_use` (another site holds it) · `not_writable` (permissions, read-only, not a folder) · `disk_full` ·
 * `newer` (written by a later version of the program) · `failed` (anything else that SQLite reports).
 */
export interface StoreFault {
  readonly code: 'in_use' | 'not_writable' | 'disk_full' | 'newer' | 'failed'
  /** What happened and what to do, for the person at the machine. */
  readonly sentence: string
}

/** True when the file is not, or no longer, a sound database: nothing but setting it aside helps. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))
}

/** Undefined for errors that are not the environment's: those are bugs and have to surface. */
export function storeFaultOf(error: unknown, dir: string): StoreFault | undefined {
  const code = codeOf(error)
  // SHMSIZE: there is no room for the index of the write-ahead log.
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/.test(code)) {
    return {
      code: 'disk_full',
      sentence: `The disk that holds ${dir} is full. Free some space, or choose another folder with --data.`,
    }
  }
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ENOENT|SQLITE_CANTOPEN.*|SQLITE_READONLY.*)$/.test(code)) {
    return {
      code: 'not_writable',
      sentence: `The data folder ${dir} cannot be written (${code}). Give this user access to it, or choose another with --data.`,
    }
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return { code: 'in_use', sentence: inUseSentence(dir) }
  }
  // All others (SQLITE_ERROR, _CONSTRAINT, _MISUSE …) come from statements that we wrote.
  if (/^SQLITE_(IOERR|CORRUPT|NOTADB|NOMEM|PROTOCOL|NOLFS)/.test(code)) {
    return { code: 'failed', sentence: `The database in ${dir} cannot be used (${code}). Check the disk.` }
  }
  return undefined
}

export function newerSentence(dir: string): string {
  return `The database in ${dir} was written by a later version of this program. Update it, or choose another folder with --data.`
}

function inUseSentence(dir: string): string {
  return `Another site is already running on ${dir}. Stop it, or choose another folder with --data.`
}
