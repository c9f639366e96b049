import { expect } from 'vitest'
import { pour } from '#test/unit/main/core/playback/gateway-stand.ts'
import type { Fault, FaultyProxy } from './faulty-proxy.ts'
import { minuteMs, someMinutesAgo } from './instants.ts'
import { opened } from './playback-page.ts'

const segmentMs = 2_000
export const bad = 'cam-02'
const good = 'cam-01'
const isManifest = (url = '') => url.includes(bad) && url.includes('.m3u8')
const isPlaylist = (url = '') => isManifest(url) && !url.includes('manifest.m3u8')
export const isSegment = (url = '') => url.includes(bad) && url.includes('.m4s')

export const garbage: Fault = (_asked, answer) =>
  answer.writeHead(200, { 'content-type': 'video/mp4' }).end(Buffer.alloc(50_000, 0x55)) !== undefined

const refuseStart =
  (status: number): Fault =>
  ({ url = '' }, answer) =>
    url.includes('/playback/start') && url.includes(bad) && answer.writeHead(status).end() !== undefined

const redated = (other: (atMs: number) => number) => (path: string, text: string) =>
  isPlaylist(path)
    ? text.replaceAll(
        /(PROGRAM-DATE-TIME:)(\S+)/g,
        (_tag, name: string, iso: string) => name + new Date(other(Date.parse(iso))).toISOString(),
      )
    : text

/** `fault`, `rewrite` and `bytesPerSecond` are the proxy's for its time. */
export interface BadFootage extends Partial<Pick<FaultyProxy, 'fault' | 'rewrite' | 'bytesPerSecond'>> {
  readonly what: string
  readonly states: readonly string[]
  /** What the tile says. */
  readonly words: RegExp | string
}

interface Asked {
  readonly cameraId: string
  readonly atMs: number
  readonly states: readonly string[]
  readonly words: string | RegExp
}

const notReadable = 'The platform sent a list of footage that cannot be read. Trying again.'
const nothingArrives = 'No footage arrives from the platform. Still trying.'

export const badFootage: readonly BadFootage[] = [
  {
    what: 'a manifest that is a web page',
    words: 'The platform sent something that is not footage.',
    states: ['FAILED'],
    fault: (asked, answer) =>
      isManifest(asked.url) &&
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>') !== undefined,
  },
  {
    what: 'a manifest of 50 MB',
    words: 'The list of footage that the platform sent is too long to be right.',
    states: ['FAILED'],
    fault: (asked, answer) => {
      if (!isPlaylist(asked.url)) return false
      answer.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).write('#EXTM3U\n')
      pour(answer, '#a comment\n'.repeat(1_000), 4_600)
      return true
    },
  },
  {
    what: 'a manifest that breaks off in the middle',
    words: notReadable,
    states: ['FAILED'],
    fault: (asked, answer) => {
      if (!isManifest(asked.url)) return false
      answer.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl', 'content-length': 5_000 })
      answer.write('#EXTM3U\n#EXT-X-VERSION:7\n', () => answer.destroy())
      return true
    },
  },
  {
    what: 'a playlist whose newest footage is hours old',
    words: 'Nothing was recorded by this camera at this time.',
    states: ['NO RECORDING', 'FAILED'],
    rewrite: redated((atMs) => atMs - 300 * minuteMs),
  },
  {
    what: 'a playlist whose clock jumps an hour ahead',
    words: /^No recording until \d{4}-/,
    states: ['GAP'],
    // When the proxy is given it.
    get rewrite() {
      const fromMs = Date.now() - 12 * minuteMs
      return redated((atMs) => (atMs > fromMs ? atMs + 60 * minuteMs : atMs))
    },
  },
  {
    what: 'a playlist without any segment',
    words: 'Nothing was recorded by this camera at this time.',
    states: ['NO RECORDING'],
    rewrite: (path, text) => (isPlaylist(path) ? '#EXTM3U\n#EXT-X-ENDLIST\n' : text),
  },
  {
    what: 'a codec that this machine cannot decode',
    words: /^This computer cannot decode the footage of this camera/,
    states: ['UNPLAYABLE'],
    rewrite: (path, text) =>
      path.includes(bad) ? text.replaceAll(/CODECS="[^"]+"/g, 'CODECS="hvc1.1.6.L93.B0"') : text,
  },
  {
    what: 'segments of garbage',
    words: /^The footage at this time is damaged/,
    states: ['FAILED'],
    fault: (asked, answer) => isSegment(asked.url) && garbage(asked, answer),
  },
  {
    what: 'segments that are not there',
    words: 'The platform has no such footage any more.',
    states: ['FAILED'],
    fault: (asked, answer) => isSegment(asked.url) && answer.writeHead(404).end() !== undefined,
  },
  {
    what: 'segments that are shorter than they say',
    words: /^The platform does not deliver the footage of this time/,
    // Where hls.js takes its time to try again it is first said that nothing arrives.
    states: ['FAILED'],
    fault: (asked, answer) => {
      if (!isSegment(asked.url)) return false
      answer.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 50_000 })
      answer.write(Buffer.alloc(1_000), () => answer.destroy())
      return true
    },
  },
  {
    what: 'segments that come at a trickle',
    words: nothingArrives,
    states: ['SEEKING', 'BUFFERING'],
    bytesPerSecond: (url) => (isSegment(url) ? 2_000 : undefined),
  },
  {
    what: 'segments that do not come at all',
    words: nothingArrives,
    states: ['SEEKING', 'BUFFERING'],
    fault: (asked) => isSegment(asked.url),
  },
  {
    what: 'a platform that fails',
    words: /^The platform reports an internal error.* Status 500/,
    states: ['FAILED'],
    fault: refuseStart(500),
  },
  {
    what: 'a 429 without a code, counted as the cap on sessions',
    words: /^\d of \d playback sessions are in use/,
    states: ['FAILED'],
    fault: refuseStart(429),
  },
  {
    what: 'a key that may not play this camera',
    words: /may not do this\. Ask an administrator.* Status 403/,
    states: ['NO ACCESS'],
    fault: refuseStart(403),
  },
  {
    what: 'segments that never end',
    words: nothingArrives,
    states: ['SEEKING', 'BUFFERING', 'FAILED'],
    fault: (asked, answer) => {
      if (!isSegment(asked.url)) return false
      answer.writeHead(200, { 'content-type': 'video/mp4' })
      const drip = setInterval(() => answer.write(Buffer.alloc(100)), 100)
      answer.on('close', () => clearInterval(drip))
      return true
    },
  },
]

