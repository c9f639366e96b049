/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import type HlsPlayer from 'hls.js'
import type { BufferCodecsData, Loader, LoaderContext } from 'hls.js'
import { describe, expect, it, test } from 'vitest'
import {
  bestOf,
  findKeyFrames,
  hlsOptions,
  keepBest,
  namesSound,
  shouldRetry,
  wholeSegmentLoader,
  withoutSound,
} from '#renderer/playback/tile/hls-options.ts'
import type { HlsLibrary } from '#renderer/playback/tile/load-hls.ts'

type LoadArguments = Parameters<Loader<LoaderContext>['load']>

/** Answers at once with what it is asked to; with a number, it fails with that status. */
function load(data: ArrayBuffer | string | number, context: object = {}) {
  const seen: string[] = []
  class Loads {
    load(...[context, , callbacks]: LoadArguments) {
      if (typeof data === 'number') callbacks.onError({ code: data, text: '' }, context, null, {} as never)
      else callbacks.onSuccess({ url: '', data, code: 200 }, {} as never, context, null)
    }
  }
  const library = { Hls: { DefaultConfig: { loader: Loads } }, workerUrl: '' } as unknown as HlsLibrary
  const { loader } = hlsOptions(
    library,
    (bytes) => seen.push(`read ${bytes.length}`),
    (list) => `${list} read`,
  )
  if (loader === undefined) throw new Error('no loader')
  const callbacks = {
    onSuccess: ({ data: given }: { data?: unknown }) =>
      seen.push(typeof given === 'string' ? given : 'success'),
    onError: ({ code }: { code: number }) => seen.push(`error ${code}`),
    onTimeout: () => seen.push('time-out'),
  }
  new loader({} as never).load(context as LoaderContext, {} as never, callbacks)
  return seen
}

/** `free` of so many bytes, of which so many are there. */
function box(bytes: number, there = bytes): ArrayBuffer {
  const whole = new DataView(new ArrayBuffer(Math.max(bytes, there)))
  whole.setUint32(0, bytes)
  for (const [at, code] of Buffer.from('free').entries()) whole.setUint8(4 + at, code)
  return whole.buffer.slice(0, there)
}

describe('a segment', () => {
  it('is read before the player has it', () => {
    expect(load(box(24))).toEqual(['read 24', 'success'])
  })

  it('that breaks off has not arrived', () => {
    expect(load(box(24, 20))).toEqual(['error 502'])
  })

  it('of sound alone is left as it is', () => {
    expect(load(box(24), { frag: { type: 'audio' } })).toEqual(['success'])
    expect(load(box(24), { frag: { type: 'main' } })).toEqual(['read 24', 'success'])
  })

  it('that is encrypted, and its key, may begin like anything', () => {
    expect(load(box(24, 20), { frag: { encrypted: true } })).toEqual(['success'])
  })

  it('is none where text has been loaded', () => {
    expect(load('#EXTM3U')).toEqual(['#EXTM3U read'])
  })
})

const complete = '_handleTransmuxComplete'

/** A player at 9 s of a list of segments of two seconds, the 7th first; `change`: of the one before the 8th. */
function findsKeyFrames(change: object = {}) {
  const streamController = { [complete]: (_result: unknown) => undefined }
  const fragments: object[] = Array.from({ length: 100 }, () => ({ cc: 0, duration: 2 }))
  Object.assign(fragments[0] ?? {}, change)
  const levels = [{ details: { startSN: 7, fragments } }]
  const hls = { streamController, levels, media: { currentTime: 9 } }
  findKeyFrames(hls as unknown as HlsPlayer)
  /** Whether it is told that a segment can be shown without those before it. */
  return (video: object, sn = 8, initSegment?: object) => {
    const remuxResult = { independent: true, video: { startPTS: 8, ...video }, initSegment }
    streamController[complete]({ chunkMeta: { level: 0, sn }, remuxResult })
    return remuxResult.independent
  }
}

const mp4 = (type: string, ...parts: (Buffer | number)[]) => {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part !== 'number') return part
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(part)
      return bytes
    }),
  )
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4)
  return Buffer.concat([head, body])
}
/** Flags of a picture. */
const [isKey, isNone] = [0, 0x1_0000]
const initSegment = {
  tracks: {
    video: {
      initSegment: mp4(
        'moov',
        mp4(
          'trak',
          mp4('tkhd', 0, 0, 0, 1),
          mp4('mdia', mp4('mdhd', 0, 0, 0, 1_000), mp4('hdlr', 0, 0, Buffer.from('vide'))),
        ),
      ),
    },
  },
}
const picture = (flags: number) => ({
  data1: mp4('moof', mp4('traf', mp4('tfhd', 0x28, 1, 40, flags), mp4('tfdt', 0, 0), mp4('trun', 0, 1))),
})

