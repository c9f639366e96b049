import { fulfils } from '#contract/wall/event-conditions.ts'
import type { AlarmCondition, AlarmRule, AlarmSchedule } from '#contract/wall/alarms.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import { weekdays } from '#contract/time/weekdays.ts'
import { never } from '#contract/result.ts'
import { alarmDefaults } from './defaults.ts'

export type ShownState = TileReport['tiles'][number]['state']

export type RuleInput =
  | { readonly kind: 'events'; readonly events: readonly WallEvent[] }
  /** Cameras that some wall shows; the best state of all tiles. */
  | { readonly kind: 'cameras'; readonly states: ReadonlyMap<string, ShownState> }
  | { readonly kind: 'occupancy'; readonly reportId: string; readonly now: number }
  | { readonly kind: 'tick' }

/** Something that fulfils a rule. */
export interface RuleHit {
  readonly rule: AlarmRule
  /** Camera or report. */
  readonly subject: string
  readonly happenedAtMs: number
  readonly event?: WallEvent
  /** Of a camera rule. */
  readonly state?: ShownState
  /** Of an occupancy rule. */
  readonly people?: number
}

interface NotLive {
  readonly sinceMs: number
  readonly offlineSinceMs: number | undefined
  readonly state: ShownState
}

/** All that the rules remember from one input to the next. */
export interface RuleState {
  /** By `coolDownKey`: when an alarm was raised last. */
  readonly raisedAtMs: ReadonlyMap<string, number>
  readonly notLive: ReadonlyMap<string, NotLive>
  /** `hitKey` of what has fulfilled its rule and goes on doing so. */
  readonly lasting: ReadonlySet<string>
  /** By `hitKey`: what a cool-down has held, and what is raised at its end if it still lasts. */
  readonly owed: ReadonlyMap<string, RuleHit>
  /** `hitKey` of cameras that were owed when their tile was hidden: until a live picture it is the same failure. */
  readonly hidden: ReadonlySet<string>
}

export interface RuleStep {
  readonly state: RuleState
  readonly raised: readonly RuleHit[]
  /** Within the cool-down of an alarm: counted, not raised; what lasts longer than the cool-down is raised after it. */
  readonly held: readonly RuleHit[]
  /** When there may be something to raise without another input. */
  readonly nextMs: number | undefined
}

export interface RuleContext {
  readonly rules: readonly AlarmRule[]
  readonly nowMs: number
  /** What the wall's clock shows, as milliseconds of the same reading in UTC. */
  readonly readingAt: (instantMs: number) => number
  /** By the platform's clock, as far as that of the event's source is known. */
  readonly happenedMs: (event: WallEvent) => number
}

export const noRuleState: RuleState = {
  raisedAtMs: new Map(),
  notLive: new Map(),
  lasting: new Set(),
  owed: new Map(),
  hidden: new Set(),
}

const hitKey = (ruleId: string, subject: string) => `${ruleId} ${subject}`
export const coolDownKey = ({ id, coolDownPer }: AlarmRule, subject: string) =>
  coolDownPer === 'rule' ? id : hitKey(id, subject)

/** One input, the next state and what is to be raised. Pure. */
export function stepRules(before: RuleState, input: RuleInput, context: RuleContext): RuleStep {
  const rules = context.rules.filter(({ isOn }) => isOn)
  const notLive =
    input.kind === 'cameras' ? followCameras(before.notLive, input.states, context) : before.notLive
  const lasting = new Set(before.lasting)
  const hidden = new Set(before.hidden)
  if (input.kind === 'cameras') {
    for (const [cameraId, state] of input.states) {
      if (state !== 'LIVE' && state !== 'LATE') continue
      for (const { id, when } of context.rules) {
        if (when.kind !== 'camera') continue
        lasting.delete(hitKey(id, cameraId))
        hidden.delete(hitKey(id, cameraId))
      }
    }
  }
  const hits = [
    ...(input.kind === 'events' ? eventHits(rules, input.events, context) : []),
    ...(input.kind === 'occupancy' ? occupancyHits(rules, input, lasting, context) : []),
    ...cameraHits(rules, notLive, lasting, context),
  ]

  const raisedAtMs = coolingDown(before.raisedAtMs, context)
  const raised: RuleHit[] = []
  const held: RuleHit[] = []
  const ruleIds = new Set(rules.map(({ id }) => id))
  const owed = new Map<string, RuleHit>()
  const stillOwed = [...before.owed].flatMap(([key, hit]) => {
    const isShown = hit.rule.when.kind !== 'camera' || notLive.has(hit.subject)
    if (isShown && lasting.has(key) && ruleIds.has(hit.rule.id)) return [hit]
    if (!isShown && lasting.has(key)) hidden.add(key)
    // Nothing was raised for it, so it may fulfil its rule anew.
    lasting.delete(key)
    return []
  })
  for (const hit of [...stillOwed, ...hits]) {
    const key = coolDownKey(hit.rule, hit.subject)
    const lastingKey = hitKey(hit.rule.id, hit.subject)
    if (!raisedAtMs.has(key)) {
      raisedAtMs.set(key, context.nowMs)
      raised.push(hit)
      continue
    }
    if (!before.owed.has(lastingKey) && !hidden.has(lastingKey)) held.push(hit)
    if (lasting.has(lastingKey)) owed.set(lastingKey, hit)
  }
  const coolEndsMs = [...owed.values()].map(
    ({ rule, subject }) =>
      (raisedAtMs.get(coolDownKey(rule, subject)) ?? context.nowMs) + rule.coolDownS * 1_000,
  )
  const looks = [nextLook(rules, notLive, lasting, context), ...coolEndsMs].filter((ms) => ms !== undefined)
  return {
    state: { raisedAtMs, notLive, lasting, owed, hidden },
    raised,
    held,
    nextMs: looks.length === 0 ? undefined : Math.min(...looks),
  }
}

