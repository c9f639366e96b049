import type Database from 'better-sqlite3'
import { eventMigrations } from './event-migrations.ts'
import { databaseFiles } from './open-database.ts'
import { openReader, openWriter, prepareDatabase, type PrepareDatabaseOptions } from './thread-database.ts'

/**
 * Events have a file of their own: it grows to many times the rest, its writer waits for nobody else's commits, and the
 * check of the rest at each start stays short.
 */
export function prepareEventDatabase(options: PrepareDatabaseOptions): ReturnType<typeof prepareDatabase> {
  return prepareDatabase(databaseFiles.events, eventMigrations, options)
}

/** For the one thread that writes. Throws what SQLite throws. */
export function openEventWriter(dir: string): Database.Database {
  const file = openWriter(dir, databaseFiles.events)
  file.pragma('cache_size = -32000')
  // 16 MB: four times SQLite's own, because under load each checkpoint costs as much as many commits.
  file.pragma('wal_autocheckpoint = 4000')
  return file
}

export function openEventReader(dir: string): Database.Database {
  return openReader(dir, databaseFiles.events)
}
