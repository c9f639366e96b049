import type Database from 'better-sqlite3'
import type { NewCount } from './new-count.ts'

/** Writes what entrances and zones have counted. */
export class CountTable {
  /** All of them in one transaction: when this returns they are on the disk, when it throws none of them is stored. */
  readonly insert: (counts: readonly NewCount[]) => void
  readonly removeOld: (beforeMs: number) => void

  constructor(file: Database.Database) {
    const addPassage = file.prepare(
      'insert or replace into passage (source, moment, people) values (?, ?, ?)',
    )
    const addCount = file.prepare('insert or replace into zone_count (source, at_ms, count) values (?, ?, ?)')
    this.insert = file.transaction((counts: readonly NewCount[]) => {
      for (const one of counts) {
        if (one.table === 'passage') addPassage.run(one.source, one.moment, one.people)
        else addCount.run(one.source, one.atMs, one.count)
      }
    })
    const sources = file.prepare<[], number>('select number from source').pluck()
    const removePassages = file.prepare('delete from passage where moment < ?')
    // The last count before stays: it is what the zone still counts then.
    const removeCounts = file.prepare(
      `delete from zone_count where source = @source
       and at_ms < (select max(at_ms) from zone_count where source = @source and at_ms < @beforeMs)`,
    )
    this.removeOld = file.transaction((beforeMs: number) => {
      removePassages.run(beforeMs * 2)
      for (const source of sources.all()) {
        removeCounts.run({ source, beforeMs })
      }
    })
  }
}

/** When an organization's sources last counted anything, epoch milliseconds. */
export function newestCountMs(file: Database.Database, orgId: string): number | undefined {
  const found = file
    .prepare<{ orgId: string }, number | null>(
      `with counting as (select number from source where organization_id = @orgId)
      select max(at_ms) from (
        select * from (
          select moment / 2 as at_ms from passage where source in counting order by moment desc limit 1
        )
        union all
        select (select max(at_ms) from zone_count where source = number) from counting
      )`,
    )
    .pluck()
    .get({ orgId })
  return found ?? undefined
}