describe('hls.js', () => {
  const inHole = { firstKeyFrame: 3, firstKeyFramePTS: 9.1 }

  it('goes back for a picture right before a key frame, unless nothing is before it', () => {
    const isShown = findsKeyFrames()
    expect(isShown(inHole)).toBe(false)
    expect(isShown(inHole, 7)).toBe(true)
    expect(isShown({ firstKeyFrame: 3, firstKeyFramePTS: 8.9 })).toBe(true)
    // It does so by itself.
    expect(isShown({ firstKeyFrame: 3, firstKeyFramePTS: 9.3 })).toBe(true)
    // Begins with it.
    expect(isShown({ ...inHole, startPTS: 9.1 })).toBe(true)
  })

  it('goes back for a key frame where there is none', () => {
    const isShown = findsKeyFrames()
    expect(isShown(picture(isNone), 8, initSegment)).toBe(false)
    expect(isShown(picture(isKey))).toBe(true)
  })

  it.each([{ gap: true }, { cc: -1 }])('does not go back over a gap or a break: %o', (change) => {
    const isShown = findsKeyFrames(change)
    expect(isShown(inHole)).toBe(true)
    expect(isShown(picture(isNone), 8, initSegment)).toBe(true)
  })

  it('leaves footage to the browser in which a minute has no key frame', () => {
    const isShown = findsKeyFrames()
    expect(isShown(picture(isNone), 90, initSegment)).toBe(false)
    for (let sn = 89; sn > 59; sn -= 1) expect(isShown(picture(isNone), sn)).toBe(false)
    expect(isShown(picture(isNone), 59)).toBe(true)
    expect(isShown(picture(isNone), 90)).toBe(true)
  })

  it('takes a segment for one that begins with a key frame where that is not known', () => {
    expect(findsKeyFrames()({ data1: new Uint8Array(8) })).toBe(true)
  })
})

test('a list of renditions is read without those of sound alone', () => {
  const sound = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="s",URI="audio.m3u8"'
  const others =
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="muxed"\n#EXT-X-MEDIA:TYPE=SUBTITLES,URI="x.m3u8"\nvideo.m3u8'
  expect(withoutSound(`#EXTM3U\n${sound}\n${others}`)).toBe(`#EXTM3U\n\n${others}`)
  expect(withoutSound(others)).toBe(others)
})

test.for([
  [0, 502],
  [404, 404],
] as const)(
  'a load that ended with status %d is told as %d, whether there is a network or not',
  ([code, told]) => {
    expect(load(code)).toEqual([`error ${told}`])
  },
)

test.for([
  ['initSegment', []],
  [450, ['aborted']],
] as const)('who hears that %s was broken off', ([sn, told]) => {
  const heard: string[] = []
  class Loads {
    load(...[, , { onAbort }]: LoadArguments) {
      onAbort?.({} as never, {} as never, null)
    }
  }
  const library = { DefaultConfig: { loader: Loads } } as unknown as HlsLibrary['Hls']
  const callbacks = { onAbort: () => heard.push('aborted') } as unknown as LoadArguments[2]
  const Loader = wholeSegmentLoader(library)
  new Loader({} as never).load({ frag: { sn } } as unknown as LoaderContext, {} as never, callbacks)
  expect(heard).toEqual(told)
})

test.for([
  ['no answer', 0, undefined, true],
  ['no status', 0, 0, true],
  ['too many requests', 1, 429, true],
  ['a failure of the gateway', 1, 502, true],
  ['the last word of the gateway', 0, 404, false],
  ['a third time', 2, 502, false],
] as const)('a load is tried again? %s', ([, count, code, isRetried]) => {
  const config = { maxNumRetry: 2 } as Parameters<typeof shouldRetry>[0]
  const answer = code === undefined ? undefined : { url: '', code }
  expect(shouldRetry(config, count, false, answer, false)).toBe(isRetried)
  expect(shouldRetry(undefined, count, false, answer, false)).toBe(false)
})

test.for([
  [{}, false],
  [{ video: {} }, false],
  [{ audio: {} }, true],
  [{ audiovideo: { codec: 'avc1.64001f,mp4a.40.2' } }, true],
  [{ audiovideo: { codec: 'avc1.64001f' } }, false],
  [{ audiovideo: {} }, false],
] as const)('footage with %j has sound: %s', ([codecs, hasSound]) => {
  expect(namesSound(codecs as unknown as BufferCodecsData)).toBe(hasSound)
})

const level = (width: number, height: number) => ({ width, height })

describe('the best rendition', () => {
  test.for([
    [[level(320, 180), level(1_280, 720), level(640, 360)], 1],
    [[level(640, 360), level(640, 360)], 1],
    [[level(1_280, 100), level(640, 480)], 1],
  ] as const)('of %j has the most pixels, and of those the most bits', ([levels, best]) => {
    expect(bestOf(levels)).toBe(best)
  })

  it('is the only one that is kept', () => {
    const levels = [level(320, 180), level(1_280, 720), level(640, 360)]
    const hls = { levels, removeLevel: (at: number) => void levels.splice(at, 1) } as unknown as HlsPlayer
    keepBest(hls)
    expect(levels).toEqual([level(1_280, 720)])
  })
})
