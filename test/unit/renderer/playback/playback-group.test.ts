// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ok } from '#contract/result.ts'
import { playbackDefaults } from '#renderer/playback/defaults.ts'
import { PlaybackGroup } from '#renderer/playback/playback-group.ts'
import { PlaybackHolds } from '#renderer/playback/playback-holds.ts'
import type { HlsLibrary } from '#renderer/playback/tile/load-hls.ts'
import type { PlaybackDriver } from '#renderer/playback/tile/playback-driver.ts'
import { FakeClock, settle } from '../fake-clock.ts'
import { FakeShell } from '../fake-shell.ts'
import { makeVideo, makeVideos } from './made-video.ts'
import { listOf, silentLibrary } from './silent-hls.ts'

const startMs = 1_700_000_000_000
const frameMs = 40

const newestMs = () => Number.POSITIVE_INFINITY

/** Of tiles whose footage can be opened, on a page without a player unless there is one. */
function groupOf(loadHls: () => Promise<HlsLibrary | undefined> = async () => undefined, atMs = startMs) {
  const clock = new FakeClock()
  const shell = new FakeShell({
    'playback.open': ({ cameraId: id }) =>
      ok({ playbackId: id, manifest: id, startMs, endMs: startMs + 3_600_000, isNewest: false }),
  })
  const holds = new PlaybackHolds(shell)
  const group = new PlaybackGroup(atMs, { shell, holds, clock, newestMs, loadHls })
  onTestFinished(() => group.dispose())
  return { clock, shell, group }
}

