import { expect, it } from 'vitest'
import { SegmentMap } from '#renderer/playback/segment-map.ts'
import { UnplayableSegments } from '#renderer/playback/tile/unplayable-segments.ts'

const startMs = 1_800_000_000_000
const minuteMs = 60_000

it('footage that could not be decoded is tried again a minute later, and not held against it for good', () => {
  const segments = new UnplayableSegments()
  const map = new SegmentMap(
    [{ mediaStartSeconds: 0, durationSeconds: 2, wallStartMs: startMs, isMissing: false }],
    startMs,
  )
  const fault = {
    kind: 'segment',
    mediaStartSeconds: 0,
    needsPlayer: true,
    isPassing: false,
    reason: 'damaged',
  }
  segments.add(map, { ...fault, kind: 'segment' }, 1_000)
  segments.forget(1_000 + minuteMs - 1)
  expect(segments.at(startMs)?.reason).toBe('damaged')
  segments.forget(1_000 + minuteMs)
  expect(segments.at(startMs)).toBeUndefined()
})

it('footage that was not delivered is tried again after three seconds, and only what is around it is left out', () => {
  const segments = new UnplayableSegments()
  const at = [0, 2].map((seconds) => ({
    mediaStartSeconds: seconds,
    durationSeconds: 2,
    wallStartMs: startMs + seconds * 1_000,
    isMissing: false,
  }))
  const map = new SegmentMap(at, startMs)
  const fault = { kind: 'segment', needsPlayer: false, isPassing: true, reason: 'lost' } as const
  segments.add(map, { ...fault, mediaStartSeconds: 2 }, 1_000)
  segments.add(map, { ...fault, mediaStartSeconds: 2, reason: 'again' }, 2_000)
  segments.add(map, { ...fault, mediaStartSeconds: 90 }, 1_000)
  segments.add(undefined, { ...fault, mediaStartSeconds: 0 }, 1_000)
  expect([0, 1_999, 2_000, 3_999, 4_000].map((ms) => segments.at(startMs + ms)?.reason)).toEqual([
    undefined,
    undefined,
    'lost',
    'lost',
    undefined,
  ])
  expect(segments.at(startMs + 2_000)?.forgetAtMs).toBe(4_000)
})

it('those that need what is missing are left out up to the next key frame, and not the gap behind them', () => {
  const segments = new UnplayableSegments()
  const at = [0, 2, 4, 10].map((seconds, index) => ({
    mediaStartSeconds: index * 2,
    durationSeconds: 2,
    wallStartMs: startMs + seconds * 1_000,
    isMissing: false,
  }))
  const map = new SegmentMap(at, startMs)
  const fault = { kind: 'segment', needsPlayer: false, isPassing: true } as const
  segments.add(map, { ...fault, mediaStartSeconds: 0, reason: 'lost' }, 1_000)
  segments.add(map, { ...fault, mediaStartSeconds: 0, untilSeconds: 3.5, reason: 'needed' }, 1_000)
  segments.add(map, { ...fault, mediaStartSeconds: 4, untilSeconds: 6, reason: 'behind' }, 1_000)
  expect(
    [0, 1_999, 2_000, 3_499, 3_501, 4_000, 5_999, 6_001].map((ms) => segments.at(startMs + ms)?.reason),
  ).toEqual(['lost', 'lost', 'needed', 'needed', undefined, 'behind', 'behind', undefined])
})
