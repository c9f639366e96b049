import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RETENTION_IN_DAYS } from '#contract/platform/limits.ts'
import { exitCodes, siteDefaults } from '#site/defaults.ts'
import { siteMigrations } from '#site/store/migrations.ts'
import { openSiteStore, type SiteStore } from '#site/store/site-store.ts'
import { FakeClock } from '../fake-clock.ts'
import { openTestStore } from '../open-store.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const clock = new FakeClock()

/** A folder whose store has an organization. */
async function keptFolder(): Promise<string> {
  const dir = tempDir()
  const store = unwrap(await openSiteStore({ dir, clock }))
  store.db.exec(`insert into organization (id, name) values ('o', 'kept')`)
  await store.dispose()
  return dir
}

async function organizations(dir: string): Promise<unknown[]> {
  return organizationsOf(await openTestStore(dir))
}

function organizationsOf({ db }: Pick<SiteStore, 'db'>): unknown[] {
  return db.prepare('select name from organization').pluck().all()
}

describe('the site store', () => {
  it('keeps what was written, and is free again for another site', async () => {
    const dir = await keptFolder()
    expect(await organizations(dir)).toEqual(['kept'])
  })

  it('makes the folder when it is not there', async () => {
    const dir = join(tempDir(), 'a', 'b')
    expect(await organizations(dir)).toEqual([])
  })

  it('begins anew when it is reset', async () => {
    const dir = await keptFolder()
    writeFileSync(join(dir, 'site.db.damaged-2026'), '')
    const opened = await openSiteStore({ dir, clock, reset: true })
    if (opened.ok) await opened.value.dispose()
    expect(await organizations(dir)).toEqual([])
    expect(readdirSync(dir)).not.toContain('site.db.damaged-2026')
  })

  it('is refused to a second site on the same folder', async () => {
    const dir = tempDir()
    await openTestStore(dir)
    await expect(openSiteStore({ dir, clock })).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  })

  it('does not reset the folder of a site that runs', async () => {
    const dir = tempDir()
    const store = await openTestStore(dir)
    store.db.exec(`insert into organization (id, name) values ('o', 'kept')`)
    await expect(openSiteStore({ dir, clock, reset: true })).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
    expect(organizationsOf(store)).toEqual(['kept'])
  })

  it('sets a file aside that is no database, byte for byte', async () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'site.db'), 'this is not SQLite'.repeat(200))
    const store = await openTestStore(dir)
    expect(store.setAsideAs).toBe('site.db.damaged-2026-11-20T12-00-00-000Z')
    expect(readFileSync(join(dir, store.setAsideAs ?? ''), 'utf8')).toBe('this is not SQLite'.repeat(200))
    // It may have said that events and footage are kept for long.
    expect(store.newRetentionDays).toBe(siteDefaults.accounts.maxRetentionDays)
  })

  it('sets a database aside whose pages are damaged', async () => {
    const dir = await keptFolder()
    const path = join(dir, 'site.db')
    const bytes = readFileSync(path)
    bytes.fill(0xa5, 4_096)
    writeFileSync(path, bytes)
    const store = await openTestStore(dir)
    expect(store.setAsideAs).toBeDefined()
    expect(organizationsOf(store)).toEqual([])
  })

  it('sets a database aside that was cut short', async () => {
    const dir = await keptFolder()
    const path = join(dir, 'site.db')
    writeFileSync(path, readFileSync(path).subarray(0, 9_000))
    expect((await openTestStore(dir)).setAsideAs).toBeDefined()
  })

  it.each([
    ['missing', 'events.db', (dir: string) => rmSync(join(dir, 'site.db'))],
    [
      'empty, as a copy without its log is',
      'recordings',
      (dir: string) => writeFileSync(join(dir, 'site.db'), ''),
    ],
  ])('keeps what lies beside it for long where it is %s (%s)', async (_, beside, lose) => {
    const dir = await keptFolder()
    mkdirSync(join(dir, beside))
    expect((await openTestStore(dir)).newRetentionDays).toBe(RETENTION_IN_DAYS)
    const other = await keptFolder()
    mkdirSync(join(other, beside))
    lose(other)
    const looked = unwrap(await openSiteStore({ dir: other, clock }))
    await looked.dispose()
    const { newRetentionDays, isMissing } = await openTestStore(other)
    expect({ newRetentionDays, isMissing }).toEqual({
      newRetentionDays: siteDefaults.accounts.maxRetentionDays,
      isMissing: true,
    })
  })

  it('keeps for as long as ever what a reset begins anew', async () => {
    const dir = await keptFolder()
    mkdirSync(join(dir, 'recordings'))
    const store = unwrap(await openSiteStore({ dir, clock, reset: true }))
    onTestFinished(() => store.dispose())
    expect(store.newRetentionDays).toBe(RETENTION_IN_DAYS)
  })

  it('leaves a sound database where it is', async () => {
    const dir = await keptFolder()
    expect((await openTestStore(dir)).setAsideAs).toBeUndefined()
    expect(readdirSync(dir).filter((name) => name.includes('damaged'))).toEqual([])
  })

  it('refuses a database of a later version and leaves it as it is', async () => {
    const dir = await keptFolder()
    const file = new Database(join(dir, 'site.db'))
    file.pragma(`user_version = ${siteMigrations.length + 1}`)
    file.close()
    expect(await openSiteStore({ dir, clock })).toEqual({
      ok: false,
      error: { exitCode: exitCodes.dataFolder, sentence: expect.stringContaining('later version') },
    })
    expect(existsSync(join(dir, 'site.db'))).toBe(true)
  })

  it('fails where the folder is a file, or the database cannot be opened, and leaves both', async () => {
    const dir = tempDir()
    const path = join(dir, 'file')
    writeFileSync(path, '')
    await expect(openSiteStore({ dir: path, clock })).rejects.toMatchObject({ code: 'EEXIST' })
    mkdirSync(join(dir, 'site.db'))
    await expect(openSiteStore({ dir, clock })).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' })
    expect(readdirSync(dir)).toContain('site.db')
  })

  it('fails where the folder belongs to somebody else', async (context) => {
    if (process.getuid?.() === 0) context.skip('root may write into every folder')
    const dir = tempDir()
    chmodSync(dir, 0o500)
    await expect(openSiteStore({ dir, clock })).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' })
    chmodSync(dir, 0o700)
  })
})

