// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail } from '#contract/result.ts'
import { PlaybackHolds } from '#renderer/playback/playback-holds.ts'
import { NEWEST_AGE_IN_MS } from '#renderer/wall/defaults.ts'
import { noConnection } from '#renderer/wall/session-store.ts'
import { WallPlayback } from '#renderer/wall/wall-playback.ts'
import { FakeClock } from '../fake-clock.ts'
import { camerasUpTo } from '../fake-shell.ts'
import { pageParts } from '../page-parts.ts'
import { playheadAt } from '#renderer/timeline/playhead.ts'

/** A wall of four tiles, the last of them empty, whose platform has no footage: what is asked is seen, nothing is played. */
function open({ skewMs = 0, steadyClock }: { skewMs?: number; steadyClock?: FakeClock } = {}) {
  const parts = pageParts({
    cameras: 3,
    nowMs: 1_800_000_000_000,
    skewMs,
    answers: { 'playback.open': () => fail(wallError('no_recording')) },
  })
  const { clock, shell, wall, playback, platformClock } = parts
  const wallPlayback = new WallPlayback({
    wall,
    playback,
    holds: new PlaybackHolds(shell),
    shell,
    clock: platformClock,
    steadyClock: steadyClock ?? clock,
    loadHls: () => Promise.reject(new Error('nothing is played here')),
    sizeOf: () => undefined,
    viewport: () => ({ widthPx: 720, heightPx: 405 }),
  })
  onTestFinished(() => wallPlayback.dispose())
  const asked = () => shell.inputsOf('playback.open').map(({ cameraId, quality }) => [cameraId, quality])
  return { ...parts, wallPlayback, asked, state: () => playback.getState() }
}

const secondMs = 1_000

/** Whatever was asked has been answered. */
const answers = () => new Promise(setImmediate)

