import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { foldText } from '#contract/platform/fold-text.ts'
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
  readonly #addTrigrams
  readonly #bodyOfKey
  #lastId: number

  constructor(file: Database.Database) {
    this.#file = file
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
    this.#addTrigrams = file.prepare('insert into event_trigram (rowid, value) values (?, ?)')
    this.#bodyOfKey = file.prepare<[Buffer], Buffer>('select body_hash from event where key_hash = ?').pluck()
    this.#insertGroup = file.transaction((events: readonly NewEvent[]) =>
      events.map((event) => this.#insert(event)),
    )
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
    const texts: string[] = []
    for (const [field, value] of event.values) {
      if (typeof value === 'number') {
        this.#addNumber.run(field, atMs, id, camera, value)
        continue
      }
      const folded = foldText(value)
      texts.push(folded)
      this.#addText.run(field, atMs, id, camera, folded)
    }
    if (texts.length > 0) this.#addTrigrams.run(id, texts.join('\n'))
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
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
}
