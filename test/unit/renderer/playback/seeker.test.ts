import { describe, expect, it } from 'vitest'
import { playbackDefaults } from '#renderer/playback/defaults.ts'
import { SegmentMap } from '#renderer/playback/segment-map.ts'
import { Seeker } from '#renderer/playback/tile/seeker.ts'
import { FakeClock } from '../fake-clock.ts'
import { SeekingVideo } from './seeking-video.ts'

const { seekStuckMs } = playbackDefaults.tile
const startMs = 1_700_000_000_000

/** An hour of segments of two seconds; a hand has just been there. */
function open(fromSeconds: number, seekTakesMs: number) {
  const clock = new FakeClock()
  const video = new SeekingVideo()
  const segments = Array.from({ length: 1_800 }, (_, at) => ({
    mediaStartSeconds: at * 2,
    durationSeconds: 2,
    wallStartMs: startMs + at * 2_000,
    isMissing: false,
  }))
  const map = new SegmentMap(segments, startMs)
  const seeker = new Seeker({
    video: video.element,
    clock,
    map: () => map,
  })
  const arrive = (times = 1) => {
    for (let left = times; left > 0; left -= 1) {
      clock.advance(seekTakesMs)
      video.arrive()
    }
  }
  /** One after the other. */
  const seekAll = (isByHand: boolean, ...places: readonly number[]) => {
    for (const seconds of places) seeker.seek(seconds, isByHand)
  }
  for (let times = 0; times < 20; times += 1) {
    seeker.seek(fromSeconds, false)
    arrive()
  }
  video.sought.length = 0
  return { clock, seeker, seekAll, video, arrive }
}

describe('a seeker whose exact seeks are slow', () => {
  it('shows a hand that drags the key frame before the newest wish, and then the exact picture', () => {
    const { seeker, video, arrive, seekAll } = open(10, 100)
    seekAll(true, 20.5, 30.9, 41.3)
    arrive(2)
    expect(seeker.isSeeking).toBe(true)
    arrive()
    expect(video.sought).toEqual([20.5, 40, 41.3])
    expect(seeker.isSeeking).toBe(false)
  })

  it('goes to no key frame that is further from the wish than what is shown', () => {
    const { seeker, video, arrive, seekAll } = open(11.5, 100)
    seekAll(true, 11.6, 11.9)
    arrive()
    seeker.seek(11.2, true)
    arrive()
    expect(video.sought).toEqual([11.6, 11.9, 11.2])
  })

  it('goes straight to the exact picture once the hand has let go, whatever is under way', () => {
    for (const letGoAt of [41.3, 52.7]) {
      const { seeker, video, arrive, seekAll } = open(10, 100)
      seekAll(true, 20.5, 41.3)
      arrive()
      expect(video.sought).toEqual([20.5, 40])
      seeker.seek(letGoAt, false)
      expect(video.sought).toEqual([20.5, 40, letGoAt])
      expect(seeker.isExact).toBe(true)
      arrive()
      expect(seeker.isSeeking).toBe(false)
      expect(video.sought).toEqual([20.5, 40, letGoAt])
    }
    const { seeker, video, arrive } = open(10, 100)
    seeker.seek(20.5, true)
    seeker.seek(52.7, false)
    arrive()
    expect(video.sought).toEqual([20.5, 52.7])
  })

  it('does not seek once more when the hand lets go where the exact picture is on its way', () => {
    const { seeker, video, arrive, seekAll } = open(10, 100)
    seekAll(true, 20.5, 41.3)
    arrive(2)
    seeker.seek(41.3, false)
    arrive()
    expect(video.sought).toEqual([20.5, 40, 41.3])
    expect(seeker.isSeeking).toBe(false)
  })

  it('lets each seek of keys that repeat show its picture, and takes no step to the next', () => {
    const { seeker, video, arrive, seekAll } = open(10, 100)
    seekAll(false, 20.5, 30.9, 41.3)
    expect(video.sought).toEqual([20.5])
    arrive(2)
    expect(video.sought).toEqual([20.5, 41.3])
    expect(seeker.isSeeking).toBe(false)
  })

  it('waits for the seek that took the place of another, not for the one that was replaced', () => {
    const { seeker, video, arrive } = open(10, 100)
    seeker.seek(20.5, true)
    seeker.seek(41.3, false)
    video.dispatchEvent(new Event('seeked'))
    seeker.seek(60.1, false)
    expect(video.sought).toEqual([20.5, 41.3])
    arrive()
    expect(video.sought).toEqual([20.5, 41.3, 60.1])
  })
})

