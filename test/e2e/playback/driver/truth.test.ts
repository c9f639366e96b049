import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { minuteMs, periodMs } from './harness/instants.ts'
import { usePlaybackPage } from './harness/playback-page.ts'
import { RoughFootage, roughCadence } from './harness/rough-footage.ts'

const opened = usePlaybackPage()

describe('footage without a constant frame rate', () => {
  afterEach(() => expect(opened.stand.pageErrors).toEqual([]))

  it('is said to be paused at no other picture than the one of the asked instant', async () => {
    const rough = new RoughFootage(roughCadence)
    opened.stand.proxy.footage = (path) => rough.segment(path)
    const from = periodMs()
    const offsets = fc.sample(fc.noBias(fc.integer({ min: 0, max: 2 * minuteMs })), { numRuns: 500, seed: 1 })
    const instants = offsets.map((offset) => from + offset)
    const startedAtMs = performance.now()
    const seen = await opened.page.evaluate(async (asked) => {
      const { add, follow, observe, picture } = window.playbackStage
      const tile = add('cam-01')
      const seen: { wallMs: number; frames: (number | undefined)[]; shownMs: number | undefined }[] = []
      for (const wallMs of asked) {
        follow(tile, wallMs, 0, true)
        const frames: (number | undefined)[] = []
        let shownMs: number | undefined
        const sinceMs = performance.now()
        // Once more after it was first said: what was on its way then would be on the screen now.
        while (frames.length < 2 && performance.now() - sinceMs < 3000) {
          await new Promise(requestAnimationFrame)
          const observation = observe(tile)
          if (observation.state !== 'PAUSED') continue
          frames.push(picture(tile)?.frameIndex)
          shownMs = observation.shownMs
        }
        seen.push({ wallMs, frames, shownMs })
      }
      return seen
    }, instants)
    console.log(`${instants.length} seeks in ${Math.round(performance.now() - startedAtMs)} ms`)
    const wrong = seen.filter(({ wallMs, frames }) => frames.length < 2 ||
      frames.some((frame) => frame !== rough.frameIndexAt(wallMs)),
    )
    console.log('wrong', wrong.length, 'stuck', wrong.filter(w => w.frames.length === 0).length)
    console.log(wrong.slice(0, 10).map((w) => JSON.stringify({off: w.wallMs - from, f: w.frames, want: rough.frameIndexAt(w.wallMs), late: w.wallMs - (w.shownMs ?? 0)})).join('\n'))
    expect(wrong).toEqual([])
  })
})
