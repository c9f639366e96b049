import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { quantile } from '#test/bench/statistics.ts'
import { minuteMs, someMinutesAgo } from './harness/instants.ts'
import { opened, openPaused, usePlaybackPage } from './harness/playback-page.ts'
import { cameraId } from '#test/stand/wall-stand.ts'

usePlaybackPage()

/** Cameras without a gap in the last minutes. */
const nine = [1, 2, 3, 5, 6, 7, 8, 9, 13].map(cameraId)
/** One picture of the demo cameras. */
const frameMs = 1_000 / 15

const offsets = () => opened.page.evaluate(() => window.playbackStage.offsetsMs())

/** How far apart the pictures of the tiles are, over and over while so much footage passes, after as much again. */
function spreadsWhilePlaying(cameraIds: readonly string[], speed: number, footageMs: number) {
  return opened.page.evaluate(
    async ([cameras, atMs, rate, lengthMs]) => {
      const { openPaused, until, offsetsMs } = window.playbackStage
      const group = await openPaused(cameras, atMs)
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

/** Segments of two seconds begin with one. */
const isKeyFrame = (frame = -1) => frame % 30 === 0

const showsKeyFrames = async (speed: number) => {
  await openPaused(['cam-01'], someMinutesAgo() + 30_900)
  const seen = await opened.page.evaluate((rate) => window.playbackStage.stepByKeyFrames(rate, 13_000), speed)
  // It begins at the exact picture; segments of two seconds begin with a key frame, the loop has 450 pictures.
  const backwards = [0, 420, 390, 360, 330, 300, 270, 240]
  const onwards = [0, 30, 60, 90, 120, 150, 180]
  expect(seen).toEqual([13, ...(speed < 0 ? backwards : onwards)])
}

describe('playback tiles that follow one clock', () => {
  it('shows the same instant on nine paused tiles', async () => {
    await openPaused(nine, someMinutesAgo() + 10_400)
    for (const offset of await offsets()) {
      expect(offset).toBeLessThanOrEqual(1)
      expect(offset).toBeGreaterThan(-frameMs - 1)
    }
  })

  it('lets a stalled tile catch up while the others go on', { tags: 'long' }, async () => {
    await openPaused(nine.slice(0, 4), someMinutesAgo())
    const held = await opened.page.evaluate(async (withinMs) => {
      const { group, until, observe, offsetsMs } = window.playbackStage
      const others = [0, 1, 3]
      group.clock.play()
      await Promise.all([0, 1, 2, 3].map((tile) => until(tile, ['PLAYING'])))
      const video = group.driver(2)?.element.querySelector('video')
      if (video === null || video === undefined) throw new Error('the tile has no video')
      const before = others.map((tile) => observe(tile).shownMs ?? 0)
      const atSeconds = video.currentTime
      // Four seconds back: as a tile that was stalled so long.
      video.currentTime = Math.max(0, atSeconds - 4)
      const hasCaughtUp = () =>
        !video.seeking && video.currentTime > atSeconds && -(offsetsMs()[2] ?? withinMs) <= withinMs
      // It may have caught up before the others have shown another picture.
      const haveGoneOn = () => others.every((tile, at) => (observe(tile).shownMs ?? 0) > (before[at] ?? 0))
      let held = 0
      while (!hasCaughtUp() || !haveGoneOn()) {
        await new Promise(requestAnimationFrame)
        if (group.clock.isHeld) held += 1
      }
      return held
    }, 150 + frameMs)
    expect(held).toBe(0)
  })

  it('goes on over the end of its hour without a moment of black', async () => {
    // Three quarters of an hour after it, its window ends.
    const openedMs = someMinutesAgo() - 5 * 60 * minuteMs
    const endMs = openedMs + 45 * minuteMs
    await openPaused(['cam-01'], openedMs)
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

  it('goes back over the start of its hour without a moment of black', { tags: 'long' }, async () => {
    const openedMs = someMinutesAgo() - 7 * 60 * minuteMs
    // A quarter of an hour before it, its window begins.
    const startMs = openedMs - 15 * minuteMs
    await openPaused(['cam-01'], openedMs)
    const seen = await opened.page.evaluate(async (edgeMs) => {
      const { group, shown, stepByKeyFrames } = window.playbackStage
      const ids = () => group.driver(0)?.playbackIds ?? []
      group.clock.seek(edgeMs + 7_000)
      await shown(0, edgeMs + 7_000)
      const until = await stepByKeyFrames(-2, 6_000)
      while (ids().length < 2) await new Promise(requestAnimationFrame)
      const atEdge = ids()
      const beyond = await stepByKeyFrames(-2, 9_000)
      return { atEdge, after: ids(), frames: [...until, ...beyond.slice(1)] }
    }, startMs)
    // What was opened in time is played, and the hour after it has been let go.
    expect(seen.after).toEqual(seen.atEdge.slice(1))
    expect(seen.frames).not.toContain(undefined)
    expect(seen.frames.filter(isKeyFrame)).toEqual([90, 60, 30, 0, 420, 390, 360, 330])
    // Beside key frames only the exact picture that it began with, and the one that the hour before may begin with.
    const [first, second = 421, ...more] = seen.frames.filter((frame) => !isKeyFrame(frame))
    expect([first, more]).toEqual([105, []])
    expect(second).toBeGreaterThan(420)
    expect(seen.frames.indexOf(420)).toBeGreaterThan(seen.frames.indexOf(second))
  })

  it('steps picture by picture, on and back, over a gap too', async () => {
    const periodMs = Math.floor(Date.now() / (3 * minuteMs)) * 3 * minuteMs - 9 * minuteMs
    await openPaused(['cam-12'], periodMs + 69_800)
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

  const keyFrames = 'shows each key frame once, at a speed of %d'
  it.each([-1, 16])(keyFrames, showsKeyFrames)
  it.each([-2, -8])(keyFrames, { tags: 'long' }, showsKeyFrames)

  it('waits for the selected tile, and goes on without it', { tags: 'long' }, async () => {
    const atMs = someMinutesAgo()
    await openPaused(['cam-02', 'cam-01'], atMs)
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

  it.each(['paused', 'playing'] as const)(
    'gives a tile that grows a larger picture without a moment of none (%s)',
    async (isWhat) => {
      const seen = await opened.page.evaluate(
        async ([camera, atMs, isPlaying]) => {
          const { openGroup, showGroup, until, front } = window.playbackStage
          const group = openGroup([], atMs)
          showGroup([camera], 'reduced')
          await until(0, ['PAUSED'])
          if (isPlaying) {
            group.clock.play()
            await until(0, ['PLAYING'])
          }
          const small = front(0)
          const driver = group.driver(0)
          showGroup([camera], 'full')
          const looks = [front(0)]
          while ((looks.at(-1)?.widthPx ?? 0) <= small.widthPx) {
            await new Promise(requestAnimationFrame)
            looks.push(front(0))
          }
          const without = looks.filter(({ frameIndex }) => frameIndex === undefined)
          return { small, without, isSame: group.driver(0) === driver, widthPx: looks.at(-1)?.widthPx }
        },
        [cameraId(1), someMinutesAgo() + 10_400, isWhat === 'playing'] as const,
      )
      expect(seen).toMatchObject({ small: { widthPx: 320 }, without: [], isSame: true })
    },
  )

  it('gives the elements of tiles that went to those that come', async () => {
    const atMs = someMinutesAgo()
    await openPaused(nine.slice(0, 4), atMs)
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

describe('playback tiles that follow one clock, in real time', { tags: 'long' }, () => {
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
        const { openPaused, picture, observe } = window.playbackStage
        const group = await openPaused(['cam-01'], atMs)
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
