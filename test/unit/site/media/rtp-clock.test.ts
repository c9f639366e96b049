import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ntpTime, RtpClock } from '#site/media/rtp-payload.ts'

const nowMs = 1_795_248_237_065

/** Steps from one timestamp to another, over the 32-bit edge. */
function stepsBetween(from: number, to: number): number {
  return (to - from + 2 ** 32) % 2 ** 32
}

describe('RTP timestamps', () => {
  test('a frame at 15 fps is 6 000 ticks', () => {
    const clock = new RtpClock(7)
    const first = clock.take(nowMs)
    expect(stepsBetween(first, clock.take(nowMs + 1000 / 15))).toBe(6_000)
  })

  test('a report ties a picture to the instant it was captured', () => {
    const clock = new RtpClock(4_294_967_000)
    const taken = clock.take(nowMs)
    expect(clock.at(nowMs)).toBe(taken)
  })

  test('timestamps rise, whatever the wall clock does', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 32 - 1),
        fc.array(fc.integer({ min: -5_000_000, max: 5_000 })),
        (start, moves) => {
          const clock = new RtpClock(start)
          let atMs = nowMs
          let last = clock.take(atMs)
          for (const move of moves) {
            atMs += move
            const next = clock.take(atMs)
            expect(stepsBetween(last, next)).toBeGreaterThan(0)
            expect(stepsBetween(last, next)).toBeLessThan(2 ** 31)
            last = next
          }
        },
      ),
    )
  })

  test('after the wall clock was set back the tie to it is made anew', () => {
    const clock = new RtpClock(0)
    clock.take(nowMs)
    const taken = clock.take(nowMs - 3_600_000)
    expect(clock.at(nowMs - 3_600_000)).toBe(taken)
  })

  test('a tick that comes after a key frame sent ahead of it moves only itself', () => {
    const clock = new RtpClock(0)
    clock.take(nowMs + 3)
    clock.take(nowMs)
    const later = clock.take(nowMs + 1000)
    expect(clock.at(nowMs + 1000)).toBe(later)
  })
})

test('NTP time counts from 1900 and halves of a second in the upper fraction bit', () => {
  expect(ntpTime(0)).toBe(2_208_988_800n << 32n)
  expect(ntpTime(1_500)).toBe((2_208_988_801n << 32n) + 2n ** 31n)
})
