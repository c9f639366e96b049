import { ZoneClock } from '#contract/platform/zone-clock.ts'
import type { TimeRange } from '../time-range.ts'

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
