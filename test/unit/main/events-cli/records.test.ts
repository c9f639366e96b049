import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Catalogue } from '#main/events-cli/catalogue.ts'
import { cellsOf, delimiterOf } from '#main/core/records/csv.ts'
import type { EventRules } from '#main/events-cli/records/event-of.ts'
import { type Decimal, readInstant, type Writing } from '#main/events-cli/records/read-value.ts'
import { RecordSplitter } from '#main/core/records/record-splitter.ts'
import { formatOf, headerNames, readRecord } from '#main/events-cli/records/source-format.ts'
import { fuzzRuns } from '#test/stand/run-seed.ts'

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

const splitterOf = (isCsv: boolean, delimiter?: string) =>
  new RecordSplitter({ csv: isCsv ? { delimiter } : undefined, maxBytes: 1_000, fromBytes: 0, fromLine: 1 })
const split = (pieces: readonly string[], isCsv: boolean, delimiter?: string) => {
  const splitter = splitterOf(isCsv, delimiter)
  return [...pieces.flatMap((piece) => splitter.push(Buffer.from(piece))), ...splitter.flush()]
}

describe('records', () => {
  it('end with their line, and know where: line breaks of both kinds, a byte order mark, no break at the end', () => {
    expect(split(['\uFEFFa\r\nb', 'b\n\nlast'], false)).toEqual([
      { text: 'a', line: 1, endBytes: 6 },
      { text: 'bb', line: 2, endBytes: 9 },
      { text: '', line: 3, endBytes: 10 },
      { text: 'last', line: 4, endBytes: 14 },
    ])
  })

  it('go over several lines within quotes', () => {
    expect(split(['a;"x\r\ny ""z"""\nb\n'], true)).toEqual([
      { text: 'a;"x\r\ny ""z"""', line: 1, endBytes: 15 },
      { text: 'b', line: 3, endBytes: 17 },
    ])
  })

  it('are given up where they are longer than any event, and the next line is read again', () => {
    expect(split([`"${'x'.repeat(5_000)}\nb\n`], true)).toEqual([
      { text: undefined, line: 1, endBytes: 5_002 },
      { text: 'b', line: 2, endBytes: 5_004 },
    ])
  })

  it('are not joined by a quote that stands within a cell, or after one', () => {
    const lines = ['Artikel;Menge', 'Brett 3/4" Eiche;1', 'Rohr;2" und mehr', '"x"" y" z";3', 'a,"b;4']
    expect(split([lines.join('\n')], true).map(({ text }) => text)).toEqual(lines)
    const commas = ['a;"b,c', 'd,e']
    expect(split([commas.join('\n')], true, ',').map(({ text }) => text)).toEqual(commas)
  })

  it('are read again where a quote that nobody closes has swallowed them', () => {
    const lines = ['a;b', 'c;"5 inch', ...Array.from({ length: 300 }, (_, at) => `row;${at}`)]
    const text = `${lines.join('\n')}\n`
    const whole = split([text], true)
    expect(whole.map((record) => record.text)).toEqual(lines)
    expect(whole.map(({ line }) => line)).toEqual(lines.map((_, at) => at + 1))
    expect(whole.at(-1)?.endBytes).toBe(Buffer.byteLength(text))
    // The quote is in doubt where the limit is passed, and where the source ends.
    expect(split([`${lines.slice(0, 5).join('\n')}\nhalf`], true).map((record) => record.text)).toEqual([
      ...lines.slice(0, 5),
      'half',
    ])
    expect(split(Array.from(text), true)).toEqual(whole)
  })

  it('may be a quarter of a million blank lines behind a quote that nobody closes', () => {
    const maxBytes = 256 * 1_024
    const splitter = new RecordSplitter({ csv: { delimiter: ';' }, maxBytes, fromBytes: 0, fromLine: 1 })
    expect(splitter.push(Buffer.from(`"${'\n'.repeat(maxBytes)}`))).toHaveLength(maxBytes)
  })

  it('of which each has a quote that the next line closes cost no more than others', () => {
    const lines = Array.from({ length: 2_000 }, (_, at) => `${at}";"`)
    expect(split([`${lines.join('\n')}\n`], true, ';').map(({ text }) => text)).toEqual(lines)
  })

  it.each([';', '\t', '§'])('parted by %j are those that were written', (delimiter) => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\n', ';', ',', '\t', '§') })
    const row = fc.array(cell.map(quote), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), fc.boolean(), (rows, hasMark) => {
        const lines = rows.map((cells) => cells.join(delimiter))
        const text = `${hasMark ? '\uFEFF' : ''}${lines.join('\n')}\n`
        expect(split([text], true, delimiter).map((record) => record.text)).toEqual(lines)
      }),
    )
  })

  it('are the same in whatever pieces they come', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', '\n', '\r', ';', ',', 'ü', '\uFEFF') })
    fc.assert(
      fc.property(fc.array(text), fc.boolean(), (pieces, isCsv) => {
        const bytes = Buffer.from(pieces.join(''))
        const one = splitterOf(isCsv)
        const single = [...bytes].flatMap((byte) => one.push(Buffer.of(byte)))
        expect([...single, ...one.flush()]).toEqual(split([pieces.join('')], isCsv))
      }),
    )
  })
})

