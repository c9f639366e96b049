import { expect, it } from 'vitest'
import { slowestFps } from '#test/bench/live.ts'
import { NEVER, summarize } from '#test/bench/statistics.ts'
import { inStepAfterMs } from '#test/bench/sync.ts'
import { itemsBorne } from '#test/bench/timeline.ts'

it.each([
  ['in step from the third sample on', [500, 500, 40], 200],
  ['in step all the time', [40, 40, 40], 0],
  ['apart to the end of the watch', [40, 40, 500], NEVER],
  ['without a readable picture at the end', [40, 40, undefined], NEVER],
])('tiles that are %s', (_, apartMs, afterMs) => {
  const found = apartMs.map((allMs, at) => ({ sinceMs: (at + 1) * 100, allMs, othersMs: 0 }))
  expect(inStepAfterMs(found, 100)).toBe(afterMs)
})

it('what never came is longer than all that did, and no part of their range', () => {
  expect(summarize([300, NEVER, 100])).toMatchObject({ median: 300, min: 100, max: 300, n: 2, tries: 3 })
  expect(summarize([300, NEVER, NEVER]).median).toBeNaN()
})

it.each(['frames', 'time'])(
  'items are counted to a tenth below the limit, which is named: %s',
  async (limit) => {
    let tries = 0
    const borne = await itemsBorne(async (items) => (items > 30_000 || tries++ === 3 ? limit : undefined))
    expect(borne.limit).toBe(limit)
    expect(borne.items).toBeGreaterThan(27_000)
    expect(borne.items).toBeLessThanOrEqual(30_000)
  },
)

it('figures of live tiles need each of them, at the width that they are said to be of', () => {
  const sixteen = Array.from({ length: 16 }, (_, at) => ({ fps: at === 3 ? 9 : 15, widthPx: 640 }))
  expect(slowestFps(sixteen, 16, 640)).toBe(9)
  for (const other of [
    { fps: 0, widthPx: 640 },
    { fps: 15, widthPx: 320 },
  ])
    expect(() => slowestFps([...sixteen.slice(1), other], 16, 640)).toThrow('15 of 16')
})
