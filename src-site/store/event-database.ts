import type Database from 'better-sqlite3'
import { databaseFiles } from './open-database.ts'
import {
  type Migrations,
  openReader,
  openWriter,
  prepareDatabase,
  type PrepareDatabaseOptions,
} from './thread-database.ts'

const eventMigrations: Migrations = [
  [
    `create table event_tag (
      number integer primary key,
      id text not null unique,
      organization_id text not null,
      name text not null,
      folded_name text not null,
      unique (organization_id, folded_name)
    ) strict`,
    `create table event_field (
      number integer primary key,
      tag integer not null references event_tag (number),
      name text not null,
      type text not null,
      unit text
    ) strict`,
    // Tags, fields and cameras are small numbers in what follows: it has a row for each value of each event.
    `create table event_camera (
      number integer primary key,
      id text not null unique
    ) strict`,
    // An id is never given twice, so that whoever listens can go on after the last one that they have seen.
    `create table event (
      id integer primary key autoincrement,
      tag integer not null,
      camera integer not null,
      at_ms integer not null,
      received_ms integer not null,
      fields text not null,
      key_hash blob,
      body_hash blob
    ) strict`,
    `create index event_by_tag on event (tag, at_ms, id, camera)`,
    `create index event_by_camera on event (tag, camera, at_ms, id)`,
    `create unique index event_by_key on event (key_hash) where key_hash is not null`,
    // Time and camera are repeated, so that a question about values reads no event that is not in its answer.
    `create table event_number (
      field integer not null,
      at_ms integer not null,
      event integer not null,
      camera integer not null,
      value real not null,
      primary key (field, at_ms, event)
    ) strict, without rowid`,
    `create index event_number_by_value on event_number (field, value, at_ms, event, camera)`,
    // Folded: without case and accents.
    `create table event_text (
      field integer not null,
      at_ms integer not null,
      event integer not null,
      camera integer not null,
      value text not null,
      primary key (field, at_ms, event)
    ) strict, without rowid`,
    `create index event_text_by_value on event_text (field, value, at_ms, event, camera)`,
    // Finds candidates; event_text has the last word. So it needs neither positions nor the text itself.
    `create virtual table event_trigram using fts5 (
      value, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
    )`,
  ],
  [
    `create index event_field_by_tag on event_field (tag)`,
    // The id of the last event that has its trigrams.
    `create table event_trigram_end (event integer not null) strict`,
    `insert into event_trigram_end select coalesce(max(id), 0) from event`,
  ],
  [
    // A receipt as a whole would be in the index of its text: half of all that is written.
    `drop index event_text_by_value`,
    `create index event_text_by_start on event_text (field, substr(value, 1, 32), at_ms, event, camera)`,
  ],
  // Only from the event itself: what was folded before has lost letters. Those in ASCII alone are folded as they were.
  [
    `create temp table refolded as
     select t.field, t.at_ms, t.event, fold_text(j.value) as value from event e
     cross join event_field f on f.tag = e.tag and f.type = 'text'
     cross join json_each(e.fields) j on j.key = f.name
     cross join event_text t on t.field = f.number and t.at_ms = e.at_ms and t.event = e.id
     where e.fields glob '*[^ -~]*' and t.value <> fold_text(j.value)`,
    `update event_text set value = r.value from temp.refolded r
     where event_text.field = r.field and event_text.at_ms = r.at_ms and event_text.event = r.event`,
    `insert or replace into event_trigram (rowid, value)
     select e.id, group_concat(t.value, char(10)) from event e
     cross join event_field f on f.tag = e.tag and f.type = 'text'
     cross join event_text t on t.field = f.number and t.at_ms = e.at_ms and t.event = e.id
     where e.id in (select event from temp.refolded) and e.id <= (select event from event_trigram_end)
     group by e.id`,
    `drop table temp.refolded`,
    // A tag whose name has become that of another one keeps what it had.
    `update or ignore event_tag set folded_name = fold_text(name)`,
  ],
]

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
