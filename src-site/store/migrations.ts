import type { Migrations } from './thread-database.ts'

/** The tables of `site.db`. Instants are epoch milliseconds. */
export const siteMigrations: Migrations = [
  [
    `create table organization (
      id text primary key,
      name text not null
    ) strict`,
    `create table account (
      id text primary key,
      email text not null unique collate nocase,
      password_hash text not null
    ) strict`,
    `create table membership (
      account_id text not null references account (id) on delete cascade,
      organization_id text not null references organization (id) on delete cascade,
      primary key (account_id, organization_id)
    ) strict, without rowid`,
    // `secret_hash`: SHA-256 of the whole key, hexadecimal. A key is random, so nothing slower is needed.
    `create table api_key (
      id text primary key,
      organization_id text not null references organization (id) on delete cascade,
      name text not null,
      secret_hash text not null unique,
      created_at integer not null,
      expires_at integer not null,
      last_used_at integer
    ) strict`,
    `create index api_key_by_organization on api_key (organization_id, expires_at)`,
    `create table camera (
      id text primary key,
      organization_id text not null references organization (id) on delete cascade,
      number integer not null,
      name text not null,
      group_name text not null,
      timezone text not null
    ) strict`,
    `create index camera_by_organization on camera (organization_id, number)`,
  ],
  [
    // `init_hash` names its initialization segment.
    `create table recorded_segment (
      camera_id text not null,
      rendition text not null,
      start_ms integer not null,
      end_ms integer not null,
      init_hash text not null,
      bytes integer not null,
      primary key (camera_id, rendition, start_ms)
    ) strict, without rowid`,
    `create index recorded_segment_by_age on recorded_segment (start_ms)`,
  ],
  // Days that its events and footage are kept.
  [`alter table organization add column retention_days integer not null default 30`],
  // Its first characters, for people.
  [`alter table api_key add column prefix text not null default ''`],
  [
    // `version` goes on after a removal, which leaves no content; `change_id` is that of the last change.
    `create table wall_salvo (
      organization_id text not null references organization (id) on delete cascade,
      number integer not null,
      version integer not null,
      content text,
      saved_by text not null,
      saved_at integer not null,
      change_id text not null,
      primary key (organization_id, number)
    ) strict, without rowid`,
  ],
  // Room for its recordings; null until it has been decided.
  [`alter table organization add column record_gigabytes integer`],
]
