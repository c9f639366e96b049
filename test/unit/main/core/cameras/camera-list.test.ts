import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import type { ListedCamera } from '#contract/wall/camera-list.ts'
import { mergeLists, withListed } from '#main/core/cameras/list/merge-lists.ts'
import { readCameraList, writeCameraList } from '#main/core/cameras/list/camera-list-file.ts'

const dock: ListedCamera = {
  id: 'cam-12',
  name: 'Loading dock',
  number: 12,
  group: 'Yard',
  timeZone: 'Europe/Berlin',
  clockOffsetMs: -1_500,
}
const cells = 'cam-12,Loading dock,12,Yard,Europe/Berlin,-1500'

const wordsOf = ({ line, message }: { line: number; message: string }) => ({ line, message })

describe('a list of cameras', () => {
  it.each([
    ['columns in order', cells],
    ['semicolons', cells.replaceAll(',', ';')],
    ['tabs', cells.replaceAll(',', '\t')],
    ['a byte order mark and a header', `\uFEFFid,name,number,group,timezone,offsetMs\r\n${cells}\r\n`],
    [
      'names of columns in any case and order',
      'Offset_ms;GROUP;Camera ID;Time zone;Number;Name;\n-1500;Yard;cam-12;Europe/Berlin;12;Loading dock;',
    ],
    ['quotes', '"cam-12","Loading dock",12,"Yard","Europe/Berlin","-1500"'],
    ['blank lines', `\n\n${cells}\n,,,\n\n`],
    [
      'an array',
      JSON.stringify([
        {
          id: 'cam-12',
          name: 'Loading dock',
          number: '12',
          group: 'Yard',
          timezone: 'Europe/Berlin',
          offsetMs: -1500,
        },
      ]),
    ],
    ['items', `\uFEFF${JSON.stringify({ items: [dock] })}`],
  ])('is read from %s', (_, text) => {
    expect(readCameraList(text)).toMatchObject({ cameras: [dock], problems: [] })
  })

  it('needs nothing but ids', () => {
    expect(readCameraList('cam-1\ncam-2').cameras).toEqual([{ id: 'cam-1' }, { id: 'cam-2' }])
    expect(readCameraList('number;id\n7;a\n;b').cameras).toEqual([{ id: 'a', number: 7 }, { id: 'b' }])
    expect(readCameraList('[{"_id":5},{"cameraId":"x"}]').cameras).toEqual([{ id: '5' }, { id: 'x' }])
  })

  it('keeps a delimiter, a quote and a line break within quotes', () => {
    expect(readCameraList('id,name\na,"Door, ""north""\nupper floor"').cameras).toEqual([
      { id: 'a', name: 'Door, "north" upper floor' },
    ])
  })

  it('says by line what cannot be taken, and takes the rest', () => {
    const { cameras, problems } = readCameraList(
      [
        'id;name;number;group;timezone;offsetMs',
        'a;A;1',
        'b;B;1',
        'a;A again;3',
        ';nobody;4',
        'c;C;twelve',
        'd;D;5;;Mars/Base',
        'e;E;6;;;1.5 s',
        'f;F;7;;;99999999',
        'h;K\uFFFDse;9',
        'g;"G;8',
      ].join('\n'),
    )
    expect(cameras.map(({ id }) => id)).toEqual(['a'])
    expect(problems.map(wordsOf)).toEqual([
      { line: 3, message: 'The number 1 is in line 2 already.' },
      { line: 4, message: 'The camera “a” is in line 2 already.' },
      { line: 5, message: 'It has no id.' },
      { line: 6, message: '“twelve” is not a number from 1 to 999999.' },
      { line: 7, message: '“Mars/Base” is not a time zone.' },
      { line: 8, message: '“1.5 s” is not a clock offset: whole milliseconds, such as -1500.' },
      { line: 9, message: 'Its clock is off by more than a day.' },
      { line: 10, message: 'It is not UTF-8: save the list as UTF-8 (in a spreadsheet: CSV UTF-8).' },
      { line: 11, message: 'Its quotation marks do not match.' },
    ])
  })

  it('counts lines through cells of several lines, and blank ones', () => {
    expect(readCameraList('id,name\n\na,"two\nlines"\na,again').problems.map(wordsOf)).toEqual([
      { line: 5, message: 'The camera “a” is in line 3 already.' },
    ])
  })

  it('names columns that mean nothing here', () => {
    expect(readCameraList('id,vendor\na,Acme')).toMatchObject({ cameras: [{ id: 'a' }], unknown: ['vendor'] })
    expect(readCameraList('[{"id":"a","vendor":"Acme"}]').unknown).toEqual(['vendor'])
  })

  it.each([
    [
      '{"items": [\n{"id": "a"},\n]}',
      { line: 1, message: expect.stringMatching(/^This is not JSON: .*\.$/s) },
    ],
    [
      '{"nothing": 1}',
      { line: 1, message: 'This JSON holds no list: it has to be an array, or an object with “items”.' },
    ],
    ['[1]', { line: 1, message: 'It is not an object.' }],
  ])('says what is wrong with %j', (text, problem) => {
    expect(readCameraList(text)).toMatchObject({ cameras: [], problems: [problem] })
  })

  it('has ten thousand cameras at most', () => {
    const lines = Array.from({ length: 10_001 }, (_, at) => `cam-${at + 1},,${at + 1}`)
    const { cameras, problems } = readCameraList(lines.join('\n'))
    expect(cameras).toHaveLength(10_000)
    expect(problems.map(wordsOf)).toEqual([{ line: 10_001, message: 'A list has at most 10000 cameras.' }])
  })

  it('never throws, whatever was pasted', () => {
    const scraps = fc.constantFrom(
      ...Array.from('",;\t\n[]{}:\uFEFF\0\ud83d1'),
      '\r\n',
      'id',
      'name',
      '__proto__',
    )
    const value = fc.oneof(fc.string(), fc.integer(), fc.constantFrom(null, true, [], {}, 1.5))
    const member = fc.constantFrom('id', 'number', 'timezone', 'offsetMs', 'constructor', 'x')
    const entries = fc.array(fc.dictionary(member, value, { maxKeys: 4 }), { maxLength: 4 })
    const text = fc.oneof(
      fc.string(),
      fc.array(scraps, { maxLength: 40 }).map((parts) => parts.join('')),
      entries.map((list) => JSON.stringify(list)),
      entries.map((items) => JSON.stringify({ items }).slice(0, -1)),
    )
    fc.assert(
      fc.property(text, (pasted) => {
        const { cameras } = readCameraList(pasted)
        expect(new Set(cameras.map(({ id }) => id)).size).toBe(cameras.length)
      }),
    )
  })

  it('is read as it was written, in both forms', () => {
    const word = fc
      .string({ minLength: 1, maxLength: 30 })
      .map((text) => text.replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== '' && !/(^|[,;|])'[=+\-@]/.test(text))
    const camera = fc.record(
      {
        id: word,
        name: word,
        number: fc.integer({ min: 1, max: 999_999 }),
        group: word,
        timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns'),
        clockOffsetMs: fc.integer({ min: -86_400_000, max: 86_400_000 }),
      },
      { requiredKeys: ['id'] },
    )
    const list = fc
      .uniqueArray(camera, { selector: ({ id }) => id })
      .map((cameras) => [...new Map(cameras.map((one) => [one.number ?? `-${one.id}`, one])).values()])
    fc.assert(
      fc.property(list, fc.constantFrom('csv', 'json'), (cameras, format) => {
        const read = readCameraList(writeCameraList(cameras, format))
        expect(read.problems).toEqual([])
        expect(read.cameras).toEqual(cameras)
      }),
    )
  })
})

describe('a list beside another', () => {
  it('adds to it: what is said anew wins, what is not said stays', () => {
    const merged = mergeLists(
      [
        { id: 'a', name: 'A', number: 1 },
        { id: 'b', name: 'B', number: 2, group: 'Yard' },
      ],
      [
        { id: 'b', number: 1 },
        { id: 'c', number: 3 },
      ],
    )
    expect(merged).toEqual(
      ok([
        { id: 'a', name: 'A' },
        { id: 'b', name: 'B', number: 1, group: 'Yard' },
        { id: 'c', number: 3 },
      ]),
    )
  })

  it('leaves none out: one that would be too long is refused', () => {
    const full = Array.from({ length: 10_000 }, (_, at) => ({ id: `${at}` }))
    expect(mergeLists(full, [{ id: '9' }])).toMatchObject({ ok: true })
    expect(mergeLists(full, [{ id: 'new' }])).toMatchObject({ error: { exact: { code: 'list_full' } } })
  })

  it('of the platform names its cameras, and adds those that it does not list', () => {
    const known = [
      { id: 'a', name: 'A', group: 'Hall', number: 4 },
      { id: 'b', name: 'B', group: '', number: 5 },
    ]
    expect(withListed(known, [{ id: 'a', name: 'Door', clockOffsetMs: 200 }, { id: 'x' }])).toEqual([
      { id: 'a', name: 'Door', group: 'Hall', number: 4, clockOffsetMs: 200 },
      { id: 'b', name: 'B', group: '', number: 5 },
      { id: 'x', name: 'x', group: '', number: undefined },
    ])
  })
})
