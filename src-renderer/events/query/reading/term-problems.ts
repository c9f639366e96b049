import { wordText } from '../printing/words.ts'
import type { ListTerm, Piece } from '../syntax/terms.ts'
import { incomplete, type QueryProblem, quote, unknown, wrong } from './problem.ts'
import type { Reading } from './reading.ts'
import { t } from '#renderer/language/language.ts'

/** What may stand before a colon. */
export const filterKeys = ['camera', 'group', 'tag', 'last', 'since', 'until'] as const
export type FilterKey = (typeof filterKeys)[number]

export function noTag(piece: Piece, reading: Reading): QueryProblem {
  const { text } = piece
  const field = reading.fields.called(text)[0]?.field
  if (field !== undefined) {
    const example = { integer: '>1', decimal: '>1', text: '~beer', boolean: ' is true' }[field.type]
    return incomplete(
      piece,
      t('query.isField', { name: quote(text), example: `${wordText(field.name)}${example}` }),
    )
  }
  if (/^\d{1,6}$/.test(text)) {
    const better = `camera:${text}`
    return wrong(piece, t('query.numberAlone', { better }), better)
  }
  if (/^\d{1,6}[mhdw]$/i.test(text)) {
    const better = `last:${text}`
    return wrong(piece, t('query.timePassed', { better }), better)
  }
  if (/^\d{1,2}[./]\d{1,2}(?:[./]\d{0,4})?$/.test(text))
    return wrong(piece, t('query.noMoment', { typed: quote(text) }))
  return unknown(piece, t('query.noTag', { name: quote(text) }), reading.tags.nearest(text))
}

export function unknownKey({ key, items, start, end }: ListTerm, reading: Reading): QueryProblem {
  const field = reading.fields.called(key.text)[0]?.field
  if (field !== undefined) {
    const sign = field.type === 'boolean' ? ' is ' : '='
    const [item] = items
    const value = item?.isQuoted ? wordText(item.text) : (item?.text ?? '')
    const better = `${wordText(field.name)}${sign}${value}`
    return wrong({ start, end }, t('query.writeField', { name: quote(key.text), better }), better)
  }
  const near = nearestKey(key.text)
  const keys = filterKeys.map((one) => `${one}:`).join(' ')
  return wrong(key, t('query.unknownKey', { key: quote(`${key.text}:`), keys }), near)
}

export function notAMoment(key: 'since' | 'until', { items, start, end }: ListTerm): QueryProblem {
  const [item] = items
  const text = item?.text ?? ''
  if (key === 'since' && /^\d{1,6}[mhdw]$/i.test(text)) {
    const better = `last:${text}`
    return wrong({ start, end }, t('query.lengthOfTime', { better }), better)
  }
  return wrong(item ?? { start, end }, t('query.noMoment', { typed: quote(text) }))
}

function nearestKey(typed: string): string | undefined {
  return filterKeys.find((key) => key.startsWith(typed.toLowerCase()) || typed.toLowerCase().startsWith(key))
}

export function stray(piece: Piece): QueryProblem {
  if (piece.text === ':') return wrong(piece, t('query.stray.colon'))
  if (piece.text === '..') return wrong(piece, t('query.stray.dots'))
  if (piece.text === ',') return wrong(piece, t('query.stray.comma'))
  return wrong(
    piece,
    t('query.stray.operator', { operator: quote(piece.text), example: `amount${piece.text}100` }),
  )
}
