import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { instantOf } from '../../../../src-site/footage/frame-code.ts'
import { quantile } from '../../../bench/statistics.ts'
import { minuteMs, someMinutesAgo } from './harness/instants.ts'
import { usePlaybackPage } from './harness/playback-page.ts'

/** Cameras without a gap in the last minutes. */
const nine = [1, 2, 3, 5, 6, 7, 8, 9, 13].map((number) => `cam-${String(number).padStart(2, '0')}`)
/** One picture of the demo cameras. */
const frameMs = 1_000 / 15

function spreadOf(offsets: readonly (number | undefined)[]): number {
  const known = offsets.filter((offset) => offset !== undefined)
  return Math.max(...known) - Math.min(...known)
}

const opened = usePlaybackPage()

async function openGroup(cameraIds: readonly string[], atMs: number): Promise<void> {
  await opened.page.evaluate(
    async ([cameras, instant]) => {
      const { playbackStage } = window
      playbackStage.openGroup(cameras, instant)
      await Promise.all(cameras.map((_, tile) => playbackStage.until(tile, ['PAUSED'])))
    },
    [cameraIds, atMs] as const,
  )
}

const offsets = () => opened.page.evaluate(() => window.playbackStage.offsetsMs())

/**
 * Whether the clock, going backwards, has passed all two seconds of a key frame while the page stood still, so that
 * nobody could show it. `stalls`: the clock before and after each; a group looks four times a second.
 */
function passedInStalls(stalls: readonly [number, number][], instantOfFrame: (frame: number) => number) {
  const lookMs = 500
  return (frame: number) =>
    stalls.some(([fromMs, toMs]) => {
      const atMs = instantOfFrame(frame)
      return atMs + 2_000 <= fromMs + lookMs && atMs >= toMs - lookMs
    })
}

