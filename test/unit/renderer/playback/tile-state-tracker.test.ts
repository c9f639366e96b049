import { describe, expect, it } from 'vitest'
import { SegmentMap } from '#renderer/playback/segment-map.ts'
import { type Aim, isNear } from '#renderer/playback/tile/aim.ts'
import { TileStateTracker } from '#renderer/playback/tile/tile-state-tracker.ts'

const startMs = 1_800_000_000_000
/** A minute of segments of two seconds, each of which begins with its only key frame. */
const map = new SegmentMap(
  Array.from({ length: 30 }, (_, at) => ({
    mediaStartSeconds: 2 * at,
    durationSeconds: 2,
    wallStartMs: startMs + 2_000 * at,
    isMissing: false,
  })),
  startMs,
)

const plain = {
  isAtEnd: false,
  isUnplayable: false,
  error: undefined,
  failure: undefined,
  gap: undefined,
}

/**
 * What a tile says over thirty seconds of footage that the clock passes at this speed, looked at 50 times a second,
 * when each key frame is shown so long after it is due.
 */
function statesAt(speed: number, lateMs: number): Set<string> {
  const tracker = new TileStateTracker()
  const states = new Set<string>()
  const wallAt = (nowMs: number) => startMs + 31_000 + nowMs * speed
  let painted = { wallMs: map.keyFrames(wallAt(0)).atMs ?? 0, atMs: 0 }
  for (let nowMs = 0; Math.abs(nowMs * speed) < 30_000; nowMs += 20) {
    const { atMs: dueMs = 0 } = map.keyFrames(wallAt(nowMs - lateMs))
    if (nowMs >= lateMs && dueMs !== painted.wallMs) painted = { wallMs: dueMs, atMs: nowMs }
    const aim: Aim = { wallMs: wallAt(nowMs), speed, heldSpeed: undefined }
    const shownMs = painted.wallMs
    const isRight = isNear(aim, shownMs, { map, lastsMs: 67 })
    const sight = { ...plain, aim, shownMs, isRight, paintedAtMs: painted.atMs, lastsMs: 67 }
    tracker.judge(sight, nowMs)
    if (!tracker.observation.isQuiet) states.add(tracker.observation.state)
  }
  return states
}

/** Looked at 50 times a second from a play of footage on, whose next picture never comes after `lastAtMs`. */
function statesOf(lastsMs: number, speed: number, lastAtMs: number) {
  const tracker = new TileStateTracker()
  const changes: { readonly atMs: number; readonly state: string }[] = []
  const stoodSinceMs = -60_000
  const zeroMs = 100_000
  const look = (nowMs: number, aimSpeed: number) => {
    const footageMs = Math.max(0, Math.min(nowMs, lastAtMs)) * speed
    const shownMs = startMs + Math.floor(footageMs / lastsMs) * lastsMs
    const aim: Aim = { wallMs: startMs + Math.max(0, nowMs) * speed, speed: aimSpeed, heldSpeed: undefined }
    const isFirst = shownMs === startMs
    const paintedAtMs = isFirst ? stoodSinceMs : (shownMs - startMs) / speed
    const isRight = aimSpeed === 0 || isNear(aim, shownMs, { map, lastsMs })
    tracker.judge(
      { ...plain, aim, shownMs, isRight, paintedAtMs: zeroMs + paintedAtMs, lastsMs },
      zeroMs + nowMs,
    )
    const { state, isQuiet } = tracker.observation
    if (!isQuiet && changes.at(-1)?.state !== state) changes.push({ atMs: nowMs, state })
  }
  look(-20, 0)
  for (let nowMs = 0; nowMs < 20_000; nowMs += 20) look(nowMs, speed)
  return changes
}

describe('what is said of a tile that shows key frames', () => {
  it.each([-1, -2, -4, -8, -16, 8, 16])(
    'is that it plays, although each stands for a while (%d)',
    (speed) => {
      expect([...statesAt(speed, 200)]).toEqual(['PLAYING'])
    },
  )

  it.each([-1, -2, -16])('is that it waits, once the next one is overdue (%d)', (speed) => {
    expect(statesAt(speed, 5_000)).toContain('BUFFERING')
  })

  it('is that the shown one is right while the clock is held for another tile', () => {
    const aim = { wallMs: startMs + 11_990, speed: 0, heldSpeed: -1 }
    expect(isNear(aim, startMs + 10_000, { map, lastsMs: 67 })).toBe(true)
  })
})

describe('what is said of a camera that sends few pictures', () => {
  it.each([
    [1_000, 1],
    [2_000, 1],
    [5_000, 1],
    [1_000, 0.25],
    [5_000, 4],
    [67, 1],
  ])('is that it plays, for as long as its next picture is not due (%d ms, speed %d)', (lastsMs, speed) => {
    expect(statesOf(lastsMs, speed, Number.POSITIVE_INFINITY).map(({ state }) => state)).toEqual([
      'PAUSED',
      'PLAYING',
    ])
  })

  it('is that it waits, once its next picture is overdue', () => {
    const [, , waits] = statesOf(1_000, 1, 6_500)
    // Its last picture came at six seconds and is the newest one for a second.
    expect(waits).toEqual({ atMs: 7_800, state: 'BUFFERING' })
  })
})
