import { describe, expect, it } from 'vitest'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { emptyDocument } from '#renderer/wall/wall-document.ts'
import { isSettledAt } from '#renderer/ui/timeline-bar-cover.ts'
import { lanesOfWall, type ModeState, modeWords } from '#renderer/ui/timeline-bar-driver.ts'
import type { PlaybackObservation } from '#renderer/playback/tile/tile-state.ts'
import { camerasUpTo } from '../fake-shell.ts'

const wallOf = (count: number) => createWallStore(emptyDocument(4), camerasUpTo(count))
const ids = (wall: ReturnType<typeof wallOf>) => lanesOfWall(wall.getState()).lanes.map(({ id }) => id)

const shown = (state: PlaybackObservation['state'], shownMs?: number): PlaybackObservation => ({
  state,
  shownMs,
  untilMs: undefined,
  reason: undefined,
  isQuiet: false,
})

describe('the lanes of a timeline', () => {
  it('are the cameras on the screen, in the order of their tiles, one lane each', () => {
    const wall = wallOf(9)
    wall.actions.showCamera(1, 'camera-9')
    wall.actions.showCamera(3, 'camera-1')
    expect(ids(wall)).toEqual(['camera-1', 'camera-9', 'camera-3'])
  })

  it('mark the camera of the selected tile', () => {
    const wall = wallOf(9)
    wall.actions.select(2)
    expect(lanesOfWall(wall.getState()).selectedId).toBe('camera-3')
    wall.actions.toggleLarge()
    expect(ids(wall)).toEqual(['camera-3'])
  })

  it('leave out tiles without a camera, and keep a camera that the platform no longer names', () => {
    const wall = wallOf(2)
    expect(ids(wall)).toEqual(['camera-1', 'camera-2'])
    wall.actions.setCameras(camerasUpTo(1))
    expect(lanesOfWall(wall.getState()).lanes[1]).toEqual({
      id: 'camera-2',
      cameraId: 'camera-2',
      name: 'unknown camera',
    })
  })
})

describe('the mode beside the clock', () => {
  const playhead = { mode: 'playback', atMs: 0, sinceMs: 0, rate: 1 } as const
  const playing: ModeState = { tiles: [2], isTogether: false, speed: 1, playhead }

  it.each<[Partial<ModeState>, string]>([
    [{ tiles: [], playhead: { mode: 'live' } }, 'LIVE'],
    [{}, 'PLAYBACK 1× · tile 3'],
    [{ speed: 0 }, 'PLAYBACK paused · tile 3'],
    [{ speed: -4, tiles: [0, 1, 5] }, 'PLAYBACK −4× · 3 tiles in step'],
    [{ speed: 0.25, tiles: [0, 1], isTogether: true }, 'PLAYBACK ¼× · all tiles in step'],
  ])('%j is “%s”', (change, expected) => {
    expect(modeWords({ ...playing, ...change })).toBe(expected)
  })
})

describe('the small picture over a tile', () => {
  const paused = { mode: 'playback', atMs: 10_000, sinceMs: 500, rate: 0 } as const
  it.each<[string, PlaybackObservation | undefined, boolean]>([
    ['an older picture', shown('PAUSED', 4_000), false],
    ['the exact one', shown('PAUSED', 10_040), true],
    ['no picture yet', shown('PAUSED'), false],
    ['a search', shown('SEEKING', 10_000), false],
    ['a gap, which says so itself', shown('GAP'), true],
    ['a tile that has gone live', undefined, true],
  ])('stays or goes: %s', (_what, observation, isSettled) => {
    expect(isSettledAt(observation, paused, 2_000)).toBe(isSettled)
  })

  it('goes when the tile plays near the moving playhead', () => {
    const playing = { ...paused, rate: 2 }
    expect(isSettledAt(shown('PLAYING', 12_000), playing, 1_500)).toBe(true)
    expect(isSettledAt(shown('PLAYING', 10_000), playing, 1_500)).toBe(false)
  })
})
