import { wordText } from '../printing/words.ts'
import type { ListTerm, Piece } from '../syntax/terms.ts'
import { didYouMean, incomplete, type QueryProblem, quote, wrong } from './problem.ts'
import type { Reading } from './reading.ts'

/** What may stand before a colon. */
export const filterKeys = ['camera', 'group', 'tag', 'last', 'since', 'until'] as const
export type FilterKey = (typeof filterKeys)[number]

export function noTag(piece: Piece, reading: Reading): QueryProblem {
  const { text } = piece
  const field = reading.fields.called(text)[0]?.field
  if (field !== undefined) {
    const example = { integer: '>1', decimal: '>1', text: '~beer', boolean: ' is true' }[field.type]
    const message = `${quote(text)} is a field: say what it has to be, such as ${wordText(field.name)}${example}.`
    return incomplete(piece, message)
  }
  if (/^\d{1,6}$/.test(text)) {
    return wrong(piece, `A number alone says nothing. A camera is written camera:${text}.`, `camera:${text}`)
  }
  if (/^\d{1,6}[mhdw]$/i.test(text)) {
    return wrong(piece, `A time that has just passed is written last:${text}.`, `last:${text}`)
  }
  const near = reading.tags.nearest(text)
  const message = `There is no event tag ${quote(text)}.${didYouMean(near)}`
  return wrong(piece, message, near === undefined ? undefined : wordText(near))
}

export function unknownKey({ key, items, start, end }: ListTerm, reading: Reading): QueryProblem {
  const field = reading.fields.called(key.text)[0]?.field
  if (field !== undefined) {
    const sign = field.type === 'boolean' ? ' is ' : '='
    const [item] = items
    const value = item?.isQuoted ? wordText(item.text) : (item?.text ?? '')
    const better = `${wordText(field.name)}${sign}${value}`
    return wrong({ start, end }, `${quote(key.text)} is a field: write ${better}.`, better)
  }
  const near = nearestKey(key.text)
  const message = `Nothing is called ${quote(`${key.text}:`)}. There are ${filterKeys.map((one) => `${one}:`).join(' ')}`
  return wrong(key, message, near)
}

export const missingWords: Readonly<Record<FilterKey, string>> = {
  camera: 'A camera is missing: its number or its name.',
  group: 'The name of a group of cameras is missing.',
  tag: 'The name of an event tag is missing.',
  last: 'How long is missing, such as last:24h or last:7d.',
  since: 'A day or a time is missing, such as since:yesterday or since:14:00.',
  until: 'A day or a time is missing, such as until:yesterday or until:14:00.',
}

export function notAMoment(key: 'since' | 'until', { items, start, end }: ListTerm): QueryProblem {
  const [item] = items
  const text = item?.text ?? ''
  if (key === 'since' && /^\d{1,6}[mhdw]$/i.test(text)) {
    return wrong({ start, end }, `A length of time is written last:${text}.`, `last:${text}`)
  }
  const examples = 'such as yesterday, monday, 2026-11-20, 14:00 or 2026-11-20 14:00'
  return wrong(item ?? { start, end }, `${quote(text)} is neither a day nor a time, ${examples}.`)
}

function nearestKey(typed: string): string | undefined {
  return filterKeys.find((key) => key.startsWith(typed.toLowerCase()) || typed.toLowerCase().startsWith(key))
}

export function stray(piece: Piece): QueryProblem {
  if (piece.text === ':') return wrong(piece, 'Before “:” a word is missing, such as camera:3 or last:24h.')
  if (piece.text === '..') return wrong(piece, 'Before “..” something is missing, such as 14:00..15:30.')
  if (piece.text === ',') return wrong(piece, 'A comma stands between cameras only, such as camera:3,5-7.')
  return wrong(piece, `Before ${quote(piece.text)} a field is missing, such as amount${piece.text}100.`)
}