describe('cells', () => {
  it.each([
    ['a,b', ['a', 'b']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",', ['say "hi"', '']],
    [',', ['', '']],
    ['"a"b,c', undefined],
    ['"open', undefined],
  ])('%s', (record, cells) => expect(cellsOf(record, ',')).toEqual(cells))

  it('are found as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (cells) => {
        expect(cellsOf(cells.map(quote).join(';'), ';')).toEqual(cells)
      }),
    )
  })

  it.each([
    ['a;b;c,d', ';'],
    ['a,b', ','],
    ['a\tb', '\t'],
    ['"a,b,c";d', ';'],
  ])('of %j are parted by %j', (line, delimiter) => expect(delimiterOf(line)).toBe(delimiter))
})

const catalogue: Catalogue = {
  tags: [
    {
      id: 'tag-1',
      name: 'Sale',
      fields: [
        { name: 'amount', type: 'decimal' },
        { name: 'items', type: 'integer' },
        { name: 'card', type: 'boolean' },
        { name: 'text', type: 'text' },
      ],
    },
  ],
  cameras: [{ id: 'c-12', name: 'Till', number: 12 }],
}
const noMap: ReadonlyMap<string, string> = new Map()

function read(first: string, record: string, change: Partial<EventRules & Writing> = {}) {
  const { offset, decimal, zone, ...rest } = change
  const rules = { catalogue, orgId: 'acme', camera: undefined, tag: undefined, map: noMap, ...rest }
  const { format } = formatOf(first, { format: undefined, delimiter: undefined }, headerNames(rules))
  const isStrict = format.kind === 'jsonl' && rules.map.size === 0
  const result = readRecord(record, format, {
    ...rules,
    writing: { isText: format.kind === 'csv', offset, decimal, zone },
    isStrict,
  })
  return result.ok ? result.value.event : result.error
}

