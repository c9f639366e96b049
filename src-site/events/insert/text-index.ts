import type Database from 'better-sqlite3'

/**
 * The trigrams of texts, for many events at a time: FTS5 writes a piece of index for each transaction, however small, and
 * merging the pieces costs more than all the rest of an event. What is newer than `event_trigram_end` is searched for in
 * the texts themselves.
 */
export class TextIndex {
  readonly #file: Database.Database
  readonly #step: number
  readonly #add
  readonly #setEnd
  #endId = 0

  /** @param step events that may lack their trigrams */
  constructor(file: Database.Database, step: number) {
    this.#file = file
    this.#step = step
    this.#add = file.prepare(
      `insert into event_trigram (rowid, value)
       select e.id, group_concat(t.value, char(10)) from event e
       cross join event_field f on f.tag = e.tag and f.type = 'text'
       cross join event_text t on t.field = f.number and t.at_ms = e.at_ms and t.event = e.id
       where e.id > ? and e.id <= ? group by e.id`,
    )
    this.#setEnd = file.prepare('update event_trigram_end set event = ?')
    this.read()
  }

  /** Where it ends, as stored: after a start, and after a transaction that came to nothing. */
  read(): void {
    this.#endId = Number(this.#file.prepare('select event from event_trigram_end').pluck().get())
  }

  /** In the transaction that has added events up to this one. */
  follow(lastId: number): void {
    if (lastId - this.#endId < this.#step) return
    this.#add.run(this.#endId, lastId)
    this.#setEnd.run(lastId)
    this.#endId = lastId
  }
}
