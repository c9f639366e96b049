/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { describe, expect, it } from 'vitest'
import type { TileStatistics } from '#renderer/live/live-wall-port.ts'
import { Statistics } from '#renderer/live/statistics.ts'
import { FakeClock } from '../fake-clock.ts'

function fakeReceiver(clock: FakeClock, asked: number[]): RTCRtpReceiver {
  const receiver = {
    getStats: async () => {
      asked.push(clock.nowMs())
      const seconds = clock.nowMs() / 1000
      return new Map([
        [
          'video',
          { type: 'inbound-rtp', kind: 'video', timestamp: clock.nowMs(), framesDecoded: seconds * 15 },
        ],
      ])
    },
  }
  return receiver as unknown as RTCRtpReceiver
}

function makeStage(tiles: number) {
  const clock = new FakeClock()
  const statistics = new Statistics(clock, { perSecond: 4 })
  const asked: number[] = []
  const samples: TileStatistics[] = []
  const stops = Array.from({ length: tiles }, () => {
    const receiver = fakeReceiver(clock, asked)
    return statistics.watch(
      () => ({
        receiver,
        presentedFrames: (clock.nowMs() / 1000) * 14,
        layer: 'low',
        delayMs: 80,
        history: [],
      }),
      (sample) => samples.push(sample),
    )
  })
  return { clock, statistics, asked, samples, stops }
}

describe('Statistics', () => {
  it('samples one tile once a second', async () => {
    const { clock, asked, samples } = makeStage(1)
    await clock.pass(5_000)
    expect(asked).toHaveLength(5)
    expect(samples.at(-1)).toMatchObject({ layer: 'low', delayMs: 80 })
    expect(samples.at(-1)?.receivedFps).toBeCloseTo(15)
    expect(samples.at(-1)?.presentedFps).toBeCloseTo(14)
  })

  it('asks four receivers a second however many are watched', async () => {
    const { clock, asked } = makeStage(36)
    await clock.pass(9_000)
    expect(asked.length).toBeGreaterThan(30)
    expect(asked.length).toBeLessThanOrEqual(36)
  })

  it('does nothing while nobody watches', async () => {
    const { clock, asked, stops } = makeStage(2)
    for (const stop of stops) stop()
    await clock.pass(10_000)
    expect(asked).toEqual([])
    expect(clock.pendingCount).toBe(0)
  })
})
