import { resetDays } from '#contract/platform/occupancy.ts'
import type { WallError, WallErrorCode } from '#contract/errors.ts'
import type { OccupancyAnswer, OccupancyRange } from '#contract/wall/occupancy.ts'
import { clockText, dateText, instantText, weekdayName, weekdayText } from '../../timeline/axis/time-words.ts'
import type { Zone } from '../../timeline/axis/zone.ts'
import { errorWords } from '../../language/error-words.ts'
import { numberText, type PlainKey, t } from '../../language/language.ts'

type Bucket = NonNullable<OccupancyAnswer['buckets']>[number]
type Reset = NonNullable<OccupancyAnswer['resets']>[number]

/** With separators of thousands and at most this many decimals. */
export function countText(value: number, decimals = 1): string {
  return numberText(value, { maximumFractionDigits: decimals })
}

/** `every day at 04:00`, `every Monday at 04:00`, `by the schedule “Opening hours”`; what nobody knows as the platform says it. */
export function ruleWords(rule: string | undefined): string {
  if (rule === undefined) return t('occupancy.rule.unnamed')
  const { interval, day, time, schedule } = partsOf(rule)
  if (interval === 'DAY') return t('occupancy.rule.dailyAt', { time })
  if (interval === 'WEEK') return t('occupancy.rule.everyDayOfWeekAt', { day: resetDayText(day), time })
  return schedule === undefined ? rule : t('occupancy.rule.schedule', { name: schedule })
}

/** The rule beside its next instant: a time that `next` ends with is not repeated. */
export function ruleBeside(next: string, rule: string): string {
  const { interval, day, time, schedule } = partsOf(rule)
  if (schedule !== undefined) return t('query.quoted', { text: schedule })
  if (interval === undefined || !next.endsWith(time)) return ruleWords(rule)
  return interval === 'DAY'
    ? t('occupancy.rule.daily')
    : t('occupancy.rule.everyDayOfWeek', { day: resetDayText(day) })
}

function partsOf(rule: string) {
  const [, interval, day = '', time = ''] = /^(DAY|WEEK)(?: ([A-Z]+))? (\d\d:\d\d)$/.exec(rule) ?? []
  return { interval, day, time, schedule: /^SCHEDULE (.+)$/.exec(rule)?.[1] }
}

/** `MONDAY` → `Monday`; what is none stays. */
export function resetDayText(day: string): string {
  const at = resetDays.findIndex((name) => name === day)
  return at < 0 ? day : weekdayName(at)
}

/** Resets by the rule that made them, in the order of their first one. */
export function resetGroups(resets: readonly Reset[]) {
  return [...Map.groupBy(resets, ({ rule }) => ruleWords(rule))].map(([words, group]) => {
    return {
      words,
      count: group.length,
      lastAtMs: group.at(-1)?.atMs ?? 0,
      /** What the counter took each time; undefined when it was not always the same, or is not told. */
      value: new Set(group.map(({ value }) => value)).size === 1 ? group[0]?.value : undefined,
    }
  })
}

/** `To 0 every day at 04:00 · 7 times, last Sun 22 Nov 04:00:00 CET` */
export function resetWords(group: ReturnType<typeof resetGroups>[number], zone: Zone, nowMs: number): string {
  const { words, count, lastAtMs, value } = group
  const to =
    value === undefined ? t('occupancy.reset.plain') : t('occupancy.reset.to', { value: countText(value) })
  const last = instantText(zone, lastAtMs, nowMs)
  return count === 1
    ? t('occupancy.reset.once', { to, rule: words, last })
    : t('occupancy.reset.times', { to, rule: words, count, last })
}

/** `Fri 20 Nov 2026 00:00 – 24:00`, `Fri 20 Nov 2026 08:00 – Sat 21 Nov 2026 08:00` */
export function rangeWords({ startMs, endMs }: OccupancyRange, zone: Zone): string {
  const startDay = zone.dayAt(startMs)
  const isWholeEnd = endMs === zone.startOfDay(zone.dayAt(endMs))
  const endDay = isWholeEnd ? zone.dayAt(endMs - 1) : zone.dayAt(endMs)
  const end = isWholeEnd ? '24:00' : clockText(zone, endMs, 'minute')
  const from = `${dateText(zone, startMs)} ${clockText(zone, startMs, 'minute')}`
  return startDay === endDay ? `${from} – ${end}` : `${from} – ${dateText(zone, endMs - 1)} ${end}`
}

/** What the cursor stands on: `Sat 21 Nov 12:30–12:45 · 57.2 on average · 61 at most · 12 in · 9 out`. */
export function bucketWords(bucket: Bucket, zone: Zone, capacity: number | undefined): string {
  const { startMs, endMs, average, maximum, entrances, exits } = bucket
  const day = weekdayText(zone, startMs)
  const isDay = endMs - startMs > 12 * 3_600_000
  const time = isDay ? '' : ` ${clockText(zone, startMs, 'minute')}–${clockText(zone, endMs, 'minute')}`
  const over =
    capacity !== undefined && maximum > capacity
      ? [t('occupancy.bucket.tooMany', { count: countText(maximum - capacity) })]
      : []
  return [
    `${day}${time}`,
    t('occupancy.bucket.average', { count: countText(average) }),
    t('occupancy.bucket.most', { count: countText(maximum) }),
    ...over,
    ...(entrances === undefined ? [] : [t('occupancy.bucket.in', { count: countText(entrances) })]),
    ...(exits === undefined ? [] : [t('occupancy.bucket.out', { count: countText(exits) })]),
  ].join(' · ')
}

/** Whether the platform has counted anybody at all. */
export function isEmptyAnswer({ maximum, buckets }: OccupancyAnswer): boolean {
  const isQuiet = (buckets ?? []).every(({ entrances = 0, exits = 0 }) => entrances === 0 && exits === 0)
  return maximum === 0 && isQuiet
}

/** What more there is to say of a failure that only the connection page helps with. */
const connectionHelps: Partial<Record<WallErrorCode, PlainKey | undefined>> = {
  no_key: undefined,
  not_configured: undefined,
  key_rejected: 'occupancy.helps.keyRejected',
  not_allowed: 'occupancy.helps.notAllowed',
  occupancy_unavailable: 'occupancy.helps.unavailable',
}

/** Why there is no answer, and what the operator can do about it. */
export function failureWords(error: WallError) {
  const { code } = error
  const helps = connectionHelps[code]
  return {
    message: errorWords(error),
    /** Empty: nothing more. */
    helps: helps === undefined ? '' : t(helps),
    way: Object.hasOwn(connectionHelps, code) ? 'connection' : 'again',
  }
}
