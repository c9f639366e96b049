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
