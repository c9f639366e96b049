import { clockText, dayText, weekday } from '../timeline/axis/time-words.ts'
import type { Zone } from '../timeline/axis/zone.ts'

/** `not in the platform’s list since 14:05`; with the day when that is not today. */
export function unlistedWords(sinceMs: number, zone: Zone, nowMs: number): string {
  const isToday = zone.dayAt(sinceMs) === zone.dayAt(nowMs)
  const day = isToday ? '' : `${weekday(zone, sinceMs)} ${dayText(zone, sinceMs)} `
  return `not in the platform’s list since ${day}${clockText(zone, sinceMs, 'minute')}`
}
