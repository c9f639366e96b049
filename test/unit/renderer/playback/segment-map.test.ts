import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listedSeconds, type MappedSegment, SegmentMap } from '#renderer/playback/segment-map.ts'

const startMs = 1_700_000_000_000
const seamMs = 100

interface Piece {
  readonly durationMs: number
  /** Between the end of the one before and this one: a gap, rounding, or footage twice. */
  readonly jumpMs: number
  readonly isNamed: boolean
  readonly isMissing: boolean
}

const piece: fc.Arbitrary<Piece> = fc.record({
  durationMs: fc.integer({ min: 40, max: 10_000 }),
  jumpMs: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.constantFrom(-3, 3, 101, 6_000) },
    { weight: 1, arbitrary: fc.integer({ min: -40_000, max: 3_600_000 }) },
  ),
  isNamed: fc.boolean(),
  isMissing: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.boolean()),
})

/** Segments on a media time line without holes; those that are not named follow the one before. */
function playlist(pieces: readonly Piece[]): MappedSegment[] {
  let mediaMs = 0
  let wallMs = startMs
  return pieces.map(({ durationMs, jumpMs, isNamed, isMissing }, index) => {
    const isFirst = index === 0
    if (isNamed && !isFirst) wallMs += jumpMs
    const segment = {
      mediaStartSeconds: mediaMs / 1_000,
      durationSeconds: durationMs / 1_000,
      wallStartMs: isNamed || isFirst ? wallMs : undefined,
      isMissing,
    }
    mediaMs += durationMs
    wallMs += durationMs
    return segment
  })
}

/** What the map must say, by looking at everything. */
function naive(segments: readonly MappedSegment[]) {
  let nextMs = startMs
  const dated = segments.flatMap((segment) => {
    const fromMs = segment.wallStartMs ?? nextMs
    nextMs = fromMs + segment.durationSeconds * 1_000
    return segment.isMissing ? [] : [{ ...segment, fromMs, toMs: nextMs }]
  })
  return {
    at: (wallMs: number) => dated.filter(({ fromMs, toMs }) => fromMs <= wallMs && wallMs < toMs),
    endBefore: (wallMs: number) => Math.max(...dated.filter(({ toMs }) => toMs <= wallMs).map((s) => s.toMs)),
    nextAfter: (wallMs: number) =>
      Math.min(...dated.filter(({ fromMs }) => fromMs > wallMs).map((s) => s.fromMs)),
    dated,
  }
}

const placeAt = (segments: readonly MappedSegment[], offsetMs = 0) => {
  const map = new SegmentMap(segments, startMs, seamMs)
  return map.locate(startMs + offsetMs)
}

const two = (gapMs: number) => [
  { mediaStartSeconds: 10, durationSeconds: 2, wallStartMs: startMs, isMissing: false },
  { mediaStartSeconds: 12, durationSeconds: 2, wallStartMs: startMs + 2_000 + gapMs, isMissing: false },
]

