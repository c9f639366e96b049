import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { RETENTION_IN_DAYS } from '#contract/platform/limits.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { siteDefaults } from '../defaults.ts'
import type { SiteFault } from '../process/site-fault.ts'
import { siteMigrations } from './migrations.ts'
import { damagedCopies, databaseFiles, openDatabase, removeDatabase } from './open-database.ts'
import { newerFault } from './store-fault.ts'
import { migrate, type PrepareDatabaseOptions } from './thread-database.ts'

/** Opens the database of a folder and brings it to this version. Throws what Node and SQLite throw. */
export async function openSiteStore(options: PrepareDatabaseOptions): Promise<Result<SiteStore, SiteFault>> {
  const { dir, clock, reset } = options
  const opened: { dispose(): unknown }[] = []
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const lock = new SiteLock(dir)
    opened.push(lock)
    if (reset) removeDatabase(dir, databaseFiles.site)
    const { file, setAsideAs } = openDatabase(dir, databaseFiles.site, clock.epochMs())
    const isMissing =
      !reset &&
      setAsideAs === undefined &&
      // A first start opens this database before it makes them.
      [databaseFiles.events.name, 'recordings'].some((name) => existsSync(join(dir, name))) &&
      !hasOrganizations(file)
    // What lies beside a damaged copy may be of any organization, and was to be kept for as long as it says.
    const isRetentionLost = isMissing || damagedCopies(dir, databaseFiles.site).length > 0
    const newRetentionDays = isRetentionLost ? siteDefaults.accounts.maxRetentionDays : RETENTION_IN_DAYS
    const store = new SiteStore(file, lock, { setAsideAs, isMissing, newRetentionDays })
    opened[0] = store
    takeOver(file)
    if (migrate(file, siteMigrations)) return ok(store)
    await store.dispose()
    return fail(newerFault(dir))
  } catch (error) {
    for (const one of opened) await one.dispose()
    throw error
  }
}

/** What the opening of a site's database has shown. */
interface OpenedStore {
  /** Name of the file that a damaged database was moved to at this start. */
  readonly setAsideAs: string | undefined
  /** Events or footage are there, and no organization that they belong to. */
  readonly isMissing: boolean
  /** Days that an organization which is made now keeps events and footage. */
  readonly newRetentionDays: number
}

/** The site's database, held by this process alone until `dispose`. */
export class SiteStore implements OpenedStore {
  readonly db: Database.Database
  readonly setAsideAs: string | undefined
  readonly isMissing: boolean
  readonly newRetentionDays: number
  readonly #lock: SiteLock

  constructor(db: Database.Database, lock: SiteLock, opened: OpenedStore) {
    this.db = db
    this.#lock = lock
    this.setAsideAs = opened.setAsideAs
    this.isMissing = opened.isMissing
    this.newRetentionDays = opened.newRetentionDays
  }

  /** False when the database can no longer be read. */
  isReadable(): boolean {
    try {
      this.db.prepare('select count(*) from organization').get()
      return true
    } catch {
      return false
    }
  }

  async dispose(): Promise<void> {
    this.db.close()
    this.#lock.dispose()
  }
}

function hasOrganizations(file: Database.Database): boolean {
  const table = file.prepare(`select 1 from sqlite_master where name = 'organization'`).get()
  return table !== undefined && file.prepare('select 1 from organization').get() !== undefined
}

/** A query builder that the site once had (Kysely) counted the first migrations, in a table of its own. */
function takeOver(file: Database.Database): void {
  const table = file.prepare(`select 1 from sqlite_master where name = 'kysely_migration'`).get()
  if (table === undefined || file.pragma('user_version', { simple: true }) !== 0) return
  const count = Number(file.prepare('select count(*) from kysely_migration').pluck().get())
  file.pragma(`user_version = ${count}`)
}

/**
 * Holds `site.lock` for as long as the site runs, and throws SQLITE_BUSY when another site does.
 * It is an empty SQLite file under SQLite's own exclusive lock: the operating system lets go of it when the
 * process ends in any way, so that no stale lock is ever left behind, and it works alike on all systems.
 */
class SiteLock {
  readonly #file: Database.Database

  constructor(dir: string) {
    this.#file = new Database(join(dir, 'site.lock'), { timeout: 0 })
    try {
      this.#file.exec('begin exclusive')
    } catch (error) {
      this.#file.close()
      throw error
    }
  }

  dispose(): void {
    this.#file.close()
  }
}
