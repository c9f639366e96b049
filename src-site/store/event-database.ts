import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { fail, ok, type Result } from '#contract/result.ts'
import type { SiteClock } from '../clock.ts'
import { eventMigrations } from './event-migrations.ts'
import { databaseFiles, openDatabase, removeDatabase } from './open-database.ts'
import { newerSentence, type StoreFault, storeFaultOf } from './store-fault.ts'

export interface PrepareEventsOptions {
  readonly dir: string
  readonly clock: SiteClock
  /** Removes what is stored and begins anew. */
  readonly reset?: boolean
}

/**
 * Makes the events' database, or brings it to this version. Events have a file of their own: it grows to many times the
 * rest, its writer waits for nobody else's commits, and the check of the rest at each start stays short.
 */
export function prepareEventDatabase(
  options: PrepareEventsOptions,
): Result<{ setAsideAs: string | undefined }, StoreFault> {
  const { dir, clock, reset } = options
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (reset) removeDatabase(dir, databaseFiles.events)
    const { file, setAsideAs } = openDatabase(dir, databaseFiles.events, clock.epochMs())
    try {
      return migrate(file) ? ok({ setAsideAs }) : fail({ code: 'newer', sentence: newerSentence(dir) })
    } finally {
      file.close()
    }
  } catch (error) {
    const fault = storeFaultOf(error, dir)
    if (fault === undefined) throw error
    return fail(fault)
  }
}

/** For the one thread that writes. Throws what SQLite throws. */
export function openEventWriter(dir: string): Database.Database {
  const file = new Database(join(dir, databaseFiles.events.name))
  // What was answered with success is on the disk.
  file.pragma('synchronous = full')
  file.pragma('trusted_schema = off')
  file.pragma('cache_size = -32000')
  // 16 MB: four times SQLite's own, because under load each checkpoint costs as much as many commits.
  file.pragma('wal_autocheckpoint = 4000')
  return file
}

/** For threads that only read: they neither wait for the writer nor make it wait. */
export function openEventReader(dir: string): Database.Database {
  const file = new Database(join(dir, databaseFiles.events.name), { readonly: true })
  file.pragma('trusted_schema = off')
  file.pragma('cache_size = -16000')
  file.pragma('mmap_size = 1073741824')
  file.pragma('temp_store = memory')
  return file
}

/** False when a later version of the program has written the file. */
function migrate(file: Database.Database): boolean {
  const version = Number(file.pragma('user_version', { simple: true }))
  if (version > eventMigrations.length) return false
  file
    .transaction(() => {
      for (const statement of eventMigrations.slice(version).flat()) file.exec(statement)
      file.pragma(`user_version = ${eventMigrations.length}`)
    })
    .exclusive()
  return true
}
