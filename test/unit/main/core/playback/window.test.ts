import { test, expect } from 'vitest'
import { playbackLimits } from '#main/core/playback/defaults.ts'
import { windowAround } from '#main/core/playback/window.ts'

const limits = { ...playbackLimits, windowInMs: 4_000, shareBefore: 0.25, newestAgeInMs: 10, aheadInMs: 50 }
const nowMs = 100_000

test.for<[string, number, number | undefined, [number, number, boolean] | undefined]>([
  ['long ago', 50_000, undefined, [49_000, 53_000, false]],
  ['a little ahead', 100_050, undefined, [98_990, 99_990, true]],
  ['further ahead', 100_051, undefined, undefined],
  ['just now', 99_995, undefined, [98_990, 99_990, true]],
  ['ending with the newest', 96_990, undefined, [95_990, 99_990, true]],
  ['ending a moment before', 96_989, undefined, [95_989, 99_989, false]],
  ['at the beginning of time', 500, undefined, [0, 4_000, false]],
  ['no earlier than said', 50_000, 49_500, [49_500, 53_500, false]],
  ['that may begin earlier', 50_000, 48_000, [49_000, 53_000, false]],
  ['no earlier than there is footage', 99_000, 200_000, [99_989, 99_990, true]],
  ['of a part of a millisecond', 50_000.7, undefined, [49_000, 53_000, false]],
])('a window around an instant %s', ([, atMs, fromMs, found]) => {
  const [startMs, endMs, isNewest] = found ?? []
  expect(windowAround(atMs, nowMs, limits, fromMs)).toEqual(found && { startMs, endMs, isNewest })
})
