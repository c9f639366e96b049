import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { segmentAt, segmentsOf, smallestRendition } from '#renderer/timeline/thumbnails/segment-list.ts'
import { fuzzRuns } from '#test/stand/run-seed.ts'

const folder = 'https://wall.example/media/abc/'
const startMs = Date.parse('2026-11-20T12:00:00Z')

const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=4000000,RESOLUTION=1920x1080,CODECS="avc1.640028"
full/playlist.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x180,CODECS="avc1.42c00d"
reduced/playlist.m3u8
`
const media = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-MAP:URI="init.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-20T12:00:00.000Z
#EXTINF:4.000,
one.m4s
#EXTINF:4.000,
two.m4s
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-11-20T13:00:00.000Z
#EXTINF:4.000,
#EXT-X-BYTERANGE:1000@5000
three.m4s
#EXT-X-ENDLIST
`

describe('the segments of a manifest', () => {
  it('are taken from the rendition with the fewest bits', () => {
    expect(smallestRendition(master, `${folder}manifest.m3u8`)).toBe(`${folder}reduced/playlist.m3u8`)
    expect(smallestRendition(media, `${folder}manifest.m3u8`)).toBeUndefined()
  })

  it.each([
    ['a rendition of sound alone beside one with a size', 'CODECS="mp4a.40.2"', 'RESOLUTION=320x180', 'two'],
    ['one of sound alone beside one with a codec', 'CODECS="mp4a.40.2"', 'CODECS="avc1.640028"', 'two'],
    ['ones that say nothing', 'NAME="a"', 'NAME="b"', 'one'],
  ])('are looked for where pictures are: %s', (_, one, two, chosen) => {
    const list = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=50000,${one}\none.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=900000,${two}\ntwo.m3u8\n`
    expect(smallestRendition(list, `${folder}manifest.m3u8`)).toBe(`${folder}${chosen}.m3u8`)
  })

  it('stand at their instants, also behind a gap and without a date of their own', () => {
    const segments = segmentsOf(media, `${folder}reduced/playlist.m3u8`, 0)
    expect(segments).toEqual([
      {
        startMs,
        endMs: startMs + 4_000,
        url: `${folder}reduced/one.m4s`,
        init: { url: `${folder}reduced/init.mp4` },
      },
      {
        startMs: startMs + 4_000,
        endMs: startMs + 8_000,
        url: `${folder}reduced/two.m4s`,
        init: { url: `${folder}reduced/init.mp4` },
      },
      {
        startMs: startMs + 3_600_000,
        endMs: startMs + 3_604_000,
        url: `${folder}reduced/three.m4s`,
        init: { url: `${folder}reduced/init.mp4` },
        bytes: { from: 5_000, length: 1_000 },
      },
    ])
    const at = (sinceMs: number) =>
      segmentAt(segments, startMs + sinceMs)
        ?.url.split('/')
        .at(-1)
    expect([at(-1), at(0), at(3_999), at(4_000), at(8_000), at(3_600_000), at(3_604_000)]).toEqual([
      undefined,
      'one.m4s',
      'one.m4s',
      'two.m4s',
      undefined,
      'three.m4s',
      undefined,
    ])
  })

  it('go on over a seam, where a duration was rounded down', () => {
    const first = { startMs: 0, endMs: 1_998, url: folder }
    const from = { endMs: 4_000, url: folder }
    expect(segmentAt([first, { ...from, startMs: 2_000 }], 1_999)).toBe(first)
    expect(segmentAt([first, { ...from, startMs: 2_500 }], 1_999)).toBeUndefined()
  })

  it('are counted from the start of the window where none has an instant', () => {
    const undated = media.replaceAll(/#EXT-X-PROGRAM-DATE-TIME:.*\n/g, '')
    const segments = segmentsOf(undated, `${folder}reduced/playlist.m3u8`, startMs)
    expect(segments.map((segment) => [segment.startMs - startMs, segment.endMs - startMs])).toEqual([
      [0, 4_000],
      [4_000, 8_000],
      [8_000, 12_000],
    ])
  })

  it.each([
    ['an HTML page', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['half a playlist', media.slice(0, 90)],
  ])('are none in %s', (_, text) => {
    expect(segmentsOf(text, folder, startMs)).toEqual([])
    expect(() => smallestRendition(text, folder)).not.toThrow()
  })
})

describe('a playlist of any text', () => {
  const scrap = fc.constantFrom(
    '#EXTM3U',
    '#EXTINF:4.000,',
    '#EXTINF:-4,',
    '#EXTINF:1e99,',
    '#EXTINF:x',
    'one.m4s',
    '../two.m4s',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-GAP',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-MAP:URI="init.mp4"',
    '://',
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-20T12:00:00Z',
    '#EXT-X-PROGRAM-DATE-TIME:never',
    '#EXT-X-ENDLIST',

    '#EXT-X-BYTERANGE:1000@5000',
    '#EXT-X-BYTERANGE:-1@-1',
    '#EXT-X-STREAM-INF:BANDWIDTH=x',
    '#EXT-X-KEY:',
  )
  const playlist = fc
    .array(fc.oneof({ weight: 4, arbitrary: scrap }, { weight: 1, arbitrary: fc.string() }), {
      maxLength: 20,
    })
    .map((lines) => `#EXTM3U\n${lines.join('\n')}`)

  it('gives segments at instants that are some, in their order, each of which is found at its own', () => {
    fc.assert(
      fc.property(playlist, (text) => {
        expect(() => smallestRendition(text, `${folder}manifest.m3u8`)).not.toThrow()
        const segments = segmentsOf(text, `${folder}playlist.m3u8`, startMs)
        for (const [at, { startMs: fromMs, endMs }] of segments.entries()) {
          expect(fromMs).toBeLessThan(endMs)
          expect(fromMs).toBeGreaterThanOrEqual(segments[at - 1]?.startMs ?? fromMs)
          const shown = segmentAt(segments, fromMs)
          expect(shown !== undefined && shown.startMs <= fromMs && fromMs < shown.endMs).toBe(true)
        }
      }),
      fuzzRuns,
    )
  })
})
