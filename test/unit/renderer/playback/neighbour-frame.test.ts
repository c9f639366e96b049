import { describe, expect, it } from 'vitest'
import { neighbourFrame } from '#renderer/playback/neighbour-frame.ts'
import { SegmentMap } from '#renderer/playback/segment-map.ts'

const startMs = 1_700_000_000_000
const frameMs = 40
const map = new SegmentMap(
  [
    { mediaStartSeconds: 0, durationSeconds: 2, wallStartMs: startMs, isMissing: false },
    { mediaStartSeconds: 2, durationSeconds: 2, wallStartMs: startMs + 8_000, isMissing: false },
  ],
  startMs,
)

/** Number of the picture around an instant, counted from the start of the footage. */
const pictureAt = (wallMs: number) => (wallMs - startMs) / frameMs

describe('neighbourFrame', () => {
  it.each([
    ['the next', 1, 400, 400, 11],
    ['the one before', -1, 400, 400, 9],
    ['the next, wherever in its picture the clock stands', 1, 439, 400, 11],
    ['the first after a gap', 1, 1_960, 1_960, 200],
    ['the last before a gap', -1, 8_000, 8_000, 49],
    ['the next of the last step, when that is not to be seen yet', 1, 1_010, 400, 26],
    ['the next of the clock, without a picture', 1, 410, undefined, 11],
  ] as const)('is %s', (_what, direction, clock, shown, picture) => {
    const shownMs = shown === undefined ? undefined : startMs + shown
    const wallMs = neighbourFrame({
      direction,
      clockMs: startMs + clock,
      shownMs,
      frameMs,
      frameAt: () => undefined,
      map,
    })
    expect(Math.floor(pictureAt(wallMs))).toBe(picture)
    expect(pictureAt(wallMs) - picture).toBeCloseTo(0.25, 5)
  })

  it('stays at the ends of what is known', () => {
    const step = { shownMs: undefined, frameMs, frameAt: () => undefined, map }
    expect(neighbourFrame({ ...step, direction: -1, clockMs: startMs + 10 })).toBe(startMs + 10)
    expect(neighbourFrame({ ...step, direction: 1, clockMs: startMs + 9_980 })).toBe(startMs + 9_980)
  })

  /** Of the first two seconds: 1 s, 300 ms, 40 ms, 660 ms; of the two after the gap a single one. */
  const starts = [0, 1_000, 1_300, 1_340, 2_000, 8_000, 10_000].map((offset) => startMs + offset)
  const frameAt = (wallMs: number) => {
    const at = starts.findLastIndex((start) => start <= wallMs)
    const [fromMs, untilMs] = [starts[at], starts[at + 1]]
    const isKnown = fromMs !== undefined && untilMs !== undefined && map.locate(wallMs).kind === 'footage'
    return isKnown ? { fromMs, untilMs } : undefined
  }

  it.each([
    ['a second later', 1, 250, 1_075],
    ['a short one', 1, 1_075, 1_310],
    ['a long one', 1, 1_310, 1_505],
    ['the first after a gap', 1, 1_505, 8_010],
    ['the last before a gap', -1, 8_500, 1_505],
    ['the one before a short one', -1, 1_505, 1_310],
    ['the one before a long one', -1, 1_075, 250],
  ] as const)('follows the footage where its pictures are known: %s', (_what, direction, clock, target) => {
    const clockMs = startMs + clock
    const wallMs = neighbourFrame({ direction, clockMs, shownMs: undefined, frameMs, frameAt, map })
    expect(wallMs - startMs).toBeCloseTo(target, 5)
  })
})