describe('the migrations', () => {
  it.each([
    ['all', siteMigrations.length],
    ['the first two', 2],
  ])('go on where Kysely had counted %s', async (_, count) => {
    const dir = tempDir()
    const file = new Database(join(dir, 'site.db'))
    for (const statement of siteMigrations.slice(0, count).flat()) file.exec(statement)
    file.exec('create table kysely_migration (name text primary key, timestamp text)')
    const counted = file.prepare(`insert into kysely_migration values (?, '2026-01-01')`)
    for (let at = 0; at < count; at++) counted.run(String(at))
    file.exec(`insert into organization (id, name) values ('o', 'kept')`)
    file.close()
    expect(await organizations(dir)).toEqual(['kept'])
    const after = new Database(join(dir, 'site.db'))
    onTestFinished(() => void after.close())
    expect(after.pragma('user_version', { simple: true })).toBe(siteMigrations.length)
    expect(after.prepare('select record_gigabytes from organization').pluck().all()).toEqual([null])
  })

  it('begin again where one was interrupted', async () => {
    const dir = tempDir()
    const file = new Database(join(dir, 'site.db'))
    // What stops them between two of their statements.
    file.exec('create table membership (x)')
    await expect(openSiteStore({ dir, clock })).rejects.toThrow('table membership already exists')
    file.exec('drop table membership')
    file.close()
    expect(await organizations(dir)).toEqual([])
  })
})
