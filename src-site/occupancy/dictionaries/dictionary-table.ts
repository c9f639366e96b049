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

/** Ids that are listed; what others have counted stays. */
interface Listed {
  readonly sources: ReadonlySet<string>
  readonly schedules: ReadonlySet<string>
}

/** Entrances, zones and schedules. What is asked for once is kept: this object alone changes the tables. */
export class DictionaryTable {
  readonly #file: Database.Database
  readonly #dictionaries = new Map<string, Dictionaries>()
  readonly #sources = new Map<string, ReadonlyMap<string, NumberedSource>>()
  /** By organization; of others, whatever the tables have. */
  readonly #listed = new Map<string, Listed>()

  constructor(file: Database.Database) {
    this.#file = file
  }

  of(orgId: string): Dictionaries {
    const known = this.#dictionaries.get(orgId) ?? this.#read(orgId, this.#listed.get(orgId))
    this.#dictionaries.set(orgId, known)
    return known
  }

  /** By id. */
  sourcesOf(orgId: string): ReadonlyMap<string, NumberedSource> {
    const known =
      this.#sources.get(orgId) ??
      new Map(
        this.#rows(orgId, this.#listed.get(orgId)).map(({ id, number, kind }) => [id, { number, kind }]),
      )
    this.#sources.set(orgId, known)
    return known
  }

  /** From now on these are the organization's, and no others. What any of them has counted before is still counted. */
  save(orgId: string, dictionaries: Dictionaries): void {
    const known = this.#read(orgId, undefined)
    const entrances = changed(known.entrances, dictionaries.entrances)
    const zones = changed(known.zones, dictionaries.zones)
    const schedules = changed(known.schedules, dictionaries.schedules)
    this.#listed.set(orgId, {
      sources: new Set([...dictionaries.entrances, ...dictionaries.zones].map(({ id }) => id)),
      schedules: new Set(dictionaries.schedules.map(({ id }) => id)),
    })
    this.#dictionaries.delete(orgId)
    this.#sources.delete(orgId)
    // A start saves what is there already: it need not wait for the disk.
    if (entrances.length + zones.length + schedules.length === 0) return
    const saveSource = this.#file.prepare(
      `insert into source (organization_id, id, kind, name, capacity, camera_ids) values (?, ?, ?, ?, ?, ?)
       on conflict (organization_id, id) do update
       set kind = excluded.kind, name = excluded.name, capacity = excluded.capacity, camera_ids = excluded.camera_ids`,
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
  }

  #read(orgId: string, listed: Listed | undefined): Dictionaries {
    const rows = this.#rows(orgId, listed)
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
        .filter(({ id }) => listed?.schedules.has(id) ?? true)
        .map(({ rules, ...rest }) =>
          dictionaryScheduleSchema.parse({ ...rest, rules: JSON.parse(rules) as unknown }),
        ),
    }
  }

  #rows(orgId: string, listed: Listed | undefined): SourceRow[] {
    return this.#file
      .prepare<[string], SourceRow>(
        'select number, id, kind, name, capacity, camera_ids from source where organization_id = ? order by name, id',
      )
      .all(orgId)
      .filter(({ id }) => listed?.sources.has(id) ?? true)
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
