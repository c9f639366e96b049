import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * Holds `site.lock` for as long as the site runs, and throws SQLITE_BUSY when another site does.
 * It is an empty SQLite file under SQLite's own exclusive lock: the operating system lets go of it when the
 * process ends in any way, so that no stale lock is ever left behind, and it works alike on all systems.
 */
export class SiteLock {
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
