import { aliases } from '#contract/platform/assumptions.ts'
import { type ListedCamera, MAX_LISTED_CAMERAS } from '#contract/wall/camera-list.ts'
import { cellText } from '#contract/wall/csv-cell.ts'
import { isObject } from '../../json.ts'
import { cellsOf, delimiterOf } from '../../records/csv.ts'
import { type RawRecord, RecordSplitter } from '../../records/record-splitter.ts'
import { listedCamera, type Member, memberOf, members, quoted } from './listed-camera.ts'

export interface ReadCameraList {
  readonly format: 'csv' | 'json'
  /** Each with an id of its own and, where it has one, a number of its own. */
  readonly cameras: readonly ListedCamera[]
  /** Why others cannot be taken. */
  readonly problems: readonly { readonly line: number; readonly message: string }[]
  readonly unknown: readonly string[]
}

/** Never throws, whatever was pasted. */
export function readCameraList(text: string): ReadCameraList {
  const format = /^\s*[[{]/.test(text.replace(/^\uFEFF/, '')) ? 'json' : 'csv'
  const { entries, unknown } =
    format === 'json' ? readJsonList(text.replace(/^\uFEFF/, '')) : readCsvList(text)
  const cameras: ListedCamera[] = []
  const problems: { line: number; message: string }[] = []
  const lineOfId = new Map<string, number>()
  const lineOfNumber = new Map<number, number>()
  const isZone = zoneCheck()
  const add = (line: number, row: RawCameraRow): string | undefined => {
    if (row.problem !== undefined) return row.problem
    const camera = listedCamera(row.values)
    if (!camera.ok) return camera.error
    const { id, number, timeZone } = camera.value
    const sameId = lineOfId.get(id)
    if (sameId !== undefined) return `The camera ${quoted(id)} is in ${place(format, sameId)} already.`
    const sameNumber = number === undefined ? undefined : lineOfNumber.get(number)
    if (sameNumber !== undefined) return `The number ${number} is in ${place(format, sameNumber)} already.`
    if (timeZone !== undefined && !isZone(timeZone)) return `${quoted(timeZone)} is no time zone.`
    if (cameras.length === MAX_LISTED_CAMERAS) return `A list has at most ${MAX_LISTED_CAMERAS} cameras.`
    lineOfId.set(id, line)
    if (number !== undefined) lineOfNumber.set(number, line)
    cameras.push(camera.value)
    return undefined
  }
  for (const { line, ...row } of entries) {
    const message = add(line, row)
    if (message !== undefined) problems.push({ line, message })
  }
  return { format, cameras, problems, unknown }
}

function place(format: ReadCameraList['format'], line: number): string {
  return format === 'csv' ? `line ${line}` : `entry ${line}`
}

/** Asking costs some microseconds; a list has few zones and many lines. */
function zoneCheck(): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const found = known.get(name) ?? isTimeZone(name)
    known.set(name, found)
    return found
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
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
  if (text === undefined) return { problem: 'It is longer than any camera can be: is a quote missing?' }
  const cells = trimmedCells(text, delimiter)
  if (cells === undefined) return { problem: 'Its quotes do not fit together.' }
  const { length } = columns.members
  if (cells.slice(length).some((cell) => cell !== ''))
    return { problem: `It has ${cells.length} cells, and there are ${length} columns.` }
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
    const problem = 'This JSON holds no list: an array is wanted, or an object with “items”.'
    return { entries: [{ line: 1, problem }], unknown: [] }
  }
  const unknown = new Set<string>()
  const entries = list.map((entry, at) => ({ line: at + 1, ...rowOfEntry(entry, unknown) }))
  return { entries, unknown: [...unknown] }
}

function parse(
  text: string,
): { readonly json: unknown } | { readonly line: number; readonly problem: string } {
  try {
    const json: unknown = JSON.parse(text)
    return { json }
  } catch (thrown) {
    const reason = thrown instanceof Error ? `: ${thrown.message.slice(0, 160)}` : ''
    return { line: 1, problem: `This is no JSON${reason}.` }
  }
}

function listOf(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  if (!isObject(json)) return undefined
  return aliases.list.map((name) => json[name]).find((value) => Array.isArray(value))
}

function rowOfEntry(entry: unknown, unknown: Set<string>): RawCameraRow {
  if (!isObject(entry)) return { problem: 'It is no object.' }
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
  | { readonly problem: string }
