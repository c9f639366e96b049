import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isKnownZone } from '#contract/time/zone-clock.ts'
import { messageOf } from '#contract/thrown.ts'
import { CommandFailure, exitCodes } from './exit-codes.ts'

export const usage = `npm run events -- COMMAND [options]

  insert FILE|-   takes events from JSON lines or CSV, a file or standard input, and sends them to the platform
  send            sends what waits in the outbox
  status          what waits, and what the platform did not take: refused, or set aside after many tries
  retry [ID …]    sends again what was not taken: these, or all
  discard [ID …]  forgets what was not taken: these, or with --all every one

What to insert
  --map NAME=COLUMN[,…]  where a column or member is called otherwise; NAME is camera, tag, timestamp, id or a field
  --camera CAMERA        of every event: id, number or name
  --tag TAG              of every event: id or name of an event tag
  --offset +HH:MM        of times that are written without one
  --zone ZONE            by whose clock they are written instead, such as Europe/Berlin, where it is set twice a year
  --decimal ,|.          before the fraction of a number in CSV, where 1.234 or 1,234 could be either
  --id-field COLUMN      what names an event for good among those of its camera and tag, such as a receipt's number
  --delimiter CHAR       between the cells of CSV (found out when left out; "tab" for a tab)
  --encoding NAME        of a text that is not UTF-8, such as windows-1252
  --format csv|jsonl     (by the file's name; else by its first line)
  --refused FILE         refused lines and conflicts are written to it, one JSON object each: line, reason, text
  --follow               goes on with what is appended, through rotations, until it is stopped
  --from-start           reads a file from its first line although it is known how far it has been read
  --no-wait              ends when everything is kept; the wall, or the next run, sends it

Where to
  --data DIR             the wall's data folder: its outbox, platform and key. That of npm start -- --data DIR is DIR/wall
  --platform URL         another platform than the wall's
  --key-from FILE|-      a file, or standard input, that holds the key. Never an argument, never the environment
  --org ID               the organization, where it is not known with the key

Exit codes: 0 all has arrived (or, with --no-wait, is kept) · 1 some lines were refused · 2 usage ·
3 no platform, key or organization · 4 data folder · 5 kept, but the platform does not take it now · 6 disk full ·
130 stopped. What was read is never lost: a second start goes on where the first one ended, and doubles nothing
where the platform knows Idempotency-Key; elsewhere at most what was on its way (docs/events.md).
Events are known by their content, or by --id-field: an export may be inserted again with lines added or left out.
`

export const commands = ['insert', 'send', 'status', 'retry', 'discard'] as const
export type Arguments = NonNullable<ReturnType<typeof parseArguments>>
export type Source = Arguments['source']

