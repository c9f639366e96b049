import { hash as digest } from 'node:crypto'
import type Database from 'better-sqlite3'
import { foldText } from '#contract/fold-text.ts'
import type { InsertedGroup, InsertOutcome, NewEvent } from './new-event.ts'

/** Writes events, their values and what finds them. */
export class EventTable {
  readonly #file: Database.Database
  readonly #cameras = new Map<string, number>()
  readonly #insertGroup: (events: readonly NewEvent[]) => InsertOutcome[]
  readonly #addCamera
  readonly #addEvent
  readonly #addNumber
  readonly #addText
  readonly #bodyOfKey
  readonly #texts: TextIndex
  #lastId: number

  /** @param unindexed events that may lack the trigrams of their texts */
  constructor(file: Database.Database, unindexed: number) {
    this.#file = file
    this.#texts = new TextIndex(file, unindexed)
    for (const { id, number } of file
      .prepare<[], { id: string; number: number }>('select id, number from event_camera')
      .all()) {
      this.#cameras.set(id, number)
    }
    this.#addCamera = file.prepare('insert into event_camera (id) values (?)')
    this.#addEvent = file.prepare(
      'insert into event (tag, camera, at_ms, received_ms, fields, key_hash, body_hash) values (?, ?, ?, ?, ?, ?, ?)',
    )
    this.#addNumber = file.prepare(
      'insert into event_number (field, at_ms, event, camera, value) values (?, ?, ?, ?, ?)',
    )
    this.#addText = file.prepare(
      'insert into event_text (field, at_ms, event, camera, value) values (?, ?, ?, ?, ?)',
    )
    this.#bodyOfKey = file.prepare<[Buffer], Buffer>('select body_hash from event where key_hash = ?').pluck()
    this.#insertGroup = file.transaction((events: readonly NewEvent[]) => {
      const outcomes = events.map((event) => this.#insert(event))
      this.#texts.follow(this.#lastId)
      return outcomes
    })
    this.#lastId = Number(
      file.prepare(`select coalesce(max(seq), 0) from sqlite_sequence where name = 'event'`).pluck().get(),
    )
  }

  get lastId(): number {
    return this.#lastId
  }

  /** All of them in one transaction: when this returns they are on the disk, when it throws none of them is stored. */
  insert(events: readonly NewEvent[]): InsertedGroup {
    const before = this.#lastId
    try {
      return { outcomes: this.#insertGroup(events), lastId: this.#lastId }
    } catch (error) {
      this.#lastId = before
      // Cameras that were met for the first time are gone with the rest.
      this.#cameras.clear()
      this.#texts.read()
      throw error
    }
  }

  #insert(event: NewEvent): InsertOutcome {
    const { tag, cameraId, atMs, receivedMs, fieldsJson, key } = event
    const hashes = key && {
      key: hash(key.orgId, key.name),
      body: hash(String(tag), cameraId, String(atMs), fieldsJson),
    }
    if (hashes) {
      const before = this.#bodyOfKey.get(hashes.key)
      if (before) return before.equals(hashes.body) ? 'repeated' : 'idempotency_key_reused'
    }
    const camera = this.#cameraNumber(cameraId)
    const { lastInsertRowid } = this.#addEvent.run(
      tag,
      camera,
      atMs,
      receivedMs,
      fieldsJson,
      hashes?.key ?? null,
      hashes?.body ?? null,
    )
    const id = Number(lastInsertRowid)
    for (const [field, value] of event.values) {
      if (typeof value === 'number') this.#addNumber.run(field, atMs, id, camera, value)
      else this.#addText.run(field, atMs, id, camera, foldText(value))
    }
    this.#lastId = id
    return 'stored'
  }

  #cameraNumber(cameraId: string): number {
    const known = this.#cameras.get(cameraId)
    if (known !== undefined) return known
    const stored = this.#file
      .prepare<[string], number>('select number from event_camera where id = ?')
      .pluck()
      .get(cameraId)
    const number = stored ?? Number(this.#addCamera.run(cameraId).lastInsertRowid)
    this.#cameras.set(cameraId, number)
    return number
  }
}

/** 128 bits: what belongs together, and where one part ends, without keeping what a client made up. */
function hash(...parts: string[]): Buffer {
  return digest('sha256', JSON.stringify(parts), 'buffer').subarray(0, 16)
}

/**
 * The trigrams of texts, for many events at a time: FTS5 writes a piece of index for each transaction, however small, and
 * merging the pieces costs more than all the rest of an event. What is newer than `event_trigram_end` is searched for in
 * the texts themselves.
 */
class TextIndex {
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
