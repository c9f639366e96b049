import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SyncLaw } from '#renderer/playback/sync-law.ts'

/** A player that obeys: how far it is from the clock after so many looks, each 250 ms after the one before. */
function follow(law: SyncLaw, startMs: number, looks: number, speed = 1, slowness = 1) {
  let errorMs = startMs
  let seeks = 0
  for (let look = 0; look < looks; look += 1) {
    const { rate, isSeek } = law.judge(errorMs, speed, look * 250)
    if (isSeek) {
      seeks += 1
      errorMs = 0
    } else errorMs += (rate * slowness - speed) * 250
  }
  return { errorMs, seeks }
}

describe('SyncLaw', () => {
  it.each([
    [0, 1, 1],
    [39, 1, 1],
    [-39, 1, 1],
    [60, 1, 0.94],
    [-60, 1, 1.06],
    [150, 1, 0.9],
    [-150, 1, 1.1],
    [400, 1, 0.75],
    [-400, 1, 1.25],
    [400, 2, 1.6],
    [600, 2, 1.5],
    [100, 4, 4],
  ])('%d ms ahead at a speed of %d plays at %d', (errorMs, speed, rate) => {
    expect(new SyncLaw().judge(errorMs, speed, 0)).toEqual({ rate: expect.closeTo(rate, 5), isSeek: false })
  })

  it('nudges until it is really near, not only back within the band', () => {
    const law = new SyncLaw()
    law.judge(60, 1, 0)
    expect(law.judge(30, 1, 250).rate).toBeLessThan(1)
    expect(law.judge(10, 1, 500).rate).toBe(1)
    expect(law.judge(30, 1, 750).rate).toBe(1)
  })

  it('brings every player that obeys in step, with one seek at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20_000, max: 20_000 }),
        fc.constantFrom(0.25, 0.5, 1, 2, 4),
        (startMs, speed) => {
          const { errorMs, seeks } = follow(new SyncLaw(), startMs, 200, speed)
          expect(Math.abs(errorMs)).toBeLessThanOrEqual(40 * Math.max(1, speed))
          expect(seeks).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('seeks rarely for a player that never gets there', () => {
    // Plays at half the speed, whatever it is told.
    const { seeks } = follow(new SyncLaw(), 5_000, 4 * 60, 1, 0.5)
    expect(seeks).toBeGreaterThan(3)
    expect(seeks).toBeLessThanOrEqual(60 / 1.5)
  })

  it('does not bear for ever what is off by more than is accepted', () => {
    const law = new SyncLaw()
    const judged = Array.from({ length: 18 }, (_, look) => law.judge(300, 1, look * 250).isSeek)
    expect(judged.indexOf(true)).toBe(17)
  })
})