/** What an alarm that was raised before this program began leaves behind. */
export function withRaised(
  state: RuleState,
  rule: AlarmRule,
  { subject, raisedAtMs }: { readonly subject: string; readonly raisedAtMs: number },
): RuleState {
  return {
    ...state,
    raisedAtMs: new Map([...state.raisedAtMs, [coolDownKey(rule, subject), raisedAtMs]]),
    lasting:
      rule.when.kind === 'event' ? state.lasting : new Set([...state.lasting, hitKey(rule.id, subject)]),
  }
}

/** The same after the computer's clock was set: what lasts has lasted as long as before. */
export function rulesByNewClock(state: RuleState, setByMs: number): RuleState {
  return {
    ...state,
    raisedAtMs: moved(state.raisedAtMs, (atMs) => atMs + setByMs),
    notLive: moved(state.notLive, ({ sinceMs, offlineSinceMs, state: shown }) => ({
      sinceMs: sinceMs + setByMs,
      offlineSinceMs: offlineSinceMs === undefined ? undefined : offlineSinceMs + setByMs,
      state: shown,
    })),
    owed: moved(state.owed, (hit) => ({ ...hit, happenedAtMs: hit.happenedAtMs + setByMs })),
  }
}

function moved<Value>(of: ReadonlyMap<string, Value>, move: (value: Value) => Value): Map<string, Value> {
  return new Map([...of].map(([key, value]) => [key, move(value)]))
}

/** The rules as they were written: without the resolved searches, which a page renews now and then. */
export function asWritten(alarms: WallSettings['alarms'] | undefined): unknown {
  const rules = alarms?.rules.map(({ when, ...rule }) => {
    return { ...rule, when: when.kind === 'event' ? [when.search.name, when.search.text] : when }
  })
  return { ...alarms, rules }
}

/** Whether a weekly schedule holds at an instant. What begins on a day and ends after midnight is of that day. */
export function isScheduled(
  schedule: AlarmSchedule | undefined,
  atMs: number,
  readingAt: (instantMs: number) => number,
): boolean {
  if (schedule === undefined) return true
  const reading = readingAt(atMs)
  const minute = Math.floor((((reading % 86_400_000) + 86_400_000) % 86_400_000) / 60_000)
  const isOf = (readingMs: number) => {
    const day = weekdays[new Date(readingMs).getUTCDay()]
    return day !== undefined && schedule.days.includes(day)
  }
  const from = minuteOf(schedule.from)
  const until = minuteOf(schedule.until)
  if (from < until) return isOf(reading) && minute >= from && minute < until
  return (isOf(reading) && minute >= from) || (isOf(reading - 86_400_000) && minute < until)
}

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
}

function coolingDown(
  raisedAtMs: RuleState['raisedAtMs'],
  { rules, nowMs }: RuleContext,
): Map<string, number> {
  const lengths = new Map(rules.map(({ id, coolDownS }) => [id, coolDownS * 1_000]))
  const isCooling = ([key, atMs]: readonly [string, number]) => {
    const lengthMs = lengths.get(key.split(' ', 1)[0] ?? '')
    // A clock that was set back holds up nothing.
    return lengthMs !== undefined && nowMs >= atMs && nowMs - atMs < lengthMs
  }
  return new Map([...raisedAtMs].filter(isCooling))
}

