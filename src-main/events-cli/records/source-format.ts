import { z } from 'zod'
import { isObject } from '#contract/json.ts'
import { fail, type Result } from '#contract/result.ts'
import { parseAnswer } from '../../core/platform/dialect.ts'
import { cellsOf, delimiterOf } from '../../core/records/csv.ts'
import type { Source } from '../arguments.ts'
import { eventOf, type EventRules, memberNames } from './event-of.ts'
import type { SourceEvent } from './identity.ts'

/** How a source is written, once its first record is known. Small: it is kept with the position in a file. */
export const sourceFormatSchema = z.union([
  z.object({ kind: z.literal('jsonl') }),
  z.object({ kind: z.literal('csv'), delimiter: z.string(), columns: z.array(z.string()) }),
])
export type SourceFormat = z.infer<typeof sourceFormatSchema>

/** `isHeader`: the first record names the columns and is no event. */
export function formatOf(
  firstRecord: string,
  { format, delimiter: wished }: Pick<Source, 'format' | 'delimiter'>,
  knownNames: ReadonlySet<string>,
): { readonly format: SourceFormat; readonly isHeader: boolean } {
  const isCsv = format === 'csv' || (format === undefined && !firstRecord.trimStart().startsWith('{'))
  if (!isCsv) return { format: { kind: 'jsonl' }, isHeader: false }
  const delimiter = wished ?? delimiterOf(firstRecord)
  const cells = (cellsOf(firstRecord, delimiter) ?? []).map((cell) => cell.trim())
  const isHeader = cells.some((cell) => knownNames.has(cell))
  // Without names columns go by their number.
  const columns = isHeader ? cells : cells.map((_, at) => String(at + 1))
  return { format: { kind: 'csv', delimiter, columns }, isHeader }
}

/** Names by which a first line is known for a header. */
export function headerNames(rules: Omit<EventRules, 'writing' | 'isStrict'>): ReadonlySet<string> {
  const fields = rules.catalogue.tags.flatMap((tag) => tag.fields.map(({ name }) => name))
  const mapped = [...rules.map.values()].filter((name) => !/^\d+$/.test(name))
  return new Set([...Object.values(memberNames).flat(), ...fields, ...mapped])
}

/** One record of a source in this format; else why it is no event. */
export function readRecord(
  text: string,
  format: SourceFormat,
  rules: EventRules,
): Result<SourceEvent, string> {
  const values = format.kind === 'csv' ? cellValues(text, format) : memberValues(text)
  return values.ok ? eventOf(values.value, rules) : values
}

type Values = Result<ReadonlyMap<string, unknown>, string>

function cellValues(text: string, format: Extract<SourceFormat, { kind: 'csv' }>): Values {
  const cells = cellsOf(text, format.delimiter)
  if (cells === undefined) return fail('Its quotes do not fit together.')
  if (cells.length !== format.columns.length)
    return fail(`It has ${cells.length} cells, and the first line ${format.columns.length}.`)
  return { ok: true, value: new Map(format.columns.map((column, at) => [column, cells[at]])) }
}

/** Fields may stand among the other members, or in `fields` as in the interface. */
function memberValues(text: string): Values {
  // Ids of receipts, cameras and tags are numbers of any length.
  const json = parseAnswer(text)
  if (!isObject(json)) return fail('It is no JSON object.')
  const { fields, ...members } = json
  const inner = isObject(fields) ? fields : fields === undefined ? {} : { fields }
  return { ok: true, value: new Map([...Object.entries(members), ...Object.entries(inner)]) }
}
