import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EventPart } from '#site/events/event-part.ts'
import { TagTable } from '#site/events/tags/tag-table.ts'
import { OccupancyPart } from '#site/occupancy/occupancy-part.ts'
import { openEventWriter, prepareEventDatabase } from '#site/store/event-database.ts'
import {
  occupancyMigrations,
  openOccupancyWriter,
  prepareOccupancyDatabase,
} from '#site/store/occupancy-database.ts'
import { FakeClock } from '../fake-clock.ts'
import { openTestStore } from '../open-store.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { unwrap } from '#test/stand/unwrap.ts'

/** SQLite waits for the disk at every commit: what was answered with success survives a power cut. */
const full = 2

it('keys and accounts are on the disk once they are answered', async () => {
  const { db } = await openTestStore()
  expect(db.pragma('synchronous', { simple: true })).toBe(full)
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

const parts = {
  events: [prepareEventDatabase, openEventWriter],
  occupancy: [prepareOccupancyDatabase, openOccupancyWriter],
} as const

/** Overwrites the first page of a table. Returns the file. */
function damage(dir: string, name: keyof typeof parts, table: string): Buffer {
  const file = parts[name][1](dir)
  const root = Number(file.prepare('select rootpage from sqlite_master where name = ?').pluck().get(table))
  const pageBytes = Number(file.pragma('page_size', { simple: true }))
  file.close()
  const path = join(dir, `${name}.db`)
  const bytes = readFileSync(path).fill(0xa5, (root - 1) * pageBytes, root * pageBytes)
  writeFileSync(path, bytes)
  return bytes
}

it.each([
  ['events', 'event_tag'],
  ['events', 'event_field'],
  ['events', 'event_camera'],
  ['events', 'event_trigram_end'],
  ['events', 'event_trigram_config'],
  ['events', 'sqlite_sequence'],
  ['occupancy', 'source'],
] as const)('%s.db is set aside when what a start reads of it is damaged: %s', (name, table) => {
  const dir = tempDir()
  const [prepare] = parts[name]
  const clock = new FakeClock()
  prepare({ dir, clock })
  expect(prepare({ dir, clock })).toEqual({ ok: true, value: { setAsideAs: undefined } })
  const bytes = damage(dir, name, table)
  const prepared = prepare({ dir, clock })
  const aside = prepared.ok ? prepared.value.setAsideAs : undefined
  expect(aside).toContain(`${name}.db.damaged-`)
  expect(readFileSync(join(dir, aside ?? ''))).toEqual(bytes)
  expect(readdirSync(dir)).toContain(`${name}.db`)
})

/** An occupancy.db that still held the dictionaries; one person has come in by a door. */
function versionBefore(): string {
  const dir = tempDir()
  const file = new Database(join(dir, 'occupancy.db'))
  file.exec(occupancyMigrations.slice(0, 2).flat().join(';'))
  file.exec(`insert into source (number, organization_id, id, kind, name, camera_ids)
      values (7, 'shop', 'door', 'entrance', 'Door', '[]');
    insert into passage (moment, source) values (2000, 7)`)
  file.pragma('user_version = 2')
  file.close()
  return dir
}

describe('occupancy.db of the version before', () => {
  it('keeps what was counted, under its number', () => {
    const dir = versionBefore()
    expect(prepareOccupancyDatabase({ dir, clock: new FakeClock() }).ok).toBe(true)
    const file = openOccupancyWriter(dir)
    onTestFinished(() => void file.close())
    expect(file.prepare('select * from source').all()).toEqual([
      { number: 7, organization_id: 'shop', id: 'door' },
    ])
    expect(file.prepare('select moment, source from passage').raw().all()).toEqual([[2000, 7]])
  })

  it('is set aside where a table that goes is damaged', () => {
    const dir = versionBefore()
    damage(dir, 'occupancy', 'schedule')
    const prepared = prepareOccupancyDatabase({ dir, clock: new FakeClock() })
    expect(prepared.ok && prepared.value.setAsideAs).toContain('occupancy.db.damaged-')
  })
})

it.each(['passage', 'zone_count'])('a site starts beside counts that are damaged: %s', async (table) => {
  const dir = tempDir()
  const clock = new FakeClock()
  prepareOccupancyDatabase({ dir, clock })
  damage(dir, 'occupancy', table)
  const prepared = prepareOccupancyDatabase({ dir, clock })
  const part = new OccupancyPart({ dir, clock, log: pino({ level: 'silent' }) })
  onTestFinished(() => part.dispose())
  part.saveDictionaries('shop', {
    entrances: [{ id: 'door', name: 'door', cameraIds: [] }],
    zones: [],
    schedules: [],
  })
  expect(part.isDamaged).toBe(false)
  expect(part.newestMs('shop')).toBeUndefined()
  expect({ prepared, isDamaged: part.isDamaged }).toEqual({
    prepared: { ok: true, value: { setAsideAs: undefined } },
    isDamaged: true,
  })
})

it('a first question about events that have become damaged fails, and the site goes on', async () => {
  const dir = tempDir()
  const clock = new FakeClock()
  prepareEventDatabase({ dir, clock })
  const file = openEventWriter(dir)
  new TagTable(file, 1).create('shop', { name: 'sale', fields: [] })
  file.close()
  const part = await EventPart.start({
    dir,
    clock,
    log: pino({ level: 'silent' }),
    camerasOf: async () => new Set<string>(),
    retention: async () => new Map<string, number>(),
  })
  onTestFinished(() => part.dispose())
  const question = unwrap(part.resolve('shop', { orgId: 'shop', start: 0, end: 1 }))
  const path = join(dir, 'events.db')
  writeFileSync(path, readFileSync(path).fill(0xa5, 0, 100))
  await expect(part.histogram(question, 1)).rejects.toThrow('not a database')
  expect(part.isDamaged).toBe(true)
})
