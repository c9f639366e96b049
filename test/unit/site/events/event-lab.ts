import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { searchEventsResponse, type StoredEvent } from '#contract/platform/events.ts'
import { siteDefaults } from '#site/defaults.ts'
import { EventTable } from '#site/events/insert/event-table.ts'
import type { NewEvent } from '#site/events/insert/new-event.ts'
import { EventReader, type SearchLimits } from '#site/events/search/event-reader.ts'
import type { EventPosition, EventQuestion } from '#site/events/search/event-question.ts'
import { decodeCursor } from '#site/events/search/cursor.ts'
import { resolveQuestion, type AskedEvents } from '#site/events/search/resolve-question.ts'
import type { NumberedTag } from '#site/events/tags/event-tag.ts'
import { TagTable } from '#site/events/tags/tag-table.ts'
import { openEventReader, openEventWriter, prepareEventDatabase } from '#site/store/event-database.ts'
import { databaseFiles } from '#site/store/open-database.ts'
import { FakeClock } from '../fake-clock.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { unwrap } from '#test/stand/unwrap.ts'

export const orgId = 'shop'

/** A name that both tags have, once as a number and once as a text, is part of it. */
const tagsOfLab = [
  {
    name: 'sale',
    fields: [
      { name: 'amount', type: 'decimal' },
      { name: 'items', type: 'integer' },
      { name: 'card', type: 'boolean' },
      { name: 'text', type: 'text' },
      { name: 'note', type: 'text' },
    ],
  },
  {
    name: 'door',
    fields: [
      { name: 'amount', type: 'text' },
      { name: 'items', type: 'integer' },
      { name: 'text', type: 'text' },
    ],
  },
] as const

export interface LabEvent {
  readonly tag: number
  readonly camera: number
  readonly atMs: number
  readonly fields: Readonly<Record<string, number | string | boolean>>
}

/** Hundreds of labs begin with the same: tables without events, and the tags. */
const emptyFile = makeEmptyFile()

function makeEmptyFile(): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  try {
    unwrap(prepareEventDatabase({ dir, clock: new FakeClock() }))
    const file = openEventWriter(dir)
    const tags = new TagTable(file, 10)
    for (const tag of tagsOfLab) {
      tags.create(orgId, { name: tag.name, fields: tag.fields.map((field) => ({ ...field })) })
    }
    const bytes = file.serialize()
    file.close()
    return bytes
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The events' own file with its writer and its reader, both in this thread. */
export class EventLab {
  readonly tags: readonly NumberedTag[]
  readonly table: EventTable
  readonly readable: Database.Database
  readonly writable: Database.Database
  readonly #reader: EventReader

  constructor(limits: Partial<SearchLimits> = {}, unindexed: number = siteDefaults.events.unindexed) {
    const dir = tempDir()
    writeFileSync(join(dir, databaseFiles.events.name), emptyFile)
    this.writable = openEventWriter(dir)
    this.writable.pragma('synchronous = off')
    this.readable = openEventReader(dir)
    this.tags = new TagTable(this.writable, 10).list()
    this.table = new EventTable(this.writable, unindexed)
    this.#reader = new EventReader(this.readable, { ...siteDefaults.events.search, ...limits })
  }

  dispose(): void {
    this.readable.close()
    this.writable.close()
  }

  insert(events: readonly LabEvent[]): void {
    this.table.insert(events.map((event) => this.#newEvent(event)))
  }

  resolve(asked: Omit<AskedEvents, 'orgId'>): EventQuestion {
    return unwrap(resolveQuestion({ ...asked, orgId }, orgId, this.tags))
  }

  page(
    question: EventQuestion,
    order: 'asc' | 'desc',
    limit: number,
    after?: EventPosition,
  ): { events: StoredEvent[]; next: EventPosition | undefined } {
    const bytes = this.#reader.search({ ...question, order, limit, after, fingerprint: 'lab' })
    const { events, nextCursor } = searchEventsResponse
      .strict()
      .parse(JSON.parse(new TextDecoder().decode(bytes)))
    const next = nextCursor === undefined ? undefined : decodeCursor(nextCursor, 'lab')
    if (next === undefined && nextCursor !== undefined) throw new Error('a cursor that leads nowhere')
    return { events, next }
  }

  histogram(question: EventQuestion, bucketMs: number): unknown {
    return JSON.parse(new TextDecoder().decode(this.#reader.histogram({ ...question, bucketMs })))
  }

  #newEvent({ tag, camera, atMs, fields }: LabEvent): NewEvent {
    const numbered = this.tags[tag]
    if (!numbered) throw new Error('no such tag')
    const given = numbered.fields.filter(({ name }) => Object.hasOwn(fields, name))
    return {
      tag: numbered.number,
      cameraId: `cam-${camera}`,
      atMs,
      receivedMs: atMs,
      values: given.map(({ number, name }) => {
        const value = fields[name] ?? ''
        return [number, typeof value === 'boolean' ? Number(value) : value]
      }),
      fieldsJson: JSON.stringify(fields),
      key: undefined,
    }
  }
}

/** Closed when the test ends. */
export function eventLab(limits?: Partial<SearchLimits>, unindexed?: number): EventLab {
  const lab = new EventLab(limits, unindexed)
  onTestFinished(() => lab.dispose())
  return lab
}
