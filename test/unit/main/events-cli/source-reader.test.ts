import { appendFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseArguments } from '#main/events-cli/arguments.ts'
import { FileSource } from '#main/events-cli/records/file-source.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { openSource } from './open-source.ts'

const catalogue = {
  tags: [
    {
      id: 'tag-1',
      name: 'Sale',
      fields: [
        { name: 'items', type: 'integer' as const },
        { name: 'Käse', type: 'text' as const },
      ],
    },
  ],
  cameras: [{ id: 'c-1', name: 'Till', number: 1 }],
}

/** A file, and runs of the command over it that remember how far it has been read. */
function sourceFile(name: string, content: string | Buffer) {
  const file = join(tempDir(), name)
  writeFileSync(file, content)
  let mark: string | undefined
  const run = async (...options: string[]) => {
    const { reader, refusals } = await openSource(catalogue, [file, ...options], async () => mark)
    const items: unknown[] = []
    const uids: string[] = []
    const texts: unknown[] = []
    const instants: string[] = []
    try {
      for await (const { events, position } of reader.read()) {
        instants.push(...events.map(({ timestampMs }) => new Date(timestampMs).toISOString()))
        items.push(...events.map(({ fields }) => fields['items']))
        uids.push(...events.map(({ uid }) => uid))
        texts.push(...events.map(({ fields }) => fields['Käse']))
        mark = position?.mark ?? mark
      }
    } finally {
      await reader.close()
    }
    const { left, shownTwice } = reader
    return {
      items,
      uids,
      texts,
      instants,
      refused: refusals.count,
      reasons: refusals.summary(),
      left,
      shownTwice,
    }
  }
  return { run, append: (text: string) => appendFileSync(file, text) }
}

const json = (items: number) => `{"camera":1,"tag":"Sale","timestamp":1790000000000,"items":${items}}`
const csv = (items: number) => `1790000000000,${items}`
const ofTill = ['--camera', '1', '--tag', 'Sale']
const left = (line: number, why = '') =>
  `Line ${line} has no line break yet, and was left for the next run.${why}`

it('lets go of its file where it cannot be told how far that was read', async () => {
  const file = join(tempDir(), 'till.csv')
  writeFileSync(file, '')
  const close = vi.spyOn(FileSource.prototype, 'close')
  onTestFinished(() => close.mockRestore())
  const opening = openSource(catalogue, [file], () => Promise.reject(new Error('The outbox has stopped.')))
  await expect(opening).rejects.toThrow('has stopped')
  expect(close).toHaveBeenCalledOnce()
})

const inBerlin = (...times: string[]) =>
  sourceFile('till.csv', ['timestamp,items', ...times.map((time, at) => `${time},${at}`), ''].join('\n')).run(
    ...ofTill,
    '--zone',
    'Europe/Berlin',
  )

describe('a local time without an offset', () => {
  it('is read by the clock of its zone, before and after that is changed', async () => {
    expect(await inBerlin('2026-10-24 14:00', '26.10.2026 14:00')).toMatchObject({
      instants: ['2026-10-24T12:00:00.000Z', '2026-10-26T13:00:00.000Z'],
      refused: 0,
      shownTwice: undefined,
    })
  })

  it('that the clock shows twice is the first one, which is said; a written offset says which', async () => {
    expect(
      await inBerlin('2026-10-25 02:30:00.250', '2026-10-25 02:30+01:00', '2026-10-25 03:00'),
    ).toMatchObject({
      instants: ['2026-10-25T00:30:00.250Z', '2026-10-25T01:30:00.000Z', '2026-10-25T02:00:00.000Z'],
      shownTwice:
        'Lines with a time that the clock of Europe/Berlin shows twice, as it is set back: 1. The first of the two was taken; an offset in the line says which.',
    })
  })

  it('that the clock never shows is refused', async () => {
    const { instants, reasons } = await inBerlin('2026-03-29 02:30', '2026-03-29 03:00')
    expect(instants).toEqual(['2026-03-29T01:00:00.000Z'])
    expect(reasons.join()).toContain('is left out by the clock of its zone, which is set forward over it')
  })

  it.each([
    [['--zone', 'Berlin'], /--zone wants a time zone such as Europe\/Berlin/],
    [['--zone', 'Europe/Berlin', '--offset', '+01:00'], /either --zone or --offset/],
  ])('with %j is refused', (options, sentence) => {
    expect(() => parseArguments(['insert', 'till.csv', ...options], tmpdir())).toThrow(sentence)
  })
})