/** A group that plays at a rate; its selected tile shows the picture of half a second after the clock. */
function playing(rate: number, change: Partial<Record<keyof PlaybackDriver, unknown>> = {}) {
  const { group } = groupOf()
  const shownMs = startMs + 500
  const follow = vi.fn<PlaybackDriver['follow']>()
  const driver = {
    follow,
    observe: () => ({ state: 'PLAYING', shownMs }),
    namedFrameMs: frameMs,
    frameAt: () => undefined,
    map: undefined,
    playbackIds: [],
    ...change,
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it has is all that is asked of it
  vi.spyOn(group, 'driver').mockReturnValue(driver as unknown as PlaybackDriver)
  group.setFocus(1)
  group.clock.setRate(rate)
  group.clock.play()
  follow.mockClear()
  return { group, follow, shownMs }
}

it.each([-1, 8])(
  'what follows is led to the key frame that is seen, and nowhere else, by a pause at %s×',
  (rate) => {
    const { group, follow, shownMs } = playing(rate)
    group.pause()
    expect(follow.mock.calls).toEqual([[expect.objectContaining({ wallMs: shownMs, speed: 0 }), true]])
  },
)

it.each([
  ['at a speed that a player has', 1, 'PLAYING'],
  ['while its key frame is still on its way', 8, 'SEEKING'],
])('a pause %s is where the clock is', (_when, rate, state) => {
  const { group, follow } = playing(rate, { observe: () => ({ state, shownMs: startMs + 500 }) })
  group.pause()
  expect(follow.mock.calls).toEqual([[expect.objectContaining({ wallMs: startMs, speed: 0 }), false]])
})

it.each([
  [1, frameMs + frameMs / 4],
  [-1, -frameMs + frameMs / 4],
] as const)('a step by %s from key frames begins at the one that is seen', (direction, awayMs) => {
  const { group, follow, shownMs } = playing(-2)
  group.step(direction)
  expect(follow.mock.calls).toEqual([[expect.objectContaining({ wallMs: shownMs + awayMs, speed: 0 }), true]])
})

it.each([
  ['the footage itself', { frameAt: (fromMs: number) => ({ fromMs, untilMs: fromMs + 800 }) }, 1_000],
  ['the platform', { namedFrameMs: 100 }, 125],
  ['nobody', { namedFrameMs: undefined }, 50],
])('a step is as long as a picture lasts, as %s says', (_who, change, awayMs) => {
  const observe = () => ({ state: 'PLAYING', shownMs: startMs })
  const { group, follow } = playing(1, { observe, ...change })
  group.step(1)
  const { wallMs = 0 } = follow.mock.lastCall?.[0] ?? {}
  expect(wallMs - startMs).toBe(awayMs)
})

const { tickEveryMs, holdAtMostMs } = playbackDefaults.group
const { quietMs } = playbackDefaults.tile

/** With what its tiles are told. */
function opened() {
  const { clock, shell, group } = groupOf()
  const show = async (...cameraIds: readonly string[]) => {
    group.show(cameraIds.map((cameraId, tile) => ({ tile, cameraId, quality: 'reduced' })))
    await settle()
  }
  const follows: number[] = []
  const jumps: boolean[] = []
  /** From now on. */
  const watch = (...tiles: readonly number[]) => {
    for (const tile of tiles) {
      const driver = group.driver(tile)
      if (!driver) continue
      vi.spyOn(driver, 'follow').mockImplementation((_aim, isJump) => {
        follows.push(tile)
        jumps.push(isJump)
      })
    }
  }
  return {
    clock,
    shell,
    group,
    show,
    follows,
    jumps,
    watch,
    held: () => shell.inputsOf('playback.hold').at(-1),
  }
}

describe('a group', () => {
  it('holds what its tiles play, and separates what plays from what is paused', async () => {
    const { shell, group, show, held } = opened()
    await show('a', 'b')
    expect(shell.inputsOf('playback.open').map(({ atMs }) => atMs)).toEqual([startMs, startMs])
    expect(held()).toEqual({ playing: [], paused: ['a', 'b'] })
    group.clock.play()
    expect(held()).toEqual({ playing: ['a', 'b'], paused: [] })
    await show('a')
    expect(held()).toEqual({ playing: ['a'], paused: [] })
    group.dispose()
    expect(held()).toEqual({ playing: [], paused: [] })
  })

  it('keeps the picture of a tile that keeps its camera, and no other one', async () => {
    const { group, show } = opened()
    await show('a', 'b')
    const before = [0, 1].map((tile) => group.driver(tile))
    await show('a', 'c')
    expect(group.driver(0)).toBe(before[0])
    expect(group.driver(1)?.cameraId).toBe('c')
    group.show([{ tile: 1, cameraId: 'a', quality: 'reduced' }])
    expect([group.driver(0), group.driver(1)?.cameraId]).toEqual([undefined, 'a'])
    await show()
    expect(group.driver(0)).toBeUndefined()
  })

  it('plays more pixels as soon as a tile wishes them, and fewer only with another camera', async () => {
    const { group, show } = opened()
    await show('a')
    const driver = group.driver(0)
    if (driver === undefined) throw new Error('no tile')
    const setQuality = vi.spyOn(driver, 'setQuality')
    await show('a')
    expect(setQuality).not.toHaveBeenCalled()
    group.show([{ tile: 0, cameraId: 'a', quality: 'full' }])
    expect(setQuality.mock.calls).toEqual([['full']])
    await show('a')
    expect(setQuality).toHaveBeenCalledOnce()
  })

  it('leads the selected tile first, and alone while a hand moves the clock', async () => {
    const { clock, group, show, follows, jumps, watch } = opened()
    await show('a', 'b', 'c')
    group.setFocus(1)
    watch(0, 1, 2)
    group.clock.seek(startMs + 5_000)
    expect(follows.splice(0)).toEqual([1, 0, 2])
    expect(jumps.splice(0)).toEqual([true, true, true])
    clock.advance(tickEveryMs)
    expect(follows.splice(0)).toEqual([1, 0, 2])
    expect(jumps.splice(0)).toEqual([false, false, false])
    group.setByHand(true)
    group.clock.seek(startMs + 9_000)
    expect(follows.splice(0)).toEqual([1])
    group.setByHand(false)
    group.clock.play()
    expect(follows.splice(0)).toEqual([1, 0, 2])
  })

  it.each(['BUFFERING', 'SEEKING'] as const)(
    'waits a moment for the selected tile that is %s, and no longer',
    async (state) => {
      const { clock, group, show } = opened()
      await show('a', 'b')
      group.setFocus(1)
      const [other, driver] = [group.driver(0), group.driver(1)]
      if (other === undefined || driver === undefined) throw new Error('no tile')
      const [follow] = [driver, other].map((one) => vi.spyOn(one, 'follow').mockReturnValue(undefined))
      const behind = { ...driver.observe(), state }
      vi.spyOn(driver, 'observe').mockReturnValue(behind)
      const heldSpeed = () => follow?.mock.lastCall?.[0].heldSpeed
      clock.advance(tickEveryMs)
      expect(group.clock.isHeld).toBe(false)
      expect(heldSpeed()).toBeUndefined()
      group.clock.play()
      expect(heldSpeed()).toBeUndefined()
      clock.advance(tickEveryMs)
      expect(group.clock.isHeld).toBe(true)
      // It stands, and is to go on.
      expect(heldSpeed()).toBe(1)
      clock.advance(holdAtMostMs)
      expect(group.clock.isHeld).toBe(false)
      // The same one, selected once more, is not waited for again.
      group.setFocus(1)
      clock.advance(tickEveryMs)
      expect(group.clock.isHeld).toBe(false)
      // Another instant is another wait.
      group.clock.seek(startMs + 60_000)
      clock.advance(tickEveryMs)
      expect(group.clock.isHeld).toBe(true)
      group.clock.pause()
      expect(heldSpeed()).toBeUndefined()
      group.clock.play()
      clock.advance(holdAtMostMs + tickEveryMs)
      expect(group.clock.isHeld).toBe(false)
      // And so is another tile.
      vi.spyOn(other, 'observe').mockReturnValue(behind)
      group.setFocus(0)
      clock.advance(tickEveryMs)
      expect(group.clock.isHeld).toBe(true)
      group.setFocus(undefined)
      clock.advance(tickEveryMs)
      expect(group.clock.isHeld).toBe(false)
    },
  )

  it('leads a tile that it begins to show to the instant, of which that is looked for', () => {
    const { group } = opened()
    group.clock.play()
    group.show([{ tile: 0, cameraId: 'a', quality: 'reduced' }])
    expect(group.driver(0)?.observe().state).toBe('SEEKING')
  })

  it('only stops the clock where no tile is selected to step or to pause in', async () => {
    const { group, show } = opened()
    await show('a')
    for (const stop of [() => group.step(1), () => group.pause()]) {
      group.clock.play()
      stop()
      expect(group.clock).toMatchObject({ isPlaying: false, epochMs: startMs })
    }
  })

  it('does nothing more once it is disposed of', async () => {
    const { clock, group, show, follows, watch } = opened()
    await show('a')
    watch(0)
    group.dispose()
    group.clock.seek(startMs + 5_000)
    clock.advance(10 * tickEveryMs)
    expect(follows).toEqual([])
    expect(clock.pendingCount).toBe(0)
  })
})

it('the selected tile gets its sharper picture at once, and one of the others at a time', async () => {
  const { library, made } = silentLibrary()
  const { clock, group } = groupOf(async () => library, startMs + 5_000)
  const videos: ReturnType<typeof makeVideo>[] = []
  makeVideos((element) => {
    const video = makeVideo(element)
    Object.defineProperties(video.video, { videoWidth: { value: 320 }, videoHeight: { value: 180 } })
    videos.push(video)
    return video.video
  })
  group.setFocus(2)
  group.show(['a', 'b', 'c'].map((cameraId, tile) => ({ tile, cameraId, quality: 'full' })))
  await settle()
  for (const hls of made) {
    hls.levels = [
      { width: 320, height: 180 },
      { width: 1_280, height: 720 },
    ]
    hls.emit('MANIFEST_PARSED')
    hls.emit('LEVEL_UPDATED', listOf([0, 2, 4, 6].map((seconds) => ({ wallMs: startMs + seconds * 1_000 }))))
  }
  await settle()
  for (const { video, arrive, frame } of videos) {
    while (video.isSeeking) arrive()
    frame(5, clock.nowMs())
  }
  expect([0, 1, 2].map((tile) => group.driver(tile)?.observe().state)).toEqual(['PAUSED', 'PAUSED', 'PAUSED'])
  clock.advance(quietMs)
  expect(made.slice(3).flatMap(({ sources }) => sources)).toEqual(['a', 'c'])
})
