import type Database from 'better-sqlite3'
import type {
  DictionaryEntrance,
  DictionarySchedule,
  DictionaryZone,
} from '#contract/platform/dictionaries.ts'

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

interface Known {
  readonly dictionaries: Dictionaries
  readonly sources: ReadonlyMap<string, NumberedSource>
}

const none: Known = { dictionaries: { entrances: [], zones: [], schedules: [] }, sources: new Map() }

/**
 * Entrances, zones and schedules, which each start saves anew. The table has the numbers of sources alone, also of those
 * that are in no list any more: what they have counted stays.
 */
export class DictionaryTable {
  readonly #file: Database.Database
  /** By organization. */
  readonly #known = new Map<string, Known>()

  constructor(file: Database.Database) {
    this.#file = file
  }

  of(orgId: string): Dictionaries {
    return (this.#known.get(orgId) ?? none).dictionaries
  }

  /** By id. */
  sourcesOf(orgId: string): ReadonlyMap<string, NumberedSource> {
    return (this.#known.get(orgId) ?? none).sources
  }

  /** From now on these are the organization's, and no others. What any of them has counted before is still counted. */
  save(orgId: string, { entrances, zones, schedules }: Dictionaries): void {
    const numberOf = this.#file
      .prepare<[string, string], number>('select number from source where organization_id = ? and id = ?')
      .pluck()
    // Not `insert or ignore`, which writes in any case: a start with the sources of the last one need not wait for the disk.
    const add = this.#file.prepare('insert into source (organization_id, id) values (?, ?)')
    const numbered = (items: readonly DictionaryEntrance[], kind: NumberedSource['kind']) =>
      items.map(({ id }): [string, NumberedSource] => {
        const number = numberOf.get(orgId, id) ?? Number(add.run(orgId, id).lastInsertRowid)
        return [id, { number, kind }]
      })
    const sources = this.#file.transaction(
      () => new Map([...numbered(entrances, 'entrance'), ...numbered(zones, 'zone')]),
    )()
    const dictionaries = {
      entrances: entrances.toSorted(byName),
      zones: zones.toSorted(byName),
      schedules: schedules.toSorted(byName),
    }
    this.#known.set(orgId, { dictionaries, sources })
  }
}

function byName(one: { id: string; name: string }, other: { id: string; name: string }): number {
  return byCodePoints(one.name, other.name) || byCodePoints(one.id, other.id)
}

function byCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
