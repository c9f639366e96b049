import { durationUnits, type EventTime, type Moment, momentSchema } from '#contract/wall/event-query.ts'
import { printTime } from '../printing/print-time.ts'
import type { ListTerm, MomentSyntax, Piece, TimeTerm } from '../syntax/terms.ts'
import { spanOf } from '../time-span.ts'
import { incomplete, quote, wrong } from './problem.ts'
import type { Reading } from './reading.ts'
import { t } from '#renderer/language/language.ts'

/** `last:24h` */
export function readLast(term: ListTerm, reading: Reading): EventTime | undefined {
  const [item, second] = term.items
  if (item === undefined) return undefined
  if (second !== undefined) return reading.report(() => wrong(second, t('query.oneTime')))
  const [, digits = '', letter = ''] = /^(\d{1,6})([a-z]?)$/i.exec(item.text) ?? []
  const amount = Number(digits)
  const unit = durationUnits.find((one) => one === letter.toLowerCase())
  if (unit !== undefined && amount >= 1 && amount <= 100_000) return { kind: 'last', amount, unit }
  if (digits !== '' && letter === '')
    return reading.report(() => incomplete(item, t('query.whichUnit', { typed: quote(digits), digits })))
  return reading.report(() => wrong(item, t('query.noLength', { typed: quote(item.text) })))
}

/** `yesterday`, `2026-11-20 14:00..15:30`, `since:14:00` */
export function readTime(term: TimeTerm, reading: Reading): EventTime | undefined {
  const key = term.key?.text.toLowerCase()
  if (key === undefined) return readStretch(term, reading)
  if (key !== 'since' && key !== 'until')
    return reading.report(() => wrong(term, t('query.keyTakesNoTime', { key: quote(`${key}:`) })))
  if (term.range !== undefined)
    return reading.report(() => wrong(term, t('query.stretchWithoutKey', { key: quote(`${key}:`) })))
  if (key === 'since') {
    const from = readMoment(term.from, 'today', 'start', reading)
    return from && { kind: 'since', from }
  }
  const until = readMoment(term.from, 'today', 'end', reading)
  return until && { kind: 'until', until }
}

function readStretch(term: TimeTerm, reading: Reading): EventTime | undefined {
  const from = readMoment(term.from, 'today', 'start', reading)
  if (from === undefined) return undefined
  if (term.range === undefined) {
    if (from.clock === undefined) return { kind: 'between', from, until: from }
    const since = printTime({ kind: 'since', from })
    const message = t('query.howLong', { from: from.clock, since })
    return reading.report(() => incomplete(term, message))
  }
  if (term.until === undefined) return reading.report(() => incomplete(term, t('query.endMissing')))
  const until = readMoment(term.until, from.day, 'end', reading)
  if (until === undefined) return undefined
  const time = { kind: 'between', from, until } as const
  const { startMs, endMs } = spanOf(time, reading.zone, reading.nowMs)
  if (endMs === undefined || endMs > startMs) return time
  return reading.report(() => wrong(term, t('query.endsBefore')))
}

/** @param dayElse day where none is typed */
function readMoment(
  { day, clock }: MomentSyntax,
  dayElse: Moment['day'],
  end: 'start' | 'end',
  reading: Reading,
): Moment | undefined {
  const dayText = day === undefined ? dayElse : dayOf(day.text)
  const dayOnly = momentSchema.safeParse({ day: dayText })
  if (!dayOnly.success) {
    const piece = day
    return piece && reading.report(() => wrong(piece, t('query.noDay', { day: quote(piece.text) })))
  }
  if (clock === undefined) return dayOnly.data
  const text = clockOf(clock.text)
  // The whole day ends at 24:00.
  if (text === '24:00' && end === 'end') return dayOnly.data
  const moment = momentSchema.safeParse({ day: dayText, clock: text })
  return moment.success ? moment.data : reading.report(() => noTime(clock))
}

function noTime(clock: Piece) {
  const dashed = /^(\d{1,2}:\d{2})-(\d{1,2}:\d{2})$/.exec(clock.text)
  if (dashed) {
    const better = `${dashed[1]}..${dashed[2]}`
    return wrong(clock, t('query.dots', { better }), better)
  }
  return wrong(clock, t('query.noTime', { time: quote(clock.text) }))
}

/** As it is kept: `2026-1-5` and `5.1.2026` are 2026-01-05. */
function dayOf(text: string): string {
  const [year = '', month = '', day = ''] = text.includes('.')
    ? text.split('.').toReversed()
    : text.split('-')
  return month === '' ? text.toLowerCase() : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** `9:30+2` is 09:30+02:00. */
function clockOf(text: string): string {
  const [, time = '', sign = '', hours = '', minutes = ''] =
    /^([\d:.,]+)(?:([+-])(\d{1,2})(?::(\d{2}))?)?$/.exec(text) ?? []
  const [seconds = '', decimals = ''] = time.split(/[.,]/)
  const fraction = decimals === '' ? '' : `.${decimals.padEnd(3, '0')}`
  const offset = sign === '' ? '' : `${sign}${hours.padStart(2, '0')}:${minutes === '' ? '00' : minutes}`
  return `${seconds.replace(/^\d:/, '0$&')}${fraction}${offset}`
}
