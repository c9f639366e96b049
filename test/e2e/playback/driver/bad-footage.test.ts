import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FaultyProxy } from './harness/faulty-proxy.ts'
import { PlaybackStand } from './harness/playback-stand.ts'

const minuteMs = 60_000
const bad = 'cam-02'
const good = 'cam-01'
const isManifest = (url = '') => url.includes(bad) && url.includes('.m3u8')
const isPlaylist = (url = '') => isManifest(url) && !url.includes('manifest.m3u8')
const isSegment = (url = '') => url.includes(bad) && url.includes('.m4s')

interface Case {
  readonly what: string
  readonly states: readonly string[]
  readonly spoil: (proxy: FaultyProxy) => void
}

const cases: readonly Case[] = [
  {
    what: 'a manifest that is a web page',
    states: ['FAILED'],
    spoil: (proxy) => {
      proxy.fault = (asked, answer) =>
        isManifest(asked.url) &&
        answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>') !== undefined
    },
  },
  {
    what: 'a manifest of 50 MB',
    states: ['FAILED'],
    spoil: (proxy) => {
      proxy.rewrite = (path, text) => (isPlaylist(path) ? text + '#a comment\n'.repeat(4_600_000) : text)
    },
  },
  {
    what: 'a playlist that is cut off before the asked instant',
    states: ['NO RECORDING'],
    spoil: (proxy) => {
      proxy.rewrite = (path, text) => (isPlaylist(path) ? text.slice(0, text.length / 20) : text)
    },
  },
  {
    what: 'a playlist whose clock jumps an hour ahead',
    states: ['GAP'],
    spoil: (proxy) => {
      const fromMs = Date.now() - 12 * minuteMs
      proxy.rewrite = (path, text) =>
        isPlaylist(path)
          ? text.replaceAll(/(PROGRAM-DATE-TIME:)(\S+)/g, (_tag, name: string, iso: string) => {
              const atMs = Date.parse(iso)
              return name + new Date(atMs + (atMs > fromMs ? 60 * minuteMs : 0)).toISOString()
            })
          : text
    },
  },
  {
    what: 'a playlist without any segment',
    states: ['FAILED', 'NO RECORDING'],
    spoil: (proxy) => {
      proxy.rewrite = (path, text) => (isPlaylist(path) ? '#EXTM3U\n#EXT-X-ENDLIST\n' : text)
    },
  },
  {
    what: 'a codec that this machine cannot decode',
    states: ['UNPLAYABLE'],
    spoil: (proxy) => {
      proxy.rewrite = (path, text) =>
        path.includes(bad) ? text.replaceAll(/CODECS="[^"]+"/g, 'CODECS="hvc1.1.6.L93.B0"') : text
    },
  },
  {
    what: 'segments of garbage',
    states: ['FAILED'],
    spoil: (proxy) => {
      proxy.fault = (asked, answer) =>
        isSegment(asked.url) &&
        answer.writeHead(200, { 'content-type': 'video/mp4' }).end(Buffer.alloc(50_000, 0x55)) !== undefined
    },
  },
  {
    what: 'segments that are not there',
    states: ['FAILED'],
    spoil: (proxy) => {
      proxy.fault = (asked, answer) => isSegment(asked.url) && answer.writeHead(404).end() !== undefined
    },
  },
  {
    what: 'segments that never end',
    states: ['SEEKING', 'BUFFERING', 'FAILED'],
    spoil: (proxy) => {
      proxy.fault = (asked, answer) => {
        if (!isSegment(asked.url)) return false
        answer.writeHead(200, { 'content-type': 'video/mp4' })
        const drip = setInterval(() => answer.write(Buffer.alloc(100)), 100)
        answer.on('close', () => clearInterval(drip))
        return true
      }
    },
  },
]

describe('bad footage', () => {
  let stand: PlaybackStand
  let page: Page

  beforeAll(async () => {
    stand = await PlaybackStand.start()
  })
  afterAll(() => stand?.dispose())
  beforeEach(async () => {
    stand.proxy.reset()
    page = await stand.open()
  })
  afterEach(() => page.close())

  it.each(cases)('says in words what is wrong with $what, and the other tile goes on', async (one) => {
    one.spoil(stand.proxy)
    const atMs = Math.floor(Date.now() / minuteMs) * minuteMs - 8 * minuteMs
    const seen = await page.evaluate(
      async ([cameras, instant, states]) => {
        const { playbackStage } = window
        const group = playbackStage.openGroup(cameras, instant)
        group.setFocus(1)
        group.clock.play()
        await playbackStage.until(1, ['PLAYING'])
        const words = await playbackStage.untilWords(0, states)
        const before = playbackStage.observe(1).shownMs ?? 0
        await new Promise((done) => setTimeout(done, 500))
        return { words, other: playbackStage.observe(1), before }
      },
      [[bad, good], atMs, one.states] as const,
    )
    expect(seen.words).toMatch(/\w+ .*\w/)
    expect(seen.other.state).toBe('PLAYING')
    expect(seen.other.shownMs).toBeGreaterThan(seen.before)
  })

  it('goes on after a piece of garbage', async () => {
    const atMs = Math.floor(Date.now() / minuteMs) * minuteMs - 8 * minuteMs
    const spoiled = String(atMs + 2_000)
    stand.proxy.fault = (asked, answer) =>
      isSegment(asked.url) &&
      asked.url?.includes(spoiled) === true &&
      answer.writeHead(200, { 'content-type': 'video/mp4' }).end(Buffer.alloc(50_000, 0x55)) !== undefined
    const seen = await page.evaluate(
      async ([cameras, instant]) => {
        const { openGroup, until, observe } = window.playbackStage
        const group = openGroup(cameras, instant)
        group.setFocus(undefined)
        await until(0, ['PAUSED'])
        group.clock.play()
        await until(0, ['FAILED'])
        const failed = observe(0)
        await until(0, ['PLAYING'])
        return { failed, after: observe(0) }
      },
      [[bad], atMs] as const,
    )
    expect(seen.failed.reason).toContain('damaged')
    expect(seen.after.shownMs).toBeGreaterThanOrEqual(atMs + 4_000)
  })
})
