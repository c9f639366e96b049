import { type DurationUnit, type EventTime, type Moment, weekdays } from '#contract/wall/event-query.ts'
import { never } from '#contract/result.ts'
import type { Zone } from '../../timeline/axis/zone.ts'

/** Epoch milliseconds, `endMs` not included; without an end it goes on. */
export interface TimeSpan {
  readonly startMs: number
  readonly endMs: number | undefined
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What a time of a search means in the wall's zone at this moment. */
export function spanOf(time: EventTime, zone: Zone, nowMs: number): TimeSpan {
  switch (time.kind) {
    case 'all':
      return { startMs: 0, endMs: undefined }
    case 'last':
      return { startMs: Math.max(0, before(zone, nowMs, time.amount, time.unit)), endMs: undefined }
    case 'since':
      return { startMs: startOf(time.from, zone, nowMs), endMs: undefined }
    case 'until':
      return { startMs: 0, endMs: endOf(time.until, dayOf(time.until, zone, nowMs), zone) }
    case 'between': {
      const firstDay = dayOf(time.from, zone, nowMs)
      const untilDay = dayAfter(firstDay, time.until) ?? dayOf(time.until, zone, nowMs)
      return {
        startMs: startOf(time.from, zone, nowMs),
        endMs: endOf(time.until, untilDay, zone),
      }
    }
    default:
      return never(time)
  }
}

/** Today with clock times at both ends; it ends tomorrow at 00:00 because a clock has no 24:00. */
export function todayByClock(zone: Zone, nowMs: number): EventTime {
  const today = zone.dayAt(nowMs)
  return {
    kind: 'between',
    from: { day: isoDay(today), clock: '00:00' },
    until: { day: isoDay(today + 1), clock: '00:00' },
  }
}

const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

function before(zone: Zone, nowMs: number, amount: number, unit: DurationUnit): number {
  switch (unit) {
    case 'm':
      return nowMs - amount * minuteMs
    case 'h':
      return nowMs - amount * hourMs
    // The same time of another day, which is 23 or 25 hours away where the clocks were changed between.
    case 'd':
      return firstInstant(zone, zone.localMsAt(nowMs) - amount * dayMs)
    case 'w':
      return firstInstant(zone, zone.localMsAt(nowMs) - 7 * amount * dayMs)
    default:
      return never(unit)
  }
}

function startOf(moment: Moment, zone: Zone, nowMs: number): number {
  const day = dayOf(moment, zone, nowMs)
  if (moment.clock === undefined) return Math.max(0, zone.startOfDay(day))
  const { localMs, offsetMs } = clockOf(moment.clock, day)
  return Math.max(0, offsetMs === undefined ? firstInstant(zone, localMs) : localMs - offsetMs)
}

function endOf(moment: Moment, day: number, zone: Zone): number {
  if (moment.clock === undefined) return zone.startOfDay(day + 1)
  const { localMs, offsetMs } = clockOf(moment.clock, day)
  return offsetMs === undefined ? lastInstant(zone, localMs) : localMs - offsetMs
}

/** The first instant of a repeated hour; the end of a skipped one. */
function firstInstant(zone: Zone, localMs: number): number {
  return zone.instantsAt(localMs)[0] ?? endOfGap(zone, localMs)
}

/** The second instant of a repeated hour, so that a range of it holds both. */
function lastInstant(zone: Zone, localMs: number): number {
  return zone.instantsAt(localMs).at(-1) ?? endOfGap(zone, localMs)
}

/** By the offset of the day before, a skipped local time is an instant just after the change. */
function endOfGap(zone: Zone, localMs: number): number {
  return zone.periodAt(localMs - zone.periodAt(localMs - dayMs).offsetMs).fromMs
}

/** The local day, counted from 1 January 1970. */
function dayOf({ day }: Moment, zone: Zone, nowMs: number): number {
  const today = zone.dayAt(nowMs)
  switch (day) {
    case 'today':
      return today
    case 'yesterday':
      return today - 1
    default: {
      const weekday = weekdayOf(day)
      return weekday < 0
        ? Date.parse(`${day}T00:00Z`) / dayMs
        : today - modulo(weekdayOfDay(today) - weekday, 7)
    }
  }
}

/** `friday..monday` ends on the Monday after that Friday, whatever day it is. */
function dayAfter(firstDay: number, { day }: Moment): number | undefined {
  const weekday = weekdayOf(day)
  return weekday < 0 ? undefined : firstDay + modulo(weekday - weekdayOfDay(firstDay), 7)
}

const weekdayOf = (day: Moment['day']): number => weekdays.findIndex((weekday) => weekday === day)

/** Monday is 0; 1 January 1970 was a Thursday. */
const weekdayOfDay = (day: number): number => modulo(day + 3, 7)
const modulo = (value: number, of: number): number => ((value % of) + of) % of

function clockOf(clock: string, day: number): { localMs: number; offsetMs: number | undefined } {
  const [, time = '', sign, hours = '0', minutes = '0'] =
    /^([\d:.]+)(?:([+-])(\d\d):(\d\d))?$/.exec(clock) ?? []
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  const localMs = day * dayMs + hour * hourMs + minute * minuteMs + Math.round(second * 1_000)
  if (sign === undefined) return { localMs, offsetMs: undefined }
  const offsetMs = Number(hours) * hourMs + Number(minutes) * minuteMs
  return { localMs, offsetMs: sign === '-' ? -offsetMs : offsetMs }
}
