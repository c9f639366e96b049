import type Database from 'better-sqlite3'
import type { SqlValue } from './condition-sql.ts'

type Row = readonly (string | number | null)[]

/** Statements by their text: there are as many as there are forms of questions, and preparing one takes longer than most. */
export class StatementCache {
  readonly #file: Database.Database
  readonly #size: number
  /** In the order of their last use. Rows are arrays. */
  readonly #statements = new Map<string, Database.Statement<SqlValue[], Row>>()

  constructor(file: Database.Database, size: number) {
    this.#file = file
    this.#size = size
  }

  rows(sql: string, values: readonly SqlValue[]): Row[] {
    return this.#statement(sql).all(...values)
  }

  /** The one value of the one row. */
  number(sql: string, values: readonly SqlValue[]): number {
    const row = this.#statement(sql).get(...values)
    if (!row) throw new Error('a statement that always has a row had none')
    return Number(row[0])
  }

  #statement(sql: string): Database.Statement<SqlValue[], Row> {
    const known = this.#statements.get(sql)
    const statement = known ?? this.#file.prepare<SqlValue[], Row>(sql).raw()
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    for (const oldest of this.#statements.keys()) {
      if (this.#statements.size <= this.#size) break
      this.#statements.delete(oldest)
    }
    return statement
  }
}
