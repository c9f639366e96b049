import { expect, it } from 'vitest'
import { FocusPatience } from '#renderer/playback/focus-patience.ts'

it('waits three seconds for a tile that is behind, and not again before it has caught up', () => {
  const patience = new FocusPatience()
  expect([0, 250, 2_999].map((nowMs) => patience.waits(true, nowMs))).toEqual([true, true, true])
  expect([3_000, 3_250, 60_000].map((nowMs) => patience.waits(true, nowMs))).toEqual([false, false, false])
  expect([patience.waits(false, 60_250), patience.waits(true, 60_500)]).toEqual([false, true])
})

it('has three seconds for each instant that is asked for', () => {
  const patience = new FocusPatience()
  patience.waits(true, 0)
  expect(patience.waits(true, 3_000)).toBe(false)
  patience.renew()
  expect([patience.waits(true, 3_250), patience.waits(true, 6_249)]).toEqual([true, true])
  expect(patience.waits(true, 6_250)).toBe(false)
})
