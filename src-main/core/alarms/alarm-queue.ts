import { type Alarm, byUrgency, MAX_OPEN_ALARMS } from '#contract/wall/alarms.ts'
import type { AlarmFact, AlarmLogEntry } from './alarm-log-entry.ts'

/** What happens to the queue, and what the log says of it. */
export interface QueueStep {
  readonly alarms: readonly Alarm[]
  readonly facts: readonly AlarmFact[]
}

/**
 * Alarms join the queue. What finds no room leaves it, which the log says: first what repeats one that is as urgent and
 * that nobody has snoozed, which counts it and is told again, then the least urgent, snoozed or not. `isLosing`: something has happened
 * that no alarm tells any more.
 */
export function withAlarms(
  alarms: readonly Alarm[],
  raised: readonly Alarm[],
): QueueStep & { readonly isLosing: boolean } {
  const oldestFirst = [...alarms, ...raised].toSorted((one, other) => one.raisedAtMs - other.raisedAtMs)
  const awake = oldestFirst
    .filter(({ snoozedUntilMs }) => snoozedUntilMs === undefined)
    .toSorted((one, other) => one.priority - other.priority)
  const firstOf = new Map(awake.toReversed().map((alarm) => [matterOf(alarm), alarm]))
  const repeats = new Set(awake.filter((alarm) => firstOf.get(matterOf(alarm)) !== alarm))
  const neededFirst = oldestFirst.toSorted(
    (one, other) => Number(repeats.has(one)) - Number(repeats.has(other)) || one.priority - other.priority,
  )
  const crowdedOut = neededFirst.slice(MAX_OPEN_ALARMS)
  const withRepeats = (alarm: Alarm): Alarm => {
    const counted = crowdedOut.filter((one) => repeats.has(one) && firstOf.get(matterOf(one)) === alarm)
    if (counted.length === 0) return alarm
    const more = counted.reduce((sum, one) => sum + 1 + one.more, alarm.more)
    // What has happened now sounds; an escalation that is still to come would be put off.
    const fresh = dueOf(alarm) === undefined ? counted.filter((one) => raised.includes(one)) : []
    return { ...alarm, more, toldAtMs: Math.max(alarm.toldAtMs, ...fresh.map(({ toldAtMs }) => toldAtMs)) }
  }
  return {
    alarms: neededFirst.slice(0, MAX_OPEN_ALARMS).map(withRepeats).toSorted(byUrgency),
    facts: [
      ...raised.map((alarm): AlarmFact => ({ kind: 'raised', alarm })),
      ...crowdedOut.map(({ id }): AlarmFact => ({ kind: 'crowded-out', alarmId: id })),
    ],
    isLosing: crowdedOut.some((alarm) => !repeats.has(alarm)),
  }
}

const matterOf = ({ ruleId, subject }: Alarm) => `${ruleId} ${subject}`

/** What time alone does: snoozes end, and what nobody has acknowledged becomes more urgent. */
export function dueAlarms(alarms: readonly Alarm[], nowMs: number): QueueStep {
  const facts: AlarmFact[] = []
  const after = alarms.map((one): Alarm => {
    const alarm = byPresentClock(one, nowMs)
    const dueMs = dueOf(alarm)
    if (dueMs === undefined || dueMs > nowMs) return alarm
    const { snoozedUntilMs, ...awake } = alarm
    if (snoozedUntilMs !== undefined) {
      facts.push({ kind: 'woken', alarmId: alarm.id })
      return { ...awake, toldAtMs: nowMs }
    }
    const priority = alarm.priority - 1
    facts.push({ kind: 'escalated', alarmId: alarm.id, priority })
    return { ...alarm, priority, toldAtMs: nowMs }
  })
  const isSame = after.every((alarm, index) => alarm === alarms[index])
  return { alarms: isSame ? alarms : after.toSorted(byUrgency), facts }
}

/** When time alone does something next. */
export function nextDueMs(alarms: readonly Alarm[]): number | undefined {
  const due = alarms.flatMap((alarm) => dueOf(alarm) ?? [])
  return due.length === 0 ? undefined : Math.min(...due)
}

/**
 * After the computer's clock was set: what was to come comes after as long as before, and what was between `startMs` and
 * `endMs` was as long ago. Other instants are from before the machine was started, by the clock of then.
 */
export function alarmsByNewClock(
  alarms: readonly Alarm[],
  setByMs: number,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): readonly Alarm[] {
  const moved = (atMs: number) => (atMs < startMs || atMs > endMs ? atMs : atMs + setByMs)
  const after = alarms.map(({ snoozedUntilMs, ...alarm }) => ({
    ...alarm,
    // An event has its instant from elsewhere.
    ...(alarm.event === undefined ? { happenedAtMs: moved(alarm.happenedAtMs) } : {}),
    raisedAtMs: moved(alarm.raisedAtMs),
    toldAtMs: moved(alarm.toldAtMs),
    ...(snoozedUntilMs === undefined ? {} : { snoozedUntilMs: snoozedUntilMs + setByMs }),
  }))
  return after.toSorted(byUrgency)
}

export function changed(alarms: readonly Alarm[], alarm: Alarm): readonly Alarm[] {
  return alarms.map((one) => (one.id === alarm.id ? alarm : one)).toSorted(byUrgency)
}

/** The queue as the log leaves it: what was raised and nobody has acknowledged. */
export function queueOf(entries: readonly AlarmLogEntry[], nowMs: number): readonly Alarm[] {
  const open = new Map<string, Alarm>()
  for (const { fact, atMs } of entries) {
    if (fact === undefined) continue
    if (fact.kind === 'raised') open.set(fact.alarm.id, fact.alarm)
    if (!('alarmId' in fact)) continue
    const alarm = open.get(fact.alarmId)
    if (alarm === undefined) continue
    const { snoozedUntilMs: _, ...awake } = alarm
    if (fact.kind === 'acknowledged' || fact.kind === 'crowded-out') open.delete(alarm.id)
    if (fact.kind === 'snoozed') {
      // No longer than was asked for: the clock may have been another one.
      const snoozedUntilMs = Math.min(fact.untilMs, nowMs + fact.untilMs - atMs)
      open.set(alarm.id, { ...awake, snoozedUntilMs })
    }
    if (fact.kind === 'woken') open.set(alarm.id, { ...awake, toldAtMs: atMs })
    if (fact.kind === 'escalated') open.set(alarm.id, { ...alarm, priority: fact.priority, toldAtMs: atMs })
  }
  return [...open.values()].map((alarm) => byPresentClock(alarm, nowMs)).toSorted(byUrgency)
}

/** A clock that was ahead when somebody was told holds up nothing. */
function byPresentClock(alarm: Alarm, nowMs: number): Alarm {
  return alarm.toldAtMs > nowMs ? { ...alarm, toldAtMs: nowMs } : alarm
}

function dueOf({ snoozedUntilMs, escalateAfterS, priority, toldAtMs }: Alarm): number | undefined {
  if (snoozedUntilMs !== undefined) return snoozedUntilMs
  return escalateAfterS === undefined || priority === 1 ? undefined : toldAtMs + escalateAfterS * 1_000
}
