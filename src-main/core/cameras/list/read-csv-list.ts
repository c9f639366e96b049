import { cellsOf, delimiterOf } from '../../records/csv.ts'
import { type RawRecord, RecordSplitter } from '../../records/record-splitter.ts'
import { type Member, memberOf, members } from './listed-camera.ts'
import type { RawCameraRow, RawCameraRows } from './raw-camera-rows.ts'

/** Six members of 200 characters, quoted, in three bytes each. */
const MAX_RECORD_BYTES = 8_192
/** What spreadsheets are told so that they do not calculate a text. */
const harmless = /^'(?=[=+\-@\t\r])/

interface Columns {
  readonly members: readonly (Member | undefined)[]
  readonly unknown: readonly string[]
  readonly isHeader: boolean
}

/** By the names of a first line, in any order; without such a line in the order of `members`. */
export function readCsvList(text: string): RawCameraRows {
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
      .map((record) => ({ line: record.line, ...saidBy(record, delimiter, columns) })),
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

function saidBy({ text }: RawRecord, delimiter: string, columns: Columns): RawCameraRow {
  if (text === undefined) return { problem: 'It is longer than any camera can be: is a quote missing?' }
  const cells = trimmedCells(text, delimiter)
  if (cells === undefined) return { problem: 'Its quotes do not fit together.' }
  const { length } = columns.members
  if (cells.slice(length).some((cell) => cell !== ''))
    return { problem: `It has ${cells.length} cells, and there are ${length} columns.` }
  const values = new Map<Member, unknown>()
  for (const [at, member] of columns.members.entries()) {
    if (member !== undefined) values.set(member, cells[at]?.replace(harmless, ''))
  }
  return { values }
}

function trimmedCells(record: string, delimiter: string): readonly string[] | undefined {
  return cellsOf(record, delimiter)?.map((cell) => cell.trim())
}

function isBlank({ text }: RawRecord): boolean {
  return text !== undefined && /^[\s,;|]*$/.test(text)
}
