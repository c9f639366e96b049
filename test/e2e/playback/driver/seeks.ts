import type { ServerResponse } from 'node:http'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playbackDefaults } from '#renderer/playback/defaults.ts'
import { framesPerLoop } from '#tools/demo-footage/footage-defaults.ts'
import { frameIndexAt } from '#tools/demo-footage/frame-code.ts'
import { gappy, minuteMs, periodMs, someMinutesAgo } from './harness/instants.ts'
import { opened } from './harness/playback-page.ts'

/** The demo cameras film 15 pictures a second. */
const frameMs = 67
const screenBeatMs = 17
const gapless = 'cam-01'
const segmentMs = 2_000
/** In a box of version 0, from its name on. */
const durationInMvhd = 20
/** What a player loads after the asked picture, until the segments that it has reach so far. */
const readAheadMs = 1_000 * playbackDefaults.player.aheadSeconds + segmentMs

/** How far, in pictures, a picture of the loop is from the one of an instant. */
function framesOff(frameIndex: number, wallMs: number): number {
  const distance = Math.abs(frameIndex - frameIndexAt(wallMs))
  return Math.min(distance, framesPerLoop - distance)
}

/** Paused there; resolves with what the tile says and what its pixels say. */
function seek(tile: number, wallMs: number) {
  return opened.page.evaluate(
    async ([number, instant]) => {
      const { playbackStage } = window
      playbackStage.follow(number, instant, 0, true)
      const shown = await playbackStage.shown(number, instant)
      return { ...shown, picture: playbackStage.picture(number) }
    },
    [tile, wallMs] as const,
  )
}

