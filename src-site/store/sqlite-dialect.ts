import type Database from 'better-sqlite3'
import { type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from 'kysely'

/** Kysely's dialect, but for the end of a transaction that has gone wrong. */
export class SiteSqliteDialect extends SqliteDialect {
  readonly #file: Database.Database

  constructor(file: Database.Database) {
    super({ database: file })
    this.#file = file
  }

  override createDriver(): Driver {
    return new SiteSqliteDriver(this.#file)
  }
}

/**
 * A full disk (and some other errors) makes SQLite roll back by itself. Kysely then rolls back once more, fails,
 * and throws that failure in place of the reason (kysely 0.29.9).
 */
class SiteSqliteDriver extends SqliteDriver {
  readonly #file: Database.Database

  constructor(file: Database.Database) {
    super({ database: file })
    this.#file = file
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
  }
}
