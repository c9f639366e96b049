import type Database from 'better-sqlite3'
import { databaseFiles } from './open-database.ts'
import {
  type Migrations,
  openReader,
  openWriter,
  prepareDatabase,
  type PrepareDatabaseOptions,
} from './thread-database.ts'

export const occupancyMigrations: Migrations = [
  [
    // Entrances and zones share their ids, because a report names them in one list.
    `create table source (
      number integer primary key autoincrement,
      organization_id text not null,
      id text not null,
      kind text not null check (kind in ('entrance', 'zone')),
      name text not null,
      capacity integer,
      camera_ids text not null,
      unique (organization_id, id)
    ) strict`,
    `create table schedule (
      organization_id text not null,
      id text not null,
      name text not null,
      timezone text not null,
      rules text not null,
      primary key (organization_id, id)
    ) strict, without rowid`,
    // An instant (epoch milliseconds) doubled, and 1 more for an exit: one number is all that a year of them is read by.
    // They lie in the order of time, whatever their source, because a report goes through all of its sources at once: to
    // sort a million would take longer than to leave out those of other sources. In that order entrances come before the
    // exits of their millisecond, and what is sent twice is there once.
    `create table passage (
      moment integer not null,
      source integer not null references source (number),
      primary key (moment, source)
    ) strict, without rowid`,
    `create table zone_count (
      source integer not null references source (number),
      at_ms integer not null,
      count integer not null,
      primary key (source, at_ms)
    ) strict, without rowid`,
  ],
  // Counters of whole seconds see several people at one instant.
  ['alter table passage add column people integer not null default 1'],
  // Each start is given its dictionaries; what a source has counted is under its number.
  [
    'drop table schedule',
    ...['kind', 'name', 'capacity', 'camera_ids'].map((column) => `alter table source drop column ${column}`),
  ],
]

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
