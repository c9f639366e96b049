import { type Kysely, sql } from 'kysely'

export interface SiteMigration {
  /** Sorts by name; never renamed or changed once released. */
  readonly name: string
  readonly statements: readonly string[]
}

/** Every step from an empty file to `SiteTables`, oldest first. Only ever appended to. */
export const siteMigrations: readonly SiteMigration[] = [
  {
    name: '0001-accounts-keys-cameras',
    statements: [
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
  },
  {
    name: '0002-recordings',
    statements: [
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
  },
  {
    name: '0003-retention',
    statements: [`alter table organization add column retention_days integer not null default 30`],
  },
  {
    name: '0004-key-prefix',
    statements: [`alter table api_key add column prefix text not null default ''`],
  },
  {
    name: '0005-wall-salvos',
    statements: [
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
  },
  {
    name: '0006-record-gigabytes',
    statements: [`alter table organization add column record_gigabytes integer`],
  },
]

export async function runMigration(migration: SiteMigration, db: Kysely<unknown>): Promise<void> {
  for (const statement of migration.statements) {
    await sql.raw(statement).execute(db)
  }
}
