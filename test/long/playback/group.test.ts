import { describe, expect, it } from 'vitest'
import { quantile } from '../../bench/statistics.ts'
import { someMinutesAgo } from '../../e2e/playback/driver/harness/instants.ts'
import { opened } from '../../e2e/playback/driver/harness/playback-page.ts'
import { cameraId } from '#test/stand/wall-stand.ts'

/** Cameras without a gap in the last minutes. */
const nine = [1, 2, 3, 5, 6, 7, 8, 9, 13].map(cameraId)
/** One picture of the demo cameras. */
const frameMs = 1_000 / 15

/** How far apart the pictures of the tiles are, over and over while so much footage passes, after as much again. */
function spreadsWhilePlaying(cameraIds: readonly string[], speed: number, footageMs: number) {
  return opened.page.evaluate(
    async ([cameras, atMs, rate, lengthMs]) => {
      const { openGroup, until, offsetsMs } = window.playbackStage
      const group = openGroup(cameras, atMs)
      await Promise.all(cameras.map((_, tile) => until(tile, ['PAUSED'])))
      group.clock.setRate(rate)
      group.clock.play()
      await Promise.all(cameras.map((_, tile) => until(tile, ['PLAYING'])))
      const fromMs = group.clock.epochMs
      const spreads: number[] = []
      while (group.clock.epochMs < fromMs + 2 * lengthMs) {
        await new Promise((done) => setTimeout(done, 100))
        const all = offsetsMs().filter((offset) => offset !== undefined)
        if (group.clock.epochMs > fromMs + lengthMs) spreads.push(Math.max(...all) - Math.min(...all))
      }
      return spreads
    },
    [cameraIds, someMinutesAgo(), speed, footageMs] as const,
  )
}

describe('playback tiles that follow one clock, in real time', () => {
  it('shows the same instant on nine playing tiles', async () => {
    const spreads = await spreadsWhilePlaying(nine, 1, 6_000)
    // Accepted by the control law, and a picture of quantization.
    expect(quantile(spreads, 0.5)).toBeLessThanOrEqual(150 + frameMs)
  })

  it('keeps four tiles in step at four times the speed', async () => {
    const spreads = await spreadsWhilePlaying(nine.slice(0, 4), 4, 12_000)
    // The law counts in time that passes, of which this is four times as much footage.
    expect(quantile(spreads, 0.5)).toBeLessThanOrEqual(4 * (150 + frameMs))
  })

  it.each([-1, -2])('shows each key frame in time, going backwards slowly (%d)', async (speed) => {
    const seen = await opened.page.evaluate(
      async ([atMs, rate]) => {
        const { openGroup, until, picture, observe } = window.playbackStage
        const group = openGroup(['cam-01'], atMs)
        await until(0, ['PAUSED'])
        const frames = [picture(0)?.frameIndex]
        group.clock.setRate(rate)
        group.clock.play()
        let looks = 0
        let waits = 0
        const fromMs = group.clock.epochMs
        while (group.clock.epochMs > fromMs - 12_800) {
          await new Promise(requestAnimationFrame)
          const frame = picture(0)?.frameIndex
          if (frame !== undefined && frame !== frames.at(-1)) frames.push(frame)
          looks += 1
          if (observe(0).state === 'BUFFERING' || group.clock.isHeld) waits += 1
        }
        return { frames, waits: waits / looks }
      },
      [someMinutesAgo() + 30_900, speed] as const,
    )
    expect(seen.frames).toEqual([13, 0, 420, 390, 360, 330, 300, 270])
    expect(seen.waits).toBeLessThan(0.1)
  })
})
