import { describe, expect, it } from 'vitest'
import { type CutSegment, SegmentCutter } from '#site/playback/segment-cutter.ts'

const annexB = new Uint8Array()
const periodMs = 1_000 / 15

function cutter() {
  return new SegmentCutter({
    leastSegmentMs: 2_000,
    longestSegmentMs: 12_000,
    framePeriodMs: periodMs,
    holeMs: 500,
  })
}

/** Pictures at 15 a second with a key frame every `group`, from picture `from` to `to`. */
function* pictures(from: number, to: number, group = 15) {
  for (let frame = from; frame < to; frame += 1) {
    yield { isKeyFrame: frame % group === 0, annexB, capturedAtMs: frame * periodMs }
  }
}

function cuts(
  given: Iterable<{ isKeyFrame: boolean; annexB: Uint8Array; capturedAtMs: number }>,
): CutSegment[] {
  const one = cutter()
  return [...given].flatMap((picture) => one.push(picture) ?? [])
}

const spans = (segments: readonly CutSegment[]) =>
  segments.map(({ startMs, endMs }) => [Math.round(startMs), Math.round(endMs)])

describe('pictures of a camera', () => {
  it('are cut every two seconds, at a key frame, without a seam', () => {
    const segments = cuts(pictures(0, 100))
    expect(spans(segments)).toEqual([
      [0, 2_000],
      [2_000, 4_000],
      [4_000, 6_000],
    ])
    expect(segments.every((segment) => segment.pictures[0]?.isKeyFrame)).toBe(true)
    expect(segments.every((segment) => segment.pictures.length === 30)).toBe(true)
  })

  it('before the first key frame are left out', () => {
    expect(spans(cuts(pictures(7, 80)))).toEqual([
      [1_000, 3_000],
      [3_000, 5_000],
    ])
  })

  it('of a camera with rare key frames make longer segments', () => {
    expect(spans(cuts(pictures(0, 200, 60)))).toEqual([
      [0, 4_000],
      [4_000, 8_000],
      [8_000, 12_000],
    ])
    // What comes after one that is too long waits for the next key frame.
    expect(spans(cuts(pictures(0, 250, 240)))).toEqual([[0, 12_067]])
  })

  it('are as long as before after a key frame that came late', () => {
    const late = [...pictures(0, 100)].flatMap((picture, frame) =>
      frame === 30 ? [] : [{ ...picture, isKeyFrame: picture.isKeyFrame || frame === 31 }],
    )
    expect(spans(cuts(late))).toEqual([
      [0, 2_067],
      [2_067, 4_000],
      [4_000, 6_000],
    ])
  })

  it('end with the last one before the camera stood still, and begin again with a key frame', () => {
    const segments = cuts([...pictures(0, 50), ...pictures(100, 160)])
    expect(spans(segments)).toEqual([
      [0, 2_000],
      [2_000, 3_333],
      [7_000, 9_000],
    ])
  })

  it('between which somebody asked for a key frame are not cut there', () => {
    const asked = [...pictures(0, 60)].map((picture) =>
      picture.capturedAtMs > 500 && picture.capturedAtMs < 560 ? { ...picture, isKeyFrame: true } : picture,
    )
    expect(spans(cuts(asked))).toEqual([[0, 2_000]])
  })

  it('that come a moment out of order keep their order', () => {
    const late = [...pictures(0, 61)].map((picture, at) =>
      at === 8 ? { ...picture, capturedAtMs: picture.capturedAtMs - 100 } : picture,
    )
    const [segment] = cuts(late)
    const instants = segment?.pictures.map(({ capturedAtMs }) => capturedAtMs) ?? []
    expect(instants).toHaveLength(30)
    expect(instants).toEqual(instants.toSorted((one, other) => one - other))
    expect(new Set(instants).size).toBe(30)
  })

  it('after the clock was set back begin anew', () => {
    const segments = cuts([...pictures(150, 170), ...pictures(0, 31)])
    expect(spans(segments)).toEqual([
      [10_000, 11_333],
      [0, 2_000],
    ])
  })

  it('that are left at the end are given out once', () => {
    const one = cutter()
    for (const picture of pictures(0, 10)) one.push(picture)
    expect(one.flush()).toMatchObject({ startMs: 0, endMs: expect.closeTo(10 * periodMs) })
    expect(one.flush()).toBeUndefined()
  })
})
