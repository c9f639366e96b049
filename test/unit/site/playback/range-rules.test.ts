import { expect, it } from 'vitest'
import { checkRange } from '#site/playback/playback-part.ts'

const nowMs = Date.UTC(2026, 10, 20, 12)
const dayMs = 86_400_000
const rules = { nowMs, maxRangeMs: 3_600_000, retentionMs: 30 * dayMs, skewMs: 5_000 }

it.each([
  ['an hour until now', -3_600_000, 0, undefined],
  ['a clock that is ahead a little', -60_000, 4_000, undefined],
  ['the first instant that is kept', -30 * dayMs, -30 * dayMs + 1, undefined],
  ['nothing', -1_000, -1_000, 'range_invalid'],
  ['an end before its start', -1_000, -2_000, 'range_invalid'],
  ['a millisecond more than an hour', -3_600_001, 0, 'range_too_long'],
  ['the future', -1_000, 5_001, 'range_in_future'],
  ['what is not kept any more', -30 * dayMs - 1, -30 * dayMs + 1_000, 'before_retention'],
])('answers a range of %s', (_what, start, end, code) => {
  const checked = checkRange({ startMs: nowMs + start, endMs: nowMs + end }, rules)
  expect(checked.ok ? undefined : checked.error.code).toBe(code)
})
