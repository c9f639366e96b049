import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { WallClock } from '#renderer/playback/wall-clock.ts'
import { happenings } from '#test/unit/happenings.ts'

const startMs = 1_700_000_000_000

function stage(newestMs = Number.POSITIVE_INFINITY) {
  const now = { ms: 5_000, newestMs }
  const clock = new WallClock(startMs, { monotonicMs: () => now.ms, newestMs: () => now.newestMs })
  return { now, clock }
}

const deed = happenings({
  play: [1, {}],
  pause: [1, {}],
  hold: [1, {}],
  release: [1, {}],
  rate: [1, { by: fc.constantFrom(0.25, 0.5, 1, 2, 4, 8, 16, -1, -4, -16) }],
  seek: [1, { by: fc.integer({ min: -9_000_000, max: 9_000_000 }) }],
  wait: [1, { by: fc.integer({ min: 0, max: 60_000 }) }],
})

describe('WallClock', () => {
  it('goes as a clock that adds up what passed, whatever is done to it', () => {
    fc.assert(
      fc.property(fc.array(deed), (deeds) => {
        const { now, clock } = stage()
        const naive = { atMs: startMs, rate: 1, isPlaying: false, isHeld: false }
        for (const one of deeds) {
          if (one.kind === 'play') {
            clock.play()
            naive.isPlaying = true
          } else if (one.kind === 'pause') {
            clock.pause()
            naive.isPlaying = false
          } else if (one.kind === 'hold' || one.kind === 'release') {
            clock.setHeld(one.kind === 'hold')
            naive.isHeld = one.kind === 'hold'
          } else if (one.kind === 'rate') {
            clock.setRate(one.by)
            naive.rate = one.by
          } else if (one.kind === 'seek') {
            clock.seek(startMs + one.by)
            naive.atMs = startMs + one.by
          } else {
            now.ms += one.by
            if (naive.isPlaying && !naive.isHeld) naive.atMs += one.by * naive.rate
          }
          expect(clock.epochMs).toBeCloseTo(naive.atMs, 3)
        }
      }),
    )
  })

  it('waits at the newest footage and goes on with it', () => {
    const { now, clock } = stage(startMs + 1_000)
    clock.setRate(4)
    clock.play()
    now.ms += 10_000
    expect(clock.epochMs).toBe(startMs + 1_000)
    now.newestMs += 500
    expect(clock.epochMs).toBe(startMs + 1_500)
    clock.setRate(-1)
    now.ms += 200
    expect(clock.epochMs).toBe(startMs + 1_300)
    clock.seek(startMs + 60_000)
    expect(clock.epochMs).toBe(startMs + 1_500)
  })

  it.each([
    [100, 16],
    [0.01, 0.25],
    [-100, -16],
    [-0.01, -0.25],
    [2.5, 2.5],
    [0, 1],
    [Number.NaN, 1],
  ])('takes a speed of %d as %d', (wished, rate) => {
    const { clock } = stage()
    clock.setRate(wished)
    expect(clock.rate).toBe(rate)
  })

  it('tells what was done to it, to whoever still listens', () => {
    const { clock } = stage()
    const listener = vi.fn<(change: string) => void>()
    const stop = clock.subscribe(listener)
    clock.seek(startMs + 5)
    clock.play()
    clock.setHeld(true)
    clock.setHeld(true)
    stop()
    clock.pause()
    expect(listener.mock.calls.flat()).toEqual(['instant', 'speed', 'speed'])
  })
})
