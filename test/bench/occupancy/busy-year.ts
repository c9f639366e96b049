import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#site/clock.ts'
import { demoSite } from '#site/defaults.ts'
import { seededDraw } from '#site/demo/seeded-random.ts'
import { DictionaryTable } from '#site/occupancy/dictionaries/dictionary-table.ts'
import { CountTable } from '#site/occupancy/insert/count-table.ts'
import type { NewCount } from '#site/occupancy/insert/new-count.ts'
import {
  openOccupancyReader,
  openOccupancyWriter,
  prepareOccupancyDatabase,
} from '#site/store/occupancy-database.ts'

const doors = 45
const zones = 5
const yearMs = 365 * 86_400_000

/** A data folder of a site whose sources counted for a year, which ended when it was made. */
export interface BusyYear {
  readonly dataDir: string
  /** Declares the sources to the site: it knows no others. */
  readonly dictionariesFile: string
  readonly startMs: number
  readonly endMs: number
  /** Of the demonstration's organization. */
  readonly sourceIds: readonly string[]
  readonly numbers: readonly number[]
}

/** Nine of ten events are entrances and exits, as many of each; the others are counts of zones. */
export function busyYear(events: number): BusyYear {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-bench-occupancy-'))
  const endMs = Date.now()
  const startMs = endMs - yearMs
  prepareOccupancyDatabase({ dir: dataDir, clock: systemClock })
  const file = openOccupancyWriter(dataDir)
  // Nobody is answered.
  file.pragma('synchronous = off')
  const dictionaries = new DictionaryTable(file)
  const [entrances, counting] = [named('bench-door', doors), named('bench-zone', zones)]
  const declared = { entrances, zones: counting, schedules: [] }
  dictionaries.save(demoSite.orgId, declared)
  const dictionariesFile = join(dataDir, 'dictionaries.json')
  writeFileSync(dictionariesFile, JSON.stringify(declared))
  const sources = dictionaries.sourcesOf(demoSite.orgId)
  const sourceIds = [...entrances, ...counting].map(({ id }) => id)
  const numbers = sourceIds.flatMap((id) => sources.get(id)?.number ?? [])

  const draw = seededDraw('bench-occupancy')
  const counts = Array.from({ length: events }, (_, at): NewCount => {
    const atMs = Math.floor(startMs + ((at + draw()) * yearMs) / events)
    if (at % 10 === 0) {
      const source = numbers[doors + Math.floor(draw() * zones)] ?? 0
      return { table: 'zone_count', source, atMs, count: Math.floor(draw() * 60) }
    }
    const source = numbers[Math.floor(draw() * doors)] ?? 0
    return { table: 'passage', source, moment: atMs * 2 + (draw() < 0.5 ? 0 : 1), people: 1 }
  })
  new CountTable(file).insert(counts)
  file.pragma('wal_checkpoint(truncate)')
  file.close()
  return { dataDir, dictionariesFile, startMs, endMs, sourceIds, numbers }
}

function named(kind: string, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: `${kind}-${at}`,
    name: `${kind} ${at}`,
    cameraIds: [],
  }))
}

/** What SQL alone takes to go over the rows of the report once and add them up, in no order. */
export function sqlPass({ dataDir, startMs, endMs, numbers }: BusyYear): {
  run(): { passages: number }
  close(): void
} {
  const file = openOccupancyReader(dataDir)
  const among = `source in (${numbers.join(', ')})`
  const passages = file.prepare<[number, number], { passages: number }>(
    `select count(*) as passages, sum(1 - 2 * (moment & 1)) as balance from passage
       where moment >= ? and moment < ? and ${among}`,
  )
  const counts = file.prepare<[number, number]>(
    `select count(*) as counts, sum(count) as people from zone_count where ${among} and at_ms >= ? and at_ms < ?`,
  )
  return {
    run() {
      counts.get(startMs, endMs)
      return passages.get(startMs * 2, endMs * 2) ?? { passages: 0 }
    },
    close: () => void file.close(),
  }
}
