import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { WallEvent, WallEventTag } from '#contract/wall/events.ts'
import { createExportWriter, writeZoned } from '#main/core/events/export-writer.ts'
import { cellText, csvCell } from '#contract/wall/csv-cell.ts'
import { ZoneClock } from '#contract/time/zone-clock.ts'

const tags: WallEventTag[] = [
  {
    id: 'tag-sale',
    name: 'sale',
    fields: [
      { name: 'amount', type: 'decimal' },
      { name: 'item', type: 'text' },
      { name: 'void', type: 'boolean' },
      { name: 'constructor', type: 'text' },
      { name: 'camera', type: 'text' },
    ],
  },
]
const cameras = [{ id: 'c3', name: 'Till 1', number: 3, group: '' }]
const event: WallEvent = {
  id: '7',
  cameraId: 'c3',
  eventTypeId: 'tag-sale',
  fields: { amount: -2.5, item: 'beer', void: false },
  timestampMs: Date.parse('2026-10-25T00:30:00.250Z'),
}
const written = (format: 'csv' | 'ndjson', events: readonly WallEvent[]) => {
  const writer = createExportWriter({ format, timeZone: 'Europe/Berlin', tags, cameras })
  return writer.head() + writer.rows(events)
}
/** RFC 4180, read by its own rules. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

describe('an export as CSV', () => {
  it('has a column for each field, times with their offset, and a mark for spreadsheets that it is UTF-8', () => {
    expect(written('csv', [event]).split('\r\n')).toEqual([
      '\uFEFFtime,epoch_ms,camera_number,camera,tag,event_id,amount,item,void,constructor,field camera,other_fields',
      '2026-10-25T02:30:00.250+02:00,1792888200250,3,Till 1,sale,7,-2.5,beer,false,,,',
      '',
    ])
  })

  it('names what is not known any more by its id, and keeps its fields', () => {
    const strange = { ...event, cameraId: 'c9', eventTypeId: 'gone', fields: { colour: 'red, "dark"' } }
    const [, row] = readCsv(written('csv', [strange]))
    expect(row?.slice(2)).toEqual(['', 'c9', 'gone', '7', '', '', '', '', '', '{"colour":"red, \\"dark\\""}'])
  })

  test.for([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@A1', "'@A1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', '"\'\r\'=1"'],
    ['\n=1', '"\'\n\'=1"'],
    ['＝1', "'＝1"],
    ['\0=1', "'\0=1"],
    ['a;\0=1', '"a;\'\0=1"'],
    ['=a,"b"', '"\'=a,""b"""'],
    // Where another character parts the cells, quotes within one hold nothing together.
    ['a;=1+1', '"a;\'=1+1"'],
    ['a,+1', '"a,\'+1"'],
    ['a|@A1', '"a|\'@A1"'],
    ['a\t-1', "a\t'-1"],
    ['a\r\n=1', '"a\r\n\'=1"'],
    [';=1;=2', '";\'=1;\'=2"'],
    ['a; b', '"a; b"'],
    ['a=1', 'a=1'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['', ''],
  ])('of %j writes %j, which no spreadsheet calculates', ([text = '', cell]) => {
    expect(csvCell(text)).toBe(cell)
  })

  it('leaves numbers numbers', () => {
    expect([csvCell(-1), csvCell(1e21), csvCell(true), csvCell(undefined)]).toEqual([
      '-1',
      '1e+21',
      'true',
      '',
    ])
  })

  it('is read back whatever the texts are', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('=', '"', ',', '\r\n', '\n', '""', '@x'))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (items) => {
        const rows = readCsv(
          written(
            'csv',
            items.map((item) => ({ ...event, fields: { item } })),
          ),
        )
        const read = rows.slice(1).map((row) => cellText(row[7] ?? ''))
        // A mark that was in the text goes with those that were set.
        expect(read).toEqual(items.map(cellText))
      }),
      { numRuns: 300 },
    )
  })
})

describe('an export as NDJSON', () => {
  it('has all of an event, and what people call it', () => {
    const line = written('ndjson', [event, event]).split('\n')[1] ?? ''
    expect(JSON.parse(line)).toEqual({
      ...event,
      time: '2026-10-25T02:30:00.250+02:00',
      tag: 'sale',
      camera: 'Till 1',
      cameraNumber: 3,
    })
  })

  it('loses nothing and has no line feed in a line', () => {
    const fields = fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      fc.oneof(fc.string(), fc.boolean(), fc.integer()),
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(fields, (values) => {
        const lines = written('ndjson', [{ ...event, fields: values }]).split('\n')
        expect(lines).toHaveLength(2)
        expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ...event, fields: values })
      }),
      { numRuns: 300 },
    )
  })
})

describe('a time with its offset', () => {
  const zones = ['Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC']

  test.for([
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00.000+01:00'],
    ['Asia/Kathmandu', '2026-11-20T12:00:00Z', '2026-11-20T17:45:00.000+05:45'],
    ['America/St_Johns', '2026-11-20T00:00:00Z', '2026-11-19T20:30:00.000-03:30'],
    ['UTC', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00.000+00:00'],
  ])('in %s', ([zone = '', instant = '', text]) => {
    expect(writeZoned(new ZoneClock(zone), Date.parse(instant))).toBe(text)
  })

  it('is the same instant, whatever was written before', () => {
    const instants = fc.array(fc.integer({ min: 0, max: Date.UTC(2040, 0, 1) }))
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, written) => {
        const clock = new ZoneClock(zone)
        expect(written.map((ms) => Date.parse(writeZoned(clock, ms)))).toEqual(written)
      }),
      { numRuns: 200 },
    )
  })

  it('of a zone that nobody knows is an error at once', () => {
    expect(() => new ZoneClock('Europe/Atlantis')).toThrow(RangeError)
  })
})
