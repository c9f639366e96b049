import { MAX_EVENT_TEXT_CHARS } from '#contract/platform/limits.ts'
import { type EventCondition, eventConditionSchema } from '#contract/wall/event-query.ts'
import type { Piece } from '../syntax/terms.ts'
import { incomplete, type QueryProblem, quote, wrong } from './problem.ts'

/**
 * A number with a point or a comma before its decimals, and nothing between its thousands. `1,000` is a thousand to some
 * and one to others, so it is neither.
 */
export function readNumber(piece: Piece, field: string, isWhole: boolean): number | QueryProblem {
  const { text } = piece
  if (piece.isQuoted) {
    return wrong(piece, `${quote(field)} is a number: it stands without quotation marks.`)
  }
  if (/^[+-]?\d{1,3},\d{3}$/.test(text)) {
    const [thousand, one] = [text.replace(',', ''), text.replace(',', '.')]
    return wrong(piece, `${quote(text)} can be read in two ways: write ${thousand} or ${one}.`, thousand)
  }
  if (text === '-' || text === '+') return incomplete(piece, 'A number is missing.')
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d{1,3})?$/i.test(text)) {
    return wrong(piece, `${quote(field)} is a number, and ${quote(text)} is none.`)
  }
  const value = Number(text.replace(',', '.'))
  if (!Number.isFinite(value)) return wrong(piece, `${quote(text)} is too large a number.`)
  if (isWhole && !Number.isSafeInteger(value)) {
    const message = Number.isInteger(value)
      ? 'This number is too large.'
      : `${quote(field)} is a whole number.`
    return wrong(piece, message)
  }
  // No platform tells −0 from 0.
  return value === 0 ? 0 : value
}

export function readTruth({ text }: Piece): boolean | undefined {
  const word = text.toLowerCase()
  if (word === 'true' || word === 'yes') return true
  return word === 'false' || word === 'no' ? false : undefined
}

/** Why no event can have this text, in words. */
export function textProblem(condition: EventCondition): string | undefined {
  if (eventConditionSchema.safeParse(condition).success) return undefined
  const { value } = condition
  if (typeof value !== 'string' || value.length <= MAX_EVENT_TEXT_CHARS) {
    return value === '' ? 'A text to look for is missing.' : 'No event has such characters. Type others.'
  }
  return `No event has so long a text: ${MAX_EVENT_TEXT_CHARS} characters at most.`
}
