import { expect, it } from 'vitest'
import { instantOf } from '#tools/demo-footage/frame-code.ts'
import { opened } from './harness/playback-page.ts'

it('plays a camera live over HLS, at most six seconds late, and says how late', {
  tags: 'long',
}, async () => {
  const seen = await opened.page.evaluate(async () => {
    const live = await window.playbackStage.local('cam-02', 60)
    return { ...live, nowMs: Date.now() }
  })
  expect(seen).toMatchObject({ isStale: false, picture: { cameraNumber: 2 } })
  const delayMs = seen.nowMs - instantOf(seen.picture?.frameIndex ?? 0, seen.nowMs - 3_000)
  expect(delayMs).toBeGreaterThan(0)
  expect(delayMs).toBeLessThanOrEqual(6_000)
  expect(Math.abs((seen.delayMs ?? 0) - delayMs)).toBeLessThan(1_000)
})
