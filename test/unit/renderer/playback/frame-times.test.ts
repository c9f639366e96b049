import { describe, expect, it, test } from 'vitest'
import { breaksOff, FrameTimeReader } from '#renderer/playback/tile/frame-times.ts'
import { box, fullBox, track } from './mp4-boxes.ts'

const filled = (type: string, bodyBytes: number) => box(type, Buffer.alloc(bodyBytes, 1))

describe('breaksOff', () => {
  const segment = Buffer.concat([filled('moof', 40), filled('mdat', 100)])

  it('is true of a segment wherever it ends too soon, and only then', () => {
    for (let bytes = 9; bytes < segment.length; bytes += 1) {
      expect(breaksOff(segment.subarray(0, bytes)), `${bytes}`).toBe(bytes !== 48)
    }
    expect(breaksOff(segment)).toBe(false)
  })

  it('reads boxes of 64 bits, and one that lasts to the end', () => {
    const long = filled('mdat', 108)
    long.writeUInt32BE(1)
    long.writeBigUInt64BE(116n, 8)
    expect(breaksOff(long)).toBe(false)
    expect(breaksOff(long.subarray(0, 115))).toBe(true)
    const open = filled('mdat', 10)
    open.writeUInt32BE(0)
    expect(breaksOff(open)).toBe(false)
  })

  it.each([
    ['a transport stream', Buffer.alloc(188, 0x47)],
    ['text', Buffer.from('<html>Sign in</html>')],
    ['nothing', Buffer.alloc(0)],
    ['a box smaller than its own head', Buffer.from([0, 0, 0, 4, ...Buffer.from('mdat')])],
  ])('says nothing of %s', (_what, bytes) => {
    expect(breaksOff(bytes)).toBe(false)
  })
})

const [sound, video] = [track(1, 'soun'), track(2, 'vide')]
const defaults = box(
  'mvex',
  fullBox('trex', 0, 0, 1, 1, 77, 0, 0),
  fullBox('trex', 0, 0, 2, 1, 50, 0, 0x1_0000),
)
const init = box('moov', sound, video, defaults)
const tfhd = (flags: number, ...values: number[]) => fullBox('tfhd', 0, flags, ...values)
const trun = (flags: number, ...values: number[]) => fullBox('trun', 0, flags, ...values)
const ofVideo = tfhd(0, 2)
const at2s = fullBox('tfdt', 0, 0, 2_000)
const fragment = (...parts: readonly Buffer[]) => box('moof', box('traf', ...parts))

const ms = (seconds: number) => Math.round(seconds * 1_000)

/** In milliseconds. */
function timesOf(segment: Buffer, given = init, offsetSeconds = 0) {
  const reader = new FrameTimeReader()
  expect(reader.read(given, 0)).toBeUndefined()
  const times = reader.read(segment, offsetSeconds)
  return times && [...[...times.startSeconds].map(ms), ms(times.endSeconds)]
}

describe('the pictures of a fragment', () => {
  test.for([
    ['by their own durations', ofVideo, trun(0x100, 2, 100, 300), [2_000, 2_100, 2_400]],
    ['by those of the track', ofVideo, trun(0, 2), [2_000, 2_050, 2_100]],
    ['by those of the fragment', tfhd(0x8, 2, 40), trun(0, 1), [2_000, 2_040]],
    ['by those of the fragment, behind all else', tfhd(0xb, 2, 7, 7, 7, 40), trun(0, 1), [2_000, 2_040]],
    ['as they are shown', ofVideo, trun(0x900, 3, 100, 0, 100, 200, 100, -100), [2_000, 2_100, 2_300, 2_400]],
    ['behind all else', ofVideo, trun(0xf05, 2, 9, 9, 100, 9, 9, 0, 300, 9, 9, 0), [2_000, 2_100, 2_400]],
    ['behind all but their durations', ofVideo, trun(0x601, 2, 9, 9, 9, 9, 9), [2_000, 2_050, 2_100]],
  ] as const)('begin and end %s', ([, tfhd, trun, times]) => {
    expect(timesOf(fragment(tfhd, at2s, trun))).toEqual(times)
  })

  const delta = 0x1_0000
  test.for([
    ['one, by its own flags', ofVideo, trun(0x400, 2, delta, 0), true],
    ['none, by their own flags', tfhd(0x20, 2, 0), trun(0x400, 2, delta, delta), false],
    ['none, by the flags of the track', ofVideo, trun(0, 2), false],
    ['one, by the flags of the fragment', tfhd(0x2b, 2, 7, 7, 7, 40, 0), trun(0, 1), true],
    ['one, by those of the first', ofVideo, trun(0x5, 2, 9, 0), true],
    ['none, by those of the first', tfhd(0x20, 2, 0), trun(0x4, 1, delta), false],
  ] as const)('have %s, that is a key frame', ([, tfhd, trun, hasKeyFrame]) => {
    const reader = new FrameTimeReader()
    reader.read(init, 0)
    expect(reader.read(fragment(tfhd, at2s, trun), 0)?.hasKeyFrame).toBe(hasKeyFrame)
  })

  const two = trun(0, 2)

  it('follow those of the run before, and are on the player’s time line', () => {
    expect(timesOf(fragment(ofVideo, at2s, two, two), init, -1.5)).toEqual([500, 550, 600, 650, 700])
  })

  it('are read of times of 64 bits', () => {
    const long = box('moov', track(2, 'vide', true), defaults)
    const late = fullBox('tfdt', 1, 0, 1, 0)
    const [first = 0] = timesOf(fragment(ofVideo, late, two), long) ?? []
    expect(first).toBe(2 ** 32)
  })

  it('are those of the video, whatever lies beside it', () => {
    const ofSound = box('traf', tfhd(0, 1), at2s, two)
    const both = box('moof', ofSound, box('traf', ofVideo, at2s, two))
    expect(timesOf(Buffer.concat([box('styp'), both, filled('mdat', 9)]))).toEqual([2_000, 2_050, 2_100])
    expect(timesOf(box('moof', ofSound))).toBeUndefined()
  })

  it.each([
    ['a track that nothing is known of', fragment(ofVideo, at2s, two), box('moov', sound)],
    ['a fragment without a time', fragment(ofVideo, two), init],
    ['a fragment of no track', fragment(at2s, two), init],
    ['a run that claims too many pictures', fragment(ofVideo, at2s, trun(0, 0xffff_ffff)), init],
    ['a run that breaks off', fragment(ofVideo, at2s, trun(0x100, 2, 100)), init],
  ])('are not known of %s', (_what, segment, given) => {
    expect(timesOf(segment, given)).toBeUndefined()
  })
})