describe('playback tiles that follow one clock', () => {
  afterEach(() => expect(opened.stand.pageErrors).toEqual([]))

  it('shows the same instant on nine tiles, paused and playing', async () => {
    const atMs = someMinutesAgo() + 10_400
    await openGroup(nine, atMs)
    for (const offset of await offsets()) {
      expect(offset).toBeLessThanOrEqual(1)
      expect(offset).toBeGreaterThan(-frameMs - 1)
    }
    const spreads = await opened.page.evaluate(async () => {
      const { group, until, offsetsMs } = window.playbackStage
      group.clock.play()
      await Promise.all(Array.from({ length: 9 }, (_, tile) => until(tile, ['PLAYING'])))
      const fromMs = group.clock.epochMs
      const spreads: number[] = []
      while (group.clock.epochMs < fromMs + 6_000) {
        await new Promise((done) => setTimeout(done, 100))
        const all = offsetsMs().filter((offset) => offset !== undefined)
        if (group.clock.epochMs > fromMs + 3_000) spreads.push(Math.max(...all) - Math.min(...all))
      }
      return spreads
    })
    // Accepted by the control law, and a picture of quantization.
    expect(quantile(spreads, 0.5)).toBeLessThanOrEqual(150 + frameMs)
  })

  it('lets a stalled tile catch up while the others go on', async () => {
    await openGroup(nine.slice(0, 4), someMinutesAgo())
    const looks = await opened.page.evaluate(async () => {
      const { group, until, offsetsMs } = window.playbackStage
      group.clock.play()
      await Promise.all([0, 1, 2, 3].map((tile) => until(tile, ['PLAYING'])))
      const video = group.driver(2)?.element.querySelector('video')
      const beforeMs = video?.currentTime ?? 0
      // Four seconds back: as a tile that was stalled so long.
      if (video) video.currentTime = Math.max(0, beforeMs - 4)
      const fromMs = group.clock.epochMs
      const looks: (number | undefined)[][] = []
      while (group.clock.epochMs < fromMs + 6_000) {
        await new Promise((done) => setTimeout(done, 100))
        if (group.clock.epochMs > fromMs + 4_000) looks.push(offsetsMs())
      }
      return looks
    })
    expect(quantile(looks.map(spreadOf), 0.5)).toBeLessThanOrEqual(150 + frameMs)
  })

  it('goes on over the end of its hour without a moment of black', async () => {
    // Three quarters of an hour after it, its window ends.
    const openedMs = someMinutesAgo() - 5 * 60 * minuteMs
    const endMs = openedMs + 45 * minuteMs
    await openGroup(['cam-01'], openedMs)
    const seen = await opened.page.evaluate(async (edgeMs) => {
      const { group, shown, until, picture, offsetsMs } = window.playbackStage
      const tile = group.driver(0)
      group.clock.seek(edgeMs - 3_000)
      await shown(0, edgeMs - 3_000)
      group.clock.play()
      await until(0, ['PLAYING'])
      const before = tile?.playbackIds ?? []
      let blacks = 0
      const offsets: number[] = []
      while (group.clock.epochMs < edgeMs + 6_000) {
        await new Promise(requestAnimationFrame)
        if (picture(0) === undefined) blacks += 1
        if (group.clock.epochMs > edgeMs + 4_000) offsets.push(Math.abs(offsetsMs()[0] ?? Number.NaN))
      }
      return { blacks, before, after: tile?.playbackIds ?? [], offsets }
    }, endMs)
    expect(seen.blacks).toBe(0)
    // The hour before has been let go, and what was opened in time is played now.
    expect(seen.after).not.toContain(seen.before[0])
    expect(quantile(seen.offsets, 0.5)).toBeLessThanOrEqual(150 + frameMs)
  })

  it('goes back over the start of its hour without a moment of black', async () => {
    const openedMs = someMinutesAgo() - 7 * 60 * minuteMs
    // A quarter of an hour before it, its window begins.
    const startMs = openedMs - 15 * minuteMs
    await openGroup(['cam-01'], openedMs)
    const seen = await opened.page.evaluate(async (edgeMs) => {
      const { group, shown, picture } = window.playbackStage
      const ids = () => group.driver(0)?.playbackIds ?? []
      group.clock.seek(edgeMs + 7_000)
      await shown(0, edgeMs + 7_000)
      const frames = [picture(0)?.frameIndex]
      group.clock.setRate(-2)
      group.clock.play()
      let blacks = 0
      let atEdge: string[] = []
      const stalls: [number, number][] = []
      let last = [performance.now(), group.clock.epochMs] as const
      while (group.clock.epochMs > edgeMs - 7_800) {
        await new Promise(requestAnimationFrame)
        const now = [performance.now(), group.clock.epochMs] as const
        if (now[0] - last[0] > 500) stalls.push([last[1], now[1]])
        last = now
        if (group.clock.epochMs > edgeMs + 1_000) atEdge = ids()
        const frame = picture(0)?.frameIndex
        if (frame === undefined) blacks += 1
        else if (frame !== frames.at(-1)) frames.push(frame)
      }
      return { blacks, atEdge, after: ids(), frames, stalls }
    }, startMs)
    // What was opened in time is played, and the hour after it has been let go.
    expect(seen.atEdge).toHaveLength(2)
    expect(seen.after).toEqual(seen.atEdge.slice(1))
    expect(seen.blacks).toBe(0)
    const keyFrames = seen.frames.filter((frame = -1) => frame % 30 === 0)
    const mayLack = passedInStalls(seen.stalls, (frame) => startMs + ((frame + 225) % 450) / 0.015 - 15_000)
    expect(keyFrames).toEqual(
      [90, 60, 30, 0, 420, 390, 360, 330].filter((frame) => keyFrames.includes(frame) || !mayLack(frame)),
    )
    // Beside key frames only the exact picture that it began with, and the one that the hour before may begin with.
    const [first, second = 421, ...more] = seen.frames.filter((frame = -1) => frame % 30 !== 0)
    expect([first, more]).toEqual([105, []])
    expect(second).toBeGreaterThan(420)
    expect(seen.frames.indexOf(420)).toBeGreaterThan(seen.frames.indexOf(second))
  })

  it('steps picture by picture, on and back, over a gap too', async () => {
    const periodMs = Math.floor(Date.now() / (3 * minuteMs)) * 3 * minuteMs - 9 * minuteMs
    await openGroup(['cam-12'], periodMs + 69_800)
    const seen = await opened.page.evaluate(async () => {
      const { group, shown, picture } = window.playbackStage
      const frames: (number | undefined)[] = []
      for (const direction of [1, 1, 1, 1, 1, -1, -1, -1, -1, -1] as const) {
        group.step(direction)
        await shown(0, group.clock.epochMs)
        frames.push(picture(0)?.frameIndex)
      }
      return frames
    })
    // The gap lasts from 70 s to 76 s; the loop of half a minute has 15 pictures a second.
    expect(seen).toEqual([148, 149, 240, 241, 242, 241, 240, 149, 148, 147])
  })

  it('goes backwards and fast by key frames', async () => {
    const atMs = someMinutesAgo() + 30_000
    await openGroup(['cam-01'], atMs)
    for (const rate of [-8, 16]) {
      const places = await opened.page.evaluate(async (speed) => {
        const { group, observe, picture, shown } = window.playbackStage
        // The pause of the round before ends at an exact picture, which is no key frame.
        await shown(0, group.clock.epochMs)
        group.clock.setRate(speed)
        group.clock.play()
        const frames: { frame: number; saidMs: number }[] = []
        const fromMs = group.clock.epochMs
        while (Math.abs(group.clock.epochMs - fromMs) < 60_000) {
          await new Promise(requestAnimationFrame)
          const frame = picture(0)?.frameIndex
          const saidMs = observe(0).shownMs ?? group.clock.epochMs
          if (frame !== undefined && frame !== frames.at(-1)?.frame) frames.push({ frame, saidMs })
        }
        group.clock.pause()
        // Where it stood may be a hair beside a picture's edge; the next round begins at the exact one.
        group.clock.seek(group.clock.epochMs)
        return frames
      }, rate)
      // Segments of two seconds begin with a key frame.
      const steps = places.slice(1)
      expect(steps.length).toBeGreaterThanOrEqual(4)
      for (const { frame } of steps) expect(frame % 30).toBe(0)
      // The loop comes round several times: what the tile says of its picture tells which time it is.
      const instants = steps.map(({ frame, saidMs }) => instantOf(frame, saidMs))
      const rises = instants.slice(1).filter((atMs, at) => atMs > (instants[at] ?? 0)).length
      const share = rises / (steps.length - 1)
      if (rate > 0) expect(share).toBeGreaterThan(0.7)
      else expect(share).toBeLessThan(0.3)
    }
  })

  it.each([-1, -2])('shows each key frame once, going backwards slowly (%d)', async (speed) => {
    await openGroup(['cam-01'], someMinutesAgo() + 30_900)
    const seen = await opened.page.evaluate(async (rate) => {
      const { group, picture, observe } = window.playbackStage
      const frames = [picture(0)?.frameIndex]
      group.clock.setRate(rate)
      group.clock.play()
      let looks = 0
      let waits = 0
      const stalls: [number, number][] = []
      const fromMs = group.clock.epochMs
      let last = [performance.now(), fromMs] as const
      while (group.clock.epochMs > fromMs - 12_800) {
        await new Promise(requestAnimationFrame)
        const now = [performance.now(), group.clock.epochMs] as const
        if (now[0] - last[0] > 500) stalls.push([last[1], now[1]])
        last = now
        const frame = picture(0)?.frameIndex
        if (frame !== undefined && frame !== frames.at(-1)) frames.push(frame)
        looks += 1
        if (observe(0).state === 'BUFFERING' || group.clock.isHeld) waits += 1
      }
      group.clock.pause()
      return { frames, waits: waits / looks, stalls, fromMs }
    }, speed)
    // It begins at the exact picture; segments of two seconds begin with a key frame, the loop has 450 pictures.
    const mayLack = passedInStalls(
      seen.stalls,
      (frame) => seen.fromMs - 900 + (((frame + 225) % 450) - 225) / 0.015,
    )
    expect(seen.frames).toEqual(
      [13, 0, 420, 390, 360, 330, 300, 270].filter((frame) => seen.frames.includes(frame) || !mayLack(frame)),
    )
    expect(seen.waits).toBeLessThan(0.1)
  })

  it('keeps four tiles in step at four times the speed', async () => {
    await openGroup(nine.slice(0, 4), someMinutesAgo())
    const spreads = await opened.page.evaluate(async () => {
      const { group, until, offsetsMs } = window.playbackStage
      group.clock.setRate(4)
      group.clock.play()
      await Promise.all([0, 1, 2, 3].map((tile) => until(tile, ['PLAYING'])))
      const fromMs = group.clock.epochMs
      const spreads: number[] = []
      while (group.clock.epochMs < fromMs + 24_000) {
        await new Promise((done) => setTimeout(done, 100))
        const all = offsetsMs().filter((offset) => offset !== undefined)
        if (group.clock.epochMs > fromMs + 12_000) spreads.push(Math.max(...all) - Math.min(...all))
      }
      return spreads
    })
    // The law counts in time that passes, of which this is four times as much footage.
    expect(quantile(spreads, 0.5)).toBeLessThanOrEqual(4 * (150 + frameMs))
  })

  it('waits for the selected tile, and goes on without it', async () => {
    const atMs = someMinutesAgo()
    await openGroup(['cam-02', 'cam-01'], atMs)
    const held: ServerResponse[] = []
    opened.stand.proxy.fault = (asked, answer) => {
      const isStuck = asked.url?.includes('cam-02') === true && asked.url.includes('.m4s')
      if (isStuck) held.push(answer)
      return isStuck
    }
    const seen = await opened.page.evaluate(
      async (instant) => {
        const { group, until, observe } = window.playbackStage
        group.clock.play()
        group.clock.seek(instant)
        const waitedAtMs: number[] = []
        while (!group.clock.isHeld) await new Promise(requestAnimationFrame)
        while (group.clock.isHeld) {
          waitedAtMs.push(group.clock.epochMs)
          await new Promise(requestAnimationFrame)
        }
        const fromMs = group.clock.epochMs
        await until(1, ['PLAYING'])
        while (group.clock.epochMs < fromMs + 2_000) await new Promise(requestAnimationFrame)
        await until(1, ['PLAYING'])
        const other = observe(1)
        return {
          moved: Math.max(...waitedAtMs) - Math.min(...waitedAtMs),
          selected: observe(0).state,
          other: other.state,
          passed: (other.shownMs ?? 0) - instant,
        }
      },
      atMs + 4 * minuteMs,
    )
    for (const answer of held) answer.destroy()
    expect(seen).toMatchObject({ moved: 0, other: 'PLAYING' })
    expect(['SEEKING', 'BUFFERING', 'FAILED']).toContain(seen.selected)
    expect(seen.passed).toBeGreaterThan(1_000)
  })

  it('gives the elements of tiles that went to those that come', async () => {
    const atMs = someMinutesAgo()
    await openGroup(nine.slice(0, 4), atMs)
    const seen = await opened.page.evaluate(
      async ([cameras, instant]) => {
        const { group, until, picture, showGroup } = window.playbackStage
        const videos = () =>
          cameras.map((_, tile) => group.driver(tile)?.element.querySelector('video') ?? undefined)
        const before = new Set(videos())
        const numbers: (number | undefined)[] = []
        for (let round = 0; round < 3; round += 1) {
          showGroup([])
          showGroup(round === 1 ? cameras.toReversed() : cameras)
          group.clock.seek(instant)
          await Promise.all(cameras.map((_, tile) => until(tile, ['PAUSED'])))
          numbers.push(...cameras.map((_, tile) => picture(tile)?.cameraNumber))
        }
        const isReused = videos().every((video) => before.has(video))
        return { isReused, inPage: document.querySelectorAll('video').length, numbers }
      },
      [nine.slice(4, 8), atMs] as const,
    )
    const numbers = [6, 7, 8, 9]
    const expected = [...numbers, ...numbers.toReversed(), ...numbers]
    expect(seen).toEqual({ isReused: true, inPage: 4, numbers: expected })
  })

  it('plays as many as the platform allows, and says of the rest who has the sessions', async () => {
    const cameras = [...nine, 'cam-10', 'cam-11']
    const atMs = Math.floor(Date.now() / (6 * 60 * minuteMs)) * 6 * 60 * minuteMs - 60 * minuteMs
    const seen = await opened.page.evaluate(
      async ([all, instant]) => {
        const { openGroup, until, untilWords, observe } = window.playbackStage
        openGroup(all, instant)
        const states = ['PAUSED', 'FAILED', 'GAP']
        await Promise.all(all.map((_, tile) => until(tile, states)))
        const refused = all.map((_, tile) => tile).filter((tile) => observe(tile).state === 'FAILED')
        return Promise.all(refused.map((tile) => untilWords(tile, ['FAILED'])))
      },
      [cameras, atMs] as const,
    )
    expect(seen).toEqual([
      expect.stringMatching(/^10 of 10 playback sessions are in use: .*of this wall.*End one of them/),
    ])
  })
})
