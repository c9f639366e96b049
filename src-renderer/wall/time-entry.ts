import type { Zone } from '../timeline/axis/zone.ts'
import { instantText } from '../timeline/axis/time-words.ts'
import { dayIn, inEnglish, timeIn } from './time-entry-parts.ts'
import { t } from '../language/language.ts'

/** What a typed time means; of a repeated hour there are two. */
export type TimeEntry =
  | { readonly kind: 'instant'; readonly atMs: number; readonly turn?: 'first' | 'second' }
  | { readonly kind: 'refused'; readonly reason: string }

export interface TimeEntryContext {
  readonly zone: Zone
  readonly nowMs: number
}

const dayMs = 86_400_000

/** Day and month, or month and day. */
const slashes = /(?<!\d)(\d{1,2})\/(\d{1,2})\/(?=\d{4})/

/**
 * Reads `14:05`, `yesterday 14:05`, `Fri 20 Nov 14:05:10`, `2026-11-20 14:05`, `-5m`, `5 min ago`, with or without
 * `go to`; the names of days and months also in the page's language, as the wall writes them. Without a date it is the
 * last time that the clock showed this. `10/11/2026` is two days. Empty for what is no time.
 */
export function parseTimeEntry(typed: string, context: TimeEntryContext): TimeEntry[] {
  const text = typed
    .trim()
    .toLowerCase()
    .replaceAll(/[−–]/g, '-')
    .replace(/(:\d\d:\d\d|^-\d+),(?=\d)/, '$1.')
    .replaceAll(/[\s,]+/g, ' ')
  const wanted = text.replace(/^(?:go ?to|jump to) /, '')
  const read = readTime(wanted, context)
  return read.length > 0 ? read : readTime(inEnglish(wanted), context)
}

function readTime(wanted: string, context: TimeEntryContext): TimeEntry[] {
  const orders = new Set(['$1.$2.', '$2.$1.'].map((order) => wanted.replace(slashes, order)))
  const read = passed(wanted, context) ?? [...orders].flatMap((one) => absolute(one, context))
  const instants = read.filter(({ kind }) => kind === 'instant')
  // Of two orders the one that is no day, or is still to come, is not meant.
  return orders.size > 1 && instants.length > 0 ? instants : read
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }
const unitDays: Readonly<Record<string, number>> = { d: 1, w: 7 }
const amounts =
  /(\d+(?:\.\d+)?) ?(s|m|h|d|w|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|weeks?)(?![a-z]) ?/g

/** `-1h30m`, `2 days ago`: minutes and hours have passed; days are days of the calendar, at the same time of day. */
function passed(text: string, context: TimeEntryContext): TimeEntry[] | undefined {
  const ago = /^(?:- ?(.+)|(.+) ago)$/.exec(text)
  const duration = ago?.[1] ?? ago?.[2]
  if (duration === undefined || duration.replaceAll(amounts, '') !== '') return undefined
  let days = 0
  let elapsedMs = 0
  for (const [, amount, unit = ''] of duration.matchAll(amounts)) {
    const letter = unit.charAt(0)
    days += Number(amount) * (unitDays[letter] ?? 0)
    elapsedMs += Number(amount) * (unitMs[letter] ?? 0)
  }
  const fromMs = context.nowMs - elapsedMs
  // Nothing was recorded before 1970, and no calendar reaches as far as digits do.
  if (fromMs - days * dayMs < 0) return [{ kind: 'refused', reason: t('time.thereNoTime', { text }) }]
  if (days === 0) return judged([fromMs], context)
  return atLocal(context.zone.localMsAt(fromMs) - Math.round(days * dayMs), context)
}

function absolute(text: string, context: TimeEntryContext): TimeEntry[] {
  const { zone, nowMs } = context
  const time = timeIn(text)
  // A time with an offset is of the days that its own clock shows.
  const localNowMs = time?.offsetMs === undefined ? zone.localMsAt(nowMs) : nowMs + time.offsetMs
  const day = dayIn(time?.rest ?? text, Math.floor(localNowMs / dayMs))
  if (day === undefined || (time === undefined && day.isImplied)) return []
  if ('reason' in day) return [{ kind: 'refused', reason: day.reason }]
  if (time === undefined) return judged([zone.startOfDay(day.day)], context)
  if (time.ofDayMs === undefined)
    return [{ kind: 'refused', reason: t('time.thereNoTime', { text: time.text }) }]
  const entriesOf = (ofDay: number): TimeEntry[] => {
    const localMs = ofDay * dayMs + (time.ofDayMs ?? 0)
    if (time.offsetMs !== undefined) return judged([localMs - time.offsetMs], context)
    const found = atLocal(localMs, context)
    return time.turn === undefined || found.length < 2 ? found : found.filter(turnIs(time.turn))
  }
  const entries = entriesOf(day.day)
  const isToCome =
    entries.every(({ kind }) => kind === 'refused') && day.day * dayMs + time.ofDayMs > localNowMs
  if (!isToCome || day.otherwise === undefined) return entries
  // Without a typed day both are listed, so that the operator sees that another day is meant.
  return [...entriesOf(day.otherwise), ...(day.isImplied ? entries : [])]
}

const turnIs = (turn: 'first' | 'second') => (entry: TimeEntry) =>
  entry.kind === 'instant' && entry.turn === turn

function atLocal(localMs: number, context: TimeEntryContext): TimeEntry[] {
  const instants = context.zone.instantsAt(localMs)
  return instants.length === 0 ? [leftOut(localMs, context.zone)] : judged(instants, context)
}

function judged(instants: readonly number[], { zone, nowMs }: TimeEntryContext): TimeEntry[] {
  const turns = ['first', 'second'] as const
  return instants.map((ms, at): TimeEntry => {
    const atMs = Math.round(ms)
    const turn = turns[at]
    if (atMs > nowMs)
      return { kind: 'refused', reason: t('time.hasNotComeYet', { instant: instantText(zone, atMs, nowMs) }) }
    return instants.length < 2 || turn === undefined
      ? { kind: 'instant', atMs }
      : { kind: 'instant', atMs, turn }
  })
}

/** Of a local clock, as its parts are those of UTC. */
const clock = (localMs: number): string => new Date(localMs).toISOString().slice(11, 16)

/** The clocks went forward over it. */
function leftOut(localMs: number, zone: Zone): TimeEntry {
  const periods = zone.periods(localMs - dayMs, localMs + dayMs)
  const after = periods.findIndex(({ fromMs, offsetMs }) => fromMs + offsetMs > localMs)
  const from = periods[after - 1]
  const until = periods[after]
  const why =
    from === undefined || until === undefined
      ? ''
      : ` ${t('time.clocksWent', {
          from: clock(until.fromMs + from.offsetMs),
          to: clock(until.fromMs + until.offsetMs),
        })}`
  return { kind: 'refused', reason: `${t('time.leftOut', { time: clock(localMs) })}${why}` }
}
