import { describe, expect, it } from 'vitest'
import { type Container, CutFootage } from './harness/cut-footage.ts'
import { someMinutesAgo } from './harness/instants.ts'
import { opened } from './harness/playback-page.ts'
import { frameIndexAt } from '#tools/demo-footage/frame-code.ts'

/** Without sound. */
const camera = 'cam-02'

function cutByTime(container: Container): void {
  const { list, give } = new CutFootage({ container })
  Object.assign(opened.stand.proxy, { rewrite: list, fault: give })
}

const containers: readonly Container[] = ['MP4', 'MPEG-TS']

describe.each(containers)('%s that is cut by time, and not where a key frame is', (container) => {
  it('shows the picture of each instant, wherever the key frame before it lies', async () => {
    cutByTime(container)
    const from = someMinutesAgo()
    const asked = [10_250, 10_480, 10_790, 10_990, 40_030, 25_500, 25_100, 3_940, 3_650].map(
      (ms) => from + ms,
    )
    const seen = await opened.page.evaluate(
      async ([cameraId, instants]) => {
        const { add, follow, shown, picture } = window.playbackStage
        const tile = add(cameraId)
        const frames: (number | undefined)[] = []
        for (const instant of instants) {
          follow(tile, instant, 0, true)
          await shown(tile, instant)
          frames.push(picture(tile)?.frameIndex)
        }
        return frames
      },
      [camera, asked] as const,
    )
    expect(seen).toEqual(asked.map((ms) => frameIndexAt(ms)))
  })

  it('plays', async () => {
    cutByTime(container)
    const isRight = await opened.page.evaluate(
      async ([cameraId, instant]) => {
        const { openPaused, until, follows } = window.playbackStage
        const group = await openPaused([cameraId], instant)
        group.clock.play()
        await until(0, ['PLAYING'])
        while (group.clock.epochMs < instant + 5_000) await new Promise(requestAnimationFrame)
        await until(0, ['PLAYING'])
        group.clock.pause()
        await until(0, ['PAUSED'])
        return follows(0, group.clock.epochMs)
      },
      [camera, someMinutesAgo() + 300] as const,
    )
    expect(isRight).toBe(true)
  })

  it('plays backwards', async () => {
    cutByTime(container)
    const instant = someMinutesAgo() + 10_300
    const seen = await opened.page.evaluate(
      async ([cameraId, atMs]) => {
        const { openPaused, picture } = window.playbackStage
        const group = await openPaused([cameraId], atMs)
        group.clock.setRate(-1)
        group.clock.play()
        const frames: (number | undefined)[] = []
        while (group.clock.epochMs > atMs - 3_000 || frames.length < 4) {
          await new Promise(requestAnimationFrame)
          const frame = picture(0)?.frameIndex
          if (frame !== frames.at(-1)) frames.push(frame)
        }
        return frames
      },
      [camera, instant] as const,
    )
    // Not each: on its way to a picture at a hole a player shows one before it.
    expect((seen.at(0) ?? 0) - (seen.at(-1) ?? 0)).toBeGreaterThan(15)
  })
})