describe('the end of a file without a line break', () => {
  it('is taken where it is a whole object of JSON, and the lines after it keep their numbers', async () => {
    const { run, append } = sourceFile('till.jsonl', `${json(1)}\n${json(2)}`)
    expect(await run()).toMatchObject({ items: [1, 2], refused: 0, left: undefined })
    append(`\n${json(3)}\n`)
    const later = await run()
    expect(later).toMatchObject({ items: [3], refused: 0 })
    expect((await run('--from-start')).uids.slice(2)).toEqual(later.uids)
  })

  it('is left where it is half an object, and read by the next run', async () => {
    const { run, append } = sourceFile('till.jsonl', `${json(1)}\n${json(2).slice(0, 30)}`)
    expect(await run()).toMatchObject({ items: [1], refused: 0, left: left(2, ' It is no JSON object.') })
    append(`${json(2).slice(30)}\n`)
    expect(await run()).toMatchObject({ items: [2], refused: 0, left: undefined })
  })

  it('is taken of CSV that is read for the first time', async () => {
    const { run } = sourceFile('till.csv', `timestamp,items\n${csv(1)}\n${csv(2)}`)
    expect(await run(...ofTill)).toMatchObject({ items: [1, 2], refused: 0, left: undefined })
  })

  it('is left of CSV that is gone on with: half a number is a number, too', async () => {
    const { run, append } = sourceFile('till.csv', `timestamp,items\n${csv(1)}\n`)
    await run(...ofTill)
    append(csv(25).slice(0, -1))
    expect(await run(...ofTill)).toMatchObject({ items: [], refused: 0, left: left(3) })
    append('5\n')
    expect(await run(...ofTill)).toMatchObject({ items: [25], refused: 0, left: undefined })
  })

  it('is left where it is a header', async () => {
    const { run, append } = sourceFile('till.csv', 'timestamp,it')
    expect(await run(...ofTill)).toMatchObject({ items: [], left: left(1) })
    append(`ems\n${csv(1)}\n`)
    expect(await run(...ofTill)).toMatchObject({ items: [1], refused: 0 })
  })
})

describe('a quote that nobody closes', () => {
  const stray = `timestamp,Käse,items\n1790000000000,"5 inch,0\n`
  const good = Array.from({ length: 9_000 }, (_, at) => `1790000000000,Brie,${at}`)

  it('costs its own line, and all lines behind it are read', async () => {
    for (const rows of [good, good.slice(0, 2)]) {
      expect(await sourceFile('till.csv', `${stray}${rows.join('\n')}\n`).run(...ofTill)).toMatchObject({
        items: rows.map((_, at) => at),
        reasons: ['1 line was refused:', '  line 2: Its quotes do not fit together.'],
        left: undefined,
      })
    }
  })

  it('may be closed later, where no line behind it is an event', async () => {
    const { run, append } = sourceFile('till.csv', `${stray}of`)
    expect(await run(...ofTill)).toMatchObject({
      items: [],
      refused: 0,
      left: 'Line 2 has a quote that is not closed yet, and was left for the next run.',
    })
    append(` screen",7\n`)
    expect(await run(...ofTill)).toMatchObject({ items: [7], refused: 0, left: undefined })
  })

  it('is known again by a run that goes on behind it', async () => {
    const { run, append } = sourceFile('till.csv', `${stray}${good.slice(0, 2).join('\n')}\n`)
    await run(...ofTill)
    append(`${good[0]}\n`)
    const later = await run(...ofTill)
    expect(later).toMatchObject({ items: [0], refused: 0 })
    expect((await run(...ofTill, '--from-start')).uids.slice(2)).toEqual(later.uids)
  })
})

