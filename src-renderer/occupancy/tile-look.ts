import type { WallErrorCode } from '#contract/errors.ts'
import type { EventTime } from '#contract/wall/event-query.ts'
import { never } from '#contract/result.ts'
import type { OccupancyDictionaries, OccupancyReading, SavedReport } from '#contract/wall/occupancy.ts'
import { printTime } from '../events/query/printing/print-time.ts'
import { clockText, dayUnless, weekday, zoneMark } from '../timeline/axis/time-words.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import { occupancyDefaults } from './defaults.ts'
import { capacityOfZones } from './report/report-cameras.ts'
import { countText, ruleBeside, ruleWords } from './report/report-words.ts'
import type { ResetTimes } from './reset-times.ts'
import { isKey, type PlainKey, t } from '../language/language.ts'
import { errorWords } from '../language/error-words.ts'

export type FillLevel = 'calm' | 'near' | 'full' | 'over'

/** How full it is. Shares are of the bar. */
export type Fill = ReturnType<typeof fillOf>

export interface OccupancyFact {
  readonly name: 'average' | 'maximum' | 'last reset' | 'next reset'
  readonly text: string
  /** Whether cameras can be played at its instant. */
  readonly isMoment?: true
}

/** Chip and sentence of what is wrong. */
export interface OccupancyProblem {
  readonly chip: string
  readonly text: string
  readonly tone: 'attention' | 'fault'
}

export type OccupancyLook = ReturnType<typeof occupancyLook>

export interface LookOptions {
  readonly report: SavedReport
  readonly reading: OccupancyReading | undefined
  readonly dictionaries: OccupancyDictionaries | undefined
  /** Around now; undefined of a schedule that the platform does not list. */
  readonly resets: ResetTimes | undefined
  /** The wall's. */
  readonly zone: Zone
  /** By the platform's clock, which is `aheadMs` ahead of this computer's. */
  readonly nowMs: number
  readonly aheadMs?: number
}

/** All that a tile says of a report, without anything of the page. */
export function occupancyLook(options: LookOptions) {
  const { report, reading, dictionaries, nowMs, aheadMs = 0 } = options
  const ageMs =
    reading?.askedAtMs === undefined ? undefined : Math.max(0, nowMs - aheadMs - reading.askedAtMs)
  const capacity = report.capacity ?? capacityOfSources(report, dictionaries)
  const now = reading?.now
  const own = options.zone.other(report.definition.timezone) ?? options.zone
  return {
    now: now === undefined ? '–' : countText(now, 0),
    /** `today`, `last 24 h`: what average and maximum are of. */
    window: windowWords(report.window),
    /** Of its times, where it is not the wall's: `CET`. */
    zone: own.id === options.zone.id ? undefined : zoneMark(own, nowMs),
    fill: now === undefined || capacity === undefined ? undefined : fillOf(Math.round(now), capacity),
    facts: factsOf(options),
    ageMs,
    problem: problemOf(reading, ageMs),
  }
}

function capacityOfSources(
  { definition }: SavedReport,
  dictionaries: OccupancyDictionaries | undefined,
): number | undefined {
  const ids = definition.entrancesAndExits
  const areZones = ids.every((id) => dictionaries?.zones?.some((zone) => zone.id === id) === true)
  return dictionaries === undefined || !areZones ? undefined : capacityOfZones(ids, dictionaries)
}

export function fillOf(now: number, capacity: number) {
  const whole = Math.max(now, capacity)
  const level = levelOf(now, capacity)
  const percent = Math.floor((now / capacity) * 100)
  return {
    level,
    /** People. */
    now,
    capacity,
    share: now / whole,
    capacityShare: capacity / whole,
    words: t('occupancy.fill.share', { percent, capacity: countText(capacity, 0) }),
    /** A second cue beside the colour; undefined while there is room. */
    chip: chipOf(level, now - capacity),
  }
}

function levelOf(now: number, capacity: number): FillLevel {
  if (now > capacity) return 'over'
  if (now === capacity) return 'full'
  return now >= capacity * occupancyDefaults.nearFullShare ? 'near' : 'calm'
}

function chipOf(level: FillLevel, tooMany: number): string | undefined {
  switch (level) {
    case 'over':
      return t('occupancy.fill.over', { count: countText(tooMany, 0) })
    case 'full':
      return t('occupancy.fill.full')
    case 'near':
      return t('occupancy.fill.near')
    case 'calm':
      return undefined
    default:
      return never(level)
  }
}

