import { describe, expect, it } from 'vitest'
import { dayUnless } from '#renderer/timeline/axis/time-words.ts'
import { zone } from './zones.ts'

const berlin = zone('Europe/Berlin')
/** Already Saturday in Berlin. */
const nowMs = Date.parse('2026-11-27T23:30:00Z')
const day = (instant: string, now = nowMs) => dayUnless(berlin.dayAt(now), berlin, Date.parse(instant))

describe('the day of an instant', () => {
  it('is nothing today, and has no year within this one', () => {
    expect(day('2026-11-28T12:00:00Z')).toBe('')
    expect(day('2026-11-27T12:00:00Z')).toBe('Fri 27 Nov')
  })

  it('has the year where it is another: the same day of two years must not look alike', () => {
    expect(day('2020-11-28T12:00:00Z')).toBe('28 Nov 2020')
    expect(day('2027-01-02T12:00:00Z')).toBe('2 Jan 2027')
    // Local years, of the instant and of now.
    expect(day('2025-12-31T23:30:00Z')).toBe('Thu 1 Jan')
    expect(day('2026-12-31T22:30:00Z', Date.parse('2026-12-31T23:30:00Z'))).toBe('31 Dec 2026')
  })
})
