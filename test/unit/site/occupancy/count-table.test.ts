import { expect, onTestFinished, test } from 'vitest'
import { DictionaryTable } from '#site/occupancy/dictionaries/dictionary-table.ts'
import { CountTable, newestCountMs } from '#site/occupancy/insert/count-table.ts'
import { firstCountMs } from '#site/occupancy/report/change-reader.ts'
import { openOccupancyWriter, prepareOccupancyDatabase } from '#site/store/occupancy-database.ts'
import { FakeClock } from '../fake-clock.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

/** A door, a hall and a yard of a shop, and the door of another organization: sources 1 to 4. */
const [door, hall, yard, otherDoor] = [1, 2, 3, 4] as const

const named = (id: string) => ({ id, name: id, cameraIds: [] })

function openTable() {
  const dir = tempDir()
  prepareOccupancyDatabase({ dir, clock: new FakeClock() })
  const file = openOccupancyWriter(dir)
  onTestFinished(() => void file.close())
  const dictionaries = new DictionaryTable(file)
  const zones = [named('hall'), named('yard')]
  dictionaries.save('shop', { entrances: [named('door')], zones, schedules: [] })
  dictionaries.save('other', { entrances: [named('door')], zones: [], schedules: [] })
  const table = new CountTable(file)
  const insert = (passages: [number, number][], counts: [number, number][]) =>
    table.insert([
      ...passages.map(([source, moment]) => ({ table: 'passage' as const, source, moment, people: 1 })),
      ...counts.map(([source, atMs]) => ({ table: 'zone_count' as const, source, atMs, count: atMs })),
    ])
  const rows = (sql: string) => file.prepare(sql).raw().all()
  return { file, table, insert, rows }
}

test('what is removed is what passed before, and of each zone all but what it still counts then', () => {
  const { table, insert, rows } = openTable()
  insert(
    [
      [door, 18],
      [door, 19],
      [door, 20],
      [door, 21],
      [otherDoor, 4],
    ],
    [
      [hall, 5],
      [hall, 8],
      [hall, 10],
      [hall, 12],
      [yard, 3],
    ],
  )
  table.removeOld(10)
  expect(rows('select moment from passage')).toEqual([[20], [21]])
  expect(rows('select source, at_ms from zone_count')).toEqual([
    [hall, 8],
    [hall, 10],
    [hall, 12],
    [yard, 3],
  ])
})

test('the first and the newest count are found among lines and zones of those that are asked', () => {
  const { file, insert } = openTable()
  const found = () => [firstCountMs(file, [door, hall, yard]), newestCountMs(file, 'shop')]
  expect(found()).toEqual([undefined, undefined])
  insert(
    [
      [otherDoor, 2],
      [otherDoor, 198],
    ],
    [],
  )
  expect(found()).toEqual([undefined, undefined])
  insert(
    [],
    [
      [hall, 20],
      [yard, 30],
    ],
  )
  expect(found()).toEqual([20, 30])
  insert(
    [
      [door, 31],
      [door, 63],
    ],
    [],
  )
  expect(found()).toEqual([15, 31])
  expect(firstCountMs(file, [yard])).toBe(30)
})
