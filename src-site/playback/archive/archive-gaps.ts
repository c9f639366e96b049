import { ZoneClock } from '#contract/time/zone-clock.ts'
import { never } from '#contract/result.ts'
import { clipped, joined, type TimeRange } from '../time-range.ts'

/** When a camera of the looped archive was not recorded. */
export type GapRule =
  /** Never: watched live only. */
  | { readonly kind: 'always' }
  /** `lengthMs` from `atMs` of every period, counted since the epoch. */
  | {
      readonly kind: 'every'
      readonly periodMs: number
      readonly atMs: number
      readonly lengthMs: number
    }
  /** Around each change of the clocks of the camera's zone. */
  | { readonly kind: 'clock-change'; readonly beforeMs: number; readonly afterMs: number }

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 3_600_000

/**
 * By camera number; a camera that is not listed is recorded without a gap, so that a wall of nine can be measured.
 * Together they are what a wall has to bear: nothing at all, a hole across a change of the clocks, a hole a few
 * minutes ago at any time of the day, holes shorter than a buffer, a hole as long as a work break.
 */
export const demoGaps: ReadonlyMap<number, readonly GapRule[]> = new Map([
  [4, [{ kind: 'clock-change', beforeMs: 30 * minuteMs, afterMs: 45 * minuteMs }]],
  [10, [{ kind: 'every', periodMs: 10 * minuteMs, atMs: 4 * minuteMs, lengthMs: 20 * secondMs }]],
  [11, [{ kind: 'every', periodMs: 6 * hourMs, atMs: 2 * hourMs, lengthMs: 25 * minuteMs }]],
  [12, [{ kind: 'every', periodMs: 3 * minuteMs, atMs: 70 * secondMs, lengthMs: 6 * secondMs }]],
  [14, [{ kind: 'always' }]],
])

/** The gaps within a range; ascending, apart from each other. */
export function gapsWithin(rules: readonly GapRule[], timeZone: string, range: TimeRange): TimeRange[] {
  const gaps = rules.flatMap((rule) => gapsOf(rule, timeZone, range))
  return joined(gaps).flatMap((gap) => clipped(gap, range) ?? [])
}

function gapsOf(rule: GapRule, timeZone: string, range: TimeRange): TimeRange[] {
  switch (rule.kind) {
    case 'always':
      return [range]
    case 'every': {
      const { periodMs, atMs, lengthMs } = rule
      const gaps: TimeRange[] = []
      const firstPeriod = Math.floor((range.startMs - atMs - lengthMs) / periodMs)
      for (let startMs = firstPeriod * periodMs + atMs; startMs < range.endMs; startMs += periodMs) {
        gaps.push({ startMs, endMs: startMs + lengthMs })
      }
      return gaps
    }
    case 'clock-change': {
      const around = { startMs: range.startMs - rule.afterMs, endMs: range.endMs + rule.beforeMs }
      return clockChanges(timeZone, around).map((changeMs) => ({
        startMs: changeMs - rule.beforeMs,
        endMs: changeMs + rule.afterMs,
      }))
    }
    default:
      return never(rule)
  }
}

const stepMs = 6 * 3_600_000

/** Instants within the range at which a zone's clock is set forward or back (IANA name), ascending. */
export function clockChanges(timeZone: string, { startMs, endMs }: TimeRange): number[] {
  const clock = new ZoneClock(timeZone)
  const offsetAt = (ms: number) => clock.readingAt(ms) - ms
  const changes: number[] = []
  for (let fromMs = startMs; fromMs < endMs; fromMs += stepMs) {
    const toMs = Math.min(fromMs + stepMs, endMs)
    if (offsetAt(fromMs) !== offsetAt(toMs)) changes.push(clock.changeBetween(fromMs, toMs))
  }
  return changes
}
