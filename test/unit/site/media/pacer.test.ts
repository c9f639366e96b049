import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#site/clock.ts'
import { Pacer } from '#site/media/pacer.ts'

/** On no frame boundary, and large as real ones are: rounding is part of the matter. */
const startMs = 1_795_248_237_065

describe('the pacer', () => {
  let pacer: Pacer

  beforeEach(() => {
    vi.useFakeTimers({ now: startMs })
    pacer = new Pacer(systemClock)
  })

  afterEach(() => {
    pacer.dispose()
    vi.useRealTimers()
  })

  function record(offsetMs: number): { frame: number; dueMs: number; atMs: number }[] {
    const ticks: { frame: number; dueMs: number; atMs: number }[] = []
    const tick = (frame: number, dueMs: number) => ticks.push({ frame, dueMs, atMs: Date.now() })
    pacer.add({ framesPerSecond: 15, offsetMs, tick })
    return ticks
  }

  test('ticks once for each frame period and loses none over a minute', () => {
    const ticks = record(0)
    vi.advanceTimersByTime(60_000)
    expect(ticks).toHaveLength(900)
    expect(ticks.every(({ frame }, at) => frame === (ticks[0]?.frame ?? 0) + at)).toBe(true)
  })

  test('a tick is at its due time to the next millisecond, also after an hour', () => {
    const ticks = record(12.5)
    vi.advanceTimersByTime(3_600_000)
    const late = ticks.map(({ atMs, dueMs }) => atMs - dueMs)
    expect(Math.max(...late)).toBeLessThan(1.01)
    expect(Math.min(...late)).toBeGreaterThan(-0.02)
  })

  test('the frame of a tick is the period of the wall clock that its due time begins', () => {
    const ticks = record(0)
    vi.advanceTimersByTime(10_000)
    for (const { frame, atMs } of ticks) expect(frame).toBe(Math.floor((atMs * 15) / 1000))
  })

  test('slots with different offsets tick apart', () => {
    const first = record(0)
    const second = record(1000 / 30)
    vi.advanceTimersByTime(1_000)
    for (const [at, { atMs }] of second.slice(1).entries()) {
      expect(Math.abs(atMs - (first[at + 1]?.atMs ?? 0))).toBeGreaterThan(30)
    }
  })

  test('a stalled process continues with the current frame', () => {
    const ticks = record(0)
    vi.advanceTimersByTime(100)
    const before = ticks.at(-1)?.frame ?? 0
    vi.setSystemTime(Date.now() + 400)
    vi.advanceTimersByTime(67)
    expect((ticks.at(-1)?.frame ?? 0) - before).toBeGreaterThan(5)
  })

  test('a clock that is set back does not silence a camera', () => {
    const ticks = record(0)
    vi.advanceTimersByTime(1_000)
    vi.setSystemTime(Date.now() - 3_600_000)
    const before = ticks.length
    vi.advanceTimersByTime(1_000)
    expect(ticks.length - before).toBeGreaterThanOrEqual(14)
  })

  test('a slot that was taken out ticks no more, and without slots no timer is left', () => {
    const tick = vi.fn()
    const leave = pacer.add({ framesPerSecond: 15, offsetMs: 0, tick })
    leave()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(1_000)
    expect(tick).not.toHaveBeenCalled()
  })
})
