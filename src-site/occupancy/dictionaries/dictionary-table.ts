import { isDeepStrictEqual } from 'node:util'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import type {
  DictionaryEntrance,
  DictionarySchedule,
  DictionaryZone,
} from '#contract/platform/dictionaries.ts'
import { dictionaryScheduleSchema } from '#contract/platform/dictionaries.ts'

/** What an organization counts by, each list in the order of its names. */
export interface Dictionaries {
  readonly entrances: readonly DictionaryEntrance[]
  readonly zones: readonly DictionaryZone[]
  readonly schedules: readonly DictionarySchedule[]
}

/** A source's number in the tables of what it has counted. */
export interface NumberedSource {
  readonly number: number
  readonly kind: 'entrance' | 'zone'
}

interface SourceRow extends NumberedSource {
  readonly id: string
  readonly name: string
  readonly capacity: number | null
  readonly camera_ids: string
}

/** Entrances, zones and schedules. What is asked for once is kept: this object alone changes the tables. */
export class DictionaryTable {
  readonly #file: Database.Database
  readonly #dictionaries = new Map<string, Dictionaries>()
  readonly #sources = new Map<string, ReadonlyMap<string, NumberedSource>>()

  constructor(file: Database.Database) {
    this.#file = file
  }

  of(orgId: string): Dictionaries {
    const known = this.#dictionaries.get(orgId) ?? this.#read(orgId)
    this.#dictionaries.set(orgId, known)
    return known
  }

  /** By id. */
  sourcesOf(orgId: string): ReadonlyMap<string, NumberedSource> {
    const known =
      this.#sources.get(orgId) ??
      new Map(this.#rows(orgId).map(({ id, number, kind }) => [id, { number, kind }]))
    this.#sources.set(orgId, known)
    return known
  }

  /** Adds these, or gives those that are there what is new about them; no id may change its kind. */
  save(orgId: string, dictionaries: Dictionaries): void {
    const known = this.of(orgId)
    const entrances = changed(known.entrances, dictionaries.entrances)
    const zones = changed(known.zones, dictionaries.zones)
    const schedules = changed(known.schedules, dictionaries.schedules)
    // A start saves what is there already: it need not wait for the disk.
    if (entrances.length + zones.length + schedules.length === 0) return
    const saveSource = this.#file.prepare(
      `insert into source (organization_id, id, kind, name, capacity, camera_ids) values (?, ?, ?, ?, ?, ?)
       on conflict (organization_id, id) do update
       set name = excluded.name, capacity = excluded.capacity, camera_ids = excluded.camera_ids`,
    )
    const saveSchedule = this.#file.prepare(
      'insert or replace into schedule (organization_id, id, name, timezone, rules) values (?, ?, ?, ?, ?)',
    )
    this.#file.transaction(() => {
      for (const { id, name, cameraIds } of entrances) {
        saveSource.run(orgId, id, 'entrance', name, null, JSON.stringify(cameraIds))
      }
      for (const { id, name, capacity, cameraIds } of zones) {
        saveSource.run(orgId, id, 'zone', name, capacity ?? null, JSON.stringify(cameraIds))
      }
      for (const { id, name, timezone, rules } of schedules) {
        saveSchedule.run(orgId, id, name, timezone, JSON.stringify(rules))
      }
    })()
    this.#dictionaries.delete(orgId)
    this.#sources.delete(orgId)
  }

  #read(orgId: string): Dictionaries {
    const rows = this.#rows(orgId)
    return {
      entrances: rows.filter(({ kind }) => kind === 'entrance').map(itemOf),
      zones: rows
        .filter(({ kind }) => kind === 'zone')
        .map((row) => ({ ...itemOf(row), ...(row.capacity === null ? {} : { capacity: row.capacity }) })),
      schedules: this.#file
        .prepare<[string], Record<'id' | 'name' | 'timezone' | 'rules', string>>(
          'select id, name, timezone, rules from schedule where organization_id = ? order by name, id',
        )
        .all(orgId)
        .map(({ rules, ...rest }) =>
          dictionaryScheduleSchema.parse({ ...rest, rules: JSON.parse(rules) as unknown }),
        ),
    }
  }

  #rows(orgId: string): SourceRow[] {
    return this.#file
      .prepare<[string], SourceRow>(
        'select number, id, kind, name, capacity, camera_ids from source where organization_id = ? order by name, id',
      )
      .all(orgId)
  }
}

function changed<Item extends { readonly id: string }>(
  known: readonly Item[],
  items: readonly Item[],
): readonly Item[] {
  return items.filter(
    (item) =>
      !isDeepStrictEqual(
        item,
        known.find(({ id }) => id === item.id),
      ),
  )
}

function itemOf({ id, name, camera_ids }: SourceRow): DictionaryEntrance {
  return { id, name, cameraIds: z.array(z.string()).parse(JSON.parse(camera_ids)) }
}
