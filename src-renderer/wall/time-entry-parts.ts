import { dayNames, longDate, monthName, monthNames, weekdayName } from '../timeline/axis/time-words.ts'
import { t } from '../language/language.ts'

export interface TypedTime {
  readonly text: string
  /** Milliseconds of a day; undefined when no day has this time. */
  readonly ofDayMs: number | undefined
  /** Of the local clock to UTC, where it was typed. */
  readonly offsetMs: number | undefined
  readonly turn: 'first' | 'second' | undefined
  /** What else was typed. */
  readonly rest: string
}

const timePattern =
  /(?<!\d)(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<part>\d{1,3}))?)?(?![\d:])(?: ?(?<offset>z\b|utc\b|(?:utc|gmt)?[+-]\d{1,2}(?::?\d\d)?(?!\d)))?(?: ?\(?(?<turn>first|second)\)?)?/

/** The time of day in a text in lower case; undefined when there is none. */
export function timeIn(text: string): TypedTime | undefined {
  const found = timePattern.exec(text)
  if (!found) return undefined
  const { hour, minute, second = '0', part = '', offset, turn } = found.groups ?? {}
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  const before = text.slice(0, found.index).replace(/(?:^| )(?:at|on) $|t$/, '')
  const after = text.slice(found.index + found[0].length).replace(/^ on /, '')
  return {
    text: found[0],
    ofDayMs: isTime ? seconds * 1_000 + Number(part.padEnd(3, '0')) : undefined,
    offsetMs: offset === undefined ? undefined : offsetIn(offset),
    turn: turn === 'first' || turn === 'second' ? turn : undefined,
    rest: `${before} ${after}`.trim(),
  }
}

function offsetIn(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(text) ?? []
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -size : size
}

export type TypedDay =
  | {
      /** Counted from 1 January 1970. */
      readonly day: number
      /** The same words of an earlier day, for when this one is still to come. */
      readonly otherwise?: number
      /** Nothing was typed: today. */
      readonly isImplied?: boolean
    }
  | { readonly reason: string; readonly isImplied?: never }

/** The day that a text in lower case names; undefined when it names none. */
export function dayIn(text: string, today: number): TypedDay | undefined {
  if (text === '') return { day: today, otherwise: today - 1, isImplied: true }
  if (text === 'today') return { day: today }
  if (text === 'yesterday') return { day: today - 1 }
  const [, name, rest = ''] = /^(?:last )?([a-z]{3,9})\.?(?: (.*))?$/.exec(text) ?? []
  const weekday = name === undefined ? -1 : indexOfName(dayNames, name)
  if (weekday < 0) return dateIn(text, today)
  if (rest === '') {
    const day = today - ((weekdayOf(today) - weekday + 7) % 7)
    return { day, otherwise: day - 7 }
  }
  const date = dateIn(rest, today)
  if (date === undefined || 'reason' in date || weekdayOf(date.day) === weekday) return date
  const words = { date: longDate(date.day), weekday: weekdayName(weekdayOf(date.day)) }
  return { reason: t('time.wasA', words) }
}

const patterns: readonly RegExp[] = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<date>\d{1,2})$/,
  /^(?<date>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})?$/,
  /^(?<date>\d{1,2})\.? (?<name>[a-z]{3,9})\.?(?: (?<year>\d{4}))?$/,
  /^(?<name>[a-z]{3,9})\.? (?<date>\d{1,2})(?: (?<year>\d{4}))?$/,
]

function dateIn(text: string, today: number): TypedDay | undefined {
  for (const pattern of patterns) {
    const { year, month, name, date } = pattern.exec(text)?.groups ?? {}
    const monthAt = name === undefined ? Number(month) - 1 : indexOfName(monthNames, name)
    if (date === undefined || monthAt < 0) continue
    const thisYear = new Date(today * dayMs).getUTCFullYear()
    const day = dayOf(year === undefined ? thisYear : Number(year), monthAt, Number(date))
    if (day === undefined) return { reason: t('time.thereNoDay', { text }) }
    if (year !== undefined || day <= today) return { day }
    const lastYear = dayOf(thisYear - 1, monthAt, Number(date))
    return lastYear === undefined ? { day } : { day: lastYear }
  }
  return undefined
}

/** Names of days and months of the page's language in English; a day's name alone stays: it may mean a camera. */
export function inEnglish(text: string): string {
  if (!/\d/.test(text)) return text
  const english = text.replaceAll(/(?<= )de |\p{L}{2,}/gu, (word, at: number) => {
    if (word === 'de ') return ''
    if (word === t('span.today').toLowerCase()) return 'today'
    if (word === t('span.yesterday').toLowerCase()) return 'yesterday'
    const weekday = at > 0 ? undefined : dayNames.find((_, day) => isNamed(weekdayName, day, word))
    return weekday ?? monthNames.find((_, month) => isNamed(monthName, month, word)) ?? word
  })
  return english.toLowerCase()
}

/** As the wall writes it, long or short, or by its first letters. */
function isNamed(nameOf: typeof monthName, at: number, word: string): boolean {
  return (['long', 'short'] as const).some((length) => {
    const name = nameOf(at, length).toLowerCase().replace('.', '')
    return name === word || (word.length > 2 && name.startsWith(word))
  })
}

const dayMs = 86_400_000

function dayOf(year: number, month: number, date: number): number | undefined {
  const ms = Date.UTC(year, month, date)
  const isReal = new Date(ms).getUTCMonth() === month && new Date(ms).getUTCDate() === date
  return isReal ? ms / dayMs : undefined
}

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

/** A name in full or its beginning, three letters at least. */
function indexOfName(names: readonly string[], typed: string): number {
  return names.findIndex((name) => name.toLowerCase().startsWith(typed))
}