function factsOf({ report, reading, resets, zone, nowMs }: LookOptions): OccupancyFact[] {
  const { definition } = report
  const own = zone.other(definition.timezone) ?? zone
  const momentText = (ms: number) => whenWords(own, ms, nowMs)
  const { answer } = reading ?? {}
  const facts: OccupancyFact[] = []
  if (answer !== undefined) {
    const { average, maximumAtMs } = answer
    const maximum = countText(answer.maximum, 0)
    facts.push({ name: 'average', text: countText(average) })
    facts.push(
      maximumAtMs === undefined
        ? { name: 'maximum', text: maximum }
        : { name: 'maximum', text: `${maximum}, ${momentText(maximumAtMs)}`, isMoment: true },
    )
  }
  const lastReset = answer?.resets?.at(-1)
  const isComputed =
    resets?.lastMs !== undefined && (lastReset === undefined || lastReset.atMs < resets.lastMs)
  // The window may have ended before the last one.
  const lastMs = isComputed ? resets.lastMs : lastReset?.atMs
  const isFixed = definition.resetValueMode === 'FIXED'
  const value = (isComputed ? undefined : lastReset?.value) ?? (isFixed ? definition.resetToValue : undefined)
  const rule = resets?.rule ?? lastReset?.rule
  if (lastMs !== undefined) facts.push({ name: 'last reset', text: lastWords(momentText(lastMs), value) })
  const next = resets?.nextMs === undefined ? undefined : momentText(resets.nextMs)
  return [...facts, { name: 'next reset', text: nextWords(next, rule) }]
}

function lastWords(at: string, value: number | undefined): string {
  return value === undefined
    ? t('occupancy.fact.toZones', { at })
    : t('occupancy.fact.to', { at, value: countText(value) })
}

/** `Mon 04:00 · every day`, `Mon 04:00 · “Opening hours”`: a time that the rule names is not said twice. */
function nextWords(next: string | undefined, rule: string | undefined): string {
  if (rule === undefined) return t('occupancy.rule.unlisted')
  return next === undefined ? ruleWords(rule) : `${next} · ${ruleBeside(next, rule)}`
}

/** `14:05`, of another day of this week `Sun 14:05`, of any other `Sun 22 Nov 14:05`, with the year where it is another. */
function whenWords(zone: Zone, ms: number, nowMs: number): string {
  const today = zone.dayAt(nowMs)
  const isNear = Math.abs(zone.dayAt(ms) - today) < 7
  const day = dayUnless(today, zone, ms)
  return `${day !== '' && isNear ? weekday(zone, ms) : day} ${clockText(zone, ms, 'minute')}`.trim()
}

function windowWords(window: EventTime): string {
  if (window.kind === 'last') return t('occupancy.window.last', window)
  const text = printTime(window)
  // Of the words of a search only `today` and `yesterday` are such.
  const key = `span.${text}`
  return isKey(key) ? t(key) : text
}

const chips: Partial<Record<WallErrorCode, PlainKey>> = {
  occupancy_unavailable: 'occupancy.chip.unavailable',
  not_configured: 'occupancy.chip.noPlatform',
  no_key: 'occupancy.chip.noKey',
  key_rejected: 'state.NO ACCESS',
  not_allowed: 'state.NO ACCESS',
  refused: 'occupancy.chip.refused',
}

/** Old values are marked as old, even when no request has failed. */
function problemOf(
  { error, tookMs = 0 }: Partial<OccupancyReading> = {},
  ageMs: number | undefined,
): OccupancyProblem | undefined {
  const { staleAfterMs, lostAfterMs } = occupancyDefaults
  // A value ages through its own request and the next one, `tookMs` each.
  const isStale = ageMs !== undefined && ageMs >= Math.min(staleAfterMs + 2 * tookMs, lostAfterMs)
  if (error === undefined && !isStale) return undefined
  const tone = ageMs === undefined || ageMs >= lostAfterMs ? 'fault' : 'attention'
  const chip =
    chips[error?.code ?? 'timeout'] ?? (isStale ? 'occupancy.chip.stale' : 'occupancy.chip.noAnswer')
  return { chip: t(chip), text: errorWords(error) ?? t('occupancy.silent'), tone }
}
