import { t } from '../language/language.ts'
import { weekdayName } from '../timeline/axis/time-words.ts'
import { type Weekday, weekdays } from '#contract/time/weekdays.ts'

/** As people say a week. */
export const weekFromMonday: readonly Weekday[] = [...weekdays.slice(1), ...weekdays.slice(0, 1)]

/** `22:00` on these days, none being all, or a pattern of five fields as it was typed; undefined: neither. */
export function salvoPattern(typed: string, days: readonly string[]): string | undefined {
  const text = typed.trim().replaceAll(/\s+/gu, ' ')
  const time = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (time === null) return text.split(' ').length === 5 ? text : undefined
  const numbers = weekFromMonday.filter((day) => days.includes(day)).map((day) => weekdays.indexOf(day))
  const ofWeek =
    numbers.length === 0 || numbers.length === 7 ? '*' : numbers.toSorted((a, b) => a - b).join(',')
  return `${Number(time[2])} ${Number(time[1])} * * ${ofWeek}`
}

/** `22:00, Mon Fri`; a pattern that says more as it is. */
export function patternWords(pattern: string): string {
  const simple = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6](?:,[0-6])*)$/.exec(pattern)
  if (simple === null) return pattern
  const [, minute = '', hour = '', ofWeek = '*'] = simple
  const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (ofWeek === '*') return t('salvos.times.everyDay', { at })
  const numbers = new Set(ofWeek.split(',').map(Number))
  const days = weekFromMonday.filter((day) => numbers.has(weekdays.indexOf(day)))
  return `${at}, ${days.map((day) => dayWord(day)).join(' ')}`
}

/** `Mon` */
export const dayWord = (day: Weekday): string => weekdayName(weekdays.indexOf(day), 'short')