/** Files are named from `folder` on. Throws `CommandFailure`. Undefined: help is wanted. */
export function parseArguments(argv: readonly string[], folder: string) {
  const { values, positionals } = read(argv)
  if (values.help) return undefined
  const [name = '', ...rest] = positionals
  const command = commands.find((known) => known === name)
  if (command === undefined) throw refused(`There is no command "${name}". There are ${commands.join(', ')}.`)
  const file = command === 'insert' ? (rest[0] ?? '') : ''
  if (command === 'insert' && (file === '' || rest.length > 1))
    throw refused('insert takes one file, or - for standard input.')
  const keyFrom = values['key-from']
  if (file === '-' && keyFrom === '-')
    throw refused('Standard input holds either the events or the key: name a file for one of them.')
  if (file === '-' && values.follow)
    throw refused('--follow is for files; standard input is read to its end.')
  const { format, offset, zone, delimiter, decimal } = values
  if (format !== undefined && format !== 'csv' && format !== 'jsonl')
    throw refused('--format is csv or jsonl.')
  if (offset !== undefined && !/^([+-]\d{2}:\d{2}|Z)$/.test(offset))
    throw refused('--offset wants hours and minutes, such as +01:00.')
  if (zone !== undefined && !isKnownZone(zone))
    throw refused('--zone wants a time zone such as Europe/Berlin.')
  if (offset !== undefined && zone !== undefined)
    throw refused('Times are written by either --zone or --offset.')
  if (decimal !== undefined && decimal !== ',' && decimal !== '.') throw refused('--decimal is , or a point.')
  if (delimiter !== undefined && delimiter !== 'tab' && delimiter.length !== 1)
    throw refused('--delimiter wants one character, or tab.')
  if (command === 'discard' && rest.length === 0 && !values.all)
    throw refused('discard wants the ids of events, or --all.')
  const refusedFile = values.refused === undefined ? undefined : resolve(folder, values.refused)
  if (refusedFile === resolve(folder, file))
    throw refused('--refused names the file that is inserted; its lines would be written over.')
  const encoding = values.encoding === undefined ? undefined : encodingOf(values.encoding)
  const idColumn = values['id-field']
  return {
    command,
    dataDir: values.data === undefined ? undefined : resolve(folder, values.data),
    platform: values.platform,
    keyFrom: keyFrom === undefined || keyFrom === '-' ? keyFrom : resolve(folder, keyFrom),
    orgId: values.org,
    wait: values['no-wait'] !== true,
    /** Of `retry` and `discard`. */
    ids: command === 'insert' ? [] : rest,
    all: values.all === true,
    source: {
      /** `-`: standard input. */
      file: file === '-' || file === '' ? file : resolve(folder, file),
      /** By what is meant: the name of a column or member. */
      map: new Map([
        ...mapOf(values.map ?? []),
        ...(idColumn === undefined ? [] : [['id', idColumn] as const]),
      ]),
      camera: values.camera,
      tag: values.tag,
      offset,
      zone,
      decimal,
      delimiter: delimiter === 'tab' ? '\t' : delimiter,
      /** As `TextDecoder` calls it. Undefined: UTF-8. */
      encoding,
      format: format ?? formatOfName(file),
      refusedFile,
      follow: values.follow === true,
      fromStart: values['from-start'] === true,
    },
  } as const
}

function mapOf(given: readonly string[]): (readonly [string, string])[] {
  return given
    .flatMap((text) => text.split(','))
    .map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1 || at === pair.length - 1) throw refused(`--map wants NAME=COLUMN, not "${pair}".`)
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const
    })
}

/** One byte a character, the first half of them ASCII: lines and cells are found in its bytes as in those of UTF-8. */
const readByBytes = /^(?:utf-8|windows-\d+|iso-8859-\d+|koi8-[ru]|macintosh|x-mac-cyrillic|ibm866)$/

function encodingOf(name: string): string {
  try {
    const { encoding } = new TextDecoder(name, { fatal: true })
    if (readByBytes.test(encoding)) return encoding
  } catch {
    // Said below.
  }
  throw refused('--encoding is utf-8 or one of a byte a character, such as windows-1252 or iso-8859-15.')
}

function formatOfName(file: string): 'csv' | 'jsonl' | undefined {
  if (/\.(csv|tsv)$/i.test(file)) return 'csv'
  return /\.(jsonl|ndjson|json)$/i.test(file) ? 'jsonl' : undefined
}

function refused(sentence: string): CommandFailure {
  return new CommandFailure(`${sentence} --help lists the rest.`, exitCodes.usage)
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        map: { type: 'string', multiple: true },
        camera: { type: 'string' },
        tag: { type: 'string' },
        offset: { type: 'string' },
        zone: { type: 'string' },
        decimal: { type: 'string' },
        'id-field': { type: 'string' },
        delimiter: { type: 'string' },
        encoding: { type: 'string' },
        format: { type: 'string' },
        refused: { type: 'string' },
        follow: { type: 'boolean' },
        'from-start': { type: 'boolean' },
        'no-wait': { type: 'boolean' },
        all: { type: 'boolean' },
        data: { type: 'string' },
        platform: { type: 'string' },
        'key-from': { type: 'string' },
        org: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // The first sentence of what parseArgs says names the option; the rest is for programmers.
    const message = messageOf(error)
    throw refused(`${message.split(/\. |\n/, 1)[0]}.`)
  }
}
