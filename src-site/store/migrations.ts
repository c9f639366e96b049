import type { Migrations } from './thread-database.ts'

/** The tables of `SiteTables`. */
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
  [`alter table organization add column retention_days integer not null default 30`],
  [`alter table api_key add column prefix text not null default ''`],
  [
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
  [`alter table organization add column record_gigabytes integer`],
]
