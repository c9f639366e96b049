import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { isDamage } from './store-fault.ts'

const fileName = 'site.db'
const companions = ['', '-wal', '-shm']

/**
 * Opens the database of a data folder. A damaged one is moved aside, whole, and an empty one takes its place:
 * the site has to start, and what can still be rescued has to stay. Throws what Node and SQLite throw.
 */
export function openDatabase(
  dir: string,
  nowMs: number,
): { file: Database.Database; setAsideAs: string | undefined } {
  try {
    return { file: openSound(dir), setAsideAs: undefined }
  } catch (error) {
    if (!isDamage(error)) throw error
    const setAsideAs = `${fileName}.damaged-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`
    for (const companion of companions) {
      moveIfThere(join(dir, fileName + companion), join(dir, setAsideAs + companion))
    }
    return { file: openSound(dir), setAsideAs }
  }
}

export function removeDatabase(dir: string): void {
  for (const companion of companions) rmSync(join(dir, fileName + companion), { force: true })
}

function openSound(dir: string): Database.Database {
  const file = new Database(join(dir, fileName))
  try {
    file.pragma('journal_mode = wal')
    // A key is shown once: it must not be lost by a power cut after it was handed out.
    file.pragma('synchronous = full')
    file.pragma('foreign_keys = on')
    file.pragma('trusted_schema = off')
    if (file.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new DamagedDatabase()
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

/** What `quick_check` found, in the form in which SQLite reports damage that it runs into. */
class DamagedDatabase extends Error {
  readonly code = 'SQLITE_CORRUPT'
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
