import * as fc from 'fast-check'
import { expect } from 'vitest'
import { gappy, periodMs } from './instants.ts'
import { opened } from './playback-page.ts'
import { RoughFootage, roughCadence } from './rough-footage.ts'

/** Of three minutes of the camera with a gap, a fifth of them about it; the same ones in every run. */
function seededOffsetsMs(seeks: number): number[] {
  const anywhere = fc.noBias(fc.integer({ min: 0, max: 179_999 }))
  const aboutTheGap = fc.noBias(fc.integer({ min: 68_000, max: 78_000 }))
  return fc.sample(fc.oneof({ arbitrary: anywhere, weight: 4 }, { arbitrary: aboutTheGap, weight: 1 }), {
    numRuns: seeks,
    seed: 1,
  })
}

/** Seeks over footage of any cadence: the tile says PAUSED at no other picture than the one of the asked instant. */
export async function seekInRoughFootage(seeks: number): Promise<void> {
  const rough = new RoughFootage(roughCadence)
  opened.stand.proxy.footage = (path) => rough.segment(path)
  const from = periodMs()
  const offsetsMs = seededOffsetsMs(seeks)
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
          if (performance.now() > giveUpAtMs) {
            const videos = [...document.querySelectorAll('video')].map((video) => {
              const { readyState, seeking, currentTime, error, buffered } = video
              const ends = Array.from({ length: buffered.length }, (_, at) => [
                buffered.start(at),
                buffered.end(at),
              ])
              return { readyState, seeking, currentTime, error: error?.message, buffered: ends }
            })
            throw new Error(`${wallMs} is not shown: ${JSON.stringify({ ...observe(tile), videos })}`)
          }
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
}
