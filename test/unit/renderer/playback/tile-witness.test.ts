import { describe, expect, it } from 'vitest'
import { SegmentMap } from '../../../../src-renderer/playback/segment-map.ts'
import { type Aim, isNear } from '../../../../src-renderer/playback/tile/aim.ts'
import { TileWitness } from '../../../../src-renderer/playback/tile/tile-witness.ts'

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

/**
 * What a tile says over thirty seconds of footage that the clock passes at this speed, looked at 50 times a second,
 * when each key frame is shown so long after it is due.
 */
function statesAt(speed: number, lateMs: number): Set<string> {
  const witness = new TileWitness()
  const states = new Set<string>()
  const wallAt = (nowMs: number) => startMs + 31_000 + nowMs * speed
  let painted = { wallMs: map.keyFrames(wallAt(0)).atMs ?? 0, atMs: 0 }
  for (let nowMs = 0; Math.abs(nowMs * speed) < 30_000; nowMs += 20) {
    const { atMs: dueMs = 0 } = map.keyFrames(wallAt(nowMs - lateMs))
    if (nowMs >= lateMs && dueMs !== painted.wallMs) painted = { wallMs: dueMs, atMs: nowMs }
    const aim: Aim = { wallMs: wallAt(nowMs), speed, heldSpeed: undefined }
    const shownMs = painted.wallMs
    const isRight = isNear(aim, shownMs, { map, frameMs: 67 })
    const sight = { aim, shownMs, isRight, paintedAtMs: painted.atMs, isAtEnd: false, isUnplayable: false }
    witness.judge({ ...sight, error: undefined, failure: undefined, gap: undefined }, nowMs)
    if (!witness.observation.isQuiet) states.add(witness.observation.state)
  }
  return states
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
    expect(isNear(aim, startMs + 10_000, { map, frameMs: 67 })).toBe(true)
  })
})
