import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import type { OutboxEvent } from '../../core/events/outbox/event-outbox.ts'

/** An event as its source says it, before it is known which of several equal ones it is. */
export interface SourceEvent {
  readonly event: Omit<OutboxEvent, 'uid' | 'content'>
  /** Equal for equal events, however they are written. */
  readonly content: string
  /** The record's own id, where `--id-field` names one. */
  readonly id: string | undefined
  /** Its time is the first of two at which the clock of the source's zone showed the same. */
  readonly isShownTwice: boolean
}

/**
 * What is sent, canonical: camera, tag, instant and typed fields by name. Line ends within a text and blanks around
 * it belong to the way of writing; a blank text is none.
 */
export function contentOf({
  orgId,
  cameraId,
  eventTypeId,
  timestampMs,
  fields,
}: SourceEvent['event']): string {
  const canonical = Object.entries(fields)
    .map(([name, value]) => [name, typeof value === 'string' ? unpadded(value) : value] as const)
    .filter(([, value]) => value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return hashOf([orgId, cameraId, eventTypeId, timestampMs, canonical])
}

function unpadded(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}

/** Counts equal events of one input. A temporary database: an input may be of any length. */
export class Occurrences {
  readonly #file = new Database('')
  readonly #count: Database.Statement<[string], number>

  constructor() {
    this.#file.pragma('journal_mode = off')
    this.#file.pragma('synchronous = off')
    this.#file.pragma('cache_size = -65536')
    this.#file.exec(
      'create table seen (content text primary key, count integer not null) strict, without rowid',
    )
    this.#count = this.#file
      .prepare<[string], number>(
        'insert into seen values (?, 1) on conflict do update set count = count + 1 returning count',
      )
      .pluck()
    this.#file.exec('begin')
  }

  /** 1 for the first event with this content, 2 for the next one … */
  next(content: string): number {
    return this.#count.get(content) ?? 1
  }

  clear(): void {
    this.#file.exec('delete from seen')
  }

  close(): void {
    this.#file.close()
  }
}

/** The event with its uid: by its own id, else by its content and which of the equal ones it is. */
export function named(
  { event, content, id }: Omit<SourceEvent, 'isShownTwice'>,
  occurrences: Occurrences,
): OutboxEvent {
  const { orgId, cameraId, eventTypeId } = event
  if (id !== undefined) return { ...event, uid: hashOf([orgId, cameraId, eventTypeId, 'id', id]), content }
  return { ...event, uid: hashOf([content, occurrences.next(content)]) }
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)
}
