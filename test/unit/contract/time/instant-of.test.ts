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
  ['2026-11-28T18:05:00,25+02', '2026-11-28T16:05:00.250Z'],
  ['2026-11-28t18:05:00,250z', '2026-11-28T18:05:00.250Z'],
  ['20261128T180500.25Z', '2026-11-28T18:05:00.250Z'],
  ['Sat, 28 Nov 2026 18:05:00 GMT', '2026-11-28T18:05:00.000Z'],
])('%s is %s', (text, instant) => {
  expect(new Date(instantOf(text)).toISOString()).toBe(instant)
})

test.each(['', 'soon', '18:05', '2026-13-28T18:05:00'])('“%s” is no instant', (text) => {
  expect(instantOf(text)).toBeNaN()
})
