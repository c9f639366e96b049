import { setImmediate } from 'node:timers/promises'
import { exactMessage, type Notice } from '#contract/exact-words.ts'
import { noticeOf, type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { type Alarm, type AlarmRule, type AlarmsState, MAX_OPEN_ALARMS } from '#contract/wall/alarms.ts'
import { sourceOffsetMs, type WallEvent } from '#contract/wall/events.ts'
import type { WallAct } from '#contract/wall/salvo.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import {
  bootedAtMs,
  CLOCK_SET_MS,
  clockSetByMs,
  readingReader,
  type Timers,
  type UptimeClock,
} from '../time.ts'
import type { AlarmLog, AlarmLogPast } from './alarm-log.ts'
import type { AlarmFact } from './alarm-log-entry.ts'
import { alarmDefaults } from './defaults.ts'
import { alarmsByNewClock, changed, dueAlarms, nextDueMs, queueOf, withAlarms } from './alarm-queue.ts'
import {
  noRuleState,
  type RuleHit,
  type RuleInput,
  type RuleState,
  rulesByNewClock,
  stepRules,
  withRaised,
} from './alarm-rules.ts'
import { actOf, alarmOf, type AlarmWordsOptions } from './alarm-words.ts'
import type { Operators } from './operators.ts'
import { shownStates } from './shown-states.ts'

export type AlarmLogPort = Pick<AlarmLog, 'append' | 'verify' | 'read' | 'dispose'>

export interface AlarmServiceOptions extends AlarmWordsOptions {
  readonly log: AlarmLogPort
  readonly operators: Operators
  readonly settings: () => WallSettings
  readonly clock: UptimeClock
  readonly timers: Timers
  /** What the log says while nobody is signed on. */
  readonly workstation: string
  /** The one that the wall shows. */
  readonly platform: () => string | undefined
  readonly onState: (state: AlarmsState) => void
  readonly onAct: (act: WallAct) => void
  readonly onNotice: (notice: Notice) => void
}

type Past = Pick<AlarmLogPast, 'entries'> & { readonly notices: readonly Notice[] }

interface EventBatch {
  readonly events: WallEvent[]
  readonly nowMs: number
  readonly platform: string | undefined
  readonly settings: WallSettings
}

/** The rules, the queue and its log. Work is done one item at a time, and nothing is published before it is on the disk. */
export class AlarmService {
  readonly #options: AlarmServiceOptions
  #rules: RuleState = noRuleState
  #alarms: readonly Alarm[] = []
  #logProblem: Notice | undefined
  /** Until there is room again: what has no room was told. */
  #isLosing = false
  #turn: Promise<unknown>
  /** Events whose turn has not come yet, and what they are judged by. */
  #batch: EventBatch | undefined
  #ruleDueMs: number | undefined
  /** By the wall clock as it was last found to be set. */
  #bootedAtMs: number
  #cancelTimer: () => void = () => {}
  #cancelPublish: (() => void) | undefined
  #isPublishDue = false
  /** Whom the log says to be signed on: during a sign-on not yet `operators.signedOn`. */
  #loggedOn: string | undefined
  #isOver = false

