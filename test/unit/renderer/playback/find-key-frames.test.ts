/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import HlsPlayer from 'hls.js'
import { describe, expect, it } from 'vitest'
import { findKeyFrames } from '#renderer/playback/tile/find-key-frames.ts'
import { box, fullBox, track } from './mp4-boxes.ts'

const [complete, flush] = ['_handleTransmuxComplete', '_handleTransmuxerFlush'] as const

/**
 * A player at 9 s of a list of segments of two seconds, the 7th first; `change`: of the one before the 8th; `buffered`: by the
 * browser in the end.
 */
function findsKeyFrames(change: object = {}, buffered: readonly (readonly [number, number])[] = []) {
  const told: object[] = []
  const streamController = {
    [complete]: ({ remuxResult }: { chunkMeta: object; remuxResult: object }) => void told.push(remuxResult),
  }
  const fragments: object[] = Array.from({ length: 100 }, (_, at) => ({
    sn: 7 + at,
    cc: 0,
    start: 6 + at * 2,
    duration: 2,
    end: 8 + at * 2,
  }))
  Object.assign(fragments[0] ?? {}, change)
  const levels = [{ details: { startSN: 7, fragments } }]
  const ranges = {
    length: buffered.length,
    start: (at: number) => buffered[at]?.[0],
    end: (at: number) => buffered[at]?.[1],
  }
  const media = { currentTime: 9, buffered: ranges }
  const lost: [number, number][] = []
  let onBuffered: ((event: string, data: object) => void) | undefined
  const on = (event: string, listener: typeof onBuffered) => {
    if (event === 'hlsFragBuffered') onBuffered = listener
  }
  const hls = { streamController, levels, media, on, hasEnoughToStart: true }
  findKeyFrames(hls as unknown as HlsPlayer, HlsPlayer, (...stretch) => lost.push(stretch))
  return {
    /** Whether it is told that a segment can be shown without those before it; undefined where it is not told. */
    isShown: (video: object, sn = 8, initSegment?: object) => {
      const remuxResult = { independent: true, video: { startPTS: 8, ...video }, initSegment }
      streamController[complete]({ chunkMeta: { level: 0, sn }, remuxResult })
      return told.splice(0).includes(remuxResult) ? remuxResult.independent : undefined
    },
    buffer: (sn: number) => onBuffered?.('hlsFragBuffered', { frag: fragments[sn - 7] }),
    lost,
  }
}

/** Flags of a picture. */
const [isKey, isNone] = [0, 0x1_0000]
const initSegment = { tracks: { video: { initSegment: box('moov', track(1, 'vide')) } } }
const picture = (flags: number) => ({
  data1: box(
    'moof',
    box('traf', fullBox('tfhd', 0, 0x28, 1, 40, flags), fullBox('tfdt', 0, 0, 0), fullBox('trun', 0, 0, 1)),
  ),
})