it.each([true, false])(
  'a seeker that is called back to where it is going stays there (by hand: %s)',
  (isByHand) => {
    const { seeker, video, arrive, seekAll } = open(10, 100)
    seekAll(isByHand, 20.5, 41.3, 20.5)
    arrive()
    expect(video.sought).toEqual([20.5])
    expect(seeker.isSeeking).toBe(false)
  },
)

it('a seeker whose exact seeks are quick goes straight to the newest wish', () => {
  const { video, arrive, seekAll } = open(10, 20)
  seekAll(true, 20.5, 30.9, 41.3)
  arrive()
  expect(video.sought).toEqual([20.5, 41.3])
})

describe('a seek that the browser does not end', () => {
  it('is begun anew when its footage is there, each time after twice as long', () => {
    const { clock, seeker, video, arrive } = open(10, 100)
    seeker.seek(20.5, false)
    clock.advance(seekStuckMs - 1)
    expect(video.sought).toEqual([20.5])
    clock.advance(1)
    expect(video.sought).toEqual([20.5, 20.5])
    clock.advance(2 * seekStuckMs - 1)
    expect(video.sought).toHaveLength(2)
    clock.advance(1)
    expect(video.sought).toEqual([20.5, 20.5, 20.5])
    arrive()
    clock.advance(100 * seekStuckMs)
    expect(video.sought).toHaveLength(3)
    seeker.seek(41.3, false)
    clock.advance(seekStuckMs)
    expect(video.sought.slice(3)).toEqual([41.3, 41.3])
  })

  it('gives way to the newest wish', () => {
    const { clock, video, seekAll } = open(10, 100)
    seekAll(false, 20.5, 41.3)
    clock.advance(seekStuckMs)
    expect(video.sought).toEqual([20.5, 41.3])
  })

  it('is waited for while its footage is on its way', () => {
    const { clock, seeker, video } = open(10, 100)
    video.bufferedUntilSeconds = 0
    seeker.seek(20.5, false)
    clock.advance(8 * seekStuckMs)
    expect(video.sought).toEqual([20.5])
    video.bufferedUntilSeconds = 30
    clock.advance(seekStuckMs)
    expect(video.sought).toEqual([20.5, 20.5])
  })

  it('is not begun anew when only its event is late', () => {
    const { clock, seeker, video, seekAll } = open(10, 100)
    seeker.seek(20.5, false)
    video.seeking = false
    clock.advance(8 * seekStuckMs)
    expect(video.sought).toEqual([20.5])
    expect(clock.pendingCount).toBe(0)
    seekAll(false, 30.9, 41.3)
    video.seeking = false
    clock.advance(seekStuckMs)
    expect(video.sought).toEqual([20.5, 30.9, 41.3])
  })

  it('is left alone once the seeker is gone', () => {
    const { clock, seeker, video } = open(10, 100)
    seeker.seek(20.5, false)
    seeker.dispose()
    clock.advance(8 * seekStuckMs)
    expect(video.sought).toEqual([20.5])
    expect(clock.pendingCount).toBe(0)
  })
})

/** The element has footage from there to the end. */
function withHole(fromSeconds: number, wishSeconds: number) {
  const stage = open(10, 100)
  const { video, seeker } = stage
  Object.assign(video, { buffered: { length: 1, start: () => fromSeconds, end: () => 3_600 } })
  seeker.seek(wishSeconds, false)
  return stage
}

describe('a place that is not loaded, shortly before one that is', () => {
  it('is come to from before it, so that hls.js loads it instead of jumping over it', () => {
    const { seeker, video, arrive } = withHole(20.55, 20.5)
    // A millisecond of it is the distance from the edge of a picture.
    expect(video.sought).toEqual([20.3])
    expect(seeker.isExact).toBe(false)
    expect(seeker.headSeconds).toBeCloseTo(20.501)
    arrive(2)
    expect(video.sought).toEqual([20.3, 20.5])
    expect(seeker.isSeeking).toBe(false)
  })

  it('is come to from the beginning where there is nothing before it', () => {
    const { video } = withHole(0.1, 0.05)
    expect(video.currentTime).toBe(0)
  })

  it.each([
    ['is far before it', 20.7],
    ['is within it', 20.5],
    ['is well within it', 10],
  ])('is gone to at once when it %s', (_where, fromSeconds) => {
    expect(withHole(fromSeconds, 20.5).video.sought).toEqual([20.5])
  })
})