function eventHits(
  rules: readonly AlarmRule[],
  events: readonly WallEvent[],
  { readingAt, happenedMs }: RuleContext,
): RuleHit[] {
  return events.flatMap((event) =>
    rules
      .filter(
        ({ when, schedule }) =>
          when.kind === 'event' &&
          isFound(when.search, event) &&
          (schedule === undefined || isScheduled(schedule, happenedMs(event), readingAt)),
      )
      .map((rule) => ({ rule, subject: event.cameraId, happenedAtMs: event.timestampMs, event })),
  )
}

function isFound(search: (AlarmCondition & { kind: 'event' })['search'], event: WallEvent): boolean {
  const { cameraIds, eventTypeIds, match } = search
  return (
    (cameraIds.length === 0 || cameraIds.includes(event.cameraId)) &&
    (eventTypeIds.length === 0 || eventTypeIds.includes(event.eventTypeId)) &&
    match.every((condition) => fulfils(event.fields, condition))
  )
}

function occupancyHits(
  rules: readonly AlarmRule[],
  { reportId, now }: RuleInput & { kind: 'occupancy' },
  lasting: Set<string>,
  { nowMs, readingAt }: RuleContext,
): RuleHit[] {
  return rules.flatMap((rule): RuleHit[] => {
    const { when } = rule
    if (when.kind !== 'occupancy' || when.reportId !== reportId) return []
    const key = hitKey(rule.id, reportId)
    if (now < when.threshold) lasting.delete(key)
    else if (!lasting.has(key) && isScheduled(rule.schedule, nowMs, readingAt)) {
      lasting.add(key)
      return [{ rule, subject: reportId, happenedAtMs: nowMs, people: now }]
    }
    return []
  })
}

function cameraHits(
  rules: readonly AlarmRule[],
  notLive: RuleState['notLive'],
  lasting: Set<string>,
  { nowMs, readingAt }: RuleContext,
): RuleHit[] {
  const hits: RuleHit[] = []
  for (const { rule, cameraId, sinceMs, state, dueMs } of pending(rules, notLive, lasting)) {
    if (dueMs > nowMs || !isScheduled(rule.schedule, nowMs, readingAt)) continue
    lasting.add(hitKey(rule.id, cameraId))
    hits.push({ rule, subject: cameraId, happenedAtMs: sinceMs, state })
  }
  return hits
}

/** What will fulfil a camera rule, unless a picture comes before. */
function pending(rules: readonly AlarmRule[], notLive: RuleState['notLive'], lasting: ReadonlySet<string>) {
  return rules.flatMap((rule) => {
    const { when } = rule
    if (when.kind !== 'camera') return []
    return [...notLive].flatMap(([cameraId, { sinceMs: anySinceMs, offlineSinceMs, state }]) => {
      const sinceMs = when.state === 'STALE' ? anySinceMs : offlineSinceMs
      const isMeant = when.cameraIds.length === 0 || when.cameraIds.includes(cameraId)
      if (sinceMs === undefined || !isMeant || lasting.has(hitKey(rule.id, cameraId))) return []
      return [{ rule, cameraId, sinceMs, state, dueMs: sinceMs + when.longerThanS * 1_000 }]
    })
  })
}

function nextLook(
  rules: readonly AlarmRule[],
  notLive: RuleState['notLive'],
  lasting: ReadonlySet<string>,
  { nowMs }: RuleContext,
): number | undefined {
  const looks = pending(rules, notLive, lasting).map(({ dueMs }) =>
    dueMs > nowMs ? dueMs : nowMs + alarmDefaults.scheduleLookMs,
  )
  return looks.length === 0 ? undefined : Math.min(...looks)
}

/** Since when no tile has a live picture. A camera that no wall shows any more is not known to have failed. */
function followCameras(
  before: RuleState['notLive'],
  states: ReadonlyMap<string, ShownState>,
  { nowMs }: RuleContext,
): RuleState['notLive'] {
  const after = new Map<string, NotLive>()
  for (const [cameraId, state] of states) {
    const known = before.get(cameraId)
    switch (state) {
      case 'STALE':
      case 'RECONNECTING':
      case 'OFFLINE':
      case 'NO ACCESS':
        after.set(cameraId, {
          // A clock that was ahead then holds up nothing.
          sinceMs: Math.min(known?.sinceMs ?? nowMs, nowMs),
          offlineSinceMs: state === 'OFFLINE' ? Math.min(known?.offlineSinceMs ?? nowMs, nowMs) : undefined,
          state,
        })
        break
      // A page that begins anew has not seen yet whether there is a picture.
      case 'CONNECTING':
        if (known !== undefined) after.set(cameraId, known)
        break
      case 'LIVE':
      case 'LATE':
      case 'NO CAMERA':
      case 'PLAYBACK':
      case 'FEED':
      case 'OCCUPANCY':
      case 'CLOCK':
      case 'TEXT':
        break
      default:
        never(state)
    }
  }
  return after
}
