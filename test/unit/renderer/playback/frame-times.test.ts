import { describe, expect, it, test } from 'vitest'
import { breaksOff, FrameTimeReader } from '#renderer/playback/tile/frame-times.ts'

function box(type: string, bodyBytes: number): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + bodyBytes)
  head.write(type, 4)
  return Buffer.concat([head, Buffer.alloc(bodyBytes, 1)])
}

describe('breaksOff', () => {
  const segment = Buffer.concat([box('moof', 40), box('mdat', 100)])

  it('is true of a segment wherever it ends too soon, and only then', () => {
    for (let bytes = 9; bytes < segment.length; bytes += 1) {
      expect(breaksOff(segment.subarray(0, bytes)), `${bytes}`).toBe(bytes !== 48)
    }
    expect(breaksOff(segment)).toBe(false)
  })

  it('reads boxes of 64 bits, and one that lasts to the end', () => {
    const long = box('mdat', 108)
    long.writeUInt32BE(1)
    long.writeBigUInt64BE(116n, 8)
    expect(breaksOff(long)).toBe(false)
    expect(breaksOff(long.subarray(0, 115))).toBe(true)
    const open = box('mdat', 10)
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

const u32 = (...numbers: readonly number[]) =>
  Buffer.concat(
    numbers.map((number) => {
      const bytes = Buffer.alloc(4)
      bytes.writeInt32BE(number | 0)
      return bytes
    }),
  )
const holding = (type: string, ...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(8 + body.length), Buffer.from(type), body])
}
/** With its version and flags. */
const full = (type: string, version: number, flags: number, ...numbers: readonly number[]) =>
  holding(type, u32(version * 0x1_00_00_00 + flags, ...numbers))

/** Tells of tracks in thousandths of a second; `longAgo`: of instants that take 64 bits. */
function track(id: number, handler: string, isLong = false) {
  const version = isLong ? 1 : 0
  const longAgo = isLong ? [0, 1, 0, 1] : [1, 1]
  return holding(
    'trak',
    full('tkhd', version, 0, ...longAgo, id),
    holding(
      'mdia',
      full('mdhd', version, 0, ...longAgo, 1_000),
      holding('hdlr', u32(0, 0), Buffer.from(handler)),
    ),
  )
}
const [sound, video] = [track(1, 'soun'), track(2, 'vide')]
const defaults = holding(
  'mvex',
  full('trex', 0, 0, 1, 1, 77, 0, 0),
  full('trex', 0, 0, 2, 1, 50, 0, 0x1_0000),
)
const init = holding('moov', sound, video, defaults)
const ofVideo = full('tfhd', 0, 0, 2)
const at2s = full('tfdt', 0, 0, 2_000)
const fragment = (...parts: readonly Buffer[]) => holding('moof', holding('traf', ...parts))

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
    ['by their own durations', ofVideo, full('trun', 0, 0x100, 2, 100, 300), [2_000, 2_100, 2_400]],
    ['by those of the track', ofVideo, full('trun', 0, 0, 2), [2_000, 2_050, 2_100]],
    ['by those of the fragment', full('tfhd', 0, 0x8, 2, 40), full('trun', 0, 0, 1), [2_000, 2_040]],
    [
      'by those of the fragment, behind what else it says',
      full('tfhd', 0, 0xb, 2, 7, 7, 7, 40),
      full('trun', 0, 0, 1),
      [2_000, 2_040],
    ],
    [
      'in the order in which they are shown',
      ofVideo,
      full('trun', 0, 0x900, 3, 100, 0, 100, 200, 100, -100),
      [2_000, 2_100, 2_300, 2_400],
    ],
    [
      'behind all else that is said of a run and its pictures',
      ofVideo,
      full('trun', 0, 0xf05, 2, 9, 9, 100, 9, 9, 0, 300, 9, 9, 0),
      [2_000, 2_100, 2_400],
    ],
    [
      'behind all but their durations',
      ofVideo,
      full('trun', 0, 0x601, 2, 9, 9, 9, 9, 9),
      [2_000, 2_050, 2_100],
    ],
  ] as const)('begin and end %s', ([, tfhd, trun, times]) => {
    expect(timesOf(fragment(tfhd, at2s, trun))).toEqual(times)
  })

  const delta = 0x1_0000
  test.for([
    ['one, by its own flags', ofVideo, full('trun', 0, 0x400, 2, delta, 0), true],
    ['none, by their own flags', full('tfhd', 0, 0x20, 2, 0), full('trun', 0, 0x400, 2, delta, delta), false],
    ['none, by the flags of the track', ofVideo, full('trun', 0, 0, 2), false],
    [
      'one, by the flags of the fragment',
      full('tfhd', 0, 0x2b, 2, 7, 7, 7, 40, 0),
      full('trun', 0, 0, 1),
      true,
    ],
    ['one, by those of the first', ofVideo, full('trun', 0, 0x5, 2, 9, 0), true],
    ['none, by those of the first', full('tfhd', 0, 0x20, 2, 0), full('trun', 0, 0x4, 1, delta), false],
  ] as const)('have %s, that is a key frame', ([, tfhd, trun, hasKeyFrame]) => {
    const reader = new FrameTimeReader()
    reader.read(init, 0)
    expect(reader.read(fragment(tfhd, at2s, trun), 0)?.hasKeyFrame).toBe(hasKeyFrame)
  })

  const two = full('trun', 0, 0, 2)

  it('follow those of the run before, and are on the player’s time line', () => {
    expect(timesOf(fragment(ofVideo, at2s, two, two), init, -1.5)).toEqual([500, 550, 600, 650, 700])
  })

  it('are read of times of 64 bits', () => {
    const long = holding('moov', track(2, 'vide', true), defaults)
    const late = full('tfdt', 1, 0, 1, 0)
    const [first = 0] = timesOf(fragment(ofVideo, late, two), long) ?? []
    expect(first).toBe(2 ** 32)
  })

  it('are those of the video, whatever lies beside it', () => {
    const ofSound = holding('traf', full('tfhd', 0, 0, 1), at2s, two)
    const both = holding('moof', ofSound, holding('traf', ofVideo, at2s, two))
    expect(timesOf(Buffer.concat([holding('styp'), both, box('mdat', 9)]))).toEqual([2_000, 2_050, 2_100])
    expect(timesOf(holding('moof', ofSound))).toBeUndefined()
  })

  it.each([
    ['a track that nothing is known of', fragment(ofVideo, at2s, two), holding('moov', sound)],
    ['a fragment without a time', fragment(ofVideo, two), init],
    ['a fragment of no track', fragment(at2s, two), init],
    [
      'a run that claims more pictures than it can have',
      fragment(ofVideo, at2s, full('trun', 0, 0, 0xffff_ffff)),
      init,
    ],
    ['a run that breaks off', fragment(ofVideo, at2s, full('trun', 0, 0x100, 2, 100)), init],
  ])('are not known of %s', (_what, segment, given) => {
    expect(timesOf(segment, given)).toBeUndefined()
  })
})
