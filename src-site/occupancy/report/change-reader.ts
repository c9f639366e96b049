import type Database from 'better-sqlite3'

/** What changed within a stretch of time, each in its order. */
export interface Changes {
  /** Instants doubled, 1 more for an exit. */
  readonly moments: readonly number[]
  /** How many passed at each of them; undefined: one. */
  readonly people: readonly number[] | undefined
  readonly zones: readonly ZoneChange[]
}

export interface ZoneChange {
  readonly atMs: number
  readonly zone: number
  /** By how many more people than before. */
  readonly by: number
}

/** Reads what some entrances and zones counted, stretch after stretch. */
export class ChangeReader {
  readonly #entrances: string
  readonly #zones: string
  readonly #passages
  readonly #groups
  readonly #counts
  /** What each zone last counted. */
  readonly #lastCounts = new Map<number, number>()

  /** Begins with what the zones counted before `fromMs`. */
  constructor(
    file: Database.Database,
    entrances: readonly number[],
    zones: readonly number[],
    fromMs: number,
  ) {
    this.#entrances = JSON.stringify(entrances)
    this.#zones = JSON.stringify(zones)
    // A number a row, because a million rows of two take twice as long: negative where more than one passed.
    this.#passages = file
      .prepare<[string, number, number], number>(
        `select iif(people = 1, moment, -moment) from passage
         where source in (select value from json_each(?)) and moment >= ? and moment < ? order by moment, source`,
      )
      .pluck()
    this.#groups = file
      .prepare<[string, number, number], number>(
        `select people from passage
         where source in (select value from json_each(?)) and moment >= ? and moment < ? and people <> 1
         order by moment, source`,
      )
      .pluck()
    this.#counts = file
      .prepare<[string, number, number], [number, number, number]>(
        `select at_ms, source, count from zone_count
         where source in (select value from json_each(?)) and at_ms >= ? and at_ms < ? order by at_ms`,
      )
      .raw()
    const lastCount = file
      .prepare<[number, number], number>(
        'select count from zone_count where source = ? and at_ms < ? order by at_ms desc limit 1',
      )
      .pluck()
    for (const zone of zones) this.#lastCounts.set(zone, lastCount.get(zone, fromMs) ?? 0)
  }

  /** What the zones count now, before the next stretch. */
  get lastCounts(): ReadonlyMap<number, number> {
    return this.#lastCounts
  }

  /** Of `[fromMs, untilMs)`, where the stretch before has ended. */
  read(fromMs: number, untilMs: number): Changes {
    return {
      ...this.#passagesOf(fromMs * 2, untilMs * 2),
      zones: this.#counts.all(this.#zones, fromMs, untilMs).map(([atMs, zone, count]) => {
        const by = count - (this.#lastCounts.get(zone) ?? 0)
        this.#lastCounts.set(zone, count)
        return { atMs, zone, by }
      }),
    }
  }

  #passagesOf(from: number, until: number): Pick<Changes, 'moments' | 'people'> {
    const found = this.#passages.all(this.#entrances, from, until)
    if (found.every((moment) => moment >= 0)) return { moments: found, people: undefined }
    const groups = this.#groups.all(this.#entrances, from, until)[Symbol.iterator]()
    return {
      moments: found.map(Math.abs),
      people: found.map((moment) => (moment < 0 ? (groups.next().value ?? 1) : 1)),
    }
  }
}

/** When the first of these counted anything, epoch milliseconds. */
export function firstCountMs(file: Database.Database, sources: readonly number[]): number | undefined {
  const found = file
    .prepare<{ sources: string }, number | null>(
      `with asked as (select value as source from json_each(@sources))
      select min(at_ms) from (
        select * from (
          select moment / 2 as at_ms from passage where source in asked order by moment limit 1
        )
        union all
        select (select min(at_ms) from zone_count where zone_count.source = asked.source) from asked
      )`,
    )
    .pluck()
    .get({ sources: JSON.stringify(sources) })
  return found ?? undefined
}
