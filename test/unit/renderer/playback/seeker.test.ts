import { describe, expect, it } from 'vitest'
import { SegmentMap } from '#renderer/playback/segment-map.ts'
import { epsilonSeconds, Seeker } from '#renderer/playback/tile/seeker.ts'

const startMs = 1_700_000_000_000

/** An element that seeks for as long as it is left to. */
class SeekingVideo extends EventTarget {
  readonly buffered = { length: 1, start: () => 0, end: () => 3_600 }
  readonly sought: number[] = []
  seeking = false
  #seconds = 0

  get currentTime(): number {
    return this.#seconds
  }

  set currentTime(seconds: number) {
    this.#seconds = seconds
    this.seeking = true
    this.sought.push(Math.round((seconds - epsilonSeconds) * 1_000) / 1_000)
  }

  arrive(): void {
    this.seeking = false
    this.dispatchEvent(new Event('seeked'))
  }
}

/** An hour of segments of two seconds; a hand has just been there. */
function open(fromSeconds: number, seekTakesMs: number) {
  let nowMs = 0
  const video = new SeekingVideo()
  const segments = Array.from({ length: 1_800 }, (_, at) => ({
    mediaStartSeconds: at * 2,
    durationSeconds: 2,
    wallStartMs: startMs + at * 2_000,
    isMissing: false,
  }))
  const map = new SegmentMap(segments, startMs)
  const seeker = new Seeker({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it has is all that is asked of it
    video: video as unknown as HTMLVideoElement,
    nowMs: () => nowMs,
    map: () => map,
  })
  const arrive = () => {
    nowMs += seekTakesMs
    video.arrive()
  }
  for (let times = 0; times < 20; times += 1) {
    seeker.seek(fromSeconds, false)
    arrive()
  }
  video.sought.length = 0
  return { seeker, video, arrive }
}

describe('a seeker whose exact seeks are slow', () => {
  it('shows a hand that drags the key frame before the newest wish, and then the exact picture', () => {
    const { seeker, video, arrive } = open(10, 100)
    seeker.seek(20.5, true)
    seeker.seek(30.9, true)
    seeker.seek(41.3, true)
    arrive()
    arrive()
    expect(seeker.isSeeking).toBe(true)
    arrive()
    expect(video.sought).toEqual([20.5, 40, 41.3])
    expect(seeker.isSeeking).toBe(false)
  })

  it('goes to no key frame that is further from the wish than what is shown', () => {
    const { seeker, video, arrive } = open(11.5, 100)
    seeker.seek(11.6, true)
    seeker.seek(11.9, true)
    arrive()
    seeker.seek(11.2, true)
    arrive()
    expect(video.sought).toEqual([11.6, 11.9, 11.2])
  })

  it('goes straight to the exact picture once the hand has let go, whatever is under way', () => {
    for (const letGoAt of [41.3, 52.7]) {
      const { seeker, video, arrive } = open(10, 100)
      seeker.seek(20.5, true)
      seeker.seek(41.3, true)
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
    const { seeker, video, arrive } = open(10, 100)
    seeker.seek(20.5, true)
    seeker.seek(41.3, true)
    arrive()
    arrive()
    seeker.seek(41.3, false)
    arrive()
    expect(video.sought).toEqual([20.5, 40, 41.3])
    expect(seeker.isSeeking).toBe(false)
  })

  it('lets each seek of keys that repeat show its picture, and takes no step to the next', () => {
    const { seeker, video, arrive } = open(10, 100)
    seeker.seek(20.5, false)
    seeker.seek(30.9, false)
    seeker.seek(41.3, false)
    expect(video.sought).toEqual([20.5])
    arrive()
    arrive()
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
    const { seeker, video, arrive } = open(10, 100)
    seeker.seek(20.5, isByHand)
    seeker.seek(41.3, isByHand)
    seeker.seek(20.5, isByHand)
    arrive()
    expect(video.sought).toEqual([20.5])
    expect(seeker.isSeeking).toBe(false)
  },
)

it('a seeker whose exact seeks are quick goes straight to the newest wish', () => {
  const { seeker, video, arrive } = open(10, 20)
  seeker.seek(20.5, true)
  seeker.seek(30.9, true)
  seeker.seek(41.3, true)
  arrive()
  expect(video.sought).toEqual([20.5, 41.3])
})
