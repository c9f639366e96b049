import { never } from '#contract/result.ts'
import type { FieldCondition } from './event-question.ts'

export type SqlValue = string | number

/** A piece of SQL with the values of its question marks, in order. */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** What a condition asks of a value; every operator is one that an index can answer, but `ne` and `contains`. */
export function predicate(condition: FieldCondition, column: string): Sql {
  const { operator, value } = condition
  switch (operator) {
    case 'eq':
      return { text: `${column} = ?`, values: [value] }
    case 'ne':
      return { text: `${column} <> ?`, values: [value] }
    case 'lt':
      return { text: `${column} < ?`, values: [value] }
    case 'lte':
      return { text: `${column} <= ?`, values: [value] }
    case 'gt':
      return { text: `${column} > ?`, values: [value] }
    case 'gte':
      return { text: `${column} >= ?`, values: [value] }
    case 'between':
      return { text: `${column} between ? and ?`, values: [value, condition.value2] }
    case 'contains':
      return { text: `instr(${column}, ?) > 0`, values: [value] }
    case 'startsWith': {
      const end = firstAfterPrefix(value)
      return end === undefined
        ? { text: `${column} >= ?`, values: [value] }
        : { text: `${column} >= ? and ${column} < ?`, values: [value, end] }
    }
    default:
      return never(operator)
  }
}

/** As in `event_text_by_start`. */
const startChars = 32

/** The index that finds the values of a condition, and SQL that uses it; it holds the beginnings of texts. */
export function byIndex(condition: FieldCondition, column: string): Sql & { readonly index: string } {
  if (condition.kind === 'number') return { index: 'event_number_by_value', ...predicate(condition, column) }
  const index = 'event_text_by_start'
  const start = `substr(${column}, 1, ${startChars})`
  const chars = Array.from(condition.value)
  const isKnown = condition.operator === 'eq' ? chars.length < startChars : chars.length <= startChars
  if (isKnown) return { index, ...predicate(condition, start) }
  const { text, values } = predicate(condition, column)
  return {
    index,
    text: `${start} = ? and ${text}`,
    values: [chars.slice(0, startChars).join(''), ...values],
  }
}

export function tableOf({ kind }: FieldCondition): 'event_number' | 'event_text' {
  return kind === 'number' ? 'event_number' : 'event_text'
}

/** The least text that is greater than all that begin with the prefix, in SQLite's order, which is that of code points. */
function firstAfterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0)
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10_ff_ff) continue
    // Surrogates are no characters.
    const next = last === 0xd7_ff ? 0xe0_00 : last + 1
    return String.fromCodePoint(...points, next)
  }
  return undefined
}

/** Trigrams that every text with this in it has; undefined when it is too short to have one. */
export function trigramQuery(text: string): string | undefined {
  const chars = Array.from(text)
  if (chars.length < 3) return undefined
  const trigrams = new Set<string>()
  const add = (at: number) =>
    trigrams.add(
      `"${chars
        .slice(at, at + 3)
        .join('')
        .replaceAll('"', '""')}"`,
    )
  // Side by side, not overlapping: a third of the work leaves hardly more candidates, and the text has the last word.
  for (let at = 0; at + 3 < chars.length && trigrams.size < 8; at += 3) add(at)
  add(chars.length - 3)
  return [...trigrams].join(' AND ')
}
