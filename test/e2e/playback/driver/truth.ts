import { describe, expect, it } from 'vitest'
import { someMinutesAgo } from './harness/instants.ts'
import { opened } from './harness/playback-page.ts'
import { onePictureASecond, RoughFootage } from './harness/rough-footage.ts'
import { seekInRoughFootage } from './harness/rough-seeks.ts'

/** Without a gap in the last minutes; the first is selected. */
const four = ['cam-01', 'cam-02', 'cam-03', 'cam-05']

describe('footage without a constant frame rate', () => {
  it('is said to be paused at no other picture than the one of the asked instant', async () => {
    await seekInRoughFootage(30)
  })

  it('is so after five hundred seeks, too', { tags: 'long' }, async () => {
    await seekInRoughFootage(500)
  })

  it('holds nobody up, and is said to play all the time', { tags: 'long' }, async () => {
    const [slow] = four
    const rough = new RoughFootage(onePictureASecond)
    opened.stand.proxy.footage = async (path) =>
      path.includes(`/${slow}/`) ? rough.segment(path) : undefined
    const seen = await opened.page.evaluate(
      async ([cameras, instant]) => {
        const { openGroup, until, observe, picture } = window.playbackStage
        const group = openGroup(cameras, instant)
        await Promise.all(cameras.map((_, tile) => until(tile, ['PAUSED'])))
        const videos = cameras.map((_, tile) => group.driver(tile)?.element.querySelector('video'))
        const framesOf = () =>
          videos.map((video) => video?.getVideoPlaybackQuality().totalVideoFrames ?? Number.NaN)
        group.clock.play()
        await Promise.all(cameras.map((_, tile) => until(tile, ['PLAYING'])))
        const before = framesOf()
        const fromMs = group.clock.epochMs
        let held = 0
        let waits = 0
        const slowFrames = new Set<number | undefined>()
        let lookedAtMs = performance.now()
        while (group.clock.epochMs < fromMs + 6_000) {
          await new Promise(requestAnimationFrame)
          const { state } = observe(0)
          // A page that stood still could show nothing.
          const hasStood = performance.now() - lookedAtMs > 250
          lookedAtMs = performance.now()
          if (group.clock.isHeld) held += 1
          if (state !== 'PLAYING' && !hasStood) waits += 1
          slowFrames.add(picture(0)?.frameIndex)
        }
        const passedMs = group.clock.epochMs - fromMs
        const after = framesOf()
        const perSecond = after.map((frames, tile) => ((frames - (before[tile] ?? 0)) * 1_000) / passedMs)
        return { held, waits, slowFrames: slowFrames.size, perSecond }
      },
      [four, someMinutesAgo()] as const,
    )
    console.log(`pictures a second: ${seen.perSecond.map((rate) => rate.toFixed(1)).join(', ')}`)
    expect(seen).toMatchObject({ held: 0, waits: 0 })
    expect(seen.slowFrames).toBeGreaterThanOrEqual(4)
    expect(seen.slowFrames).toBeLessThanOrEqual(8)
  })
})