describe('the past of a wall', () => {
  it('begins with the last 30 s in the selected tile, in the quality of its pixels', () => {
    const { clock, wallPlayback, state, asked } = open()
    wallPlayback.replay()
    const nowMs = clock.nowMs()
    expect(state()).toMatchObject({
      tiles: [0],
      speed: 1,
      playhead: { mode: 'playback', atMs: nowMs - 30 * secondMs, sinceMs: nowMs, rate: 1 },
    })
    expect(asked()).toEqual([['camera-1', 'reduced']])
  })

  it('begins with the last 30 s of then once more in a tile that is there already', () => {
    const { clock, wallPlayback, state } = open()
    wallPlayback.replay()
    clock.advance(5 * secondMs)
    wallPlayback.replay()
    expect(state()).toMatchObject({ tiles: [0], playhead: { atMs: clock.nowMs() - 30 * secondMs } })
  })

  it.each([3_600_000, -3_600_000])(
    "is where it was when the computer's clock is set by %i ms, before the platform has answered and afterwards",
    (byMs) => {
      const { clock, session, wallPlayback, state } = open({ steadyClock: new FakeClock() })
      const nowMs = clock.nowMs()
      const atMs = nowMs - 30 * secondMs
      wallPlayback.replay()
      // Set back, this clock runs no timer.
      clock.advance(byMs)
      wallPlayback.playPause()
      expect(state().playhead).toMatchObject({ atMs })
      session.actions.setConnection({ ...noConnection, skewMs: -byMs, skewUncertaintyMs: 0 })
      expect(state().playhead).toMatchObject({ atMs })
      wallPlayback.jump(3_600_000)
      expect(state().playhead).toMatchObject({ atMs: nowMs - NEWEST_AGE_IN_MS })
    },
  )

  it('is played in full where a tile is large', () => {
    const { wall, wallPlayback, asked } = open()
    wall.actions.toggleLarge()
    wallPlayback.replay()
    expect(asked()).toEqual([['camera-1', 'full']])
  })

  it('is one instant for all tiles, and ends for each by itself', () => {
    const { clock, wall, wallPlayback, state } = open()
    wallPlayback.replay()
    clock.advance(5 * secondMs)
    wall.actions.select(1)
    wallPlayback.replay()
    expect(state()).toMatchObject({ tiles: [0, 1], playhead: { atMs: clock.nowMs() - 30 * secondMs } })
    wallPlayback.goLive()
    expect(state().tiles).toEqual([0])
    wallPlayback.goLive(0)
    expect(state()).toMatchObject({ tiles: [], playhead: { mode: 'live' }, speed: 0 })
  })

  it('comes to all tiles with a camera together, and leaves all but the selected one', () => {
    const { clock, wallPlayback, state } = open()
    wallPlayback.replay()
    clock.advance(4 * secondMs)
    wallPlayback.playPause()
    const { playhead } = state()
    wallPlayback.playTogether()
    expect(state()).toMatchObject({ tiles: [0, 1, 2], isTogether: true, playhead, speed: 0 })
    wallPlayback.playTogether()
    expect(state()).toMatchObject({ tiles: [0], isTogether: false })
  })

  it('takes along what becomes visible while all are together, and what is put into an empty tile', () => {
    const { wall, wallPlayback, state } = open()
    wall.actions.setLayout(1)
    wallPlayback.playTogether()
    expect(state().tiles).toEqual([0])
    wall.actions.setLayout(4)
    expect(state().tiles).toEqual([0, 1, 2])
    wall.actions.showCamera(3, 'camera-1')
    expect(state().tiles).toEqual([0, 1, 2, 3])
  })

  it('is not come back to by a layout that shows the tile again', () => {
    const { wall, wallPlayback, state } = open()
    wall.actions.select(2)
    wallPlayback.replay()
    wall.actions.setLayout(1)
    wall.actions.setLayout(4)
    expect(state()).toMatchObject({ tiles: [], playhead: { mode: 'live' } })
  })

  it('stays where it is when another camera is put into the tile', () => {
    const { wall, wallPlayback, state, asked } = open()
    wallPlayback.replay()
    const { playhead } = state()
    wall.actions.showCamera(0, 'camera-3')
    expect(asked().at(-1)).toEqual(['camera-3', 'reduced'])
    expect(state()).toMatchObject({ tiles: [0], playhead })
  })

  it('is jumped into from a live wall, and then moved for all', () => {
    const { clock, wallPlayback, state } = open()
    wallPlayback.jump(-10 * secondMs)
    expect(state()).toMatchObject({ tiles: [0], playhead: { atMs: clock.nowMs() - 10 * secondMs } })
    wallPlayback.jump(-10 * secondMs)
    expect(state().playhead).toMatchObject({ atMs: clock.nowMs() - 20 * secondMs })
  })

  it('stands while a hand moves it, and goes on afterwards as it did before', () => {
    const { clock, wallPlayback, state } = open()
    const atMs = clock.nowMs() - 600 * secondMs
    wallPlayback.scrubTo(atMs)
    expect(state()).toMatchObject({ tiles: [0], scrub: { atMs }, speed: 0 })
    wallPlayback.release(atMs + 7)
    expect(state()).toMatchObject({ scrub: undefined, speed: 0, playhead: { atMs: atMs + 7 } })
    wallPlayback.playPause()
    wallPlayback.scrubTo(atMs)
    wallPlayback.release(atMs)
    expect(state()).toMatchObject({ scrub: undefined, speed: 1, playhead: { atMs } })
  })

  it.each([0, 2])('is led by a hand in the selected tile alone (%d) until it lets go', async (selected) => {
    const { clock, wall, wallPlayback, state, asked } = open()
    wallPlayback.playTogether()
    wall.actions.select(selected)
    await answers()
    // Long enough for another jump to be looked into, too short for a try of its own.
    clock.advance(400)
    const before = asked().length
    wallPlayback.scrubTo(clock.nowMs() - 600 * secondMs)
    expect(asked().slice(before)).toEqual([[`camera-${selected + 1}`, 'reduced']])
    await answers()
    clock.advance(400)
    wallPlayback.release(clock.nowMs() - 700 * secondMs)
    const all = [1, 2, 3].map((camera) => [`camera-${camera}`, 'reduced'])
    expect(asked().slice(before + 1)).toEqual(expect.arrayContaining(all))
    expect(state()).toMatchObject({ tiles: [0, 1, 2], scrub: undefined, speed: 1 })
  })

  it('is led by a hand in a tile that was live, beside one in the past that stays where it is', async () => {
    const { clock, wall, wallPlayback, state, asked } = open()
    wallPlayback.replay()
    wall.actions.select(1)
    await answers()
    clock.advance(400)
    const before = asked().length
    wallPlayback.scrubTo(clock.nowMs() - 600 * secondMs)
    expect(asked().slice(before)).toEqual([['camera-2', 'reduced']])
    expect(state().tiles).toEqual([0, 1])
  })

  it('is not faster than time, and stays behind what is being kept just now', () => {
    const { clock, wallPlayback, state } = open()
    wallPlayback.replay()
    for (let press = 0; press < 4; press += 1) wallPlayback.shuttle(1)
    expect(state().speed).toBe(16)
    clock.advance(10 * secondMs)
    expect(state()).toMatchObject({ speed: 1, tiles: [0] })
    expect(playheadAt(state().playhead, clock.nowMs())).toBeLessThanOrEqual(clock.nowMs() - 10 * secondMs)
    wallPlayback.jump(60 * secondMs)
    expect(playheadAt(state().playhead, clock.nowMs())).toBe(clock.nowMs() - 10 * secondMs)
  })

  it('remembers the moments that a jump or live has left, but none on the way from one to another', () => {
    const { clock, wallPlayback, state } = open()
    const nowMs = clock.nowMs()
    const ago = (minutes: number) => nowMs - minutes * 60 * secondMs
    wallPlayback.replay()
    wallPlayback.goLive()
    expect(state().leftMs).toEqual([])
    wallPlayback.playFrom(ago(30), false)
    wallPlayback.jump(-10 * secondMs)
    wallPlayback.jump(10 * secondMs)
    // An alarm, in another tile too.
    for (const tile of [1, 2]) wallPlayback.playFrom(ago(5), false, tile)
    expect(state().leftMs).toEqual([ago(30)])
    for (const minutes of [90, 120, 60]) wallPlayback.scrubTo(ago(minutes))
    wallPlayback.release(ago(60))
    expect(state().leftMs).toEqual([ago(5), ago(30)])
    wallPlayback.goLiveAll()
    wallPlayback.goTo(ago(30))
    wallPlayback.playPause()
    wallPlayback.goLiveAll()
    expect(state().leftMs).toEqual([ago(30), ago(60), ago(5)])
  })

  it('begins anew at the plain speed', () => {
    const { wallPlayback, state } = open()
    wallPlayback.replay()
    wallPlayback.shuttle(-1)
    wallPlayback.goLiveAll()
    wallPlayback.jump(-10 * secondMs)
    expect(state().speed).toBe(1)
  })

  it('is that of the platform, on a computer whose clock is a minute ahead', () => {
    const { platformClock, shell, wallPlayback, state } = open({ skewMs: -60 * secondMs })
    const askedAtMs = () => shell.inputsOf('playback.open').map(({ atMs }) => atMs)
    const nowMs = platformClock.nowMs()
    wallPlayback.replay()
    expect(askedAtMs()).toEqual([nowMs - 30 * secondMs])
    wallPlayback.jump(60 * secondMs)
    expect(playheadAt(state().playhead, nowMs)).toBe(nowMs - 10 * secondMs)
    wallPlayback.goLiveAll()
    wallPlayback.playTogether()
    expect(playheadAt(state().playhead, nowMs)).toBe(nowMs - 30 * secondMs)
  })

  it.each([
    [-300, 300],
    // The platform refuses what is its future.
    [300, 0],
  ])('begins by the clock of the recorder of the tile’s camera, %i s ahead', (ahead, late) => {
    const { clock, wall, wallPlayback, state } = open()
    wall.actions.setCameras(camerasUpTo(3).map((camera) => ({ ...camera, clockOffsetMs: ahead * secondMs })))
    const begins: [() => void, number][] = [
      [() => wallPlayback.replay(), late + 30],
      [() => wallPlayback.playTogether(), late + 30],
      [() => wallPlayback.jump(-10 * secondMs), late + 10],
    ]
    for (const [begin, seconds] of begins) {
      begin()
      expect(state().playhead).toMatchObject({ atMs: clock.nowMs() - seconds * secondMs })
      wallPlayback.goLiveAll()
    }
  })

  it('stays where it is when the clock is set', () => {
    const { clock, platformClock, session, wallPlayback, state } = open()
    wallPlayback.replay()
    clock.advance(5 * secondMs)
    const before = playheadAt(state().playhead, platformClock.nowMs())
    session.actions.setConnection({ ...session.getState().connection, skewMs: 3_600 * secondMs })
    expect(playheadAt(state().playhead, platformClock.nowMs())).toBe(before)
  })

  it('lets go of everything for a sleep, and is where it was after it', () => {
    const { clock, shell, wallPlayback, state, asked } = open()
    wallPlayback.replay()
    const { playhead } = state()
    wallPlayback.suspend()
    expect(wallPlayback.pictures.observe(0)).toBeUndefined()
    clock.advance(3_600 * secondMs)
    wallPlayback.resume()
    expect(state()).toMatchObject({ tiles: [0], speed: 1, playhead: { atMs: Reflect.get(playhead, 'atMs') } })
    expect(asked()).toHaveLength(2)
    expect(shell.inputsOf('playback.open')).toHaveLength(2)
  })
})