describe('an event', () => {
  it('is read from any text, or the reason is said in one sentence', () => {
    const json = fc.dictionary(
      fc.constantFrom('camera', 'tag', 'timestamp', 'fields', 'amount', 'items', '__proto__', 'constructor'),
      fc.oneof(fc.jsonValue(), fc.constantFrom(12, 'Sale', 0, 1e99, '2026-11-22T14:05:00+01:00')),
    )
    const record = fc.oneof(
      fc.string(),
      fc.json(),
      json.map((one) => JSON.stringify(one)),
    )
    const first = fc.constantFrom('{}', 'camera,tag,timestamp,amount', 'a;b', '')
    fc.assert(
      fc.property(first, record, (head, text) => {
        const event = read(head, text)
        if (typeof event === 'string') expect(event).not.toBe('')
        else expect(Number.isSafeInteger(event.timestampMs)).toBe(true)
      }),
      fuzzRuns,
    )
  })

  it('of a hundred thousand lists in each other is none', () => {
    const deep = `{"camera":12,"tag":"sale","amount":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(read('{}', deep)).toEqual(expect.any(String))
  })

  it('of a line of JSON names camera and tag as people do', () => {
    const line =
      '{"camera":12,"tag":"sale","timestamp":"2026-11-22T14:05:00+01:00","amount":12.5,"fields":{"items":3}}'
    expect(read(line, line)).toEqual({
      orgId: 'acme',
      cameraId: 'c-12',
      eventTypeId: 'tag-1',
      timestampMs: Date.UTC(2026, 10, 22, 13, 5),
      fields: { amount: 12.5, items: 3 },
    })
  })

  it('is taken as the platform’s interface has it', () => {
    const line =
      '{"orgId":"acme","cameraId":"c-12","eventTypeId":"tag-1","fields":{"items":3},"timestamp":1790000000000}'
    expect(read(line, line)).toMatchObject({ orgId: 'acme', cameraId: 'c-12', fields: { items: 3 } })
    expect(read(line, line, { orgId: 'shop' })).toBe(
      'It is of the organization "acme", and the key is of "shop".',
    )
  })

  it('of CSV with a column map, as a German till writes it', () => {
    const map = new Map([
      ['amount', 'Betrag'],
      ['timestamp', 'Zeit'],
      ['card', 'Karte'],
    ])
    const header = 'Zeit;Betrag;Karte;Kasse'
    expect(
      read(header, '22.11.2026 14:05:09;1.234,50;ja;4', {
        map,
        camera: 'till',
        tag: 'Sale',
        offset: '+01:00',
      }),
    ).toMatchObject({
      timestampMs: Date.UTC(2026, 10, 22, 13, 5, 9),
      fields: { amount: 1234.5, card: true },
    })
  })

  it('has no text of an empty cell', () => {
    const defaults = { camera: '12', tag: 'sale' }
    expect(read('timestamp,text,items', '1790000000000,,3', defaults)).toMatchObject({ fields: { items: 3 } })
    expect(read('timestamp,text,items', '1790000000000,,3', defaults)).not.toHaveProperty('fields.text')
  })

  it('of CSV without a header goes by the columns’ numbers; an empty cell is no field', () => {
    const map = new Map([
      ['timestamp', '1'],
      ['amount', '2'],
      ['items', '3'],
    ])
    const line = '1790000000000,5.25,'
    expect(read(line, line, { map, camera: '12', tag: 'tag-1' })).toMatchObject({
      timestampMs: 1_790_000_000_000,
      fields: { amount: 5.25 },
    })
  })

  it('keeps the digits of an id that is a number above 2^53', () => {
    const rules = {
      catalogue,
      orgId: 'acme',
      camera: undefined,
      tag: undefined,
      map: new Map([['id', 'receipt']]),
    }
    const writing = { isText: false, decimal: undefined, offset: undefined, zone: undefined }
    const idOf = (receipt: string) => {
      const line = `${start},"receipt":${receipt}}`
      const event = readRecord(line, { kind: 'jsonl' }, { ...rules, writing, isStrict: true })
      return event.ok ? event.value.id : event.error
    }
    expect(idOf('20261122140500121')).toBe('20261122140500121')
    expect(idOf('"20261122140500121"')).toBe('20261122140500121')
    expect(idOf('9007199254740991')).toBe('9007199254740991')
    expect(idOf('7')).toBe('7')
  })

  it('has fields of any length, as far as their types take them', () => {
    expect(read('{', `${start},"amount":100000000000000000}`)).toMatchObject({ fields: { amount: 1e17 } })
    expect(read('{', `${start},"items":100000000000000000}`)).toMatch(/^"items" is no whole number/)
    expect(read('{', `${start},"items":[100000000000000000]}`)).toMatch(/^"items" is no whole number/)
    expect(read('{', `${start},"text":100000000000000000}`)).toBe(
      '"text" is no text (100000000000000000); the tag wants text.',
    )
  })

  it('that names what is given for every event is refused for that', () => {
    expect(read('{', `${start}}`, { tag: 'sale' })).toBe('It has a tag of its own: leave --tag out.')
    expect(read('{', `${start}}`, { camera: '12' })).toBe('It has a camera of its own: leave --camera out.')
  })

  const start = '{"camera":12,"tag":"sale","timestamp":1790000000000'
  it.each([
    ['{"tag":"sale"}', 'It names no camera.'],
    ['{"camera":99,"tag":"sale"}', 'There is no camera "99".'],
    ['{"camera":12}', 'It names no event tag.'],
    ['{"camera":12,"tag":"x"}', 'There is no event tag "x".'],
    ['{"camera":12,"tag":"sale"}', 'It has no timestamp.'],
    [`${start},"items":1.5}`, '"items" is no whole number (1.5); the tag wants integer.'],
    [`${start},"amount":"12"}`, '"amount" is no number (12); the tag wants decimal.'],
    [`${start},"card":1}`, '"card" is neither true nor false (1); the tag wants boolean.'],
    [`${start},"text":1}`, '"text" is no text (1); the tag wants text.'],
    [`${start},"amuont":1}`, 'The tag Sale has no field "amuont".'],
    ['{"camera":12,', 'It is no JSON object.'],
    ['[1]', 'It is no JSON object.'],
  ])('%s is refused: %s', (line, reason) => {
    expect(read('{', line)).toBe(reason)
  })
})

const ofCell = (delimiter: string, cell: string, column: string, decimal?: Decimal) => {
  const header = ['timestamp', column].join(delimiter)
  const defaults = { camera: '12', tag: 'sale', decimal }
  const event = read(header, ['1790000000000', cell].join(delimiter), defaults)
  return typeof event === 'string' ? event : event.fields[column]
}

const delimiters = [',', ';', '\t', '|']

describe('a number of CSV', () => {
  it.each([
    ['12.50', 12.5],
    ['12,50', 12.5],
    ['1.234,50', 1234.5],
    ['1,234.50', 1234.5],
    ['1.234.567', 1_234_567],
    ['1.234.567,8', 1_234_567.8],
    ['0.125', 0.125],
    ['1234.567', 1234.567],
    ['-12.5', -12.5],
    ['1.5e3', 1500],
    ['12', 12],
  ])('%s is the same whatever parts the cells', (cell, amount) => {
    expect(delimiters.map((delimiter) => ofCell(delimiter, quote(cell), 'amount'))).toEqual(
      delimiters.map(() => amount),
    )
  })

  it.each(['1.234', '1,234', '-999.000'])('%s could be either, and is refused until it is said', (cell) => {
    const sentence = `may be a thousand times as much: --decimal , or . says which (${cell})`
    for (const delimiter of delimiters) {
      expect(ofCell(delimiter, quote(cell), 'amount')).toBe(`"amount" ${sentence}; the tag wants decimal.`)
      expect(ofCell(delimiter, quote(cell), 'items')).toBe(`"items" ${sentence}; the tag wants integer.`)
    }
  })

  it.each([
    [';', '1.234', ',', 1234],
    [';', '1.234', '.', 1.234],
    [';', '1,234', ',', 1.234],
    [';', '1,234', '.', 1234],
    [',', '1.234', '.', 1.234],
    [',', '"1,234"', '.', 1234],
    [',', '"1.234,5"', ',', 1234.5],
  ] as const)('parted by %s, %s with --decimal %s is %d', (delimiter, cell, decimal, amount) =>
    expect(ofCell(delimiter, cell, 'amount', decimal)).toBe(amount),
  )

  it.each(['12.50', '1.23.4', '12,3,4', '1.234,5,6', '-'])(
    '%s is no number before whose fraction a comma stands',
    (cell) => {
      expect(ofCell(';', cell, 'amount', ',')).toMatch(/is no number/)
    },
  )
})

describe('an instant', () => {
  const writing = { isText: true, decimal: undefined, offset: undefined, zone: undefined }
  it.each([
    ['1790000000123', 1_790_000_000_123],
    ['2026-11-22T14:05:00Z', Date.UTC(2026, 10, 22, 14, 5)],
    ['2028-02-29T23:30:00-01:00', Date.UTC(2028, 2, 1, 0, 30)],
    ['2026-11-22 14:05:00.250 +0100', Date.UTC(2026, 10, 22, 13, 5, 0, 250)],
  ])('%s', (text, ms) =>
    expect(readInstant(text, writing)).toEqual({ ok: true, value: { atMs: ms, isShownTwice: false } }),
  )

  it.each([
    ['1790000000', 'is no number of milliseconds since 1970 (are they seconds?)'],
    ['2026-11-22 14:05', 'has no offset from UTC, such as +01:00; --offset or --zone names one'],
    ['2026-13-22T14:05:00Z', 'is no time that there is'],
    ['2026-02-30 10:00Z', 'is no time that there is'],
    ['31.11.2026 10:00Z', 'is no time that there is'],
    ['2027-02-29T10:00:00+01:00', 'is no time that there is'],
    ['yesterday', 'is no time such as 2026-11-22T14:05:00+01:00'],
  ])('%s: %s', (text, reason) => expect(readInstant(text, writing)).toEqual({ ok: false, error: reason }))
})
