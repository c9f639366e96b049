import type { Alarm, AlarmRule } from '#contract/wall/alarms.ts'
import type { SavedReport } from '#contract/wall/occupancy.ts'

export const priorityWords: Readonly<Record<number, string>> = {
  1: 'Critical',
  2: 'High',
  3: 'Medium',
  4: 'Low',
}

/** `3 alarms`; those that are set aside are said beside it. */
export function countWords(alarms: readonly Alarm[]): string {
  const snoozed = alarms.filter(({ snoozedUntilMs }) => snoozedUntilMs !== undefined).length
  const waiting = alarms.length - snoozed
  const words = `${waiting} ${waiting === 1 ? 'alarm' : 'alarms'}`
  return snoozed === 0 ? words : `${words}, ${snoozed} snoozed`
}

/** When a rule raises an alarm, in one line. */
export function whenWords({ when, schedule }: AlarmRule, reports: readonly SavedReport[]): string {
  const hours = schedule === undefined ? '' : ` · ${schedule.from}–${schedule.until}`
  if (when.kind === 'event') return `New hit of “${when.search.name}”${hours}`
  if (when.kind === 'camera') {
    const what = when.state === 'STALE' ? 'No live picture' : 'OFFLINE'
    return `${what} for ${when.longerThanS} s${hours}`
  }
  const name = reports.find(({ id }) => id === when.reportId)?.name
  return name === undefined
    ? 'Its occupancy report is no longer kept'
    : `“${name}” reaches ${when.threshold}${hours}`
}

/** What keeps a rule from ever raising an alarm. */
export function ruleProblem(
  { when }: AlarmRule,
  reports: readonly SavedReport[],
  hasSearch: (name: string) => boolean,
): string | undefined {
  if (when.kind === 'occupancy' && !reports.some(({ id }) => id === when.reportId))
    return 'This report is no longer kept. Choose another one.'
  if (when.kind === 'event' && !hasSearch(when.search.name))
    return `The search “${when.search.name}” is no longer kept. The rule goes on with what it said.`
  return undefined
}
