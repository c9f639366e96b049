/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import type HlsPlayer from 'hls.js'
import type { BufferCodecsData, Loader, LoaderContext } from 'hls.js'
import { describe, expect, it, test } from 'vitest'
import {
  bestOf,
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
    expect(load('#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",URI="subs.m3u8"')).toEqual([' read'])
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