  constructor(options: AlarmServiceOptions) {
    this.#options = options
    const nowMs = options.clock.wallMs()
    this.#bootedAtMs = bootedAtMs(options.clock)
    // A log that cannot be read must not keep a wall from raising alarms.
    this.#turn = options.log.append([], true).then((read) => {
      const past = read.ok ? read.value : { entries: [], notices: [noticeOf(read.error)] }
      return past && this.#restore(past, nowMs)
    })
  }

  get state(): AlarmsState {
    const { operators, workstation } = this.#options
    return {
      alarms: [...this.#alarms],
      operators: [...operators.names],
      workstation,
      ...(operators.signedOn === undefined ? {} : { operator: operators.signedOn }),
      ...(this.#logProblem === undefined ? {} : { logProblem: this.#logProblem }),
    }
  }

  /** Whom the log names for what is done now. */
  get who(): string {
    return this.#options.operators.signedOn ?? this.#options.workstation
  }

  /** Resolves when everything that has come so far is dealt with. */
  settled(): Promise<unknown> {
    return this.#turn
  }

  /** Those that come while others are dealt with are one step and one write: no key waits behind each of them. */
  events(events: readonly WallEvent[]): void {
    const { clock, platform, settings } = this.#options
    const { batchMs, batchEvents } = alarmDefaults
    const now = { nowMs: clock.wallMs(), platform: platform(), settings: settings() }
    const batch = this.#batch
    if (
      batch !== undefined &&
      batch.platform === now.platform &&
      batch.settings === now.settings &&
      Math.abs(now.nowMs - batch.nowMs) < batchMs &&
      batch.events.length < batchEvents
    )
      return void batch.events.push(...events)
    const own = { ...now, events: [...events] }
    this.#batch = own
    void this.#enqueue(async () => {
      // One piece of a stream brings its events one by one, and all of them in this turn of the loop.
      await setImmediate()
      if (this.#batch === own) this.#batch = undefined
      return this.#step({ kind: 'events', events: own.events }, own.nowMs, own.platform, own.settings)
    })
  }

  people(reportId: string, now: number): void {
    this.#input({ kind: 'occupancy', reportId, now })
  }

  /** What all pages show. */
  tiles(reports: readonly TileReport[]): void {
    this.#input({ kind: 'cameras', states: shownStates(reports) })
  }

  rulesChanged(count: number): void {
    this.#log([{ kind: 'rules-changed', who: this.who, rules: count }])
    this.#input({ kind: 'tick' })
  }

  /** What has happened beside alarms, whatever the disk says. */
  note(fact: AlarmFact): void {
    this.#log([fact])
  }

  acknowledge(id: string, reason: string): Promise<Result<undefined, WallError>> {
    const { who } = this
    return this.#change(id, (alarm) => {
      if (alarm.needsReason && reason === '') return fail(wallError('reason_wanted'))
      const fact = { kind: 'acknowledged', alarmId: id, who, reason, more: alarm.more } as const
      return ok({ fact, alarm: undefined })
    })
  }

  snooze(id: string, minutes: number): Promise<Result<undefined, WallError>> {
    const { who } = this
    const untilMs = this.#options.clock.wallMs() + minutes * 60_000
    return this.#change(id, (alarm) => {
      const fact = { kind: 'snoozed', alarmId: id, who, untilMs } as const
      return ok({ fact, alarm: { ...alarm, snoozedUntilMs: untilMs } })
    })
  }

  /** `enter` shows it there, if it still waits. */
  forward(
    id: string,
    monitor: number,
    entry: string,
    enter: () => Result<undefined, WallError>,
  ): Promise<Result<undefined, WallError>> {
    const { who } = this
    return this.#change(id, (alarm) => {
      const entered = enter()
      const fact = { kind: 'forwarded', alarmId: id, who, monitor, entry } as const
      return entered.ok ? ok({ fact, alarm }) : entered
    })
  }

  async signOn(name: string, pin: string, isNew: boolean): Promise<Result<undefined, WallError>> {
    const { operators, onState } = this.#options
    const signed = isNew ? await operators.add(name, pin) : await operators.signOn(name, pin)
    if (!signed.ok) return signed
    // Not whoever was signed on when the PIN was sent: another one may have been faster.
    const before = this.#loggedOn
    this.#loggedOn = signed.value
    this.#log([
      ...(before === undefined ? [] : [{ kind: 'signed-off', who: before } as const]),
      { kind: 'signed-on', who: signed.value, isNew },
    ])
    onState(this.state)
    return ok(undefined)
  }

  removeOperator(name: string): Result<undefined, WallError> {
    const { operators, onState } = this.#options
    const removed = operators.remove(name)
    if (!removed.ok) return removed
    // Somebody else was faster.
    if (removed.value === undefined) return ok(undefined)
    this.#log([{ kind: 'operator-removed', who: this.who, name: removed.value }])
    if (operators.signedOn === removed.value) this.signOff()
    else onState(this.state)
    return ok(undefined)
  }

  signOff(): void {
    const { operators, onState } = this.#options
    const who = operators.signedOn
    if (who === undefined) return
    operators.signOff()
    this.#loggedOn = undefined
    this.#log([{ kind: 'signed-off', who }])
    onState(this.state)
  }

  async dispose(): Promise<void> {
    this.#isOver = true
    this.#cancelTimer()
    await this.#turn
    this.#cancelPublish?.()
    await this.#options.log.dispose()
  }

  async #restore({ entries, notices }: Past, nowMs: number): Promise<void> {
    const { settings, onState, onNotice } = this.#options
    const past = queueOf(entries, nowMs)
    const joined = this.#join(this.#alarms, past)
    const crowdedOut = joined.facts.filter(({ kind }) => kind === 'crowded-out')
    if (crowdedOut.length > 0) await this.#append(crowdedOut, true)
    // Alarms raised since come last: their cool-downs end later.
    const all = [...past, ...this.#alarms]
    this.#alarms = joined.alarms
    this.#logProblem = notices[0]
    for (const notice of notices) onNotice(notice)
    const newer = entries.filter(({ fact }) => fact === undefined).length
    if (newer > 0) onNotice(exactMessage('alarm_log_newer', { entries: newer }))
    const rules = new Map(settings().alarms.rules.map((rule) => [rule.id, rule]))
    for (const alarm of all) {
      const rule = rules.get(alarm.ruleId)
      if (rule !== undefined) this.#rules = withRaised(this.#rules, rule, alarm)
    }
    onState(this.state)
    this.#wait()
  }

  #input(input: RuleInput): void {
    const nowMs = this.#options.clock.wallMs()
    const platform = this.#options.platform()
    // Read now: another platform may be shown when its turn comes.
    const settings = this.#options.settings()
    void this.#enqueue(() => this.#step(input, nowMs, platform, settings))
  }

  #enqueue<Value>(run: () => Promise<Value>): Promise<Value> {
    this.#followClock()
    // An exception is reported by its own rejection, and must not stop the items after it.
    const turn = this.#turn.then(run, run)
    this.#turn = turn
    return turn
  }

  /** Between what was asked by the clock of before and what is asked by that of now. */
  #followClock(): void {
    const { clock, onState } = this.#options
    const setByMs = clockSetByMs(clock, this.#bootedAtMs)
    if (setByMs === 0) return
    const endMs = clock.wallMs() - setByMs + CLOCK_SET_MS
    const uptime = { startMs: this.#bootedAtMs, endMs }
    this.#bootedAtMs += setByMs
    void this.#enqueue(async () => {
      this.#rules = rulesByNewClock(this.#rules, setByMs)
      this.#alarms = alarmsByNewClock(this.#alarms, setByMs, uptime)
      onState(this.state)
    })
    this.#input({ kind: 'tick' })
  }

  #log(facts: readonly AlarmFact[]): void {
    void this.#enqueue(() => this.#append(facts, true))
  }

  async #step(
    input: RuleInput,
    nowMs: number,
    platform: string | undefined,
    { alarms: { rules }, timeZone, eventClockOffsetsMs }: WallSettings,
  ): Promise<void> {
    if (this.#isOver) return
    const readingAt = readingReader(timeZone)
    const happenedMs = (event: WallEvent) => {
      const aheadMs = this.#options.camera(event.cameraId)?.clockOffsetMs ?? 0
      return event.timestampMs - sourceOffsetMs(event, eventClockOffsetsMs, aheadMs) - aheadMs
    }
    const stepped = stepRules(this.#rules, input, { rules, nowMs, readingAt, happenedMs })
    this.#rules = stepped.state
    this.#ruleDueMs = stepped.nextMs
    const raised = stepped.raised
      .filter(({ rule }) => rule.does.alarm)
      .map((hit) => ({
        ...alarmOf(hit, nowMs, this.#options),
        ...(platform === undefined ? {} : { platform }),
      }))
    const isRaised = ({ rule, subject }: RuleHit) => raised.some((alarm) => isOf(alarm, rule, subject))
    const ofEarlier = stepped.held.filter((hit) => !isRaised(hit))
    const due = dueAlarms(counted(this.#alarms, ofEarlier), nowMs)
    const joined = this.#join(due.alarms, counted(raised, stepped.held))
    const acted = stepped.raised.flatMap((hit) => {
      const act = actOf(hit, nowMs, this.#options)
      return act === undefined ? [] : [{ act, fact: actedFact(hit, act) }]
    })
    const facts = [...due.facts, ...joined.facts, ...acted.map(({ fact }) => fact)]
    if (facts.length > 0) await this.#append(facts, true)
    const isChanged = facts.length > 0 || due.alarms !== this.#alarms
    this.#alarms = joined.alarms
    if (isChanged) this.#publish()
    if (platform === this.#options.platform()) for (const { act } of acted) this.#options.onAct(act)
    this.#wait()
  }

  /** At once, and what changes soon after it together. */
  #publish(): void {
    const { timers, onState } = this.#options
    if (this.#cancelPublish !== undefined) {
      this.#isPublishDue = true
      return
    }
    this.#isPublishDue = false
    onState(this.state)
    this.#cancelPublish = timers.after(alarmDefaults.pushEveryMs, () => {
      this.#cancelPublish = undefined
      if (this.#isPublishDue) this.#publish()
    })
  }

  #join(alarms: readonly Alarm[], raised: readonly Alarm[]): ReturnType<typeof withAlarms> {
    const joined = withAlarms(alarms, raised)
    const isTold = this.#isLosing && alarms.length === MAX_OPEN_ALARMS
    if (joined.isLosing && !isTold)
      this.#options.onNotice(exactMessage('alarms_crowded_out', { most: MAX_OPEN_ALARMS }))
    this.#isLosing = joined.isLosing || isTold
    return joined
  }

  async #change(
    id: string,
    make: (
      alarm: Alarm,
    ) => Result<{ readonly fact: AlarmFact; readonly alarm: Alarm | undefined }, WallError>,
  ): Promise<Result<undefined, WallError>> {
    return this.#enqueue(async () => {
      const alarm = this.#alarms.find((one) => one.id === id)
      const made = alarm === undefined ? fail(wallError('no_alarm')) : make(alarm)
      if (!made.ok) return made
      const written = await this.#append([made.value.fact], false)
      if (written.ok) {
        const after = made.value.alarm
        this.#alarms =
          after === undefined ? this.#alarms.filter((one) => one.id !== id) : changed(this.#alarms, after)
        this.#options.onState(this.state)
        this.#wait()
      }
      return written
    })
  }

  async #append(facts: readonly AlarmFact[], isKept: boolean): Promise<Result<undefined, WallError>> {
    const written = await this.#options.log.append(facts, isKept)
    const problem = written.ok ? undefined : noticeOf(written.error)
    if (problem !== undefined && problem.message !== this.#logProblem?.message)
      this.#options.onNotice(problem)
    this.#logProblem = problem
    if (!written.ok) return written
    const found = written.value
    const nowMs = this.#options.clock.wallMs()
    // Enqueued: the item under way works on the present alarms.
    if (found !== undefined) void this.#enqueue(() => this.#restore(found, nowMs))
    return ok(undefined)
  }

  #wait(): void {
    this.#cancelTimer()
    if (this.#isOver) return
    const { clock, timers } = this.#options
    const due = [this.#ruleDueMs, nextDueMs(this.#alarms)].filter((atMs) => atMs !== undefined)
    if (due.length === 0) return
    const delayMs = Math.min(Math.max(Math.min(...due) - clock.wallMs(), 0), 60_000)
    this.#cancelTimer = timers.after(delayMs, () => this.#input({ kind: 'tick' }))
  }
}

/** Hits during a cool-down are counted on the alarm that began it, while it is in the queue. */
function counted(alarms: readonly Alarm[], held: readonly RuleHit[]): readonly Alarm[] {
  const after = [...alarms]
  for (const { rule, subject } of held) {
    const ofIt = after.filter((one) => isOf(one, rule, subject))
    const newest = ofIt.toSorted((one, other) => one.raisedAtMs - other.raisedAtMs).at(-1)
    if (newest !== undefined) after[after.indexOf(newest)] = { ...newest, more: newest.more + 1 }
  }
  return after.every((alarm, at) => alarm === alarms[at]) ? alarms : after
}

function isOf(alarm: Alarm, rule: AlarmRule, subject: string): boolean {
  return alarm.ruleId === rule.id && (rule.coolDownPer === 'rule' || alarm.subject === subject)
}

function actedFact({ rule, subject }: RuleHit, { by: _by, atMs: _atMs, ...what }: WallAct): AlarmFact {
  return { kind: 'rule-acted', ruleId: rule.id, title: rule.title, subject, ...what }
}