/** A tile of its own asks there for that; two others play meanwhile. */
export async function sees({ cameraId, atMs, states, words }: Asked): Promise<void> {
  const goodMs = someMinutesAgo()
  const seen = await opened.page.evaluate(
    async ([camera, instant, accepted, cameras, otherMs]) => {
      const { playbackStage } = window
      const tile = playbackStage.add(camera)
      // The group's first tile has the number of the tile under test.
      const group = playbackStage.openGroup(['cam-03', ...cameras], otherMs)
      group.clock.play()
      await Promise.all(cameras.map((_, at) => playbackStage.until(at + 1, ['PLAYING'])))
      const before = cameras.map((_, at) => playbackStage.observe(at + 1).shownMs ?? 0)
      const goneOnMs = Math.max(otherMs, group.clock.epochMs) + 2_000
      const fromMs = performance.now()
      playbackStage.follow(tile, instant, 1, true)
      const words = await playbackStage.untilWords(tile, accepted)
      const tookMs = Math.round(performance.now() - fromMs)
      const othersPlay = () => cameras.every((_, at) => playbackStage.observe(at + 1).state === 'PLAYING')
      while (group.clock.epochMs < goneOnMs || !othersPlay()) await new Promise(requestAnimationFrame)
      const others = cameras.map((_, at) => playbackStage.observe(at + 1))
      const advanced = others.map(({ shownMs = 0 }, at) => shownMs - (before[at] ?? 0))
      return { words, tookMs, advanced, states: others.map(({ state }) => state) }
    },
    [cameraId, atMs, states, [good, 'cam-05'], goodMs] as const,
  )
  // Three seconds are promised to an operator; a machine that does other things beside says less about that.
  console.log(`${seen.tookMs} ms until the tile said: ${seen.words}`)
  if (typeof words === 'string') expect(seen.words).toBe(words)
  else expect(seen.words).toMatch(words)
  expect(seen.states).toEqual(['PLAYING', 'PLAYING'])
  for (const ms of seen.advanced) expect(ms).toBeGreaterThan(0)
}

/** Plays from the segment before the bad one of that instant to the one after it. */
export async function playsOverPiece(pieceMs: number, words = 'damaged'): Promise<void> {
  const seen = await opened.page.evaluate(
    async ([cameras, instant]) => {
      const { openGroup, until, observe } = window.playbackStage
      const group = openGroup(cameras, instant)
      group.setFocus(undefined)
      await until(0, ['PAUSED'])
      group.clock.play()
      const states = new Set<string>()
      const reasons = new Set<string | undefined>()
      while (group.clock.epochMs < instant + 6_000) {
        await new Promise(requestAnimationFrame)
        states.add(observe(0).state)
        reasons.add(observe(0).reason)
      }
      await until(0, ['PLAYING'])
      return { states: [...states], reasons: [...reasons], after: observe(0) }
    },
    [[bad], pieceMs - segmentMs] as const,
  )
  expect(seen.states).toContain('FAILED')
  expect(seen.states).not.toContain('GAP')
  expect(seen.reasons.join()).toContain(words)
  expect(seen.after.shownMs).toBeGreaterThanOrEqual(pieceMs + segmentMs)
}
