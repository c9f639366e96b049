import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { accessUnits, annexB } from '#site/media/annexb.ts'
import { LocalLive } from '#site/playback/live/local-live.ts'
import { FakeClock } from '../fake-clock.ts'
import { testClip, testLayer } from './test-clip.ts'

/** A camera whose pictures are taken for as long as somebody watches it. */
function stand() {
  const clock = new FakeClock()
  let isTapped = false
  const live = new LocalLive({
    clock,
    leastSegmentMs: 1_000,
    longestSegmentMs: 12_000,
    holeMs: 500,
    shown: 6,
    kept: 6,
    firstSegmentTimeoutMs: 50,
    maxSessions: 1,
    idleLimitMs: 90_000,
    rememberEndedMs: 3_600_000,
    secret: Buffer.alloc(32),
    layersOf: () => [testLayer],
    setTapped: (_, now) => {
      isTapped = now
    },
  })
  const units = accessUnits(readFileSync(testClip()[0]?.file ?? ''))
  /** Pictures of so many seconds, of a camera whose clock is an hour behind. */
  const take = (seconds: number) => {
    for (let frame = 0; frame <= seconds * 15; frame += 1) {
      const unit = units[frame % units.length]
      if (!unit) throw new Error('no picture')
      const capturedAtMs = clock.nowMs - 3_600_000 + (frame * 1_000) / 15
      live.take('cam-01', testLayer, { isKeyFrame: unit.isKeyFrame, annexB: annexB(unit.nals), capturedAtMs })
    }
    clock.nowMs += seconds * 1_000
  }
  const start = (cameraId = 'cam-01') => live.start('shop', cameraId)
  return { clock, take, start, isTapped: () => isTapped }
}

it('a camera that has become silent is not shown as it was, and takes no session', async () => {
  const { clock, take, start, isTapped } = stand()
  const begun = start()
  take(3)
  expect(await begun).toMatchObject({ ok: true })
  clock.nowMs += 10_000
  expect(await start()).toMatchObject({ ok: true })
  clock.nowMs += 3_600_000
  for (const cameraId of ['cam-01', 'cam-02'])
    expect(await start(cameraId)).toMatchObject({ error: { code: 'camera_silent' } })
  const again = start()
  take(3)
  expect(await again).toMatchObject({ ok: true })
  clock.nowMs += 90_000
  expect(isTapped()).toBe(true)
  take(3)
  expect(isTapped()).toBe(false)
})
