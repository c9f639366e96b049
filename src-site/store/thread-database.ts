import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { foldText } from '#contract/fold-text.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { SiteClock } from '../clock.ts'
import type { SiteFault } from '../process/site-fault.ts'
import { type DatabaseFile, openDatabase, removeDatabase } from './open-database.ts'
import { newerFault } from './store-fault.ts'

export interface PrepareDatabaseOptions {
  /** Made when it is not there. */
  readonly dir: string
  readonly clock: SiteClock
  /** Removes what is stored and begins anew. */
  readonly reset?: boolean
}

/**
 * Every step from an empty file to the tables, oldest first. Only ever appended to: `user_version` counts them. Beside
 * SQLite's own functions they have `fold_text`.
 */
export type Migrations = readonly (readonly string[])[]

/** Makes a database that threads will open, or brings it to this version. Throws what Node and SQLite throw. */
export function prepareDatabase(
  which: DatabaseFile,
  migrations: Migrations,
  { dir, clock, reset }: PrepareDatabaseOptions,
): Result<{ setAsideAs: string | undefined }, SiteFault> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (reset) removeDatabase(dir, which)
  const { file, setAsideAs } = openDatabase(dir, which, clock.epochMs())
  try {
    return migrate(file, migrations) ? ok({ setAsideAs }) : fail(newerFault(dir))
  } finally {
    file.close()
  }
}

/** To write: what was answered with success is on the disk. Throws what SQLite throws. */
export function openWriter(dir: string, { name }: DatabaseFile): Database.Database {
  const file = new Database(join(dir, name))
  file.pragma('synchronous = full')
  file.pragma('trusted_schema = off')
  return file
}

/** For threads that only read: they neither wait for the writer nor make it wait. */
export function openReader(dir: string, { name }: DatabaseFile): Database.Database {
  const file = new Database(join(dir, name), { readonly: true })
  file.pragma('trusted_schema = off')
  file.pragma('cache_size = -16000')
  file.pragma('mmap_size = 1073741824')
  file.pragma('temp_store = memory')
  return file
}

/** False when a later version of the program has written the file. */
export function migrate(file: Database.Database, migrations: Migrations): boolean {
  const version = Number(file.pragma('user_version', { simple: true }))
  if (version > migrations.length) return false
  file.function('fold_text', { deterministic: true }, (value: unknown) =>
    typeof value === 'string' ? foldText(value) : null,
  )
  file
    .transaction(() => {
      for (const statement of migrations.slice(version).flat()) file.exec(statement)
      file.pragma(`user_version = ${migrations.length}`)
    })
    .exclusive()
  return true
}
