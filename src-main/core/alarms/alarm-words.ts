import { type Alarm, MAX_ALARM_CAMERAS } from '#contract/wall/alarms.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import { isMoney, type WallEvent, type WallEventTag } from '#contract/wall/events.ts'
import type { WallAct } from '#contract/wall/salvo.ts'
import type { SavedReport } from '#contract/wall/occupancy.ts'
import type { RuleHit } from './alarm-rules.ts'
import { alarmDefaults } from './defaults.ts'

export interface AlarmWordsOptions {
  readonly newId: () => string
  /** Undefined: not known to the wall. */
  readonly camera: (cameraId: string) => WallCamera | undefined
  readonly report: (reportId: string) => SavedReport | undefined
  readonly tag: (eventTypeId: string) => WallEventTag | undefined
}

/** What joins the queue for a hit. */
export function alarmOf(hit: RuleHit, nowMs: number, options: AlarmWordsOptions): Alarm {
  const { rule, subject, happenedAtMs, event } = hit
  const { id, title, instruction, priority, escalateAfterS, needsReason } = rule
  return {
    id: options.newId(),
    ruleId: id,
    title,
    instruction,
    priority,
    ...causeOf(hit, nowMs, options),
    cameraIds: camerasOf(hit, options).slice(0, MAX_ALARM_CAMERAS),
    subject,
    happenedAtMs,
    raisedAtMs: nowMs,
    toldAtMs: nowMs,
    needsReason,
    more: 0,
    ...(rule.does.sound ? {} : { isSilent: true as const }),
    ...(escalateAfterS === undefined ? {} : { escalateAfterS }),
    ...(event === undefined ? {} : { event: knownOf(event) }),
  }
}

function knownOf({ id, cameraId, eventTypeId, timestampMs }: WallEvent): Alarm['event'] {
  return { id, cameraId, eventTypeId, timestampMs }
}

/** What the walls do for a hit beside the alarm; undefined when that is all. */
export function actOf(hit: RuleHit, nowMs: number, options: AlarmWordsOptions): WallAct | undefined {
  const { title, does, priority } = hit.rule
  const [cameraId] = does.hotspot ? camerasOf(hit, options) : []
  // An alarm sounds by itself.
  const sounds = does.sound && !does.alarm
  if (does.salvo === undefined && cameraId === undefined && !sounds) return undefined
  return {
    by: { kind: 'rule', title },
    atMs: nowMs,
    ...(does.salvo === undefined ? {} : { salvo: does.salvo }),
    ...(cameraId === undefined ? {} : { cameraId }),
    ...(sounds ? { sound: priority } : {}),
  }
}

/** The camera that it is about comes first. */
function camerasOf({ rule, subject, event }: RuleHit, { report }: AlarmWordsOptions): string[] {
  if (rule.when.kind === 'occupancy') {
    return rule.cameraIds.length > 0 ? rule.cameraIds : (report(subject)?.cameraIds ?? [])
  }
  const about = event?.cameraId ?? subject
  return [...new Set(rule.cameraIds.length > 0 ? rule.cameraIds : [about])]
}

function causeOf(
  { rule, subject, happenedAtMs, event, state, people }: RuleHit,
  nowMs: number,
  options: AlarmWordsOptions,
): Pick<Alarm, 'cause' | 'exactCause' | 'decimalsAt'> {
  const { when } = rule
  if (when.kind === 'event') {
    // As in the list of hits: what is not set is left out.
    const known = event === undefined ? undefined : options.tag(event.eventTypeId)
    const fields = Object.entries(event?.fields ?? {})
      .filter(([, value]) => value !== false)
      .map(([name, value]) => {
        const own = known?.fields.find((field) => field.name === name)
        const words = fieldWords(name, value, own)
        const whole = typeof value === 'number' ? /^ -?\d+(?=\.)/.exec(words.slice(name.length)) : null
        return { words, pointAt: whole === null ? undefined : name.length + whole[0].length }
      })
    let cause = `${cameraWords(subject, options)} · ${when.search.name}`
    const decimalsAt: number[] = []
    for (const { words, pointAt } of fields) {
      cause += ' · '
      if (pointAt !== undefined) decimalsAt.push(cause.length + pointAt)
      cause += words
    }
    return { cause: cause.slice(0, alarmDefaults.causeChars), ...(decimalsAt.length > 0 && { decimalsAt }) }
  }
  if (when.kind === 'camera') {
    // Longer than the rule waits, where its schedule began later.
    const seconds = Math.floor((nowMs - happenedAtMs) / 1_000)
    const about = { camera: cameraWords(subject, options), state: state ?? when.state }
    return asCause(
      seconds < 120
        ? exactMessage('part_cause_camera', { ...about, seconds })
        : exactMessage('part_cause_camera_long', { ...about, minutes: Math.floor(seconds / 60) }),
    )
  }
  const report = options.report(subject)?.name ?? [exactMessage('part_report_gone')]
  return asCause(
    exactMessage('part_cause_people', { report, people: Math.round(people ?? 0), limit: when.threshold }),
  )
}

/** `3 Till 1`. */
function cameraWords(cameraId: string, { camera }: AlarmWordsOptions): string {
  const known = camera(cameraId)
  return known === undefined ? cameraId : `${known.number} ${known.name}`
}

function asCause({ message, exact }: ExactMessage): Pick<Alarm, 'cause' | 'exactCause'> {
  return { cause: message.slice(0, alarmDefaults.causeChars), exactCause: exact }
}

/** `amount 129.40 EUR`. */
function fieldWords(
  name: string,
  value: string | number | boolean,
  known: WallEventTag['fields'][number] | undefined,
): string {
  if (value === true) return name
  const isCents = known !== undefined && typeof value === 'number' && isMoney(known)
  return [name, isCents ? value.toFixed(2) : oneLine(value), known?.unit ?? ''].join(' ').trimEnd()
}

function oneLine(value: string | number | boolean): string {
  return String(value).replace(/\s+/gu, ' ').trim().slice(0, 80)
}
