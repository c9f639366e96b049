import type Database from 'better-sqlite3'

/** What changed within a stretch of time, each in its order. */
export interface Changes {
  /** Of the stretch. */
  readonly fromMs: number
  /** Milliseconds after `fromMs` doubled, 1 more for an exit. */
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

/** As the table has them: instants doubled. */
interface Moments {
  readonly from: number
  readonly until: number
}

/** Reads what some entrances and zones counted, stretch after stretch. */
export class ChangeReader {
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
    // Numbers of the sources stand in the text: a bound list is slower to look them up in.
    const passing = `from passage where source in (${entrances.join()}) and moment >= @from and moment < @until`
    // A small number a row, because a million large ones, or two a row, take far longer: negative where more than one passed.
    this.#passages = file
      .prepare<[Moments], number>(
        `select iif(people = 1, moment - @from, @from - moment - 1) ${passing} order by moment, source`,
      )
      .pluck()
    this.#groups = file
      .prepare<[Moments], number>(`select people ${passing} and people <> 1 order by moment, source`)
      .pluck()
    this.#counts = file
      .prepare<[number, number], [number, number, number]>(
        `select at_ms, source, count from zone_count
         where source in (${zones.join()}) and at_ms >= ? and at_ms < ? order by at_ms`,
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
      fromMs,
      ...this.#passagesOf({ from: fromMs * 2, until: untilMs * 2 }),
      zones: this.#counts.all(fromMs, untilMs).map(([atMs, zone, count]) => {
        const by = count - (this.#lastCounts.get(zone) ?? 0)
        this.#lastCounts.set(zone, count)
        return { atMs, zone, by }
      }),
    }
  }

  #passagesOf(within: Moments): Pick<Changes, 'moments' | 'people'> {
    const found = this.#passages.all(within)
    if (found.every((moment) => moment >= 0)) return { moments: found, people: undefined }
    const groups = this.#groups.all(within)[Symbol.iterator]()
    return {
      moments: found.map((moment) => (moment < 0 ? -moment - 1 : moment)),
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
