import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { fail, type Result } from '#contract/result.ts'
import { codeOf } from '#contract/thrown.ts'
import type { Refusal } from '../api/refusal.ts'
import { exitCodes } from '../defaults.ts'
import type { SiteFault } from '../process/site-fault.ts'

/** True when the file is not, or no longer, a sound database: nothing but setting it aside helps. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))
}

/**
 * Runs what reads and writes a data folder, which is made when it is not there; what the environment makes impossible
 * becomes its fault. A disk can be full at any write, not only at the first.
 */
export async function withStoreFaults<Done>(
  dir: string,
  work: () => Promise<Result<Done, SiteFault>> | Result<Done, SiteFault>,
): Promise<Result<Done, SiteFault>> {
  try {
    makeFolder(dir)
    return await work()
  } catch (error) {
    const fault = storeFaultOf(error, dir)
    if (fault === undefined) throw error
    return fail(fault)
  }
}

/**
 * Not by Node's `recursive`: where a file system lets nothing be made and answers ENOENT (/proc, automounters), that
 * tries for ever, and no signal ends it.
 */
function makeFolder(dir: string): void {
  const above = dirname(dir)
  // A drive of Windows or a share that is not there has nothing above it.
  if (above !== dir && !existsSync(above)) makeFolder(above)
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}

/** Writes what a client sends, and refuses it when there is no room for it on the disk. */
export async function unlessFull<Value>(
  what: 'counts' | 'events' | 'salvos',
  log: Logger | undefined,
  write: () => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  try {
    return await write()
  } catch (err) {
    if (codeOf(err) !== 'SQLITE_FULL') throw err
    log?.error({ err }, `${what} cannot be stored: the disk is full`)
    return fail({ code: 'storage_full', message: `The site cannot store ${what}: its disk is full.` })
  }
}

/** Undefined for errors that are not the environment's: those are bugs and have to surface. */
export function storeFaultOf(error: unknown, dir: string): SiteFault | undefined {
  const code = codeOf(error)
  // SHMSIZE: there is no room for the index of the write-ahead log.
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/.test(code)) {
    return {
      exitCode: exitCodes.diskFull,
      sentence: `The disk that holds ${dir} is full. Free some space, or choose another folder with --data.`,
    }
  }
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ENOENT|SQLITE_CANTOPEN.*|SQLITE_READONLY.*)$/.test(code)) {
    return {
      exitCode: exitCodes.dataFolder,
      sentence: `The data folder ${dir} cannot be written (${code}). Give this user access to it, or choose another with --data.`,
    }
  }
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) {
    return {
      exitCode: exitCodes.alreadyRunning,
      sentence: `Another site is already running on ${dir}. Stop it, or choose another folder with --data.`,
    }
  }
  // All others (SQLITE_ERROR, _CONSTRAINT, _MISUSE …) come from statements that we wrote.
  if (/^SQLITE_(IOERR|CORRUPT|NOTADB|NOMEM|NOLFS)/.test(code)) {
    return {
      exitCode: exitCodes.dataFolder,
      sentence: `The database in ${dir} cannot be used (${code}). Check the disk.`,
    }
  }
  return undefined
}

/** A database that a later version of the program has written. */
export function newerFault(dir: string): SiteFault {
  return {
    exitCode: exitCodes.dataFolder,
    sentence: `The database in ${dir} was written by a later version of this program. Update it, or choose another folder with --data.`,
  }
}
