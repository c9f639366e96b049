import { exactMessage, type ExactMessage } from '#contract/exact-words.ts'
import { aliases } from '#contract/platform/assumptions.ts'
import { type ListedCamera, MAX_LISTED_CAMERAS } from '#contract/wall/camera-list.ts'
import { BYTE_ORDER_MARK, cellText, csvLine } from '#contract/wall/csv-cell.ts'
import { isKnownZone } from '#contract/time/zone-clock.ts'
import { isObject } from '#contract/json.ts'
import { cellsOf, delimiterOf } from '../../records/csv.ts'
import { type RawRecord, RecordSplitter } from '../../records/record-splitter.ts'
import { listedCamera, type Member, memberOf, members, shortened } from './listed-camera.ts'

interface ReadCameraList {
  readonly format: 'csv' | 'json'
  /** Each with an id of its own and, where it has one, a number of its own. */
  readonly cameras: readonly ListedCamera[]
  /** Why others cannot be taken. */
  readonly problems: readonly ({ readonly line: number } & ExactMessage)[]
  readonly unknown: readonly string[]
}

/** Never throws, whatever was pasted. */
export function readCameraList(text: string): ReadCameraList {
  const format = /^\s*[[{]/.test(text.replace(/^\uFEFF/, '')) ? 'json' : 'csv'
  const { entries, unknown } =
    format === 'json' ? readJsonList(text.replace(/^\uFEFF/, '')) : readCsvList(text)
  const cameras: ListedCamera[] = []
  const problems: ({ line: number } & ExactMessage)[] = []
  const lineOfId = new Map<string, number>()
  const lineOfNumber = new Map<number, number>()
  const isZone = zoneCheck()
  const add = (line: number, row: RawCameraRow): ExactMessage | undefined => {
    if (row.problem !== undefined) return row.problem
    const camera = listedCamera(row.values)
    if (!camera.ok) return camera.error
    const { id, number, timeZone } = camera.value
    const sameId = lineOfId.get(id)
    const isCsv = format === 'csv'
    if (sameId !== undefined)
      return exactMessage(isCsv ? 'list_same_id' : 'list_same_id_entry', { id: shortened(id), line: sameId })
    const sameNumber = number === undefined ? undefined : lineOfNumber.get(number)
    if (number !== undefined && sameNumber !== undefined)
      return exactMessage(isCsv ? 'list_same_number' : 'list_same_number_entry', { number, line: sameNumber })
    if (timeZone !== undefined && !isZone(timeZone))
      return exactMessage('list_no_time_zone', { zone: shortened(timeZone) })
    if (cameras.length === MAX_LISTED_CAMERAS) return exactMessage('list_full', { most: MAX_LISTED_CAMERAS })
    lineOfId.set(id, line)
    if (number !== undefined) lineOfNumber.set(number, line)
    cameras.push(camera.value)
    return undefined
  }
  for (const { line, ...row } of entries) {
    const problem = add(line, row)
    if (problem !== undefined) problems.push({ line, ...problem })
  }
  return { format, cameras, problems, unknown }
}

/** Asking costs some microseconds; a list has few zones and many lines. */
function zoneCheck(): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const found = known.get(name) ?? isKnownZone(name)
    known.set(name, found)
    return found
  }
}

/** Six members of 200 characters, quoted, in three bytes each. */
const MAX_RECORD_BYTES = 8_192

interface Columns {
  readonly members: readonly (Member | undefined)[]
  readonly unknown: readonly string[]
  readonly isHeader: boolean
}

/** By the names of a first line, in any order; without such a line in the order of `members`. */
function readCsvList(text: string): RawCameraRows {
  const splitter = new RecordSplitter({
    csv: { delimiter: undefined },
    maxBytes: MAX_RECORD_BYTES,
    fromBytes: 0,
    fromLine: 1,
  })
  const records = [...splitter.push(Buffer.from(text)), ...splitter.flush()].filter(
    (record) => !isBlank(record),
  )
  const first = records[0]?.text ?? ''
  const delimiter = delimiterOf(first)
  const columns = columnsOf(trimmedCells(first, delimiter) ?? [])
  return {
    unknown: columns.unknown,
    entries: records
      .slice(columns.isHeader ? 1 : 0)
      .map((record) => ({ line: record.line, ...rowOfRecord(record, delimiter, columns) })),
  }
}