describe('hls.js', () => {
  const inHole = { firstKeyFrame: 3, firstKeyFramePTS: 9.1 }

  it('goes back for a picture right before a key frame', () => {
    const { isShown } = findsKeyFrames()
    expect(isShown(inHole)).toBe(false)
    expect(isShown({ firstKeyFrame: 3, firstKeyFramePTS: 8.9 })).toBe(true)
    // It does so by itself.
    expect(isShown({ firstKeyFrame: 3, firstKeyFramePTS: 9.3 })).toBe(true)
    // Begins with it.
    expect(isShown({ ...inHole, firstKeyFrame: 0, startPTS: 9.1 })).toBe(true)
  })

  it('goes back for a key frame where there is none', () => {
    const { isShown } = findsKeyFrames()
    expect(isShown(picture(isNone), 8, initSegment)).toBe(false)
    expect(isShown(picture(isKey))).toBe(true)
  })

  it.each([{ gap: true }, { cc: -1 }])('does not go back over a gap or a break: %o', (change) => {
    const { isShown, buffer, lost } = findsKeyFrames(change)
    expect(isShown(inHole)).toBeUndefined()
    expect(lost.splice(0)).toEqual([[8, 9.1]])
    // The browser looks itself.
    expect(isShown(picture(isNone), 8, initSegment)).toBe(true)
    buffer(8)
    expect(lost).toEqual([[8, 10]])
  })

  it('leaves footage to the browser in which a minute has no key frame', () => {
    const { isShown, buffer, lost } = findsKeyFrames({}, [[110, 112]])
    expect(isShown(picture(isNone), 90, initSegment)).toBe(false)
    for (let sn = 89; sn > 59; sn -= 1) expect(isShown(picture(isNone), sn)).toBe(false)
    expect(isShown(picture(isNone), 59)).toBe(true)
    buffer(59)
    expect(lost).toEqual([])
    expect(isShown(picture(isNone), 90)).toBe(true)
  })

  it('goes back in a transport stream that describes its pictures with its key frames', () => {
    const told: unknown[] = []
    const streamController = {
      transmuxer: { error: null },
      [complete]: ({ remuxResult }: { chunkMeta: object; remuxResult: object }) =>
        void told.push(remuxResult),
      [flush]: ({ sn }: { sn: number; level: number }) => void told.push(sn),
    }
    const fragments = Array.from({ length: 9 }, (_, at) => ({
      sn: at + 1,
      cc: 0,
      duration: 2,
      initSegment: null,
    }))
    const levels = [{ details: { startSN: 1, fragments } }]
    const hls = { streamController, levels, media: { currentTime: 9 }, on: () => undefined }
    findKeyFrames(hls as unknown as HlsPlayer, HlsPlayer, () => undefined)
    const lacksOne = { independent: false, video: { data1: new Uint8Array(), startPTS: 0 } }
    const parsed = (sn: number, remuxResult?: object) => {
      if (remuxResult !== undefined) streamController[complete]({ chunkMeta: { sn, level: 0 }, remuxResult })
      streamController[flush]({ sn, level: 0 })
      return told.splice(0)
    }
    expect(parsed(5)).toEqual([lacksOne, 5])
    // Of sound alone.
    expect(parsed(4, { independent: false, initSegment: { tracks: { audio: {} } } })).toEqual([lacksOne, 4])
    const kept = { independent: true, video: { startPTS: 8, firstKeyFrame: 0 } }
    expect(parsed(3, kept)).toEqual([kept, 3])
    // Behind pictures that were described nothing came: it is empty.
    expect(parsed(4)).toEqual([4])
  })

  it.each(['IDLE', 'PARSING'])('begins anew in another rendition, unless it still parses: %s', (state) => {
    let isReset = false
    let onSwitching: (() => void) | undefined
    const streamController = { state, transmuxer: { reset: () => (isReset = true) } }
    const on = (event: string, listener: () => void) => {
      if (event === 'hlsLevelSwitching') onSwitching = listener
    }
    findKeyFrames({ streamController, on } as unknown as HlsPlayer, HlsPlayer, () => undefined)
    onSwitching?.()
    expect(isReset).toBe(state === 'IDLE')
  })

  it('takes a segment for one that begins with a key frame where that is not known', () => {
    expect(findsKeyFrames().isShown({ data1: new Uint8Array(8) })).toBe(true)
  })

  it.each([
    { version: 0, moment: [1], lasts: [9_000], endless: [0] },
    { version: 1, moment: [0, 1], lasts: [1, 9_000], endless: [0, 0] },
  ])('is not told how long footage is: version $version', ({ version, moment, lasts, endless }) => {
    const footage = (duration: readonly number[]) =>
      box(
        'moov',
        fullBox('mvhd', version, 0, ...moment, ...moment, 1_000, ...duration, 0x1_0000),
        track(1, 'vide'),
        box('mvex', fullBox('mehd', version, 0, ...duration)),
      )
    const bytes = footage(lasts)
    findsKeyFrames().isShown(picture(isKey), 8, { tracks: { audiovideo: { initSegment: bytes } } })
    expect(bytes).toEqual(footage(endless))
  })
})
