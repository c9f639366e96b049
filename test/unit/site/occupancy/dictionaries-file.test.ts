import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import type { DictionarySchedule, ScheduleRule } from '#contract/platform/dictionaries.ts'
import { readDictionariesFile } from '#site/occupancy/dictionaries/dictionaries-file.ts'
import { DictionaryTable } from '#site/occupancy/dictionaries/dictionary-table.ts'
import { openOccupancyWriter, prepareOccupancyDatabase } from '#site/store/occupancy-database.ts'
import { FakeClock } from '../fake-clock.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const weekdays: ScheduleRule = { days: ['MONDAY', 'TUESDAY'], from: '08:00', until: '20:00' }
const open: DictionarySchedule = { id: 'open', name: 'Open', timezone: 'Europe/Berlin', rules: [weekdays] }
const gate = { id: 'gate', name: 'Garden gate', cameraIds: ['cam-01'] }
const hall = { id: 'hall', name: 'Hall', cameraIds: [], capacity: 80 }

function read(content: unknown) {
  const path = join(tempDir(), 'own.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return readDictionariesFile(path)
}

describe('a file of dictionaries', () => {
  it('holds the three lists; one that is left out is empty, and so are the cameras', () => {
    const closed = { date: '2026-12-25', closed: true }
    // A schedule is not counted by, so that its id may be a source's.
    const schedule = { ...open, id: 'gate', rules: [weekdays, closed] }
    expect(
      read({ entrances: [gate], zones: [{ ...hall, cameraIds: undefined }], schedules: [schedule, open] }),
    ).toEqual({
      ok: true,
      value: { entrances: [gate], zones: [hall], schedules: [schedule, open] },
    })
    expect(read({})).toEqual({ ok: true, value: { entrances: [], zones: [], schedules: [] } })
  })

  it.each<[unknown, RegExp]>([
    ['{', /cannot be read: .*JSON/],
    [[], /it has to be an object with entrances, zones and schedules\.$/],
    [{ doors: [] }, /there is no member doors\.$/],
    [{ entrances: {} }, /entrances has to be a list\.$/],
    [{ entrances: ['gate'] }, /entrances\.0 has to be an object with id and name\.$/],
    [{ entrances: [{ id: 'gate' }] }, /entrances\.0\.name has to be a text of 1 to 200 characters\.$/],
    [{ entrances: [{ ...gate, capacity: 3 }] }, /there is no member entrances\.0\.capacity\.$/],
    [{ zones: [hall, { ...hall, capacity: 0 }] }, /zones\.1\.capacity has to be a whole number of people/],
    [{ entrances: [gate, gate] }, /entrances\.1\.id is there twice/],
    [{ entrances: [gate], zones: [{ ...hall, id: 'gate' }] }, /zones\.0\.id is there twice/],
    [{ schedules: [open, open] }, /schedules\.1\.id is there twice/],
    [{ schedules: [{ ...open, timezone: 'Berlin' }] }, /schedules\.0\.timezone has to be the IANA name/],
    [
      { schedules: [{ ...open, rules: [{ ...weekdays, until: '25:00' }] }] },
      /rules\.0\.until has to be a time from 00:00 to 24:00\.$/,
    ],
    [
      { schedules: [{ ...open, rules: [{ every: 'full moon' }] }] },
      /schedules\.0\.rules\.0 has to be \{ days, from/,
    ],
  ])('is refused in words: %j', (content, message) => {
    expect(read(content)).toEqual({ ok: false, error: expect.stringMatching(message) })
  })

  it('that is not there is said to be', () => {
    expect(readDictionariesFile('/nowhere/own.json')).toEqual({
      ok: false,
      error: expect.stringContaining('/nowhere/own.json'),
    })
  })
})

const named = (id: string, name: string) => ({ id, name, cameraIds: [] })

function openTable() {
  const dir = tempDir()
  prepareOccupancyDatabase({ dir, clock: new FakeClock() })
  const file = openOccupancyWriter(dir)
  onTestFinished(() => void file.close())
  return { file, table: new DictionaryTable(file) }
}

test('dictionaries that are saved take the place of those before, whose numbers stay theirs', () => {
  const { table } = openTable()
  const before = { entrances: [gate], zones: [hall], schedules: [open] }
  table.save('shop', before)
  const numberOf = (id: string) => table.sourcesOf('shop').get(id)
  const gateBefore = numberOf('gate')

  const door = { id: 'door', name: 'Door', cameraIds: [] }
  // A hall is counted at its door now.
  const own = { entrances: [door, { id: 'hall', name: 'Hall', cameraIds: [] }], zones: [], schedules: [] }
  table.save('shop', own)
  expect(table.of('shop')).toEqual(own)
  expect([...table.sourcesOf('shop').keys()].toSorted()).toEqual(['door', 'hall'])
  expect(numberOf('hall')?.kind).toBe('entrance')

  table.save('shop', before)
  expect(table.of('shop')).toEqual(before)
  expect(numberOf('gate')).toEqual(gateBefore)
})

test('dictionaries are in the order of their names, and a start with the sources of the last one writes nothing', () => {
  const { file, table } = openTable()
  const changes = () => Number(file.prepare('select total_changes()').pluck().get())
  // As code points have it, not as UTF-16 has: the letter is above the ligature.
  const [ligature, letter] = [named('d', '\uFB00'), named('c', '\u{1D400}')]
  const first = {
    entrances: [letter, named('b', 'Z'), ligature, named('a', 'Z')],
    zones: [hall],
    schedules: [],
  }
  table.save('shop', first)
  expect(table.of('shop').entrances.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'c'])
  const next = new DictionaryTable(file)
  expect(next.of('shop')).toEqual({ entrances: [], zones: [], schedules: [] })
  const before = changes()
  next.save('shop', { ...first, zones: [{ ...hall, capacity: 5 }], schedules: [open] })
  expect(changes()).toBe(before)
  expect(next.of('shop')).toMatchObject({ zones: [{ capacity: 5 }], schedules: [open] })
  expect(next.sourcesOf('shop')).toEqual(table.sourcesOf('shop'))
})
