import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openEventWriter, prepareEventDatabase } from '#site/store/event-database.ts'
import { openOccupancyWriter, prepareOccupancyDatabase } from '#site/store/occupancy-database.ts'
import { FakeClock } from '../fake-clock.ts'
import { openTestStore } from '../open-store.ts'
import { tempDir } from '../temp-dir.ts'

/** SQLite waits for the disk at every commit: what was answered with success survives a power cut. */
const full = 2

it('keys and accounts are on the disk once they are answered', async () => {
  const { db } = await openTestStore()
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
  expect(rows).toEqual([{ synchronous: full }])
})

it.each([
  ['events', prepareEventDatabase, openEventWriter],
  ['counts', prepareOccupancyDatabase, openOccupancyWriter],
] as const)('%s are on the disk once they are answered', (_, prepare, open) => {
  const dir = tempDir()
  prepare({ dir, clock: new FakeClock() })
  const file = open(dir)
  expect(file.pragma('synchronous', { simple: true })).toBe(full)
  file.close()
})
