import { describe, expect, it, test } from 'vitest'
import { SegmentMap } from '#renderer/playback/segment-map.ts'
import { type Aim, isByKeyFrames, isNear, isStanding } from '#renderer/playback/tile/aim.ts'

const startMs = 1_700_000_000_000
const aimAt = (speed: number, heldSpeed?: number): Aim => ({ wallMs: startMs + 5_000, speed, heldSpeed })

describe('an aim', () => {
  test.for([
    [1, undefined, 'plays'],
    [4, undefined, 'plays'],
    [4.1, undefined, 'key frames'],
    [-0.25, undefined, 'key frames'],
    [0, undefined, 'stands'],
    // It goes on like this.
    [0, 1, 'plays'],
    [0, 8, 'key frames'],
    [0, -1, 'key frames'],
  ] as const)('at speed %s, to go on at %s: %s', ([speed, heldSpeed, how]) => {
    const aim = aimAt(speed, heldSpeed)
    expect(isByKeyFrames(aim)).toBe(how === 'key frames')
    expect(isStanding(aim)).toBe(how === 'stands')
  })

  test.for([
    ['a picture that is shown now', 1, 0, true],
    ['the last one that is near', 1, -1_540, true],
    ['one that is too long ago', 1, -1_541, false],
    ['the last one that is ahead and near', 1, 1_500, true],
    ['one that is too far ahead', 1, 1_501, false],
    ['one twice as far at twice the speed', 2, 3_000, true],
    ['one as far ahead at half the speed', 0.5, 1_500, true],
    // The segment began a second before.
    ['the key frame at 8 times the speed', 8, -1_000, true],
    ['a key frame that is as many pictures away as are passed by', 8, -12_900, true],
    ['a key frame that is long overdue', 8, -13_100, false],
    ['a key frame that is passed by backwards', -1, 490, true],
    ['another one', -1, 510, false],
  ] as const)('of a moving wall: %s', ([, speed, awayMs, isRight]) => {
    const segments = [
      { mediaStartSeconds: 0, durationSeconds: 4, wallStartMs: startMs, isMissing: false },
      { mediaStartSeconds: 4, durationSeconds: 4, wallStartMs: startMs + 4_000, isMissing: false },
    ]
    const map = new SegmentMap(segments, startMs)
    const aim = aimAt(speed)
    expect(isNear(aim, aim.wallMs + awayMs, { map, lastsMs: 40 })).toBe(isRight)
  })

  it('is near to nothing where nothing is shown or no footage is known', () => {
    expect(isNear(aimAt(1), undefined, { map: undefined, lastsMs: 40 })).toBe(false)
    expect(isNear(aimAt(8), startMs, { map: undefined, lastsMs: 40 })).toBe(false)
  })
})
