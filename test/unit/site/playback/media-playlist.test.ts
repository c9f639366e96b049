import { describe, expect, it } from 'vitest'
import { masterPlaylist, recordedPlaylist } from '#site/playback/media-playlist.ts'
import { LiveTrack } from '#site/playback/live/live-track.ts'
import { accessUnits, annexB } from '#site/media/annexb.ts'
import { readFileSync } from 'node:fs'
import { faultsOfMaster, faultsOfMedia } from '#test/stand/manifest-lint.ts'
import { FakeClock } from '../fake-clock.ts'
import { testClip } from './test-clip.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const segment = (fromSeconds: number, init = 'a.mp4', seconds = 2) => ({
  name: `s${fromSeconds}.m4s`,
  init,
  startMs: noon + fromSeconds * 1_000,
  endMs: noon + (fromSeconds + seconds) * 1_000,
})

describe('a playlist of a recording', () => {
  it('says the wall time of each segment, and where footage is missing', () => {
    const text = recordedPlaylist([segment(0), segment(2), segment(10), segment(12, 'b.mp4')])
    expect(text.split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-TARGETDURATION:2',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-MAP:URI="a.mp4"',
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-20T12:00:00.000Z',
      '#EXTINF:2.000,',
      's0.m4s',
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-20T12:00:02.000Z',
      '#EXTINF:2.000,',
      's2.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-20T12:00:10.000Z',
      '#EXTINF:2.000,',
      's10.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="b.mp4"',
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-20T12:00:12.000Z',
      '#EXTINF:2.000,',
      's12.m4s',
      '#EXT-X-ENDLIST',
      '',
    ])
    expect(faultsOfMedia(text)).toEqual([])
  })

  it.each([2.4, 2.5, 3.49, 0.3])('has a target duration that %d s do not exceed', (seconds) => {
    expect(faultsOfMedia(recordedPlaylist([segment(0, 'a.mp4', seconds)]))).toEqual([])
  })
})

describe('the lint', () => {
  const good = recordedPlaylist([segment(0), segment(2), segment(10)])
  it.each([
    ['#EXT-X-TARGETDURATION:2', '#EXT-X-TARGETDURATION:1'],
    ['#EXT-X-MAP:URI="a.mp4"\n', ''],
    ['#EXT-X-DISCONTINUITY\n', ''],
    ['#EXT-X-ENDLIST\n', ''],
    ['#EXT-X-VERSION:7', '#EXT-X-VERSION:3'],
    ['#EXTM3U\n', ''],
    ['12:00:02.000Z', '12:00:01.000Z'],
    ['#EXTINF:2.000,', '#EXTINF:2.000'],
    ['s2.m4s', '/s2.m4s'],
  ])('finds %j changed to %j', (from, to) => {
    expect(good).toContain(from)
    expect(faultsOfMedia(good.replace(from, to))).not.toEqual([])
  })
})

describe('a master playlist', () => {
  const info = {
    rendition: 'full' as const,
    widthPx: 640,
    heightPx: 360,
    framesPerSecond: 15,
    codec: 'avc1.42C016',
    peakBitsPerSecond: 600_000,
    meanBitsPerSecond: 400_000,
  }

  it('lists renditions below its own folder', () => {
    const text = masterPlaylist(
      [info, { ...info, rendition: 'reduced', widthPx: 320, heightPx: 180 }],
      'x.m3u8',
    )
    expect(faultsOfMaster(text)).toEqual([])
    expect(text.match(/^(full|reduced)\/x\.m3u8$/gm)).toEqual(['full/x.m3u8', 'reduced/x.m3u8'])
  })
})

describe('a live playlist', () => {
  it('numbers its segments and discontinuities alike however far it has slid', async () => {
    const [layer] = testClip()
    const layerInfo = { widthPx: 128, heightPx: 72, bitsPerSecond: 1, framesPerSecond: 15, sourceLayer: 0 }
    const track = new LiveTrack(
      { ...layerInfo, rendition: 'full', hasSound: false },
      {
        clock: new FakeClock(),
        leastSegmentMs: 1_000,
        longestSegmentMs: 12_000,
        holeMs: 500,
        shown: 4,
        kept: 2,
      },
    )
    const units = accessUnits(readFileSync(layer?.file ?? ''))
    /** By segment: the numbers it was ever listed under. */
    const numbers = new Map<string, Set<string>>()
    for (let frame = 0; frame < 15 * 20; frame += 1) {
      const unit = units[frame % units.length]
      if (!unit) throw new Error('no picture')
      // The camera stands still for five seconds after the sixth and after the ninth.
      const pauseMs = (frame >= 90 ? 5_000 : 0) + (frame >= 135 ? 5_000 : 0)
      const capturedAtMs = noon + (frame * 1_000) / 15 + pauseMs
      track.take({ isKeyFrame: unit.isKeyFrame, annexB: annexB(unit.nals), capturedAtMs })
      if (frame % 15 !== 1) continue
      await track.settled()
      const text = track.playlist()
      if (!text.includes('#EXTINF')) continue
      expect(faultsOfMedia(text)).toEqual([])
      for (const [name, number] of numbered(text)) {
        numbers.set(name, (numbers.get(name) ?? new Set()).add(number))
      }
      // A player may still ask for what a list before this one had.
      for (const name of [...numbers.keys()].slice(-6)) expect(track.file(name)).toBeDefined()
    }
    expect(numbers.size).toBeGreaterThan(15)
    for (const known of numbers.values()) expect(known.size).toBe(1)
    expect(
      new Set([...numbers.values()].flatMap((known) => [...known].map((one) => one.split(' ')[1]))).size,
    ).toBe(3)
  })
})

/** `name` → `media sequence number` and `discontinuity sequence number` (RFC 8216 §3). */
function numbered(text: string): [string, string][] {
  let sequence = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
  let discontinuity = Number(/#EXT-X-DISCONTINUITY-SEQUENCE:(\d+)/.exec(text)?.[1])
  return text.split('\n').flatMap((line): [string, string][] => {
    if (line === '#EXT-X-DISCONTINUITY') discontinuity += 1
    return line.endsWith('.m4s') ? [[line, `${sequence++} ${discontinuity}`]] : []
  })
}
