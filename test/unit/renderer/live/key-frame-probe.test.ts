import { describe, expect, it } from 'vitest'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { type FrameClock, KeyFrameProbe } from '#renderer/live/key-frame-probe.ts'
import { KeyFrameWaits } from '#renderer/live/key-frame-waits.ts'

const limits = { ...liveDefaults.standby, probes: 1 }
const frameAt = (atMs: number | undefined): FrameClock => ({
  getSynchronizationSources: () =>
    atMs === undefined ? [] : [{ timestamp: atMs, source: 1, rtpTimestamp: 0 }],
})
const make = () => {
  const waits = new KeyFrameWaits(limits)
  return { waits, probe: new KeyFrameProbe('camera', waits, limits) }
}

describe('KeyFrameProbe', () => {
  it('learns no wait from a frame that is there at the first look', () => {
    const { waits, probe } = make()
    probe.begin(1_000)
    expect(probe.tick(frameAt(1_230), 1_250)).toBe(true)
    expect(waits.waitMs('camera')).toBe(0)
    expect(probe.isRunning).toBe(false)
  })

  it('learns for how long nothing came', () => {
    const { waits, probe } = make()
    probe.begin(100_000)
    for (const nowMs of [100_250, 100_500, 100_750]) expect(probe.tick(frameAt(99_900), nowMs)).toBe(false)
    expect(probe.tick(frameAt(100_990), 101_000)).toBe(true)
    expect(waits.waitMs('camera')).toBe(750)
  })

  it('counts from the join and not from the dial', () => {
    const { waits, probe } = make()
    probe.begin(1_000)
    probe.joined(3_000)
    expect(probe.tick(frameAt(2_900), 3_250)).toBe(false)
    probe.tick(frameAt(3_400), 3_500)
    expect(waits.waitMs('camera')).toBe(250)
  })

  it('gives up on a camera that sends nothing, and has learned that it is slow', () => {
    const { waits, probe } = make()
    probe.begin(0)
    expect(probe.tick(frameAt(undefined), limits.probeTimeoutMs)).toBe(true)
    expect(waits.isSlow('camera')).toBe(true)
  })

  it('leaves a camera alone of which enough is known', () => {
    const { waits, probe } = make()
    waits.learn('camera', 50)
    probe.begin(0)
    probe.joined(500)
    expect(probe.isRunning).toBe(false)
    expect(probe.tick(frameAt(undefined), 1_000)).toBe(false)
  })
})