function columnsOf(cells: readonly string[]): Columns {
  const named = cells.map(memberOf)
  const isHeader = named.includes('id') || (named.length > 0 && !named.includes(undefined))
  if (!isHeader) return { members, unknown: [], isHeader }
  return {
    members: named,
    unknown: cells.filter((cell, at) => cell !== '' && named[at] === undefined),
    isHeader,
  }
}

function rowOfRecord({ text }: RawRecord, delimiter: string, columns: Columns): RawCameraRow {
  if (text === undefined) return { problem: exactMessage('list_line_too_long') }
  const cells = trimmedCells(text, delimiter)
  if (cells === undefined) return { problem: exactMessage('list_quotes') }
  const { length } = columns.members
  if (cells.slice(length).some((cell) => cell !== ''))
    return { problem: exactMessage('list_cells', { cells: cells.length, columns: length }) }
  const values = new Map<Member, unknown>()
  for (const [at, member] of columns.members.entries()) {
    if (member !== undefined) values.set(member, cellText(cells[at] ?? ''))
  }
  return { values }
}

function trimmedCells(record: string, delimiter: string): readonly string[] | undefined {
  return cellsOf(record, delimiter)?.map((cell) => cell.trim())
}

function isBlank({ text }: RawRecord): boolean {
  return text !== undefined && /^[\s,;|]*$/.test(text)
}

/** An array, or an object that holds one as an answer of a platform does. Entries are counted from 1. */
function readJsonList(text: string): RawCameraRows {
  const parsed = parse(text)
  if ('problem' in parsed) return { entries: [parsed], unknown: [] }
  const list = listOf(parsed.json)
  if (list === undefined) {
    return { entries: [{ line: 1, problem: exactMessage('list_no_list') }], unknown: [] }
  }
  const unknown = new Set<string>()
  const entries = list.map((entry, at) => ({ line: at + 1, ...rowOfEntry(entry, unknown) }))
  return { entries, unknown: [...unknown] }
}

function parse(
  text: string,
): { readonly json: unknown } | { readonly line: number; readonly problem: ExactMessage } {
  try {
    const json: unknown = JSON.parse(text)
    return { json }
  } catch (thrown) {
    const problem =
      thrown instanceof Error
        ? exactMessage('list_no_json_because', { reason: thrown.message.slice(0, 160) })
        : exactMessage('list_no_json')
    return { line: 1, problem }
  }
}

function listOf(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  if (!isObject(json)) return undefined
  return aliases.list.map((name) => json[name]).find((value) => Array.isArray(value))
}

function rowOfEntry(entry: unknown, unknown: Set<string>): RawCameraRow {
  if (!isObject(entry)) return { problem: exactMessage('list_no_object') }
  const values = new Map<Member, unknown>()
  for (const [name, value] of Object.entries(entry)) {
    const member = memberOf(name)
    if (member === undefined) unknown.add(name)
    else if (!values.has(member)) values.set(member, value)
  }
  return { values }
}

/** The entries of a camera list as they were read, before any of them is checked. */
interface RawCameraRows {
  readonly entries: readonly ({ readonly line: number } & RawCameraRow)[]
  /** Columns or members that mean nothing here. */
  readonly unknown: readonly string[]
}

/** `problem`: the entry cannot be read at all. */
type RawCameraRow =
  | { readonly values: ReadonlyMap<Member, unknown>; readonly problem?: undefined }
  | { readonly problem: ExactMessage }

/** As `readCameraList` reads it. */
export function writeCameraList(cameras: readonly ListedCamera[], format: 'csv' | 'json'): string {
  if (format === 'json') return `${JSON.stringify({ items: cameras }, undefined, 2)}\n`
  const lines = cameras.map(({ id, name, number, group, timeZone, clockOffsetMs }) =>
    csvLine([id, name, number, group, timeZone, clockOffsetMs]),
  )
  return [BYTE_ORDER_MARK, csvLine(['id', 'name', 'number', 'group', 'timezone', 'offsetMs']), ...lines].join(
    '',
  )
}
