import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FrameTable } from '#renderer/playback/tile/frame-table.ts'
import { epochSeconds, footage } from './footage.ts'

async function tableOf(durationsMs: readonly number[], keyEvery?: number) {
  const { init, media } = await footage(durationsMs, keyEvery)
  const table = new FrameTable()
  table.add(init, 0)
  table.add(media, 10 - epochSeconds)
  return table
}

describe('the pictures of a piece of footage', () => {
  it('are found at any instant, whatever their durations', async () => {
    const durations = fc.array(fc.integer({ min: 4, max: 2_000 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(durations, fc.integer({ min: 1, max: 12 }), async (durationsMs, keyEvery) => {
        const table = await tableOf(durationsMs, keyEvery)
        let fromMs = 10_000
        for (const ms of durationsMs) {
          for (const atMs of [fromMs, fromMs + ms / 2, fromMs + ms - 0.5]) {
            const span = table.at(atMs / 1_000)
            expect(span?.fromSeconds).toBeCloseTo(fromMs / 1_000, 4)
            expect(span?.untilSeconds).toBeCloseTo((fromMs + ms) / 1_000, 4)
          }
          expect(table.beginningAt(fromMs / 1_000 - 0.000_001)?.fromSeconds).toBeCloseTo(fromMs / 1_000, 4)
          fromMs += ms
        }
        expect(table.at(9.99)).toBeUndefined()
        expect(table.at(fromMs / 1_000)).toBeUndefined()
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  it('are no other pictures than those that begin there', async () => {
    const table = await tableOf([1_000, 1_000])
    expect(table.beginningAt(10.5)).toBeUndefined()
    expect(table.beginningAt(11.001)?.fromSeconds).toBeCloseTo(11, 4)
  })

  it('are those that were appended last, where another rendition has others', async () => {
    const table = await tableOf([500, 500, 500, 500])
    const { media } = await footage([1_000, 1_000])
    table.add(media, 10 - epochSeconds)
    expect(table.at(10.7)?.fromSeconds).toBeCloseTo(10, 4)
  })

  it('are unknown of bytes that are cut, and of bytes that are no footage', async () => {
    const { init, media } = await footage([40, 300, 40])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: media.indexOf('mdat') - 5 }), (bytes) => {
        const table = new FrameTable()
        table.add(init, 0)
        table.add(media.subarray(0, bytes), 10 - epochSeconds)
        expect(table.at(10)).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
        const table = new FrameTable()
        table.add(init, 0)
        table.add(noise, 0)
        expect(table.at(0)).toBeUndefined()
      }),
    )
  })
})