it.each([
  ['till.csv', 'timestamp,items\r1790000000000,1\r', 'old Macs'],
  ['till.jsonl', gzipSync(json(1)), 'It is compressed: zcat FILE'],
])('%s is not begun as it is: %#', async (name, content, sentence) => {
  await expect(sourceFile(name, content).run(...ofTill)).rejects.toThrow(sentence)
})

it('that is to hold its own refusals is not begun', () => {
  expect(() => parseArguments(['insert', 'a.csv', '--refused', './a.csv'], '/')).toThrow('--refused names')
})

describe('columns that nothing is known by', () => {
  it.each([[], ['--map', 'timestamp=Zeit']])(
    'are named, with the option that names them: %j',
    async (...map) => {
      const { run } = sourceFile('till.csv', 'Datum;Betrag\n22.11.2026 14:05;3\n')
      await expect(run(...ofTill, ...map)).rejects.toThrow(
        'Its first line names no timestamp: Datum, Betrag. Name it with --map timestamp=COLUMN, or by its number.',
      )
    },
  )
})

describe('members of JSON that are no fields', () => {
  const lines = `${json(1).replace('}', ',"receipt":7}')}\n${json(2).replace('}', ',"receipt":8,"itmes":2}')}\n`

  it('are refused where a member names the events', async () => {
    const { run } = sourceFile('till.jsonl', lines)
    expect(await run('--id-field', 'receipt')).toMatchObject({ items: [1], refused: 1 })
  })

  it('are left out where others are mapped', async () => {
    const { run } = sourceFile('till.jsonl', lines)
    expect(await run('--map', 'note=text')).toMatchObject({ items: [1, 2], refused: 0 })
  })
})

const given = (encoding: string) => () => parseArguments(['insert', 'a.csv', '--encoding', encoding], '/')
const ofWindows = (text: string) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')

describe('text that is not UTF-8', () => {
  const header = 'timestamp,items,Käse\n'
  const rows = `${csv(1)},Brie\n${csv(2)},Bergkäse 4 €\n`

  it('is not stored broken: a line is refused, with the option that reads it', async () => {
    const { run } = sourceFile('till.csv', Buffer.concat([Buffer.from(header), ofWindows(rows)]))
    expect(await run(...ofTill)).toMatchObject({
      items: [1],
      refused: 1,
      reasons: [
        '1 line was refused:',
        '  line 3: It is not UTF-8. Where a program of Windows has written it, --encoding windows-1252 reads it.',
      ],
    })
  })

  it('in the first line ends the command, because no column can be known', async () => {
    const { run } = sourceFile('till.csv', ofWindows(header + rows))
    await expect(run(...ofTill)).rejects.toThrow('The first line is not UTF-8. Where a program of Windows')
  })

  it('is read by the encoding that is named, and known again by its content', async () => {
    const { run, append } = sourceFile('till.csv', ofWindows(header + rows))
    const first = await run(...ofTill, '--encoding', 'windows-1252')
    expect(first).toMatchObject({ items: [1, 2], texts: ['Brie', 'Bergkäse 4 €'], refused: 0 })
    append(`${csv(3)},Feta\n`)
    expect(await run(...ofTill, '--encoding', 'windows-1252')).toMatchObject({ items: [3], texts: ['Feta'] })
    const utf8 = sourceFile('till.csv', header + rows)
    expect((await utf8.run(...ofTill)).uids).toEqual(first.uids)
  })

  it('in UTF-16 ends the command with what to do', async () => {
    const { run } = sourceFile('till.csv', Buffer.from(`\uFEFF${header}${rows}`, 'utf16le'))
    await expect(run(...ofTill)).rejects.toThrow('It is UTF-16. Save it as UTF-8')
  })

  it('of an encoding that cannot be read line by line is not begun', () => {
    expect(given('utf-16le')).toThrow('--encoding')
    expect(given('shift_jis')).toThrow('--encoding')
    expect(given('nonsense')).toThrow('--encoding')
    expect(given('ISO-8859-15')()?.source.encoding).toBe('iso-8859-15')
  })
})
