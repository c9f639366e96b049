import { describe, expect, it } from 'vitest'
import { type Container, CutFootage, pieceMs } from './harness/cut-footage.ts'
import { someMinutesAgo } from './harness/instants.ts'
import { failureOf, opened } from './harness/playback-page.ts'
import { frameIndexAt } from '#tools/demo-footage/frame-code.ts'

/** Without sound. */
const camera = 'cam-02'

function cutByTime(options: ConstructorParameters<typeof CutFootage>[0]): CutFootage {
  const footage = new CutFootage(options)
  Object.assign(opened.stand.proxy, { rewrite: footage.list, fault: footage.give })
  return footage
}

const containers: readonly Container[] = ['MP4', 'MPEG-TS']

describe.each(containers)('%s that is cut by time, and not where a key frame is', (container) => {
  it('shows the picture of each instant, wherever the key frame before it lies', async () => {
    cutByTime({ container })
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
    cutByTime({ container })
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
    cutByTime({ container })
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

  it('says what is missing where the piece with the key frame is lost, and goes on with the next one', async () => {
    const from = someMinutesAgo()
    const keyMs = from + 10_000
    const isLost = (startMs: number) => startMs <= keyMs && keyMs < startMs + pieceMs
    const footage = cutByTime({ container, lacks: (ms) => (isLost(ms) ? 'listed' : undefined) })
    expect(await failureOf(camera, from + 10_700)).toMatch(/need earlier footage that is missing/)
    const asked = [...footage.asked].filter(([startMs]) => isLost(startMs)).map(([, times]) => times)
    // Once in each rendition.
    expect(asked[0]).toBeLessThanOrEqual(2)
    expect(await playsUntil(keyMs + 2_500)).toBe(true)
  })

  it('says what is missing behind a gap, and goes on with the first key frame', async () => {
    const from = someMinutesAgo()
    const isInGap = (startMs: number) => startMs > from + 8_000 && startMs < from + 10_400
    cutByTime({ container, lacks: (ms) => (isInGap(ms) ? 'unlisted' : undefined) })
    expect(await failureOf(camera, from + 10_700)).toMatch(/need earlier footage that is missing/)
    expect(await playsUntil(from + 12_500)).toBe(true)
  })
})

/** Lets the clock go on until there, and whether the picture is the right one then. */
async function playsUntil(untilMs: number): Promise<boolean> {
  return opened.page.evaluate(async (instant) => {
    const { group, until, follows } = window.playbackStage
    group.clock.play()
    while (group.clock.epochMs < instant) await new Promise(requestAnimationFrame)
    await until(0, ['PLAYING'])
    group.clock.pause()
    await until(0, ['PAUSED'])
    return follows(0, group.clock.epochMs)
  }, untilMs)
}