describe('a playback tile', () => {
  it('shows the picture of the asked instant, at the edges of gaps and of segments too', async () => {
    const tile = await opened.page.evaluate((cameraId) => window.playbackStage.add(cameraId), gappy)
    const from = periodMs()
    const instants = [30_000, 69_960, 76_000, 69_000, 90_010, 60_000, 76_030, 31_999, 179_980, 180_000]
    for (const wallMs of instants.map((offset) => from + offset)) {
      const seen = await seek(tile, wallMs)
      expect(seen).toMatchObject({ state: 'PAUSED', reason: undefined })
      expect(seen.picture?.cameraNumber).toBe(12)
      expect(framesOff(seen.picture?.frameIndex ?? -1, wallMs)).toBeLessThanOrEqual(1)
      expect(Math.abs((seen.shownMs ?? 0) - wallMs)).toBeLessThanOrEqual(frameMs)
    }
    // From beyond the edge of a segment and of a gap to the last picture before it, which is not buffered.
    for (const [beyond, last] of [
      [120_000, 119_960],
      [73_000, 69_960],
    ] as const) {
      await seek(tile, from + beyond)
      const seen = await seek(tile, from + last)
      expect(seen.state).toBe('PAUSED')
      expect(framesOff(seen.picture?.frameIndex ?? -1, from + last)).toBeLessThanOrEqual(1)
    }
    for (const offset of [70_010, 73_000, 75_990]) {
      const seen = await seek(tile, from + offset)
      expect(seen).toMatchObject({ state: 'GAP', untilMs: from + 76_000 })
      expect(seen.picture).toBeUndefined()
    }
  })

  it.each(['is heard', 'says how long it is'])(
    'shows it where the footage %s, too, just before nothing is loaded',
    async (what) => {
      opened.stand.proxy.spoil = (_path, bytes) => {
        const at = bytes.indexOf('mvhd')
        if (what.startsWith('says') && at >= 0) bytes.writeUInt32BE(3_600_000, at + durationInMvhd)
        return bytes
      }
      const tile = await opened.page.evaluate(
        ([cameraId, hears]) => {
          const number = window.playbackStage.add(cameraId)
          if (hears) window.playbackStage.hear(number)
          return number
        },
        [gapless, what === 'is heard'] as const,
      )
      for (const [at, beforeEndMs] of [40, 120, 190, 210, 230, 260, 300].entries()) {
        const wallMs = someMinutesAgo() + 20_000 * at - beforeEndMs
        const seen = await seek(tile, wallMs)
        expect(seen.state, `${beforeEndMs} ms before the end of a segment`).toBe('PAUSED')
        expect(framesOff(seen.picture?.frameIndex ?? -1, wallMs)).toBeLessThanOrEqual(1)
      }
    },
  )

  it('plays up to a gap, keeps its last picture, and goes on when the clock comes there', async () => {
    const tile = await opened.page.evaluate((cameraId) => window.playbackStage.add(cameraId), gappy)
    const from = periodMs()
    // A player that comes to its end late, on a busy machine, has nothing to run on into.
    const { proxy } = opened.stand
    const held: ServerResponse[] = []
    proxy.fault = (asked, answer) => {
      const isLater = Number(/-(\d+)\.m4s/.exec(asked.url ?? '')?.[1]) >= from + 76_000
      if (isLater) held.push(answer)
      return isLater
    }
    await seek(tile, from + 69_000)
    const words = await opened.page.evaluate(
      async ([number, fromMs]) => {
        const { follow, until, observe } = window.playbackStage
        follow(number, fromMs + 69_500, 0.25, true)
        await until(number, ['PLAYING'])
        await until(number, ['GAP'])
        return observe(number)
      },
      [tile, from] as const,
    )
    proxy.fault = undefined
    for (const answer of held) answer.destroy()
    const seen = await opened.page.evaluate(
      async ([number, fromMs]) => {
        const { follow, until, observe, picturesWhile, picture } = window.playbackStage
        follow(number, fromMs + 75_000, 1, false)
        const inGap = await picturesWhile(number, 'GAP')
        await until(number, ['PLAYING'])
        return { inGap, after: observe(number), picture: picture(number)?.frameIndex }
      },
      [tile, from] as const,
    )
    expect(words).toMatchObject({ state: 'GAP', untilMs: from + 76_000 })
    expect(seen.inGap).toEqual([frameIndexAt(from + 69_960)])
    expect(seen.after.shownMs).toBeGreaterThanOrEqual(from + 76_000)
    expect(framesOff(seen.picture ?? -1, seen.after.shownMs ?? 0)).toBeLessThanOrEqual(1)
  })

  it('shows nothing of after a gap while it says that there is one, however late its player is stopped', {
    tags: 'long',
  }, async () => {
    const tile = await opened.page.evaluate((cameraId) => window.playbackStage.add(cameraId), gappy)
    const from = periodMs()
    await seek(tile, from + 67_000)
    const inGap = await opened.page.evaluate(
      async ([number, fromMs]) => {
        const { clock, follow, until, picturesWhile } = window.playbackStage
        clock.lateMs = 400
        follow(number, fromMs + 68_500, 1, true)
        await until(number, ['PLAYING'])
        await until(number, ['GAP'])
        return picturesWhile(number, 'GAP')
      },
      [tile, from] as const,
    )
    for (const frame of inGap) {
      if (frame !== undefined) expect(framesOff(frame, from + 69_960)).toBeLessThanOrEqual(1)
    }
  })

  it('asks for a segment at most twice for each seek that it may be needed for', {
    tags: 'long',
  }, async () => {
    // A sharper picture is loaded by a player of its own, which asks again for what this one has.
    const tile = await opened.page.evaluate((cameraId) => window.playbackStage.add(cameraId, false), gapless)
    const from = periodMs()
    // It opens the hour that all others lie in.
    await seek(tile, from)
    const offsets = fc.sample(fc.noBias(fc.integer({ min: -14 * minuteMs, max: 6 * minuteMs })), {
      numRuns: 100,
      seed: 1,
    })
    for (const wallMs of offsets.map((offset) => from + offset)) {
      const seen = await seek(tile, wallMs)
      expect(seen).toMatchObject({ state: 'PAUSED', reason: undefined })
      expect(framesOff(seen.picture?.frameIndex ?? -1, wallMs)).toBeLessThanOrEqual(1)
    }
    for (const [path, times] of opened.stand.proxy.segments) {
      const startMs = Number(/-(\d+)\.m4s$/.exec(path)?.[1])
      const needing = [0, ...offsets].filter((offset) => {
        const aheadMs = startMs - (from + offset)
        return aheadMs <= readAheadMs && aheadMs > -2 * segmentMs
      })
      // Twice where the next seek interrupts its load.
      expect(times, path).toBeLessThanOrEqual(2 * needing.length)
    }
  })

  it('is paused at the asked picture although the browser has not told of it', async () => {
    const state = await opened.page.evaluate(
      async ([camera, instant]) => {
        const { add, follow, until, observe } = window.playbackStage
        const proto = HTMLVideoElement.prototype
        const whole = Object.getOwnPropertyDescriptor(proto, 'requestVideoFrameCallback') ?? {}
        const request = whole.value as (this: HTMLVideoElement, callback: VideoFrameRequestCallback) => number
        let untold = 0
        proto.requestVideoFrameCallback = function (callback) {
          return request.call(this, (nowMs, metadata) => {
            untold -= 1
            if (untold >= 0) this.requestVideoFrameCallback(callback)
            else callback(nowMs, metadata)
          })
        }
        try {
          const tile = add(camera)
          follow(tile, instant, 0, true)
          await until(tile, ['PAUSED'])
          untold = 1
          follow(tile, instant + 500, 0, true)
          await until(tile, ['SEEKING'])
          await until(tile, ['PAUSED'])
          return observe(tile).state
        } finally {
          Object.defineProperty(proto, 'requestVideoFrameCallback', whole)
        }
      },
      ['cam-01', someMinutesAgo()] as const,
    )
    expect(state).toBe('PAUSED')
  })

  it('decodes nothing anew when a hand lets go where it has rested', async () => {
    const { seeks, isRight } = await opened.page.evaluate(
      async ([camera, instant]) => {
        const { openGroup, until, observe, follows } = window.playbackStage
        const group = openGroup([camera], instant)
        const video = group.driver(0)?.element.querySelector('video')
        let seeks: number[] = []
        video?.addEventListener('seeking', () => seeks.push(video.currentTime))
        await until(0, ['PAUSED'])
        group.setByHand(true)
        for (let moves = 0; moves < 20; moves += 1) {
          group.clock.seek(instant + 70 * moves)
          await new Promise(requestAnimationFrame)
        }
        while (observe(0).state !== 'PAUSED') await new Promise(requestAnimationFrame)
        const dragged = seeks.length
        seeks = []
        group.setByHand(false)
        group.clock.seek(group.clock.epochMs)
        const states = [observe(0).state]
        for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame)
        states.push(observe(0).state)
        const isRight = follows(0, group.clock.epochMs) && dragged > 0
        return { seeks, isRight: isRight && states.every((state) => state === 'PAUSED') }
      },
      [gapless, someMinutesAgo()] as const,
    )
    expect(seeks).toEqual([])
    expect(isRight).toBe(true)
  })

  it('says that it is paused of no other picture than the asked one', async () => {
    const offMs = await opened.page.evaluate(
      async ([camera, instant]) => {
        const { openPaused, until, observe } = window.playbackStage
        const group = await openPaused([camera], instant)
        const off: number[] = []
        for (let pause = 0; pause < 4; pause += 1) {
          group.clock.play()
          const goalMs = group.clock.epochMs + 400 + 53 * pause
          while (group.clock.epochMs < goalMs) await new Promise(requestAnimationFrame)
          // Further off than the law of sync allows for, as a stall leaves it.
          if (pause % 2 === 1) group.clock.seek(group.clock.epochMs + 115)
          group.clock.pause()
          for (let look = 0; look < 20; look += 1) {
            const { state, shownMs = 0 } = observe(0)
            if (state === 'PAUSED') off.push(Math.abs(shownMs - group.clock.epochMs))
            await new Promise(requestAnimationFrame)
          }
          await until(0, ['PAUSED'])
        }
        return off
      },
      [gapless, periodMs()] as const,
    )
    expect(offMs.length).toBeGreaterThan(0)
    expect(Math.max(...offMs)).toBeLessThanOrEqual(frameMs + screenBeatMs)
  })
})
