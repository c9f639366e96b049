import type { Alarm, AlarmRule, WatchedSearch } from '#contract/wall/alarms.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { SavedReport } from '#contract/wall/occupancy.ts'
import { type PlainKey, t } from '../language/language.ts'
import { dayWord, weekFromMonday } from '../wall/salvo-times.ts'

const priorities: Readonly<Record<number, PlainKey>> = {
  1: 'alarms.priority.critical',
  2: 'alarms.priority.high',
  3: 'alarms.priority.medium',
  4: 'alarms.priority.low',
}

export function priorityText(priority: number): string {
  const key = priorities[priority]
  return key === undefined ? '' : t(key)
}

/** `3 alarms`; those that are set aside are said beside it. */
export function countWords(alarms: readonly Alarm[]): string {
  const snoozed = alarms.filter(({ snoozedUntilMs }) => snoozedUntilMs !== undefined).length
  const count = alarms.length - snoozed
  return snoozed === 0 ? t('alarms.count', { count }) : t('alarms.countSnoozed', { count, snoozed })
}

/** Why its cameras are not shown here: another platform may have others under the same ids. */
export function elsewhereWords({ platform }: Alarm, connection: ConnectionStatus): string | undefined {
  if (platform === undefined || platform === connection.platform) return undefined
  const name = connection.platforms.find(({ id }) => id === platform)?.name ?? ''
  return t('alarms.otherPlatform', { platform: name === '' ? platform : name })
}

/** When a rule raises an alarm, in one line. */
export function whenWords({ when, schedule }: AlarmRule, reports: readonly SavedReport[]): string {
  const hours = schedule === undefined ? '' : ` · ${scheduleWords(schedule)}`
  if (when.kind === 'event') return t('alarms.when.event', { name: when.search.name }) + hours
  if (when.kind === 'camera') {
    const key = when.state === 'STALE' ? 'alarms.when.stale' : 'alarms.when.offline'
    return t(key, { seconds: when.longerThanS }) + hours
  }
  const name = reports.find(({ id }) => id === when.reportId)?.name
  return name === undefined
    ? t('alarms.when.noReport')
    : t('alarms.when.occupancy', { name, threshold: when.threshold }) + hours
}

/** `Mon Fri 22:00–06:00`; no days where it is every day. */
function scheduleWords({ days, from, until }: NonNullable<AlarmRule['schedule']>): string {
  const own = weekFromMonday.filter((day) => days.includes(day))
  return [...(own.length === 7 ? [] : own.map(dayWord)), `${from}–${until}`].join(' ')
}

/** What a rule does besides an alarm. */
export function thenWords({ does }: AlarmRule): string {
  const acts = [
    ...(does.alarm ? [] : [t('alarms.then.noAlarm')]),
    ...(does.salvo === undefined ? [] : [t('alarms.then.salvo', { number: does.salvo })]),
    ...(does.hotspot ? [t('alarms.then.hotspot')] : []),
  ]
  return acts.map((act) => ` · ${act}`).join('')
}

/** What keeps a rule from doing what it says. */
export function ruleProblem(
  { when, does }: AlarmRule,
  reports: readonly SavedReport[],
  problemOfSearch: (search: WatchedSearch) => string | undefined,
  hasSalvo: (number: number) => boolean,
): string | undefined {
  if (when.kind === 'occupancy' && !reports.some(({ id }) => id === when.reportId))
    return t('alarms.problem.noReport')
  const ofSearch = when.kind === 'event' ? problemOfSearch(when.search) : undefined
  if (ofSearch !== undefined) return ofSearch
  if (does.salvo !== undefined && !hasSalvo(does.salvo))
    return t('alarms.problem.noSalvo', { number: does.salvo })
  return undefined
}
