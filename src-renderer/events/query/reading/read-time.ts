import { durationUnits, type EventTime, type Moment, momentSchema } from '#contract/wall/event-query.ts'
import { printTime } from '../printing/print-time.ts'
import type { ListTerm, MomentSyntax, Piece, TimeTerm } from '../syntax/terms.ts'
import { spanOf } from '../time-span.ts'
import { incomplete, quote, wrong } from './problem.ts'
import type { Reading } from './reading.ts'

/** `last:24h` */
export function readLast(term: ListTerm, reading: Reading): EventTime | undefined {
  const [item, second] = term.items
  if (item === undefined) return undefined
  if (second !== undefined) return reading.report(() => wrong(second, 'A search has one time.'))
  const [, digits = '', letter = ''] = /^(\d{1,6})([a-z]?)$/i.exec(item.text) ?? []
  const amount = Number(digits)
  const unit = durationUnits.find((one) => one === letter.toLowerCase())
  if (unit !== undefined && amount >= 1 && amount <= 100_000) return { kind: 'last', amount, unit }
  if (digits !== '' && letter === '') {
    return reading.report(() =>
      incomplete(item, `${quote(digits)} of what: ${digits}m, ${digits}h, ${digits}d or ${digits}w?`),
    )
  }
  return reading.report(() =>
    wrong(item, `${quote(item.text)} is no length of time, such as 30m, 24h, 7d or 2w.`),
  )
}

/** `yesterday`, `2026-11-20 14:00..15:30`, `since:14:00` */
export function readTime(term: TimeTerm, reading: Reading): EventTime | undefined {
  const key = term.key?.text.toLowerCase()
  if (key === undefined) return readStretch(term, reading)
  if (key !== 'since' && key !== 'until') {
    return reading.report(() =>
      wrong(term, `${quote(`${key}:`)} takes no time; a name stands in quotation marks.`),
    )
  }
  if (term.range !== undefined) {
    const message = `A stretch of time stands without ${quote(`${key}:`)}, such as 14:00..15:30.`
    return reading.report(() => wrong(term, message))
  }
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
    const message = `A time alone says not how long: write an end, ${from.clock}..24:00, or ${since}.`
    return reading.report(() => incomplete(term, message))
  }
  if (term.until === undefined) {
    return reading.report(() => incomplete(term, 'After “..” the end is missing, such as 14:00..15:30.'))
  }
  const until = readMoment(term.until, from.day, 'end', reading)
  if (until === undefined) return undefined
  const time = { kind: 'between', from, until } as const
  const { startMs, endMs } = spanOf(time, reading.zone, reading.nowMs)
  if (endMs === undefined || endMs > startMs) return time
  return reading.report(() =>
    wrong(term, 'This ends before it begins. Over midnight write both days, yesterday 22:00..today 06:00.'),
  )
}

/** `day`: where none is said. */
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
    return piece && reading.report(() => wrong(piece, `There is no day ${quote(piece.text)}.`))
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
    return wrong(clock, `From one time to another is written with dots: ${better}.`, better)
  }
  return wrong(clock, `There is no time ${quote(clock.text)}; a day has 00:00 to 23:59.`)
}

/** As it is kept: `2026-1-5` is 2026-01-05. */
function dayOf(text: string): string {
  const [year = '', month = '', day = ''] = text.split('-')
  return month === '' ? text.toLowerCase() : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** `9:30+2` is 09:30+02:00. */
function clockOf(text: string): string {
  const [, time = '', sign = '', hours = '', minutes = ''] =
    /^([\d:.]+)(?:([+-])(\d{1,2})(?::(\d{2}))?)?$/.exec(text) ?? []
  const [seconds = '', decimals = ''] = time.split('.')
  const fraction = decimals === '' ? '' : `.${decimals.padEnd(3, '0')}`
  const offset = sign === '' ? '' : `${sign}${hours.padStart(2, '0')}:${minutes === '' ? '00' : minutes}`
  return `${seconds.replace(/^\d:/, '0$&')}${fraction}${offset}`
}
