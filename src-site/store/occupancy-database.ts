import type Database from 'better-sqlite3'
import { occupancyMigrations } from './occupancy-migrations.ts'
import { databaseFiles } from './open-database.ts'
import { openReader, openWriter, prepareDatabase, type PrepareDatabaseOptions } from './thread-database.ts'

/** Occupancy has a file of its own, as events have: a year of passages is read while others are written. */
export function prepareOccupancyDatabase(
  options: PrepareDatabaseOptions,
): ReturnType<typeof prepareDatabase> {
  return prepareDatabase(databaseFiles.occupancy, occupancyMigrations, options)
}

/** Throws what SQLite throws. */
export function openOccupancyWriter(dir: string): Database.Database {
  const file = openWriter(dir, databaseFiles.occupancy)
  file.pragma('foreign_keys = on')
  return file
}

export function openOccupancyReader(dir: string): Database.Database {
  return openReader(dir, databaseFiles.occupancy)
}