describe('SegmentMap', () => {
  it('finds the same as a look at every segment', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 40 }),
        fc.array(fc.integer({ min: -60_000, max: 400_000 })),
        (pieces, offsets) => {
          const segments = playlist(pieces)
          const model = naive(segments)
          const map = new SegmentMap(segments, startMs, seamMs)
          const edges = model.dated.flatMap(({ fromMs, toMs }) => [fromMs, toMs - 1, toMs, toMs + 1])
          for (const wallMs of [...offsets.map((offset) => startMs + offset), ...edges]) {
            const place = map.locate(wallMs)
            const candidates = model.at(wallMs)
            if (place.kind === 'footage') {
              const endMs = model.endBefore(wallMs)
              const isSeam = candidates.length === 0
              if (isSeam) expect(model.nextAfter(wallMs) - endMs).toBeLessThanOrEqual(seamMs + 0.01)
              else {
                const medias = candidates.map(
                  ({ fromMs, mediaStartSeconds }) => mediaStartSeconds + (wallMs - fromMs) / 1_000,
                )
                expect(medias.some((seconds) => Math.abs(seconds - place.mediaSeconds) < 1e-6)).toBe(true)
              }
              expect(place.untilMs).toBeGreaterThan(wallMs)
              // Where it ends is one instant for all of the stretch, and nothing is there.
              expect(map.locate(place.untilMs).kind).toBe('gap')
              expect(map.locate(place.untilMs - 0.01)).toMatchObject({ untilMs: place.untilMs })
            } else {
              expect(candidates).toEqual([])
              expect(place.fromMs ?? Number.NEGATIVE_INFINITY).toBeCloseTo(model.endBefore(wallMs), 3)
              expect(place.untilMs ?? Number.POSITIVE_INFINITY).toBeCloseTo(model.nextAfter(wallMs), 3)
            }
          }
        },
      ),
    )
  })

  it('comes back to the instant that it was asked for, by way of the player’s time', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 999_999 }).map((millionths) => millionths / 1_000_000),
        (pieces, share) => {
          const segments = playlist(pieces)
          const map = new SegmentMap(segments, startMs, seamMs)
          for (const { fromMs, toMs } of naive(segments).dated) {
            // Quarters of a millisecond: nearer than a hair before the end of another segment the next one is meant.
            const wallMs = fromMs + Math.floor((toMs - fromMs - 2) * share * 4) / 4
            const place = map.locate(wallMs)
            if (place.kind !== 'footage') throw new Error('footage was not found')
            expect(map.wallAt(place.mediaSeconds)).toBeCloseTo(wallMs, 1)
          }
        },
      ),
    )
  })

  it('says until when footage goes on, and when it comes again', () => {
    expect(placeAt(two(0), 500)).toEqual({ kind: 'footage', mediaSeconds: 10.5, untilMs: startMs + 4_000 })
    expect(placeAt(two(50), 500)).toMatchObject({ untilMs: startMs + 4_050 })
    expect(placeAt(two(6_000), 500)).toMatchObject({ untilMs: startMs + 2_000 })
    expect(placeAt(two(6_000), 2_000)).toEqual({
      kind: 'gap',
      fromMs: startMs + 2_000,
      untilMs: startMs + 8_000,
    })
    expect(placeAt(two(0), -1)).toEqual({ kind: 'gap', fromMs: undefined, untilMs: startMs })
    expect(placeAt(two(0), 4_000)).toEqual({ kind: 'gap', fromMs: startMs + 4_000, untilMs: undefined })
    expect(placeAt([])).toEqual({ kind: 'gap', fromMs: undefined, untilMs: undefined })
  })

  it('takes a hole that is rounding for no gap, and goes on with what comes after it', () => {
    for (const holeMs of [50, seamMs]) {
      const footage = { kind: 'footage', mediaSeconds: 12, untilMs: startMs + 4_000 + holeMs }
      expect(placeAt(two(holeMs), 2_000)).toEqual(footage)
      expect(placeAt(two(holeMs), 2_000 + holeMs - 1)).toEqual(footage)
    }
    expect(placeAt(two(seamMs + 1), 2_000)).toMatchObject({ kind: 'gap' })
  })

  it('reckons back from the first segment that names its instant, and takes the window’s start when none does', () => {
    const unnamed = two(0).map((segment) => ({ ...segment, wallStartMs: undefined }))
    expect(placeAt(unnamed, 3_000)).toMatchObject({ mediaSeconds: 13 })
    const [first, second] = two(0)
    if (!first || !second) throw new Error('no segments')
    const late = [
      { ...first, wallStartMs: undefined },
      { ...second, wallStartMs: startMs + 9_000 },
    ]
    expect(placeAt(late, 7_500)).toMatchObject({ mediaSeconds: 10.5 })
  })

  it('keeps what follows a segment whose clock was years ahead', () => {
    const [first, second] = two(0)
    if (!first || !second) throw new Error('no segments')
    const ahead = { ...first, mediaStartSeconds: 8, wallStartMs: startMs + 1e11 }
    expect(placeAt([ahead, first, second], 2_500)).toMatchObject({ kind: 'footage', mediaSeconds: 12.5 })
  })

  it('tells footage that was delivered in part, or could not be read, from what was never recorded', () => {
    const [first, second] = two(0)
    if (!first || !second) throw new Error('no segments')
    const halved = new SegmentMap(
      [{ ...first, durationSeconds: 1, listedSeconds: 2 }, second],
      startMs,
      seamMs,
    )
    expect(halved.locate(startMs + 1_500)).toMatchObject({ kind: 'gap', untilMs: startMs + 2_000 })
    expect([500, 1_500, 2_500].map((ms) => halved.isDamagedAt(startMs + ms))).toEqual([false, true, false])
    const unread = new SegmentMap([{ ...first, isUnreadable: true }, second], startMs, seamMs)
    expect(unread.locate(startMs)).toMatchObject({ kind: 'gap', untilMs: startMs + 2_000 })
    expect(unread.isDamagedAt(startMs)).toBe(true)
    const named = new SegmentMap([{ ...first, isMissing: true }, second], startMs, seamMs)
    expect(named.isDamagedAt(startMs)).toBe(false)
    expect(new SegmentMap(two(6_000), startMs, seamMs).isDamagedAt(startMs + 3_000)).toBe(false)
  })

  it('takes a duration that the playlist has rounded to whole seconds for what the media say', () => {
    const rounded = [3.6, 4.4, 3.6].map((durationSeconds, at) => ({
      mediaStartSeconds: [0, 3.6, 8][at] ?? 0,
      durationSeconds,
      listedSeconds: listedSeconds('4', durationSeconds),
      wallStartMs: at === 0 ? startMs : undefined,
      isMissing: false,
    }))
    const map = new SegmentMap(rounded, startMs, seamMs)
    expect(map.isDamagedAt(startMs + 3_800)).toBe(false)
    for (const seconds of [3, 3.8, 7.9, 8.2, 11.5]) {
      expect(map.wallAt(seconds)).toBeCloseTo(startMs + seconds * 1_000, 3)
      expect(placeAt(rounded, seconds * 1_000)).toMatchObject({ untilMs: startMs + 11_600 })
    }
    expect([listedSeconds('4', 2.9), listedSeconds('4.000', 3.6)]).toEqual([4, 4])
  })

  it('knows the key frames around an instant, also before the first and in a gap', () => {
    const map = new SegmentMap(two(6_000), startMs, seamMs)
    expect(map.keyFrames(startMs - 1)).toEqual({ atMs: undefined, nextMs: startMs })
    expect(map.keyFrames(startMs + 1_999)).toEqual({ atMs: startMs, nextMs: startMs + 8_000 })
    expect(map.keyFrames(startMs + 5_000)).toEqual({ atMs: startMs, nextMs: startMs + 8_000 })
    expect(map.keyFrames(startMs + 9_000)).toEqual({ atMs: startMs + 8_000, nextMs: undefined })
    expect(map.segmentAt(startMs + 1_999)).toEqual({ fromMs: startMs, toMs: startMs + 2_000 })
    expect(map.segmentAt(startMs + 2_000)).toBeUndefined()
    expect(map.segmentAt(startMs - 1)).toBeUndefined()
  })

  it('knows no instant of a time before its footage, nor of one after it', () => {
    const map = new SegmentMap(two(0), startMs, seamMs)
    expect(map.wallAt(9)).toBeUndefined()
    expect(map.wallAt(14 + seamMs / 2_000)).toBe(startMs + 4_000 + seamMs / 2)
    expect(map.wallAt(14 + seamMs / 500)).toBeUndefined()
  })
})
