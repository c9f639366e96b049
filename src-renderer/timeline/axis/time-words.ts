import { locale } from '../../language/locale.ts'
import type { Zone } from './zone.ts'

/** As they are typed: the grammar is English in every language. */
export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A format takes long to make, and an axis writes many dates in a frame. */
const formats = new Map<string, Intl.DateTimeFormat>()
const styles = {
  weekday: { weekday: 'short' },
  weekdayName: { weekday: 'long' },
  monthName: { month: 'long' },
  shortMonthName: { month: 'short' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short', year: 'numeric' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
} as const

/** @param localMs of the local clock: its parts are those of UTC */
function written(style: keyof typeof styles, localMs: number): string {
  const key = `${locale()} ${style}`
  const made = formats.get(key)
  const format = made ?? new Intl.DateTimeFormat(locale(), { ...styles[style], timeZone: 'UTC' })
  if (made === undefined) formats.set(key, format)
  return format.format(localMs)
}

const two = (value: number) => String(value).padStart(2, '0')
const localDate = (zone: Zone, ms: number) => new Date(zone.localMsAt(ms))

export type ClockPrecision = 'minute' | 'second' | 'tenth' | 'millisecond'

/** `14:32:07`; in an hour that the clocks repeat with its offset: `02:30:00 +2`. */
export function clockText(zone: Zone, ms: number, precision: ClockPrecision): string {
  const date = localDate(zone, ms)
  const seconds = precision === 'minute' ? '' : `:${two(date.getUTCSeconds())}`
  const digits = { minute: 0, second: 0, tenth: 1, millisecond: 3 }[precision]
  const fraction = digits ? `.${String(date.getUTCMilliseconds()).padStart(3, '0').slice(0, digits)}` : ''
  const mark = zone.isRepeated(ms) ? ` ${offsetText(zone.periodAt(ms).offsetMs)}` : ''
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}${seconds}${fraction}${mark}`
}

/** `+2`, `+5:45`, `−3:30`: what local time is ahead of UTC. */
function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000)
  const rest = minutes % 60 ? `:${two(minutes % 60)}` : ''
  return `${offsetMs < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest}`
}

/** `CET`, `EST`; an offset where nobody has a name for it: `GMT+5:45`. */
export function zoneMark(zone: Zone, ms: number): string {
  // Each language, and each English, knows only the names of its own surroundings.
  const names = zone.namesAt(ms)
  return names.find((name) => !/^GMT[+-]/.test(name)) ?? names[0] ?? zone.id
}

/** `Sun 22 Nov 14:05:10 CET`; the year when it is another than now's, parts of a second when there are any. */
export function instantText(zone: Zone, ms: number, nowMs: number): string {
  const time = clockText(zone, ms, ms % 1_000 === 0 ? 'second' : 'tenth').replace(/ .*/, '')
  const year = yearOf(zone, ms) === yearOf(zone, nowMs) ? '' : ` ${yearOf(zone, ms)}`
  return `${weekdayText(zone, ms)}${year} ${time} ${zoneMark(zone, ms)}`
}

const yearOf = (zone: Zone, ms: number): number => localDate(zone, ms).getUTCFullYear()

/** `Fri 20 Nov 2026` */
export const dateText = (zone: Zone, ms: number): string => `${weekdayText(zone, ms)} ${yearOf(zone, ms)}`

/** `Fri 20 Nov`, of another year `20 Nov 2025`; nothing of today, which is given by its number. */
export function dayUnless(today: number, zone: Zone, ms: number): string {
  if (zone.dayAt(ms) === today) return ''
  const year = yearOf(zone, ms)
  const isThisYear = year === new Date(today * 86_400_000).getUTCFullYear()
  return isThisYear ? weekdayText(zone, ms) : `${dayText(zone, ms)} ${year}`
}

/** `14:05`, of another day `Fri 20 Nov 14:05`. */
export function minuteText(zone: Zone, ms: number, nowMs: number): string {
  return `${dayUnless(zone.dayAt(nowMs), zone, ms)} ${clockText(zone, ms, 'minute')}`.trim()
}

/** `Fri 20 Nov` */
export const weekdayText = (zone: Zone, ms: number): string => `${weekday(zone, ms)} ${dayText(zone, ms)}`

/** `20 Nov` */
export const dayText = (zone: Zone, ms: number): string => written('day', zone.localMsAt(ms))

/** `Fri` */
export const weekday = (zone: Zone, ms: number): string => written('weekday', zone.localMsAt(ms))

/** `Friday`, `Fri` of 5; of 0 Sunday. */
export function weekdayName(day: number, length: 'long' | 'short' = 'long'): string {
  // 4 January 1970 was a Sunday.
  return written(length === 'long' ? 'weekdayName' : 'weekday', (day + 3) * 86_400_000)
}

/** `month`: 0 is January. */
export function monthName(month: number, length: 'long' | 'short' = 'long'): string {
  return written(length === 'long' ? 'monthName' : 'shortMonthName', Date.UTC(1970, month))
}

/** `November 2026` */
export const monthText = (zone: Zone, ms: number): string => written('month', zone.localMsAt(ms))

/** `Nov 2026` */
export const shortMonthText = (zone: Zone, ms: number): string => written('shortMonth', zone.localMsAt(ms))

/** `20 November 2026`; `day` counted from 1 January 1970. */
export const longDate = (day: number): string => written('date', day * 86_400_000)

/** In words, for whoever hears the page: `14:32:07, Friday 20 November 2026, Europe/Berlin`. */
export function spokenInstant(zone: Zone, ms: number): string {
  const offset = zone.isRepeated(ms) ? ` (UTC${offsetText(zone.periodAt(ms).offsetMs)})` : ''
  const localMs = zone.localMsAt(ms)
  const date = `${written('weekdayName', localMs)} ${written('date', localMs)}`
  return `${clockText(zone, ms, 'second').slice(0, 8)}${offset}, ${date}, ${zone.id}`
}
