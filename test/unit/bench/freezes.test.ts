import { expect, it } from 'vitest'
import { freezesOf } from '#test/bench/playback/page/freezes.ts'

it('the same waits are the same longest stand, however many windows followed', () => {
  const waits = [40, 90, 60].map((standsMs, at) => ({
    fromMs: at * 10_000,
    untilMs: at * 10_000 + standsMs,
    standsMs,
  }))
  expect(freezesOf(waits, [])).toEqual({ moves: 0, longestMs: 90, atMovesMs: 0 })
  expect(freezesOf(waits, [20_000])).toEqual({ moves: 1, longestMs: 90, atMovesMs: 60 })
})
