import { MAX_EVENT_TEXT_CHARS } from '#contract/platform/limits.ts'
import { type EventCondition, eventConditionSchema } from '#contract/wall/event-query.ts'
import type { Piece } from '../syntax/terms.ts'
import { incomplete, type QueryProblem, quote, wrong } from './problem.ts'
import { t } from '#renderer/language/language.ts'

/**
 * A number with a point or a comma before its decimals, and nothing between its thousands. `1,000` and `1.000` are a
 * thousand to some and one to others, so they are neither; three decimals after a point that do not end in 0 are
 * decimals, as the wall itself writes them.
 */
export function readNumber(piece: Piece, field: string, isWhole: boolean): number | QueryProblem {
  const { text } = piece
  if (piece.isQuoted) return wrong(piece, t('query.numberUnquoted', { field: quote(field) }))
  if (isTwoNumbers(text)) {
    const [thousand, one] = [text.replace(/[.,]/, ''), String(Number(text.replace(',', '.')))]
    return wrong(piece, t('query.twoWays', { typed: quote(text), thousand, one }), thousand)
  }
  if (text === '-' || text === '+') return incomplete(piece, t('query.numberMissing'))
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d{1,3})?$/i.test(text))
    return wrong(piece, t('query.notANumber', { field: quote(field), typed: quote(text) }))
  const value = Number(text.replace(',', '.'))
  if (!Number.isFinite(value)) return wrong(piece, t('query.tooLarge', { typed: quote(text) }))
  if (isWhole && !Number.isSafeInteger(value)) {
    const message = Number.isInteger(value)
      ? t('query.thisTooLarge')
      : t('query.wholeNumber', { field: quote(field) })
    return wrong(piece, message)
  }
  // No platform tells −0 from 0.
  return value === 0 ? 0 : value
}

export const isTwoNumbers = (typed: string): boolean => /^[+-]?[1-9]\d{0,2}(?:,\d{3}|\.\d\d0)$/.test(typed)

export function readTruth({ text }: Piece): boolean | undefined {
  const word = text.toLowerCase()
  if (word === 'true' || word === 'yes') return true
  return word === 'false' || word === 'no' ? false : undefined
}

/** Why no event can have this text, in words. */
export function textProblem(condition: EventCondition): string | undefined {
  if (eventConditionSchema.safeParse(condition).success) return undefined
  const { value } = condition
  if (typeof value !== 'string' || value.length <= MAX_EVENT_TEXT_CHARS)
    return t(value === '' ? 'query.textMissing' : 'query.noSuchCharacters')
  return t('query.textTooLong', { most: MAX_EVENT_TEXT_CHARS })
}
