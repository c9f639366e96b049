import type { TimeRange } from '../time-range.ts'

const stepMs = 6 * 3_600_000
const minuteMs = 60_000

/** Instants within the range at which a zone's clock is set forward or back (IANA name); whole minutes, ascending. */
export function clockChanges(timeZone: string, { startMs, endMs }: TimeRange): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' })
  const offsetAt = (ms: number) =>
    format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const changes: number[] = []
  for (let fromMs = startMs; fromMs < endMs; fromMs += stepMs) {
    const toMs = Math.min(fromMs + stepMs, endMs)
    if (offsetAt(fromMs) !== offsetAt(toMs)) changes.push(firstWith(offsetAt, fromMs, toMs))
  }
  return changes
}

/** The first whole minute after `beforeMs` that has the offset of `afterMs`. */
function firstWith(offsetAt: (ms: number) => string, beforeMs: number, afterMs: number): number {
  const wanted = offsetAt(afterMs)
  let low = Math.floor(beforeMs / minuteMs)
  let high = Math.ceil(afterMs / minuteMs)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * minuteMs) === wanted) high = middle
    else low = middle
  }
  return high * minuteMs
}
