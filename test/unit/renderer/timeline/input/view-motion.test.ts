import { describe, expect, it } from 'vitest'
import { HandSpeed } from '#renderer/timeline/input/glide.ts'
import { ViewMotion } from '#renderer/timeline/input/view-motion.ts'
import { pxOf, type TimelineView } from '#renderer/timeline/view.ts'
import { FakeFrameClock } from '../fake-frame-clock.ts'

function makeMotion() {
  const clock = new FakeFrameClock(1_800_000_000_000)
  const shown: TimelineView[] = []
  const motion = new ViewMotion(clock, { centerMs: 1_700_000_000_000, msPerPx: 1_000 }, (view) =>
    shown.push(view),
  )
  motion.setWidth(1_000, 1_700_000_000_000)
  return { clock, motion, shown }
}

describe('the motion of the view', () => {
  it('is shown once a frame, however often the hand moves, and not at all while it rests', () => {
    const { clock, motion, shown } = makeMotion()
    for (let at = 0; at < 50; at++) motion.pan(1)
    clock.advance(16)
    expect(shown).toHaveLength(1)
    expect(shown[0]?.centerMs).toBe(1_700_000_050_000)
    clock.advance(10_000)
    expect(shown).toHaveLength(1)
    expect(clock.pendingCount).toBe(0)
  })

  it('glides on when thrown, slower and slower, and comes to rest', () => {
    const { clock, motion, shown } = makeMotion()
    motion.throw(2)
    clock.advance(5_000)
    const moved = shown.map(({ centerMs }, at) => centerMs - (shown[at - 1]?.centerMs ?? 1_700_000_000_000))
    expect(moved).toEqual(moved.toSorted((a, b) => b - a))
    // Speed × time of decay, less the tail that nobody would see.
    expect((motion.view.centerMs - 1_700_000_000_000) / 1_000).toBeGreaterThan(2 * 220 * 0.98)
    expect((motion.view.centerMs - 1_700_000_000_000) / 1_000).toBeLessThanOrEqual(2 * 220)
    expect(clock.pendingCount).toBe(0)
  })

  it('stops at a touch', () => {
    const { clock, motion } = makeMotion()
    motion.throw(2)
    clock.advance(100)
    motion.stop()
    const { centerMs } = motion.view
    clock.advance(1_000)
    expect(motion.view.centerMs).toBe(centerMs)
  })

  it('never leaves now behind', () => {
    const { motion, clock } = makeMotion()
    motion.pan(1e9)
    expect(motion.view.centerMs).toBe(clock.nowMs() + 500 * 1_000)
  })
})

describe('the speed of a hand', () => {
  it('is that of its last moments, and none when it stopped before letting go', () => {
    const speed = new HandSpeed()
    for (let at = 0; at <= 10; at++) speed.move(at * 10, at * 20)
    expect(speed.at(100)).toBeCloseTo(2)
    expect(speed.at(300)).toBe(0)
  })

  it('keeps what matters at its part of the width when that changes, as long as it is seen', () => {
    const { motion } = makeMotion()
    const playheadMs = 1_700_000_000_000 - 300_000
    motion.setWidth(400, playheadMs)
    expect(pxOf(motion.view, 400, playheadMs)).toBeCloseTo(0.2 * 400)
    const { view } = motion
    motion.setWidth(1_000, playheadMs - 10_000_000)
    expect(motion.view).toEqual(view)
  })
})
