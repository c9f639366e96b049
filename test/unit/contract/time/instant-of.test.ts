import { beforeEach, expect, test, vi } from 'vitest'
import { instantOf } from '#contract/time/instant-of.ts'

/** A time without a zone would be another instant here than in UTC. */
beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'))

test.each([
  ['2026-11-28T18:05:00.250', '2026-11-28T18:05:00.250Z'],
  ['2026-11-28T18:05:00.250123', '2026-11-28T18:05:00.250Z'],
  [' 2026-11-28 18:05:00 ', '2026-11-28T18:05:00.000Z'],
  ['2026-11-28T18:05', '2026-11-28T18:05:00.000Z'],
  ['2026-11-28', '2026-11-28T00:00:00.000Z'],
  ['2026-11-28T18:05:00Z', '2026-11-28T18:05:00.000Z'],
  ['2026-11-28T18:05:00+02:00', '2026-11-28T16:05:00.000Z'],
  ['2026-11-28T18:05:00.5-0330', '2026-11-28T21:35:00.500Z'],
])('%s is %s', (text, instant) => {
  expect(new Date(instantOf(text)).toISOString()).toBe(instant)
})

test.each(['', 'soon', '18:05', '2026-13-28T18:05:00'])('“%s” is no instant', (text) => {
  expect(instantOf(text)).toBeNaN()
})
