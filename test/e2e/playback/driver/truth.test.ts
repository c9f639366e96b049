import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { gappy, periodMs, someMinutesAgo } from './harness/instants.ts'
import { usePlaybackPage } from './harness/playback-page.ts'
import { onePictureASecond, RoughFootage, roughCadence } from './harness/rough-footage.ts'

/** Without a gap in the last minutes; the first is selected. */
const nine = [1, 2, 3, 5, 6, 7, 8, 9, 13].map((number) => `cam-${String(number).padStart(2, '0')}`)

/** Of three minutes of the camera with a gap, a fifth of them about it; the same ones in every run. */
function seededOffsetsMs(): number[] {
  const anywhere = fc.noBias(fc.integer({ min: 0, max: 179_999 }))
  const aboutTheGap = fc.noBias(fc.integer({ min: 68_000, max: 78_000 }))
  return fc.sample(fc.oneof({ arbitrary: anywhere, weight: 4 }, { arbitrary: aboutTheGap, weight: 1 }), {
    numRuns: 500,
    seed: 1,
  })
}

const opened = usePlaybackPage()

describe('footage without a constant frame rate', () => {
  afterEach(() => expect(opened.stand.pageErrors).toEqual([]))

  it('is said to be paused at no other picture than the one of the asked instant', async () => {
    const rough = new RoughFootage(roughCadence)
    opened.stand.proxy.footage = (path) => rough.segment(path)
    const from = periodMs()
    const offsetsMs = seededOffsetsMs()
    const startedAtMs = performance.now()
    const seen = await opened.page.evaluate(
      async ([camera, asked]) => {
        const { add, follow, observe, picture } = window.playbackStage
        const tile = add(camera)
        const seen: (number | string | undefined)[][] = []
        for (const wallMs of asked) {
          follow(tile, wallMs, 0, true)
          const looks: (number | string | undefined)[] = []
          // Once more after it was first said: what was on its way then is on the screen now.
          const giveUpAtMs = performance.now() + 20_000
          while (looks.length < 2) {
            await new Promise(requestAnimationFrame)
            const { state } = observe(tile)
            if (performance.now() > giveUpAtMs) throw new Error(`${wallMs} is not shown: ${state}`)
            if (state === 'PAUSED') looks.push(picture(tile)?.frameIndex)
            else if (state !== 'SEEKING') looks.push(state)
          }
          seen.push(looks)
        }
        return seen
      },
      [gappy, offsetsMs.map((offsetMs) => from + offsetMs)] as const,
    )
    console.log(`${offsetsMs.length} seeks in ${Math.round(performance.now() - startedAtMs)} ms`)
    const wrong = offsetsMs.flatMap((offsetMs, at) => {
      const isGap = offsetMs >= 70_000 && offsetMs < 76_000
      const asked = isGap ? 'GAP' : rough.frameIndexAt(from + offsetMs)
      return seen[at]?.every((look) => look === asked) === true ? [] : { offsetMs, asked, seen: seen[at] }
    })
    expect(wrong).toEqual([])
  })

  it('holds nobody up, and is said to play all the time', async () => {
    const [slow] = nine
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
        while (group.clock.epochMs < fromMs + 8_000) {
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
      [nine, someMinutesAgo()] as const,
    )
    console.log(`pictures a second: ${seen.perSecond.map((rate) => rate.toFixed(1)).join(', ')}`)
    expect(seen).toMatchObject({ held: 0, waits: 0 })
    expect(seen.slowFrames).toBeGreaterThanOrEqual(5)
    expect(seen.slowFrames).toBeLessThanOrEqual(10)
  })
})
